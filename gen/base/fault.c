#include "base/fault.h"
#include "base/die.h"

#include <stdlib.h>

static void add(struct faults *faults, struct fault fault) {
    faults->list = die_grow(faults->list, faults->count, sizeof *faults->list);
    faults->list[faults->count++] = fault;
}

void faults_add(struct faults *faults, int about, char *text) {
    if (text)
        add(faults, (struct fault){about, NULL, 0, text});
}

struct fault *fault_in_file(const char *file, size_t line, char *text) {
    struct fault *fault = die_malloc(sizeof *fault);
    *fault = (struct fault){.file = text_format("%s", file), .line = line};
    fault->text = text;
    return fault;
}

void faults_add_found(struct faults *faults, int about, struct fault *fault) {
    if (!fault)
        return;
    fault->about = about;
    add(faults, *fault);
    free(fault);
}

char *fault_message(const struct fault *fault) {
    return fault->line ? text_format("%s:%zu: %s", fault->file, fault->line, fault->text)
                       : text_format("%s", fault->text);
}

void faults_free(struct faults *faults) {
    for (size_t k = 0; k < faults->count; k++) {
        free(faults->list[k].file);
        free(faults->list[k].text);
    }
    free(faults->list);
    *faults = (struct faults){NULL, 0};
}
