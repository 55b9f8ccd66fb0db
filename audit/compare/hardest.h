/* SPDX-License-Identifier: MIT */
/* The entries of a table that are hardest to compute: those nearest to a midpoint between two elements, which need the most
 * bits to round, and those whose angles are nearest to a multiple of pi/2 for their size, where range reduction loses the
 * most. */
#ifndef POSENC_HARDEST_H
#define POSENC_HARDEST_H

#include "base/names.h"
#include "values/exact_entries.h"
#include "words/choice.h"

/* An entry and how hard it is: the smaller the measure, the harder. */
struct hard_entry {
    uint64_t array, row, column;
    double measure;
};

/* The entries that may be among the `most` hardest. {.most = N, .limit = INFINITY} is empty. */
struct hard_list {
    struct hard_entry *entry;
    size_t count, most;
    double limit;       /* an entry with a larger measure isn't one of them */
    struct names names; /* of the numbers, by their places in the list */
};

/* How hard an entry is to round, and its angle to reduce. */

/* These return false if an answer is undecided.
 *
 * The midpoint nearest to the value of exact_entries_value, which isn't 0: it lies between the multiples of 2^unit that
 * enclose the value. For a float, 2^unit is an ulp in the value's binade. Beyond the last element of fixed point it is
 * the last midpoint.
 * */
bool hard_midpoint(const struct element *, struct exact_value *, mpq_t midpoint, long *unit);

/* The number of quarter turns nearest to the angle of the entry found last. */
bool hard_quarters(struct exact_entries *, mpz_t quarters);

/* Lower bounds of these measures, for entries of which only approximations in double are known. `error` bounds the
 * error of a sine or cosine high + low, with |low| at most half an ulp of high. */
struct hard_bounds {
    const struct element *type;
    double error;
};

double hard_to_round_bound(const struct hard_bounds *, double high, double low);

/* For the function near 0, whose value is `small`, and the other one, whose value is `large`. `angle` is |x|, to a
 * relative error of 2^-10 or too large. INFINITY if hard_to_reduce finds a negative measure. */
double hard_to_reduce_bound(const struct hard_bounds *, double small, double large, double angle);

/* Room for the roundings of a bound, in units, or relative to it if it is larger; and a number below pi/4. */
#define HARD_ROUNDING 0x1p-50
#define HARD_EIGHTH 0.78

/* A times the sine and the cosine of a frequency at a position, by SINE and COSINE of ziv.h. They err by at most
 * PHASOR_ERROR times the 2^k of reference_log2. The position is no further from 0 than `size`, up to some roundings. */
struct hard_value {
    uint64_t position;
    struct double_double value[2];
    double size;
};
typedef void hard_visit(void *context, const struct hard_value *);

/* Visits positions [begin, end), in order, of a table that levels_take accepts. In a run of equal positions, only the
 * first whose row isn't fixed is visited. */
void hard_sweep(const struct table *, struct reference *, uint64_t frequency, uint64_t begin,
                uint64_t end, hard_visit *, void *context);

/* Entries by hard_to_round and by hard_to_reduce, sorted. Both lists are to be freed. */
struct hardest {
    struct hard_list nearest, angles;
    struct engine_error error;
};

/* Finds `count` of each in these rows and columns of each array as emitted, or all if there are fewer. A number that
 * occurs several times in the table is listed once, at its first place: grids repeat numbers, and 15*w6 equals 150*w10
 * if w10 is w6/10. */
struct hardest hardest_find(const struct table *, struct exact_entries *, struct range rows,
                            struct range columns, size_t count);

#endif
