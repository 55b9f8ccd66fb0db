/* Rows that aren't one table: in which ranges an array may be one. */
#ifndef POSENC_GUESS_ROWS_H
#define POSENC_GUESS_ROWS_H

#include "fit/entries.h"
#include "fit/noise.h"

struct row_range {
    size_t first, last;
    enum {
        ROWS_OF_WAVES, /* each column goes on as a wave of one frequency does */
        ROWS_ALIKE,    /* one row again and again, or a row whose entries are all alike */
        ROWS_OTHER
    } kind;
    char *command; /* that makes them, once it is known */
};
enum { ROW_RANGES_MOST = 32 };

/* Finds the ranges of all rows, in order. Returns how many; 0 if they are more than that, or not all rows are here. */
size_t row_ranges_find(const struct entries *, struct row_range list[ROW_RANGES_MOST]);

/* Are the entries of the k-th row all alike? */
bool row_is_one_number(const struct entries *, size_t k);

/* Finds the least number of steps by which the model's positions must move, so that its rows are those of the range. False
 * if there is none, or a single row, which may be of many tables, must move. The noise is that of the model, which has one
 * axis and no grid. */
bool rows_find_shift(const struct entries *, const struct noise *, struct table_model *,
                     const struct row_range *, int64_t *shift);

/* The numbers of the rows, in ranges that are no waves, that are 0, or else of the model's angle 0, as a word lists them.
 * NULL if there are none. */
char *row_list(const struct entries *, const struct row_range list[], size_t count,
               const struct table_model *, bool zero);

#endif
