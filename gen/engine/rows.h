/* The engine: from a table to pieces of rows, as bits. Its levels differ in cost, and never in their result.
 *
 * Workers, one for each thread, take the pieces in their order, and compute them at the same time. */
#ifndef POSENC_ROWS_H
#define POSENC_ROWS_H

#include "engine/levels.h"
#include "engine/pieces.h"

struct rows;

/* Rows [begin, end) of the table as emitted, in pieces of at most `piece` entries. `engine` is the level that every
 * entry starts at. The table must outlive the rows. */
struct rows *rows_open(const struct table *, enum engine, uint64_t begin, uint64_t end,
                       size_t piece);
void rows_close(struct rows *);

/* Can computing the entries take as long as printing them? */
bool rows_are_slow(const struct table *, enum engine);

/* How many pieces there are, or some fewer: each end of a segment of positions may add one. */
uint64_t rows_pieces(const struct rows *);

/* The error of the first piece that has one, of kind ENGINE_FINE if none has. After an error no piece is taken. To
 * be called when no worker computes. */
struct engine_error rows_error(const struct rows *);

/* The index of that piece. */
uint64_t rows_error_piece(const struct rows *);

/* How many entries each level decided: those of the pieces whose workers have since called worker_take. */
struct counts rows_counts(const struct rows *);

struct worker;
struct worker *worker_new(struct rows *);
void worker_free(struct worker *);

/* Takes the next piece; returns false if there is none, or after an error. Threads may call it at the same time. */
bool worker_take(struct worker *);

/* The piece that the worker took last, before its entries are computed or after. */
const struct piece *worker_piece(const struct worker *);

/* Computes the piece that the worker took last. Its entries are valid until the worker takes another. */
const struct piece *worker_compute(struct worker *);

#endif
