#include "engine/factored.h"
#include "base/die.h"
#include "engine/factored_pair.h"
#include "engine/factored_plan.h"
#include "engine/rows.h"

#include <pthread.h>
#include <stdlib.h>

enum { THREADS_MAX = 16 };

/* Bytes that each thread needs for a row of the large table: two entries, and what the search knows of the close ones
 * among them. A table that needs more than MEMORY_MOST is refused. */
#define MEMORY_ROW (UINT64_C(20) * THREADS_MAX)
#define MEMORY_MOST (UINT64_C(2) << 30)

/* What the threads share that make all pairs of one choice of the plan. */
struct attempt {
    const struct table *table, *by_pairs;
    enum engine engine;
    bool last;                 /* otherwise one wrong entry ends the attempt */
    struct factored *factored; /* each pair has its own columns of the arrays */

    pthread_mutex_t lock; /* on what follows */
    uint64_t next;        /* pair that no thread has taken */
    struct factored_wrong wrong;
    struct engine_error error;
    uint64_t error_pair;
    struct counts counts;
};

/* --- a pair */

/* What a thread finds of a pair. */
struct found {
    struct factored_wrong wrong;
    struct engine_error error;
    struct counts counts;
};

/* Has the engine compute the sines or the cosines of frequency i. */
static void read_wanted(const struct attempt *attempt, uint64_t i, int function, uint32_t wanted[],
                        struct found *found) {
    enum { PIECE = 1 << 16 };
    const uint64_t row = 2 * i + (uint64_t)function;
    struct rows *rows = rows_open(attempt->by_pairs, attempt->engine, row, row + 1, PIECE);
    struct worker *worker = worker_new(rows);
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        for (size_t k = 0; k < piece->columns; k++)
            wanted[piece->from + k] =
                (uint32_t)element_load(attempt->table->type, piece->entries, k);
    }
    found->error = rows_error(rows);
    for (int level = 0; level < LEVELS; level++)
        found->counts.decided[level] += rows_counts(rows).decided[level];
    worker_free(worker);
    rows_close(rows);
}

static struct found make_pair(const struct attempt *attempt, struct factored_pair *pair,
                              struct reference *reference, uint64_t i) {
    struct found found = {.error = {.kind = ENGINE_FINE}};
    for (int f = SINE; f <= COSINE && found.error.kind == ENGINE_FINE; f++)
        if (pair->needs[f])
            read_wanted(attempt, i, f, pair->wanted[f], &found);
    factored_seed(pair, reference, i);
    if (found.error.kind == ENGINE_FINE)
        found.error = reference_error(reference);
    if (found.error.kind != ENGINE_FINE)
        return found;
    factored_search(pair, i);
    factored_store(attempt->factored, pair, i);
    found.wrong = factored_verify(attempt->factored, attempt->table, pair, i);
    return found;
}

/* --- all pairs */

static bool take(struct attempt *attempt, uint64_t *i) {
    pthread_mutex_lock(&attempt->lock);
    const bool ended = attempt->error.kind != ENGINE_FINE ||
                       (attempt->wrong.count > 0 && !attempt->last) ||
                       attempt->next == attempt->factored->pairs;
    *i = attempt->next;
    attempt->next += !ended;
    pthread_mutex_unlock(&attempt->lock);
    return !ended;
}

/* Pairs are taken in order, so all before the first one with an error are made, whatever the number of threads. */
static void add(struct attempt *attempt, uint64_t i, const struct found *found) {
    pthread_mutex_lock(&attempt->lock);
    factored_wrong_add(&attempt->wrong, found->wrong);
    if (found->error.kind != ENGINE_FINE &&
        (attempt->error.kind == ENGINE_FINE || i < attempt->error_pair)) {
        attempt->error = found->error;
        attempt->error_pair = i;
    }
    for (int level = 0; level < LEVELS; level++)
        attempt->counts.decided[level] += found->counts.decided[level];
    pthread_mutex_unlock(&attempt->lock);
}

static void *work(void *context) {
    struct attempt *attempt = context;
    struct factored_pair pair = factored_pair_new(attempt->table, attempt->factored);
    struct reference *reference = reference_new(attempt->by_pairs);
    for (uint64_t i; take(attempt, &i);) {
        const struct found found = make_pair(attempt, &pair, reference, i);
        add(attempt, i, &found);
    }
    reference_free(reference);
    factored_pair_free(&pair);
    return NULL;
}

static void run(struct attempt *attempt, unsigned threads) {
    pthread_t thread[THREADS_MAX];
    const unsigned wanted = threads < THREADS_MAX ? threads : THREADS_MAX;
    unsigned started = 0;
    pthread_mutex_init(&attempt->lock, NULL);
    for (; started + 1 < wanted && started + 1 < attempt->factored->pairs; started++)
        if (pthread_create(&thread[started], NULL, work, attempt) != 0)
            break; /* fewer threads than wanted do the same work */
    work(attempt);
    for (unsigned k = 0; k < started; k++)
        pthread_join(thread[k], NULL);
    pthread_mutex_destroy(&attempt->lock);
}

/* --- choices */

static void new_arrays(struct factored *factored) {
    for (size_t k = 0; k < factored->arrays; k++) {
        struct factored_array *array = &factored->array[k];
        array->entries = die_malloc(array->rows * array->columns * array->type->bytes);
    }
}

static void free_arrays(struct factored *factored) {
    for (size_t k = 0; k < factored->arrays; k++)
        free(factored->array[k].entries);
}

/* Returns false if there is a wrong entry, which the next choice may mend. */
static bool try_choice(struct attempt *attempt, struct factored_choice choice, unsigned threads) {
    struct factored *factored = attempt->factored;
    factored_set_sizes(factored, attempt->table, choice);
    new_arrays(factored);
    run(attempt, threads);
    factored->wrong = attempt->wrong.count;
    factored->wrong_row = attempt->wrong.row;
    factored->wrong_column = attempt->wrong.column;
    factored->error = attempt->error;
    factored->counts = attempt->counts;
    if (factored->wrong == 0 || factored->error.kind != ENGINE_FINE || attempt->last)
        return true;
    free_arrays(factored);
    return false;
}

struct factored *factored_new(const struct table *table, enum engine engine, unsigned threads) {
    struct factored *factored = factored_plan(table);
    const uint64_t bytes = factored->bytes + MEMORY_ROW * table->position_count;
    if (bytes > MEMORY_MOST) {
        factored->error = (struct engine_error){ENGINE_MEMORY, bytes >> 30, 0};
        return factored;
    }
    struct table *by_pairs = table_by_pairs(table);
    struct factored_choice choice = factored_first_choice(table);
    for (bool done = false; !done;) {
        const struct factored_choice next = factored_next_choice(table, choice);
        struct attempt attempt = {.table = table,
                                  .by_pairs = by_pairs,
                                  .engine = engine,
                                  .last = next.form == NULL,
                                  .factored = factored};
        done = try_choice(&attempt, choice, threads);
        choice = next;
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
