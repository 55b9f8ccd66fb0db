/* SPDX-License-Identifier: MIT */
/* A resolved table: which real number every entry is. It is made once from a request, and never changed. */
#ifndef POSENC_TABLE_H
#define POSENC_TABLE_H

#include "element/element.h"
#include "exact/number.h"
#include "rows/choices.h" /* enum layout, order, component, repeat and odd */
#include "table/grid.h"
#include "table/positions.h"
#include "table/request.h"
#include "table/scaling.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The w of each pair. */
struct frequencies {
    enum spacing spacing;
    mpq_t base;
    mpq_t over[GRID_AXES];   /* the D of spacing over:D, along each axis */
    bool listed;             /* does a file replace base and spacing? */
    struct number_list list; /* its numbers */
    struct scaling scaling;
};

/* The bases that the recipes of frequencies share; `factor` has the value of a scaling rule's key factor, or is
 * NULL. */
struct bases {
    struct base *base, *factor;
};
struct bases frequencies_bases(const struct frequencies *);
void bases_free(struct bases *);

/* The most arrays that a table has. */
enum { TABLE_ARRAYS = 2 };

struct table {
    /* Values of the words. */
    uint64_t max_len, d_model;
    struct element element;     /* of the type, with the zero point */
    const struct element *type; /* points to `element`; for an axis, to its grid's */
    mpq_t scale;                /* 0 if none is given */
    int layout, order, component, repeat, odd;
    int channel_major; /* as the choices of axes: 0 or 1 */
    struct grid grid;
    struct frequencies frequencies;
    struct positions positions;
    struct row_set zero_rows, unrotated_rows;
    uint64_t unrotated_columns; /* of a grid: the first channels of each array */
    mpq_t amplitude_squared;
    bool amplitude_negative;

    /* Derived from them. */
    uint64_t arrays; /* 1, or 2 of the same shape: the cosines and the sines of component cos,sin */
    uint64_t rows, columns;   /* of each array, as emitted */
    uint64_t position_count;  /* before axes are exchanged: [position_count][channel_count] */
    uint64_t channel_count;   /* d_model, except for the words odd, component and repeat */
    uint64_t zero_channels;   /* how many of the last channels are 0 */
    uint64_t pairs;           /* of a sine and a cosine, on all axes; an odd sine isn't in a pair */
    uint64_t frequency_count; /* how many frequencies; 0 for a grid, whose axes have them */
    bool by_column;           /* each column has a frequency of its own */

    /* Entries are multiplied by the root of `multiplier_squared`, which is made of the amplitude, of table_factor, and of
     * what a scaling rule multiplies by, if that is a root; otherwise by multiplier_rule. */
    mpq_t multiplier_squared;
    real_factor *multiplier_rule;

    /* A grid has a table for each axis, with the columns that the axis owns and a row for each coordinate. The grid
     * owns the exact numbers in it. The table of an axis without columns has only rows. If the axes share one list of
     * frequencies, the grid has that list. */
    struct table *axis[GRID_AXES];
    const struct table *shared; /* of an axis: the grid whose frequencies it has; else NULL */
    int shared_axis;            /* and which of the axes it is */

    /* Of a grid: what the channels of its first array hold. And if the axes share one list of frequencies, for each
     * axis the numbers of its frequencies in that list. */
    struct channel *channel;
    uint64_t *shared_number[GRID_AXES];
};

/* From the words of a request to a table: parses them, refuses combinations that have no meaning, derives the rest. The
 * request gets the canonical texts. It stops at the first fault; then use only the words of the table's shape, if these are
 * right. */
struct table *table_resolve(struct request *);

/* A table with nothing in it, for table_resolve; it is freed like any other. */
struct table *table_new(void);
void table_free(struct table *);

/* A view with the same positions, frequencies, type and component, in which each row is one channel at all positions.
 * The rows of frequency i follow those of frequency i - 1, the sine before the cosine. For tables without a grid whose
 * pairs have one frequency each. The view shares the exact numbers of the table, which must outlive it; free() ends
 * it. */
struct table *table_by_pairs(const struct table *);

/* One of the arrays of component cos,sin: the table that component cos or sin makes. A view too. */
struct table *table_of_array(const struct table *, uint64_t array);

/* The values of the symbols d, n and max-len: those of the whole table, and those of the columns and the coordinates
 * of one axis. Without a grid these are the same. */
struct sizes table_sizes(const struct table *);

/* The same for the formulas of an axis's frequencies, which may be those of the whole table. */
struct sizes table_formula_sizes(const struct table *, int axis);

/* Does a theorem guarantee that every entry can be decided (ziv.c)? */
bool table_is_covered(const struct table *);

/* Does the table hold the frequencies, or their factors, rather than sines and cosines? Then its rows are all the
 * same. */
bool table_is_constant(const struct table *);

/* Is frequency k exactly 0? Then its angle is 0 at every position. */
bool table_rests(const struct table *, uint64_t k);

/* Frequency k of [0, frequency_count), or its factor if the component is that. The bases must outlive it. */
struct frequency *table_frequency(const struct table *, const struct bases *, uint64_t k);

/* Frequency k before scaling, of a table without a list of frequencies: base^(-index/divisor), of a pair 2k/d, k/(n-1) or
 * k/D, and with spacing column k/d. Returns the index. */
uint64_t table_exponent(const struct table *, uint64_t k, mpq_t divisor);

/* Sets the type's factor over the scale. */
void table_factor(const struct table *, mpq_t factor);

/* What sines and cosines are multiplied by. The caller frees it; the table must outlive it. */
struct amplitude *table_amplitude(const struct table *);

/* An estimate of the bytes that a run takes: of the channels, the frequencies and the lists, as far as lists are read and
 * the axes of a grid are made. */
#define TABLE_FREQUENCY_BYTES UINT64_C(768) /* with its enclosures; measured */
uint64_t table_memory(const struct table *);

/* Stands for a row in which every angle is 0. */
static const uint64_t TABLE_ORIGIN = UINT64_MAX - 1;

/* The position of row r of [0, position_count), or of TABLE_ORIGIN; the step from a row to the next, without a list. */
void table_position(const struct table *, uint64_t r, struct number *p);
const struct number *table_step(const struct table *);

/* The list of these positions, if their steps differ; otherwise, or with a grid, NULL. */
const struct position_list *table_list(const struct table *);

/* Is row r one of zero-rows; or one of these or of unrotated-rows? Rows are counted before axes are exchanged. */
bool table_zero_row(const struct table *, uint64_t r);
bool table_fixed_row(const struct table *, uint64_t r);

/* The row of an axis's table that has the entries of row r; without a grid, r itself; TABLE_ORIGIN for an unrotated
 * row. Row r must not be a row of zeros. */
uint64_t table_coordinate(const struct table *, int axis, uint64_t r);

/* --- the steps of table_resolve. Each stops at the first fault. */

/* Parses the words of a table, up to the first fault, each from the request's text for it, and gives the request their
 * canonical texts. */
void table_words_parse(struct table *, struct request *);

/* Refuses combinations of individually valid words, of a table whose sizes are derived. */
void table_check(const struct table *, const struct request *);

/* Reads the numbers of lists. Their count must be that of the frequencies, or of the rows. */
void table_check_lists(struct table *, struct request *);

#endif
