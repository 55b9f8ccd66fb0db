/* SPDX-License-Identifier: MIT */
/* The engine: from a table to pieces of rows, as bits. Its levels differ in cost, but never in their results.
 *
 * Workers, one for each thread, take pieces in order and compute them in parallel. */
#ifndef POSENC_ROWS_H
#define POSENC_ROWS_H

#include "engine/levels.h"
#include "table/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Can a table be computed? Checks its memory, its angles and its largest entries. */

/* Returns why the table can't be computed, or an error of kind ENGINE_FINE. If a bound of the entries is above the
 * type's largest number, the table is computed to find out, and its entries are thrown away. */
struct engine_error capacity_check(const struct table *);

/* How many threads should compute the table, from 1 to `threads`: with engine mpfr each holds all frequencies. */
unsigned capacity_threads(const struct table *, enum engine, unsigned threads);

/* A piece of a table: some whole rows, or a part of one long row. Pieces follow each other in the order in which the
 * table is emitted. If a table has two arrays, a piece has the same rows and columns of both. */

struct piece {
    uint64_t index;     /* 0, 1, 2... */
    uint64_t row, rows; /* rows [row, row + rows) of the table as emitted */
    uint64_t from;      /* columns [from, from + columns) of each */
    size_t columns;
    bool follows;    /* is the row before it among the rows that are cut? */
    uint64_t offset; /* of its first entry from the first entry of row `begin`, in bytes */
    size_t bytes;    /* of all its entries in one array */
    void *entries;   /* host-order, row after row; the next array follows after `bytes` */
};

/* The part of a piece that is in one array. */
struct piece piece_of(const struct piece *, uint64_t array);

/* How rows [begin, end) are cut, and where the next piece begins. */
struct pieces {
    uint64_t begin, end, columns;
    size_t element_bytes;
    uint64_t rows_each; /* of a piece, at most */
    size_t columns_each;

    uint64_t index, row, from;
};

struct rows;

/* Rows [begin, end) of the table as emitted, in pieces of at most `piece` entries. `engine` is the level that every
 * entry starts at. The table must outlive the rows. */
struct rows *rows_open(const struct table *, enum engine, uint64_t begin, uint64_t end,
                       size_t piece);
void rows_close(struct rows *);

/* Runs work(context) in at most `threads` threads, this one among them. A single piece starts no thread. */
void rows_run(const struct rows *, unsigned threads, void *(*work)(void *), void *context);

/* The error of the first piece that has one; of kind ENGINE_FINE if none has. After an error no piece is taken. Call it
 * when no worker computes. */
struct engine_error rows_error(const struct rows *);

/* How many entries each level decided, in the pieces whose workers have called worker_take again. */
struct counts rows_counts(const struct rows *);

struct worker;
struct worker *worker_new(struct rows *);
void worker_free(struct worker *);

/* Takes the next piece, without its entries; NULL if there is none, or after an error. Threads may call it at the same
 * time. */
const struct piece *worker_take(struct worker *);

/* Computes the piece that the worker took last. Its entries are valid until the worker takes another. */
const struct piece *worker_compute(struct worker *);

/* Reports an error that the caller found in that piece. */
void worker_fail(struct worker *, struct engine_error);

#endif
