/* SPDX-License-Identifier: MIT */
#include "factored/factored.h"
#include "base/cpus.h"
#include "base/die.h"
#include "engine/rows.h"
#include "factored/rotation.h"

#include <stdlib.h>
#include <string.h>

static const struct form {
    const char *type;
    unsigned high_bits, low_bits, guard_bits;
} forms[] = {
    {"q7", 16, 0, 8},   {"q7", 16, 8, 16},   {"q15", 16, 8, 8},
    {"q15", 32, 0, 16}, {"q31", 32, 16, 16}, {"f32", 32, 16, 16},
};
enum { FORMS = sizeof forms / sizeof *forms };

/* --- blocks */

static uint64_t coarse_rows(uint64_t rows, unsigned log2) {
    return ((rows - 1 + (UINT64_C(1) << log2) / 2) >> log2) + 1;
}

static uint64_t fine_rows(unsigned log2) {
    return (UINT64_C(1) << log2) / 2 + 1;
}

static uint64_t all_rows(uint64_t rows, unsigned log2) {
    return coarse_rows(rows, log2) + fine_rows(log2);
}

/* Of the blocks from 2^from on with the fewest rows, the smallest; LOG2_END if there is none. */
enum { LOG2_END = 42 }; /* a table has at most 2^40 rows */
static unsigned block_from(uint64_t rows, unsigned from) {
    uint64_t fewest = all_rows(rows, 0);
    for (unsigned log2 = 1; log2 < LOG2_END; log2++)
        if (all_rows(rows, log2) < fewest)
            fewest = all_rows(rows, log2);
    while (from < LOG2_END && all_rows(rows, from) > fewest)
        from++;
    return from;
}

/* --- sizes */

static void add_array(struct factored *factored, const char *suffix, enum element_type type,
                      uint64_t rows) {
    const struct factored_array array = {suffix, &elements[type], rows, NULL};
    factored->array[factored->arrays++] = array;
    factored->bytes += rows * factored->columns * array.type->bytes;
}

static struct factored plan_of(const struct table *table, const struct form *form, unsigned log2) {
    struct factored factored = {
        .block = UINT64_C(1) << log2,
        .small_rows = {coarse_rows(table->position_count, log2), fine_rows(log2)},
        .pairs = table->pairs,
        .columns = 2 * table->pairs,
        .high_bits = form->high_bits,
        .low_bits = form->low_bits,
        .guard_bits = form->guard_bits,
        .entries = table->rows * table->columns};
    factored.full_bytes = factored.entries * table->type->bytes;
    const enum element_type high = form->high_bits == 16 ? TYPE_Q15 : TYPE_Q31,
                            low = form->low_bits == 8 ? TYPE_U8 : TYPE_U16;
    for (int s = COARSE; s <= FINE; s++) {
        add_array(&factored, s == COARSE ? "_coarse" : "_fine", high, factored.small_rows[s]);
        if (form->low_bits > 0)
            add_array(&factored, s == COARSE ? "_coarse_low" : "_fine_low", low,
                      factored.small_rows[s]);
    }
    return factored;
}

bool factored_plan(const struct table *table, unsigned k, struct factored *factored) {
    const uint64_t rows = table->position_count;
    for (const struct form *form = forms; form < forms + FORMS; form++)
        for (unsigned log2 = block_from(rows, 0); log2 < LOG2_END;
             log2 = block_from(rows, log2 + 1))
            if (strcmp(form->type, table->type->name) == 0 && k-- == 0) {
                *factored = plan_of(table, form, log2);
                return true;
            }
    return false;
}

/* --- memory */

/* At most this many bytes for a row of the large table in each thread: 8 for two entries, and 32 that the search needs
 * for each fragile entry. The most that was measured is 40, for sines that are all fragile. A table that needs more
 * than MEMORY_MOST with one thread is refused. */
#define MEMORY_ROW UINT64_C(72)

/* The bytes of the arrays, whichever plan is taken. */
static uint64_t array_bytes(const struct table *table) {
    uint64_t most = 0;
    struct factored factored;
    for (unsigned k = 0; factored_plan(table, k, &factored); k++)
        most = factored.bytes > most ? factored.bytes : most;
    return most;
}

struct engine_error factored_capacity(const struct table *table) {
    const uint64_t bytes = array_bytes(table) + MEMORY_ROW * table->position_count;
    return (struct engine_error){bytes > MEMORY_MOST ? ENGINE_FACTORED : ENGINE_FINE, bytes, 0};
}

unsigned factored_threads(const struct table *table, unsigned wanted) {
    const uint64_t room = (MEMORY_MOST - array_bytes(table)) / (MEMORY_ROW * table->position_count);
    uint64_t threads = wanted < FACTORED_THREADS ? wanted : FACTORED_THREADS;
    threads = threads < table->pairs ? threads : table->pairs;
    threads = threads < room ? threads : room;
    return threads > 0 ? (unsigned)threads : 1;
}

/* --- all pairs of one plan */

/* Shared by the threads. Each piece of the rows has all entries of one pair: a row for each function that is needed. */
struct attempt {
    const struct table *table, *by_pairs;
    bool last; /* otherwise one wrong entry ends the attempt */
    struct factored *factored;
    struct rows *rows;
    struct factored_wrong *wrong; /* by pair */
};

/* Makes pair i, whose entries the worker has computed. */
static void make_pair(struct attempt *attempt, struct factored_pair *pair,
                      struct reference *reference, struct worker *worker, const struct piece *piece,
                      uint64_t i) {
    char *row = piece->entries;
    for (int f = SINE; f <= COSINE; f++)
        if (pair->needs[f]) {
            pair->wanted[f] = row;
            row += piece->columns * pair->rotation.type->bytes;
        }
    factored_seed(pair, reference, i);
    worker_fail(worker, reference_error(reference));
    factored_search(pair, i);
    factored_store(attempt->factored, pair, i);
    attempt->wrong[i] = factored_verify(attempt->factored, attempt->table, pair, i);
    if (attempt->wrong[i].count > 0 && !attempt->last)
        worker_fail(worker, (struct engine_error){.kind = ENGINE_INEXACT});
}

static void *work(void *context) {
    struct attempt *attempt = context;
    struct worker *worker = worker_new(attempt->rows);
    struct reference *reference = reference_new(attempt->by_pairs);
    struct factored_pair pair = factored_pair_new(attempt->table, attempt->factored);
    reference_seed_by_mpfr(reference);
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        make_pair(attempt, &pair, reference, worker, piece, piece->row / piece->rows);
    }
    factored_pair_free(&pair);
    reference_free(reference);
    worker_free(worker);
    return NULL;
}

/* --- plans, one after the other */

static void free_arrays(struct factored *factored) {
    for (size_t k = 0; k < factored->arrays; k++)
        free(factored->array[k].entries);
}

/* Tries a plan. Returns false if an entry is wrong, which the next plan may mend. The error is that of the first pair
 * with one; all pairs before it are made, whatever the number of threads. */
static bool try_plan(struct attempt *attempt, enum engine engine, unsigned threads) {
    struct factored *factored = attempt->factored;
    const struct table *by_pairs = attempt->by_pairs;
    for (size_t k = 0; k < factored->arrays; k++) {
        struct factored_array *array = &factored->array[k];
        array->entries = die_malloc(array->rows * factored->columns * array->type->bytes);
    }
    attempt->wrong = die_malloc(factored->pairs * sizeof *attempt->wrong);
    attempt->rows = rows_open(by_pairs, engine, 0, by_pairs->rows,
                              (size_t)(by_pairs->rows / factored->pairs * by_pairs->columns));
    threads_run(threads, work, attempt);
    factored->counts = rows_counts(attempt->rows);
    factored->error = rows_error(attempt->rows);
    for (uint64_t i = 0; i < factored->pairs && factored->error.kind == ENGINE_FINE; i++)
        factored_wrong_add(&factored->wrong, attempt->wrong[i]);
    rows_close(attempt->rows);
    free(attempt->wrong);
    if (factored->error.kind != ENGINE_INEXACT)
        return true;
    free_arrays(factored);
    return false;
}

struct factored *factored_new(const struct table *table, enum engine engine, unsigned threads) {
    struct factored *factored = die_malloc(sizeof *factored);
    struct table *by_pairs = table_by_pairs(table);
    struct factored next;
    bool done = false;
    for (unsigned k = 0; !done && factored_plan(table, k, factored); k++) {
        struct attempt attempt = {.table = table,
                                  .by_pairs = by_pairs,
                                  .last = !factored_plan(table, k + 1, &next),
                                  .factored = factored};
        done = try_plan(&attempt, engine, factored_threads(table, threads));
    }
    free(by_pairs);
    return factored;
}

void factored_free(struct factored *factored) {
    if (!factored)
        return;
    free_arrays(factored);
    free(factored);
}
