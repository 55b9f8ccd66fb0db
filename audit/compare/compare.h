/* SPDX-License-Identifier: MIT */
/* Compares an array with the exact table. */
#ifndef POSENC_COMPARE_H
#define POSENC_COMPARE_H

#include "base/die.h"
#include "fit/noise.h"
#include "read/array.h"
#include "table/table.h"
#include "values/exact_entries.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which errors are allowed. */

/* An entry is allowed if it is within each limit that is given. */
struct tolerance {
    bool given, has_close;
    double ulps, absolute;
    double relative, absolute_too; /* of numpy's allclose: rtol and atol */
};

/* Reads "ulp=1", "abs=1e-6", "rtol=1e-5,atol=1e-8" or several of them. Of rtol and atol, the one that isn't given is
 * 0: numpy has defaults, which would allow what nobody asked for. Returns NULL, or a message, which the caller frees. */
char *tolerance_parse(const char *text, struct tolerance *);

/* Is a wrong entry allowed? |got - wanted| <= atol + rtol * |wanted| is numpy's allclose(got, wanted). NaN and
 * infinities are never allowed, a zero of the wrong sign is. Without a limit, no
 * wrong entry is allowed. */
bool tolerance_allows(const struct tolerance *, struct entry_error, double wanted);

/* Rows of a second array follow those of the first. */
struct cell {
    uint64_t row, column;
};
uint64_t cell_index(const struct table *, struct cell); /* in the order of the elements */
uint64_t table_entries(const struct table *);           /* of all arrays */

/* The position and the channel of an entry. The channels of a second array follow those of the first. */
struct place {
    uint64_t position, channel;
};
struct place place_of(const struct table *, uint64_t index);

/* Do rows have positions that go on after the last one? A row may hold what one of these should. */
bool rows_go_on(const struct table *);

/* What the table has at entry number `index`, in doubles, and how far noise may take that. Rows may go on after the last
 * one. */
double exact_at(const struct noise *, uint64_t index, double *bound);

struct found {
    struct cell cell;
    uint64_t got, wanted; /* bits */
    struct entry_error error;
    bool explained; /* by noise */
};

/* Bin 0 of a histogram counts errors of 0 ulps: correct entries, and zeros of the wrong sign. Bin k > 0 counts errors
 * above that of the bins before it and up to 2^(k-1) ulps; the last has no upper end. NaN and infinities are in none. */
enum { HISTOGRAM_BINS = 34 };

/* Errors of a set of entries. The worst are found[0] by absolute error and found[1] by ulps; of equals, the first in
 * the order of rows and columns. If no entry has an error that is a number, their errors are 0. */
struct errors {
    uint64_t entries, wrong, not_allowed; /* the last two: all, and those beyond the tolerance */
    uint64_t unexplained; /* those beyond the noise; all wrong ones if no noise is given */
    uint64_t nan, infinite, zero_sign;
    struct cell nan_at, infinite_at, zero_sign_at; /* the first of each, if there are any */
    struct found worst, worst_ulps;
    uint64_t histogram[HISTOGRAM_BINS];
};

/* Positions are grouped by octaves: 0 alone, then those of [2^(k-1), 2^k) for k = 1, 2... */
enum { ERROR_OCTAVES = 42 };
size_t error_octave(uint64_t position);
uint64_t error_octave_begin(size_t octave);

/* The errors of a row of the array that noise doesn't explain. */
struct row_errors {
    uint64_t wrong;
    double absolute, ulps; /* the largest */
    uint64_t at;           /* the column of the largest absolute error */
    enum error_kind kind;  /* ERROR_NAN or ERROR_INFINITE if it has such an entry, NaN rather */
    uint64_t kind_at;      /* the column of the first of these */
    uint64_t zeros;        /* if it has wrong entries: how many of all its entries are 0 or -0 */
};

/* Takes the errors of rows that follow each other, [first, first + count), as soon as they are known. */
struct row_taker {
    void (*take)(void *context, uint64_t first, const struct row_errors[], size_t count);
    void *context;
};

enum { FOUND_FIRST = 16 };

struct comparison {
    struct errors all, octave[ERROR_OCTAVES]; /* of all positions, and of each octave of them */
    size_t octaves;

    /* The first wrong entries in memory order; those that noise explains come after the others. */
    struct found first[FOUND_FIRST];
    size_t first_count;
    uint64_t
        *column; /* of each column the entries that noise doesn't explain; NULL: too many columns */
};

struct compare_options {
    const struct tolerance *tolerance;
    const struct noise *noise; /* or NULL */
    unsigned threads;
    const struct row_taker *rows; /* or NULL */
    struct progress *progress;    /* or NULL */
};

/* Compares all entries with those of the table, whose rows are those of the array, some thousand rows at a time. Rows are
 * taken in order; if there are two arrays, so are those of each. The result is the same for any number of threads. Returns
 * NULL, or a message if the file can't be read any more. If an entry can't be computed, sets the engine's error. */
char *compare(const struct array *, const struct table *, const struct compare_options *,
              struct comparison *, struct engine_error *);
void comparison_free(struct comparison *);

/* Rows with entries that noise doesn't explain, in order: the first of them, if there are very many. */
struct odd_row {
    uint64_t row;
    float error;         /* the largest; infinite if an entry is no number */
    uint32_t wrong : 31; /* how many of its entries; */
    uint32_t zero : 1;   /* all are zero, and one is wrong by more than its sign */
};
enum { ODD_ROWS_MOST = 1 << 20 };
struct odd_rows {
    struct odd_row *list;
    size_t count;
    uint64_t all, columns; /* how many rows are odd; the length of a row */
    uint64_t more_zero;    /* rows of zeros that aren't in the list */
};
void odd_rows_free(struct odd_rows *);

/* Compares as compare() does, and notes the odd rows in place of those of before. */
char *compare_odd(const struct array *, const struct table *, const struct compare_options *,
                  struct comparison *, struct odd_rows *, struct engine_error *);

/* The same for two arrays with as many elements: the entries of the first are those that are got, those of the second are
 * wanted. Rows have this many columns. If the types differ, numbers are compared rather than bits, and errors in ulps are
 * infinite. Positions aren't known. */
char *compare_arrays(const struct array *, const struct array *against, const struct measure[2],
                     const struct tolerance *, uint64_t columns, const struct row_taker *,
                     struct comparison *);

/* Sums of errors, which threads make apart and which are then added. Part of compare.c. */

/* Counts a wrong entry, except in `entries` and in bin 0 of the histogram. */
void errors_count(struct errors *, const struct found *, bool allowed);

/* Adds the counts of `more`, and takes its worst errors if they are worse. */
void errors_add(struct errors *, const struct errors *more);

/* When all are counted: these are all entries, wrong or not. */
void errors_finish(struct errors *, uint64_t entries);

/* --- a probe of an array: its entries, beside those that a table has there */

/* Entries are numbered in the order of the elements in memory. */
struct probe {
    const struct array *array;
    const struct table *table;
    struct measure measure;
    struct exact_entries *entries;
    struct exact_entry entry;
    uint64_t begin, count; /* of the elements in `block` */
    void *block;
    char *
        wrong; /* that the file can't be read any more, which the caller frees; entries are 0 then */
};

void probe_open(struct probe *, const struct array *, const struct table *);
void probe_close(struct probe *);

/* The bits of an entry of the array, and of the table's. */
uint64_t probe_got(struct probe *, uint64_t index);
uint64_t probe_wanted(struct probe *, uint64_t index);

/* What they mean; NaN if the table's can't be computed. */
double probe_got_value(struct probe *, uint64_t index);
double probe_wanted_value(struct probe *, uint64_t index);

/* An element with its bytes in the other order. */
uint64_t reversed_bytes(uint64_t bits, unsigned bytes);

/* Something else explains entries if it is this many times nearer than what should be there. */
enum { NEARER = 8 };

#endif
