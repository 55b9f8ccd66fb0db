#include "emit/outputs.h"
#include "base/die.h"
#include "base/path.h"

#include <stdlib.h>

char *outputs_claim(struct outputs *outputs, const char *name, bool check) {
    if (!path_is_regular(name))
        return NULL;
    char *absolute = path_absolute(name), *wrong = NULL;
    if (names_add(&outputs->claimed, absolute, 0))
        wrong = text_format("output '%s': another output of this run has that file", name);
    else if (!check && names_find(&outputs->inputs, absolute))
        wrong = text_format("output '%s' is a file that this run reads", name);
    free(absolute);
    return wrong;
}

struct file *outputs_open(struct outputs *outputs, const char *name, bool check) {
    size_t count = outputs->count++;
    if (count > 0)
        file_finish(outputs->file[count - 1]);
    outputs->file = die_grow(outputs->file, count, sizeof *outputs->file);
    outputs->name = die_grow(outputs->name, count, sizeof *outputs->name);
    outputs->name[count] = text_format("%s", name);
    return outputs->file[count] = check ? file_compare(name) : file_create(name);
}

void outputs_guard(struct outputs *outputs, const char *input) {
    char *absolute = path_absolute(input);
    names_add(&outputs->inputs, absolute, 0);
    free(absolute);
}

void outputs_commit(struct outputs *outputs, bool if_changed) {
    file_commit(outputs->file, outputs->count, if_changed);
    for (size_t k = 0; k < outputs->count; k++)
        free(outputs->name[k]);
    free(outputs->name);
    free(outputs->file);
    names_free(&outputs->claimed);
    names_free(&outputs->inputs);
    *outputs = (struct outputs){.count = 0};
}
