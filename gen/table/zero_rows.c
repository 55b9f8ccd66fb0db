#include "table/zero_rows.h"
#include "base/die.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rising(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

char *zero_rows_parse(struct positions *positions, const char *text, const struct sizes *sizes,
                      char **canonical) {
    enum { MOST = 1 << 20 };
    positions->zeros = 0;
    if (word_is_default(ZERO_ROWS, text)) {
        *canonical = text_format("none");
        return NULL;
    }
    size_t room = 1;
    for (const char *at = text; *at; at++)
        room += *at == ',';
    if (room > MOST)
        return text_format("zero-rows '%.60s' has more than 2^20 rows", text);
    positions->zero = die_realloc(positions->zero, room * sizeof *positions->zero);
    for (const char *at = text;; at++) {
        size_t digits = strspn(at, "0123456789");
        if (digits == 0 || digits > 15 || (at[digits] && at[digits] != ','))
            return text_format("zero-rows '%.60s' is not a list of row numbers", text);
        uint64_t row = strtoull(at, NULL, 10);
        if (row >= sizes->max_len)
            return text_format("zero-rows '%.60s': the table has no row %llu", text,
                               (unsigned long long)row);
        positions->zero[positions->zeros++] = row;
        at += digits;
        if (!*at)
            break;
    }
    qsort(positions->zero, positions->zeros, sizeof *positions->zero, rising);
    struct text list = {NULL, 0, 0};
    for (size_t k = 0; k < positions->zeros; k++) {
        if (k > 0 && positions->zero[k] == positions->zero[k - 1]) {
            text_free(&list);
            return text_format("zero-rows '%.60s' names row %llu twice", text,
                               (unsigned long long)positions->zero[k]);
        }
        char row[24];
        int length = snprintf(row, sizeof row, "%s%llu", k > 0 ? "," : "",
                              (unsigned long long)positions->zero[k]);
        text_add(&list, row, (size_t)length);
    }
    text_add(&list, "", 1);
    *canonical = list.bytes;
    return NULL;
}

size_t positions_zeros_below(const struct positions *positions, uint64_t r) {
    size_t low = 0, high = positions->zeros;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (positions->zero[middle] < r)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool positions_zero(const struct positions *positions, uint64_t r) {
    size_t k = positions_zeros_below(positions, r);
    return k < positions->zeros && positions->zero[k] == r;
}
