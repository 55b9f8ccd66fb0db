#include "factored/factored.h"
#include "base/cpus.h"
#include "base/die.h"
#include "engine/rows.h"
#include "factored/factored_pair.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const struct factored_form {
    const char *type;
    unsigned high_bits, low_bits, guard_bits;
    bool shifted;
} forms[] = {
    {"q7", 16, 0, 8, false},   {"q7", 16, 8, 16, false},   {"q15", 16, 8, 8, false},
    {"q15", 32, 0, 16, false}, {"q31", 32, 16, 16, false}, {"f32", 32, 16, 16, false},
    {"f32", 32, 16, 16, true},
};
enum { FORMS = sizeof forms / sizeof *forms };

/* --- choices */

static uint64_t coarse_rows(uint64_t rows, unsigned log2) {
    return ((rows - 1 + (UINT64_C(1) << log2) / 2) >> log2) + 1;
}

static uint64_t fine_rows(unsigned log2) {
    return (UINT64_C(1) << log2) / 2 + 1;
}

static uint64_t all_rows(uint64_t rows, unsigned log2) {
    return coarse_rows(rows, log2) + fine_rows(log2);
}

/* The least block from 2^from on with the fewest rows of all blocks; LOG2_END if there is none. */
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

struct factored_choice factored_next_choice(const struct table *table,
                                            struct factored_choice last) {
    const uint64_t rows = table->position_count;
    const struct factored_form *form = last.form ? last.form : forms, *const end = forms + FORMS;
    unsigned log2 = last.form ? block_from(rows, last.block_log2 + 1) : block_from(rows, 0);
    if (log2 == LOG2_END) {
        form++;
        log2 = block_from(rows, 0);
    }
    while (form < end && strcmp(form->type, table->type->name) != 0)
        form++;
    return (struct factored_choice){form < end ? form : NULL, log2};
}

struct factored_choice factored_first_choice(const struct table *table) {
    return factored_next_choice(table, (struct factored_choice){NULL, 0});
}

/* --- sizes */

static const struct element *type_of(const char *name) {
    const struct element *type = elements;
    while (strcmp(type->name, name) != 0)
        type++;
    return type;
}

static void add_array(struct factored *factored, const char *suffix, const char *type,
                      uint64_t rows, uint64_t columns) {
    const struct factored_array array = {suffix, type_of(type), rows, columns, NULL};
    factored->array[factored->arrays++] = array;
    factored->bytes += rows * columns * array.type->bytes;
}

struct factored factored_plan(const struct table *table, struct factored_choice choice) {
    const struct factored_form *form = choice.form;
    const unsigned log2 = choice.block_log2;
    struct factored factored = {
        .block = UINT64_C(1) << log2,
        .small_rows = {coarse_rows(table->position_count, log2), fine_rows(log2)},
        .pairs = table->pairs,
        .columns = 2 * table->pairs,
        .high_bits = form->high_bits,
        .low_bits = form->low_bits,
        .guard_bits = form->guard_bits,
        .shifted = form->shifted,
        .entries = table->rows * table->columns};
    factored.full_bytes = factored.entries * table->type->bytes;
    const char *high = form->high_bits == 16 ? "q15" : "q31",
               *low = form->low_bits == 8 ? "u8" : "u16";
    const uint64_t columns = factored.columns;
    for (int s = COARSE; s <= FINE; s++) {
        add_array(&factored, s == COARSE ? "_coarse" : "_fine", high, factored.small_rows[s],
                  columns);
        if (form->low_bits > 0)
            add_array(&factored, s == COARSE ? "_coarse_low" : "_fine_low", low,
                      factored.small_rows[s], columns);
    }
    if (form->shifted)
        add_array(&factored, "_shift", "u8", 1, factored.pairs);
    return factored;
}

/* --- memory */

/* Bytes that each thread needs for a row of the large table at most: 8 of two entries, and 32 of what the search knows of
 * each that is fragile. Measured are 40, of sines that are all so. A table that needs more than MEMORY_MOST with one
 * thread is refused. */
#define MEMORY_ROW UINT64_C(72)
#define MEMORY_MOST (UINT64_C(2) << 30)

/* Of the arrays, whichever choice is the one. */
static uint64_t array_bytes(const struct table *table) {
    uint64_t most = 0;
    struct factored_choice choice = factored_first_choice(table);
    for (; choice.form; choice = factored_next_choice(table, choice)) {
        const struct factored factored = factored_plan(table, choice);
        most = factored.bytes > most ? factored.bytes : most;
    }
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

/* At most as many pairs at once, for which the engine is opened once: that takes time for each frequency of the table. */
enum { BATCH = 64 };

/* What the threads share that make all pairs of one choice of the plan. */
struct attempt {
    const struct table *table, *by_pairs;
    enum engine engine;
    bool last;      /* otherwise one wrong entry ends the attempt */
    uint64_t batch; /* how many pairs a thread takes at once */
    struct factored *factored;
    struct result {
        struct engine_error error;
        struct factored_wrong wrong;
    } * result; /* by pair */

    pthread_mutex_t lock; /* on what follows, and the counts */
    uint64_t next;        /* pair that no thread has taken */
    bool ended;
};

/* --- a pair */

/* What a thread makes pairs with. */
struct maker {
    struct attempt *attempt;
    struct factored_pair pair;
    struct reference *reference;
    struct rows *rows; /* of the pairs that it took */
    struct worker *worker;
};

/* Has the engine compute the sines and the cosines of the next pair, without those that aren't needed. */
static void read_wanted(struct maker *maker) {
    const struct factored_pair *pair = &maker->pair;
    const struct piece *piece;
    for (uint64_t left = 2 * pair->rows; left > 0 && (piece = worker_take(maker->worker));) {
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

static struct result make_pair(struct maker *maker, uint64_t i) {
    struct attempt *attempt = maker->attempt;
    struct result result = {.wrong = {0, 0, 0}};
    read_wanted(maker);
    result.error = rows_error(maker->rows);
    if (result.error.kind == ENGINE_FINE) {
        factored_seed(&maker->pair, maker->reference, i);
        result.error = reference_error(maker->reference);
    }
    if (result.error.kind == ENGINE_FINE) {
        factored_search(&maker->pair, i);
        factored_store(attempt->factored, &maker->pair, i);
        result.wrong = factored_verify(attempt->factored, attempt->table, &maker->pair, i);
    }
    return result;
}

static bool ends(const struct attempt *attempt, const struct result *result) {
    return result->error.kind != ENGINE_FINE || (result->wrong.count > 0 && !attempt->last);
}

/* --- all pairs */

/* Takes the pairs [*i, *end). */
static bool take(struct attempt *attempt, uint64_t *i, uint64_t *end) {
    pthread_mutex_lock(&attempt->lock);
    const uint64_t left = attempt->ended ? 0 : attempt->factored->pairs - attempt->next;
    *i = attempt->next;
    *end = attempt->next += left < attempt->batch ? left : attempt->batch;
    pthread_mutex_unlock(&attempt->lock);
    return left > 0;
}

static void make_pairs(struct maker *maker, struct attempt *attempt, uint64_t i, uint64_t end) {
    enum { PIECE = 1 << 16 };
    const uint64_t columns = attempt->by_pairs->columns; /* no piece has entries of two rows */
    maker->rows = rows_open(attempt->by_pairs, attempt->engine, 2 * i, 2 * end,
                            columns < PIECE ? (size_t)columns : PIECE);
    maker->worker = worker_new(maker->rows);
    bool ended = false;
    for (; i < end && !ended; i++) {
        attempt->result[i] = make_pair(maker, i);
        ended = ends(attempt, &attempt->result[i]);
    }
    worker_take(maker->worker); /* counts the last piece */
    pthread_mutex_lock(&attempt->lock);
    attempt->ended |= ended;
    counts_add(&attempt->factored->counts, rows_counts(maker->rows));
    pthread_mutex_unlock(&attempt->lock);
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

static void free_arrays(struct factored *factored) {
    for (size_t k = 0; k < factored->arrays; k++)
        free(factored->array[k].entries);
}

/* Adds the results up to the first pair that ends the attempt. Pairs are taken in order, so all of these are made, whatever
 * the number of threads. */
static void add_results(const struct attempt *attempt) {
    struct factored *factored = attempt->factored;
    bool ended = false;
    for (uint64_t i = 0; i < factored->pairs && !ended; i++) {
        const struct result *result = &attempt->result[i];
        factored_wrong_add(&factored->wrong, result->wrong);
        factored->error = result->error;
        ended = ends(attempt, result);
    }
}

/* Returns false if there is a wrong entry, which the next choice may mend. */
static bool try_choice(struct attempt *attempt, struct factored_choice choice, unsigned threads) {
    struct factored *factored = attempt->factored;
    *factored = factored_plan(attempt->table, choice);
    for (size_t k = 0; k < factored->arrays; k++) {
        struct factored_array *array = &factored->array[k];
        array->entries = die_malloc(array->rows * array->columns * array->type->bytes);
    }
    attempt->result = die_malloc(factored->pairs * sizeof *attempt->result);
    run(attempt, threads);
    add_results(attempt);
    free(attempt->result);
    if (factored->wrong.count == 0 || factored->error.kind != ENGINE_FINE || attempt->last)
        return true;
    free_arrays(factored);
    return false;
}

struct factored *factored_new(const struct table *table, enum engine engine, unsigned threads) {
    struct factored *factored = die_malloc(sizeof *factored);
    struct table *by_pairs = table_by_pairs(table);
    struct factored_choice choice = factored_first_choice(table);
    for (bool done = false; choice.form && !done;) {
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
