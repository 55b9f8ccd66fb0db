#include "engine/factored.h"
#include "base/die.h"
#include "engine/factored_pair.h"
#include "engine/rows.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* --- the plan */

/* What the small tables may be made of, for each type the smallest first. */
static const struct form {
    const char *type;
    unsigned high_bits, low_bits, guard_bits;
} forms[] = {
    {"q7", 16, 0, 8},    {"q7", 16, 8, 16},   {"q15", 16, 8, 8},
    {"q15", 16, 16, 16}, {"q31", 32, 16, 16}, {"f32", 32, 16, 16},
};
enum { FORMS = sizeof forms / sizeof *forms, THREADS_MAX = 16 };

static uint64_t coarse_rows(uint64_t rows, uint64_t block) {
    return (rows - 1 + block / 2) / block + 1;
}

static uint64_t rows_of(uint64_t rows, uint64_t block) {
    return coarse_rows(rows, block) + block / 2 + 1;
}

/* The least block from `from` on, a power of two, with the fewest rows of all; 0 if there is none. */
static uint64_t next_block(uint64_t rows, uint64_t from) {
    uint64_t fewest = rows_of(rows, 1);
    for (uint64_t block = 2; block <= 2 * rows; block *= 2)
        fewest = rows_of(rows, block) < fewest ? rows_of(rows, block) : fewest;
    while (from <= 2 * rows && rows_of(rows, from) > fewest)
        from *= 2;
    return from <= 2 * rows ? from : 0;
}

/* A form and a block. */
struct choice {
    const struct form *form; /* NULL: there is none */
    uint64_t block;
};

static struct choice next_form(const struct table *table, const struct form *form) {
    while (form < forms + FORMS && strcmp(form->type, table->type->name) != 0)
        form++;
    return (struct choice){form < forms + FORMS ? form : NULL, next_block(table->max_len, 1)};
}

static struct choice next_choice(const struct table *table, struct choice last) {
    const uint64_t block = next_block(table->max_len, 2 * last.block);
    return block > 0 ? (struct choice){last.form, block} : next_form(table, last.form + 1);
}

static const struct element *integers(unsigned bits, bool low) {
    const char *name = low ? bits == 8 ? "u8" : "u16" : bits == 16 ? "q15" : "q31";
    const struct element *type = elements;
    while (strcmp(type->name, name) != 0)
        type++;
    return type;
}

static void add_array(struct factored *factored, const char *suffix, unsigned bits, bool low,
                      uint64_t rows) {
    if (bits == 0)
        return;
    const struct element *type = integers(bits, low);
    factored->array[factored->arrays++] = (struct factored_array){suffix, type, rows, NULL};
    factored->bytes += rows * factored->columns * type->bytes;
}

static void plan(struct factored *factored, const struct table *table, struct choice choice) {
    const struct form *form = choice.form;
    *factored = (struct factored){.block = choice.block,
                                  .coarse_rows = coarse_rows(table->max_len, choice.block),
                                  .fine_rows = choice.block / 2 + 1,
                                  .pairs = table->pairs,
                                  .columns = 2 * table->pairs,
                                  .high_bits = form->high_bits,
                                  .low_bits = form->low_bits,
                                  .guard_bits = form->guard_bits,
                                  .entries = table->rows * table->columns};
    factored->full_bytes = factored->entries * table->type->bytes;
    add_array(factored, "_coarse", form->high_bits, false, factored->coarse_rows);
    add_array(factored, "_coarse_low", form->low_bits, true, factored->coarse_rows);
    add_array(factored, "_fine", form->high_bits, false, factored->fine_rows);
    add_array(factored, "_fine_low", form->low_bits, true, factored->fine_rows);
}

struct factored *factored_plan(const struct table *table) {
    struct factored *factored = die_malloc(sizeof *factored);
    plan(factored, table, next_form(table, forms));
    return factored;
}

static void free_arrays(struct factored *factored) {
    for (size_t k = 0; k < factored->arrays; k++)
        free(factored->array[k].entries);
}

void factored_free(struct factored *factored) {
    if (!factored)
        return;
    free_arrays(factored);
    free(factored);
}

/* --- one pair */

/* What the threads that make the pairs of one choice share. */
struct attempt {
    const struct table *table, *view; /* the view has the rows of each pair */
    enum engine engine;
    bool last; /* otherwise a wrong entry ends it */
    struct rotation rotation;

    pthread_mutex_t
        lock;      /* on what follows, except for the arrays: each pair has its own columns */
    uint64_t next; /* pair */
    uint64_t error_pair;
    struct factored *factored;
};

static struct factored_pair pair_new(const struct attempt *attempt) {
    const struct factored *factored = attempt->factored;
    const int component = attempt->table->component;
    struct factored_pair pair = {
        .rotation = attempt->rotation,
        .rows = attempt->table->max_len,
        .coarse_rows = (size_t)factored->coarse_rows,
        .fine_rows = (size_t)factored->fine_rows,
        .needs = {component != COMPONENT_COS, component != COMPONENT_SIN},
    };
    for (int f = SINE; f <= COSINE; f++)
        if (pair.needs[f])
            pair.wanted[f] = die_malloc(pair.rows * sizeof *pair.wanted[f]);
    pair.coarse = die_malloc(pair.coarse_rows * sizeof *pair.coarse);
    pair.fine = die_malloc(pair.fine_rows * sizeof *pair.fine);
    return pair;
}

static void pair_free(struct factored_pair *pair) {
    free(pair->wanted[SINE]);
    free(pair->wanted[COSINE]);
    free(pair->coarse);
    free(pair->fine);
}

/* Reads the sines or the cosines of frequency i from the engine. */
static struct engine_error read_wanted(const struct attempt *attempt, uint64_t i, int function,
                                       uint32_t wanted[], struct counts *counts) {
    enum { PIECE = 1 << 16 };
    const struct element *type = attempt->table->type;
    const uint64_t row = 2 * i + (uint64_t)function;
    struct rows *rows = rows_open(attempt->view, attempt->engine, row, row + 1, PIECE);
    struct worker *worker = worker_new(rows);
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        for (size_t k = 0; k < piece->columns; k++)
            wanted[piece->from + k] = (uint32_t)element_load(type, piece->entries, k);
    }
    struct engine_error error = rows_error(rows);
    for (int level = 0; level < LEVELS; level++)
        counts->decided[level] += rows_counts(rows).decided[level];
    worker_free(worker);
    rows_close(rows);
    return error;
}

/* Stores the numbers as columns 2i and 2i + 1 of the arrays. */
static void store(const struct factored_array array[], const struct factored *factored,
                  const struct factored_pair *pair, const struct fixed_phasor *v, uint64_t i) {
    for (uint64_t row = 0; row < array[0].rows; row++) {
        const struct split_phasor parts = factored_split(pair, &v[row]);
        for (int f = SINE; f <= COSINE; f++) {
            size_t k = (size_t)(row * factored->columns + 2 * i + (uint64_t)f);
            element_store(array[0].type, array[0].entries, k, (uint64_t)parts.of[f].high);
            if (factored->low_bits > 0)
                element_store(array[1].type, array[1].entries, k, (uint64_t)parts.of[f].low);
        }
    }
}

static int64_t load_high(const struct factored_array *array, size_t k) {
    return array->type->bytes == 2 ? ((const int16_t *)array->entries)[k]
                                   : ((const int32_t *)array->entries)[k];
}

static struct split_phasor load(const struct factored_array array[],
                                const struct factored *factored, uint64_t row, uint64_t i) {
    struct split_phasor parts;
    for (int f = SINE; f <= COSINE; f++) {
        size_t k = (size_t)(row * factored->columns + 2 * i + (uint64_t)f);
        parts.of[f].high = load_high(&array[0], k);
        parts.of[f].low =
            factored->low_bits > 0 ? (int64_t)element_load(array[1].type, array[1].entries, k) : 0;
    }
    return parts;
}

struct wrong {
    uint64_t count, row, column; /* of the first, as emitted */
};

static uint64_t column_of(const struct table *table, uint64_t i, int function) {
    const enum function wanted = function == SINE ? CHANNEL_SINE : CHANNEL_COSINE;
    uint64_t j = 0;
    for (; j < table->channel_count; j++) {
        struct channel channel = table_channel(table, j);
        bool zero = function == SINE && channel.function == CHANNEL_ZERO;
        if (channel.frequency == i && (channel.function == wanted || zero))
            break;
    }
    return j;
}

static void add_wrong(struct wrong *wrong, struct wrong other) {
    const bool earlier =
        other.row < wrong->row || (other.row == wrong->row && other.column < wrong->column);
    if (other.count > 0 && (wrong->count == 0 || earlier)) {
        wrong->row = other.row;
        wrong->column = other.column;
    }
    wrong->count += other.count;
}

/* Computes every entry of frequency i from the arrays as the accessor does, and compares it with the engine's. */
static struct wrong verify(const struct attempt *attempt, const struct factored_pair *pair,
                           uint64_t i) {
    const struct factored *factored = attempt->factored;
    const struct table *table = attempt->table;
    const struct factored_array *array = factored->array;
    struct wrong wrong = {0, 0, 0};
    for (uint64_t r = 0; r < pair->rows; r++) {
        const struct rotation_place place = rotation_place(&pair->rotation, r);
        const struct split_phasor coarse = load(array, factored, place.coarse, i),
                                  fine =
                                      load(array + factored->arrays / 2, factored, place.fine, i);
        for (int f = SINE; f <= COSINE; f++) {
            if (!pair->needs[f])
                continue;
            int64_t v = rotation_turn(&pair->rotation, &coarse, &fine, place.minus, f);
            if (rotation_element(&pair->rotation, v) != pair->wanted[f][r])
                add_wrong(&wrong,
                          (struct wrong){1, r, wrong.count ? UINT64_MAX : column_of(table, i, f)});
        }
    }
    return wrong;
}

/* --- all pairs */

static bool take(struct attempt *attempt, uint64_t *i) {
    pthread_mutex_lock(&attempt->lock);
    const struct factored *factored = attempt->factored;
    bool ended = factored->error.kind != ENGINE_FINE || (factored->wrong > 0 && !attempt->last);
    *i = attempt->next;
    bool any = !ended && *i < factored->pairs;
    attempt->next += any;
    pthread_mutex_unlock(&attempt->lock);
    return any;
}

/* Pairs are taken in order, so all before one that has an error are made, whatever the number of threads. */
static void add(struct attempt *attempt, uint64_t i, struct wrong one, struct engine_error error,
                const struct counts *counts) {
    struct factored *factored = attempt->factored;
    pthread_mutex_lock(&attempt->lock);
    struct wrong all = {factored->wrong, factored->wrong_row, factored->wrong_column};
    add_wrong(&all, one);
    factored->wrong = all.count;
    factored->wrong_row = all.row;
    factored->wrong_column = all.column;
    if (error.kind != ENGINE_FINE &&
        (factored->error.kind == ENGINE_FINE || i < attempt->error_pair)) {
        factored->error = error;
        attempt->error_pair = i;
    }
    for (int level = 0; level < LEVELS; level++)
        factored->counts.decided[level] += counts->decided[level];
    pthread_mutex_unlock(&attempt->lock);
}

static void make_pair(struct attempt *attempt, struct factored_pair *pair,
                      struct reference *reference, uint64_t i) {
    const struct factored *factored = attempt->factored;
    struct wrong wrong = {0, 0, 0};
    struct counts counts = {{0}};
    struct engine_error error = {.kind = ENGINE_FINE};
    for (int f = SINE; f <= COSINE && error.kind == ENGINE_FINE; f++)
        if (pair->needs[f])
            error = read_wanted(attempt, i, f, pair->wanted[f], &counts);
    factored_pair_seed(pair, reference, i);
    if (error.kind == ENGINE_FINE)
        error = reference_error(reference);
    if (error.kind == ENGINE_FINE) {
        factored_search(pair, i);
        store(factored->array, factored, pair, pair->coarse, i);
        store(factored->array + factored->arrays / 2, factored, pair, pair->fine, i);
        wrong = verify(attempt, pair, i);
    }
    add(attempt, i, wrong, error, &counts);
}

static void *work(void *context) {
    struct attempt *attempt = context;
    struct factored_pair pair = pair_new(attempt);
    struct reference *reference = reference_new(attempt->view);
    for (uint64_t i; take(attempt, &i);)
        make_pair(attempt, &pair, reference, i);
    reference_free(reference);
    pair_free(&pair);
    return NULL;
}

static void run(struct attempt *attempt, unsigned threads) {
    pthread_t thread[THREADS_MAX];
    unsigned wanted = threads < THREADS_MAX ? threads : THREADS_MAX, started = 0;
    for (; started + 1 < wanted && started + 1 < attempt->factored->pairs; started++)
        if (pthread_create(&thread[started], NULL, work, attempt) != 0)
            break; /* fewer threads than wanted do the same work */
    work(attempt);
    for (unsigned k = 0; k < started; k++)
        pthread_join(thread[k], NULL);
}

static unsigned log2_of(uint64_t power) {
    unsigned log2 = 0;
    while (power >> log2 > 1)
        log2++;
    return log2;
}

struct factored *factored_new(const struct table *table, enum engine engine, unsigned threads) {
    struct factored *factored = die_malloc(sizeof *factored);
    struct table *view = table_by_pairs(table);
    struct choice choice = next_form(table, forms);
    for (;;) {
        const struct choice next = next_choice(table, choice);
        plan(factored, table, choice);
        for (size_t k = 0; k < factored->arrays; k++) {
            struct factored_array *array = &factored->array[k];
            array->entries = die_malloc(array->rows * factored->columns * array->type->bytes);
        }
        struct attempt attempt = {.table = table,
                                  .view = view,
                                  .engine = engine,
                                  .last = !next.form,
                                  .rotation = {table->type, factored->high_bits, factored->low_bits,
                                               log2_of(factored->block)},
                                  .factored = factored};
        pthread_mutex_init(&attempt.lock, NULL);
        run(&attempt, threads);
        pthread_mutex_destroy(&attempt.lock);
        if (factored->wrong == 0 || !next.form || factored->error.kind != ENGINE_FINE)
            break;
        free_arrays(factored);
        choice = next;
    }
    free(view);
    return factored;
}
