#include "emit/outputs.h"
#include "base/die.h"
#include "base/path.h"
#include "base/system.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SPECIAL " \t#:"

/* Blanks, colons and # get a backslash, except a drive's colon, and so do the backslashes before them; $ is doubled. */
void depfile_add(struct depfile *depfile, struct text *list, const char *name) {
    bool control = false; /* Make has no escapes for these */
    for (const char *at = name; *at; at++)
        control = control || ((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7f;
    if (control) {
        if (!depfile->wrong)
            depfile->wrong =
                text_format("'%s': a name with a control character can't be in a depfile", name);
        return;
    }
    const size_t drive = system_drive(name);
    text_print(list, " ");
    text_add(list, name, drive);
    for (const char *at = name + drive; *at; at++) {
        size_t slashes = strspn(at, "\\");
        for (size_t k = 0; k < slashes && strchr(SPECIAL, at[slashes]) && at[slashes]; k++)
            text_print(list, "\\");
        text_add(list, at, slashes);
        at += slashes;
        if (!*at)
            break;
        if (strchr(SPECIAL, *at))
            text_print(list, "\\");
        if (*at == '$')
            text_print(list, "$");
        text_add(list, at, 1);
    }
}

struct text depfile_rule(const struct depfile *depfile) {
    struct text rule = {NULL, 0, 0};
    if (depfile->outputs.used > 0) /* without the blank before the first */
        text_add(&rule, depfile->outputs.bytes + 1, depfile->outputs.used - 1);
    text_print(&rule, ":");
    text_add(&rule, depfile->inputs.bytes, depfile->inputs.used);
    text_print(&rule, "\n");
    return rule;
}

void depfile_free(struct depfile *depfile) {
    text_free(&depfile->outputs);
    text_free(&depfile->inputs);
    free(depfile->wrong);
    *depfile = (struct depfile){.wrong = NULL};
}

char *outputs_claim(struct outputs *outputs, const char *name) {
    if (!path_is_regular(name))
        return NULL;
    char *absolute = path_absolute(name), *wrong = NULL;
    if (json_add_name(&outputs->claimed, absolute, 0))
        wrong = text_format("output '%s': another output of this run has that file", name);
    else if (outputs->mode != FILE_CHECK && json_object_get(outputs->inputs, absolute))
        wrong = text_format("output '%s' is a file that this run reads", name);
    free(absolute);
    return wrong;
}

struct file *outputs_open(struct outputs *outputs, const char *name) {
    size_t count = outputs->count++;
    if (count > 0)
        file_finish(outputs->file[count - 1]);
    outputs->file = die_grow(outputs->file, count, sizeof *outputs->file);
    outputs->name = die_grow(outputs->name, count, sizeof *outputs->name);
    outputs->name[count] = text_format("%s", name);
    return outputs->file[count] = file_open(name, outputs->mode);
}

void outputs_guard(struct outputs *outputs, const char *input) {
    char *absolute = path_absolute(input);
    json_add_name(&outputs->inputs, absolute, 0);
    free(absolute);
}

void outputs_commit(struct outputs *outputs) {
    file_commit(outputs->file, outputs->count);
    for (size_t k = 0; k < outputs->count; k++)
        free(outputs->name[k]);
    free(outputs->name);
    free(outputs->file);
    json_decref(outputs->claimed);
    json_decref(outputs->inputs);
    *outputs = (struct outputs){.count = 0};
}
