#include "cli/complaints.h"
#include "base/die.h"
#include "base/text.h"

#include <stdlib.h>

void complain(struct complaints *complaints, size_t line, char *text) {
    char *whole = text_format("%zu:%s", line, text);
    if (names_add(&complaints->seen, whole, complaints->count)) {
        free(text);
    } else {
        complaints->list = die_grow(complaints->list, complaints->count, sizeof *complaints->list);
        complaints->list[complaints->count] = (struct complaint){line, complaints->count, text};
        complaints->count++;
    }
    free(whole);
}

static int by_line(const void *a, const void *b) {
    const struct complaint *x = a, *y = b;
    int lines = (x->line > y->line) - (x->line < y->line);
    return lines ? lines : (x->order > y->order) - (x->order < y->order);
}

void complaints_end(struct complaints *complaints, const char *file) {
    if (complaints->count == 0)
        return;
    qsort(complaints->list, complaints->count, sizeof *complaints->list, by_line);
    for (size_t k = 0; k < complaints->count; k++)
        report_in(file, (int)complaints->list[k].line, "%s", complaints->list[k].text);
    die_reported(DIE_REQUEST);
}
