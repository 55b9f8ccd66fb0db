#include "cli/audit_plot_names.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

char *plot_names_of(const struct shares *shares, uint64_t pipelines) {
    struct text names = {NULL, 0, 0};
    size_t count = pipelines_count(shares->pipelines), first = 0;
    while (!(pipelines >> first & 1))
        first++;
    const struct share all = {.pipeline = first, .like = pipelines};
    for (size_t k = first; k < count; k = shares_next(shares, &all, k)) {
        char *name = shares_part(shares, &all, k);
        text_print(&names, k == first ? "" : "\n");
        text_print(&names, name);
        free(name);
    }
    text_add(&names, "", 1);
    return names.bytes;
}

/* Lines have one colour if their names begin alike: with a format of few bits, or with the same formats. */
static bool alike(const char *one, const char *other) {
    size_t length = strcspn(one, ",\n");
    if (strncmp(one, "bf16 ", 5) == 0 || strncmp(one, "f16 ", 4) == 0)
        length = strcspn(one, " ");
    return strncmp(one, other, length) == 0 && strchr(" ,\n", other[length]) &&
           (one[length] != ',' || one[length] == other[length]);
}

void plot_groups_set(struct error_line lines[], size_t count) {
    size_t groups = 0;
    for (size_t n = 1; n < count; n++) {
        size_t k = 1;
        while (k < n && !alike(lines[k].name, lines[n].name))
            k++;
        lines[n].group = k < n ? lines[k].group : ++groups;
    }
}
