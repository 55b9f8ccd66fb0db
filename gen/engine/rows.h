/* The engine: a table -> pieces of rows, as bits, by levels of rising cost and one result.
 *
 * Pieces follow each other as the table is emitted: some whole rows, or a part of one long row.
 * Workers, one a thread, take them in that order and compute them side by side. */
#ifndef POSENC_ROWS_H
#define POSENC_ROWS_H

#include "engine/levels.h"

#include <stddef.h>
#include <stdint.h>

struct rows;

/* Rows [begin, end) of the table as emitted, in pieces of at most `piece` entries. */
struct rows *rows_open(const struct table *, enum engine, uint64_t begin, uint64_t end,
                       size_t piece);
void rows_close(struct rows *);

uint64_t rows_pieces(const struct rows *);

/* What was wrong with the first piece that something was wrong with; no piece is taken after it. */
struct engine_error rows_error(const struct rows *);

/* The index of that piece. */
uint64_t rows_error_piece(const struct rows *);

/* How many entries each level decided, of the pieces computed so far. */
struct counts rows_counts(const struct rows *);

struct piece {
    uint64_t index;     /* 0, 1, 2... */
    uint64_t row, rows; /* rows [row, row + rows) of the table */
    uint64_t from;      /* columns [from, from + columns) of each */
    size_t columns;
    uint64_t offset; /* of its first entry among all, in bytes */
    size_t bytes;    /* of all its entries */
    void *entries;   /* host-order elements, rows one after the other */
};

struct worker;
struct worker *worker_new(struct rows *);
void worker_free(struct worker *);

/* Takes the next piece, or says that there is none. Safe among workers. */
bool worker_take(struct worker *);

/* Computes the piece taken last; its entries stay until the worker takes another. */
const struct piece *worker_compute(struct worker *);

#endif
