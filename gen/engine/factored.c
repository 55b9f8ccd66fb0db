#include "engine/factored.h"
#include "base/die.h"
#include "base/threads.h"
#include "engine/factored_pair.h"
#include "engine/factored_plan.h"
#include "engine/rows.h"

#include <pthread.h>
#include <stdlib.h>

/* At most as many pairs at once, for which the engine is opened once: that takes time for each frequency of the table. */
enum { BATCH = 64 };

/* What the threads share that make all pairs of one choice of the plan. */
struct attempt {
    const struct table *table, *by_pairs;
    enum engine engine;
    bool last;                 /* otherwise one wrong entry ends the attempt */
    struct factored *factored; /* each pair has its own columns of the arrays */

    uint64_t batch; /* how many pairs a thread takes at once */

    pthread_mutex_t lock; /* on what follows */
    uint64_t next;        /* pair that no thread has taken */
    struct factored_wrong wrong;
    struct engine_error error;
    uint64_t wrong_pair, error_pair; /* the first of each */
    struct counts counts;
};

/* --- a pair */

/* What a thread makes pairs with. */
struct maker {
    const struct attempt *attempt;
    struct factored_pair pair;
    struct reference *reference;
    struct rows *rows; /* of the pairs that it took */
    struct worker *worker;
};

/* What a thread finds of a pair. */
struct found {
    struct factored_wrong wrong;
    struct engine_error error;
};

/* Has the engine compute the sines and the cosines of the next pair, without those that aren't needed. */
static void read_wanted(struct maker *maker) {
    const struct factored_pair *pair = &maker->pair;
    for (uint64_t left = 2 * pair->rows; left > 0 && worker_take(maker->worker);) {
        const struct piece *piece = worker_piece(maker->worker);
        uint32_t *wanted = pair->wanted[piece->row % 2];
        left -= piece->columns;
        if (!pair->needs[piece->row % 2])
            continue;
        worker_compute(maker->worker);
        for (size_t k = 0; k < piece->columns; k++)
            wanted[piece->from + k] =
                (uint32_t)element_load(pair->rotation.type, piece->entries, k);
    }
}

static struct found make_pair(struct maker *maker, uint64_t i) {
    const struct attempt *attempt = maker->attempt;
    struct found found = {.error = {.kind = ENGINE_FINE}};
    read_wanted(maker);
    found.error = rows_error(maker->rows);
    if (found.error.kind == ENGINE_FINE) {
        factored_seed(&maker->pair, maker->reference, i);
        found.error = reference_error(maker->reference);
    }
    if (found.error.kind != ENGINE_FINE)
        return found;
    factored_search(&maker->pair, i);
    factored_store(attempt->factored, &maker->pair, i);
    found.wrong = factored_verify(attempt->factored, attempt->table, &maker->pair, i);
    return found;
}

/* --- all pairs */

/* Takes the pairs [*i, *end). */
static bool take(struct attempt *attempt, uint64_t *i, uint64_t *end) {
    pthread_mutex_lock(&attempt->lock);
    const uint64_t left = attempt->factored->pairs - attempt->next;
    const bool ended = attempt->error.kind != ENGINE_FINE ||
                       (attempt->wrong.count > 0 && !attempt->last) || left == 0;
    *i = attempt->next;
    if (!ended)
        attempt->next += left < attempt->batch ? left : attempt->batch;
    *end = attempt->next;
    pthread_mutex_unlock(&attempt->lock);
    return !ended;
}

/* Returns false if the thread need not make the pairs after this one. Pairs are taken in order, so all up to the first one
 * that ends the attempt are made, whatever the number of threads. */
static bool add(struct attempt *attempt, uint64_t i, const struct found *found) {
    pthread_mutex_lock(&attempt->lock);
    if (found->wrong.count > 0 && (attempt->wrong.count == 0 || i < attempt->wrong_pair))
        attempt->wrong_pair = i;
    factored_wrong_add(&attempt->wrong, found->wrong);
    if (found->error.kind != ENGINE_FINE &&
        (attempt->error.kind == ENGINE_FINE || i < attempt->error_pair)) {
        attempt->error = found->error;
        attempt->error_pair = i;
    }
    pthread_mutex_unlock(&attempt->lock);
    return found->error.kind == ENGINE_FINE && (found->wrong.count == 0 || attempt->last);
}

static void add_counts(struct attempt *attempt, struct counts counts) {
    pthread_mutex_lock(&attempt->lock);
    for (int level = 0; level < LEVELS; level++)
        attempt->counts.decided[level] += counts.decided[level];
    pthread_mutex_unlock(&attempt->lock);
}

static void make_pairs(struct maker *maker, struct attempt *attempt, uint64_t i, uint64_t end) {
    enum { PIECE = 1 << 16 };
    const uint64_t columns = attempt->by_pairs->columns; /* no piece has entries of two rows */
    maker->rows = rows_open(attempt->by_pairs, attempt->engine, 2 * i, 2 * end,
                            columns < PIECE ? (size_t)columns : PIECE);
    maker->worker = worker_new(maker->rows);
    for (bool more = true; more && i < end; i++) {
        const struct found found = make_pair(maker, i);
        more = add(attempt, i, &found);
    }
    worker_take(maker->worker); /* counts the last piece */
    add_counts(attempt, rows_counts(maker->rows));
    worker_free(maker->worker);
    rows_close(maker->rows);
}

static void *work(void *context) {
    struct attempt *attempt = context;
    struct maker maker = {.attempt = attempt,
                          .pair = factored_pair_new(attempt->table, attempt->factored),
                          .reference = reference_new(attempt->by_pairs)};
    reference_seed_by_mpfr(maker.reference);
    for (uint64_t i, end; take(attempt, &i, &end);)
        make_pairs(&maker, attempt, i, end);
    reference_free(maker.reference);
    factored_pair_free(&maker.pair);
    return NULL;
}

static void run(struct attempt *attempt, unsigned threads) {
    const uint64_t batch = attempt->factored->pairs / threads / 8; /* so that all end together */
    attempt->batch = batch < 1 ? 1 : batch > BATCH ? BATCH : batch;
    pthread_mutex_init(&attempt->lock, NULL);
    threads_run(threads, work, attempt);
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
    if (attempt->wrong.count > 0 && !attempt->last && attempt->wrong_pair < attempt->error_pair)
        attempt->error.kind = ENGINE_FINE; /* of a pair that one thread alone doesn't come to */
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
    struct table *by_pairs = table_by_pairs(table);
    struct factored_choice choice = factored_first_choice(table);
    for (bool done = false; !done;) {
        const struct factored_choice next = factored_next_choice(table, choice);
        struct attempt attempt = {.table = table,
                                  .by_pairs = by_pairs,
                                  .engine = engine,
                                  .last = next.form == NULL,
                                  .factored = factored};
        done = try_choice(&attempt, choice, factored_threads(table, threads));
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
