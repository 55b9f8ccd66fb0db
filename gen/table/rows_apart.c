#include "table/rows_apart.h"
#include "base/die.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void rows_apart_free(struct rows_apart *rows) {
    free(rows->row);
}

static char *parse_rows(struct rows_apart *rows, enum word word, const char *text,
                        uint64_t max_len) {
    enum { MOST = 1 << 20 };
    size_t room = 1;
    for (const char *at = text; *at; at++)
        room += *at == ',';
    if (room > MOST)
        return text_format("%s '%.60s' has more than 2^20 rows", words[word].name, text);
    rows->row = die_realloc(rows->row, room * sizeof *rows->row);
    for (const char *at = text;; at++) {
        size_t digits = strspn(at, "0123456789");
        if (digits == 0 || digits > 15 || (at[digits] && at[digits] != ','))
            return text_format("%s '%.60s' is not a list of row numbers", words[word].name, text);
        uint64_t row = strtoull(at, NULL, 10);
        if (row >= max_len)
            return text_format("%s '%.60s': the table has no row %" PRIu64, words[word].name, text,
                               row);
        rows->row[rows->count++] = row;
        at += digits;
        if (!*at)
            return NULL;
    }
}

static int rising(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

char *rows_apart_parse(struct rows_apart *rows, enum word word, const char *text, uint64_t max_len,
                       char **canonical) {
    rows->count = 0;
    if (word_is_default(word, text)) {
        *canonical = text_format("%s", text);
        return NULL;
    }
    char *wrong = parse_rows(rows, word, text, max_len);
    if (wrong)
        return wrong;
    qsort(rows->row, rows->count, sizeof *rows->row, rising);
    struct text list = {NULL, 0, 0};
    for (size_t k = 0; k < rows->count; k++) {
        if (k > 0 && rows->row[k] == rows->row[k - 1]) {
            text_free(&list);
            return text_format("%s '%.60s' names row %" PRIu64 " twice", words[word].name, text,
                               rows->row[k]);
        }
        char *row = text_format("%s%" PRIu64, k > 0 ? "," : "", rows->row[k]);
        text_print(&list, row);
        free(row);
    }
    text_add(&list, "", 1);
    *canonical = list.bytes;
    return NULL;
}

size_t rows_apart_below(const struct rows_apart *rows, uint64_t r) {
    size_t low = 0, high = rows->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rows->row[middle] < r)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool rows_apart_have(const struct rows_apart *rows, uint64_t r) {
    size_t k = rows_apart_below(rows, r);
    return k < rows->count && rows->row[k] == r;
}

bool rows_apart_share(const struct rows_apart *rows, const struct rows_apart *other,
                      uint64_t *row) {
    for (size_t k = 0; k < rows->count; k++)
        if (rows_apart_have(other, *row = rows->row[k]))
            return true;
    return false;
}
