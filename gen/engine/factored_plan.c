#include "engine/factored_plan.h"
#include "base/die.h"

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

static struct factored_choice form_from(const struct table *table,
                                        const struct factored_form *form) {
    while (form < forms + FORMS && strcmp(form->type, table->type->name) != 0)
        form++;
    return (struct factored_choice){form < forms + FORMS ? form : NULL,
                                    block_from(table->position_count, 0)};
}

struct factored_choice factored_first_choice(const struct table *table) {
    return form_from(table, forms);
}

struct factored_choice factored_next_choice(const struct table *table,
                                            struct factored_choice last) {
    const unsigned log2 = block_from(table->position_count, last.block_log2 + 1);
    return log2 < LOG2_END ? (struct factored_choice){last.form, log2}
                           : form_from(table, last.form + 1);
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

void factored_set_sizes(struct factored *factored, const struct table *table,
                        struct factored_choice choice) {
    const struct factored_form *form = choice.form;
    const unsigned log2 = choice.block_log2;
    *factored = (struct factored){.block = UINT64_C(1) << log2,
                                  .coarse_rows = coarse_rows(table->position_count, log2),
                                  .fine_rows = fine_rows(log2),
                                  .pairs = table->pairs,
                                  .columns = 2 * table->pairs,
                                  .high_bits = form->high_bits,
                                  .low_bits = form->low_bits,
                                  .guard_bits = form->guard_bits,
                                  .shifted = form->shifted,
                                  .entries = table->rows * table->columns};
    factored->full_bytes = factored->entries * table->type->bytes;
    const char *high = form->high_bits == 16 ? "q15" : "q31",
               *low = form->low_bits == 8 ? "u8" : "u16";
    const uint64_t columns = factored->columns;
    add_array(factored, "_coarse", high, factored->coarse_rows, columns);
    if (form->low_bits > 0)
        add_array(factored, "_coarse_low", low, factored->coarse_rows, columns);
    add_array(factored, "_fine", high, factored->fine_rows, columns);
    if (form->low_bits > 0)
        add_array(factored, "_fine_low", low, factored->fine_rows, columns);
    if (form->shifted)
        add_array(factored, "_shift", "u8", 1, factored->pairs);
}

struct factored *factored_plan(const struct table *table) {
    struct factored *factored = die_malloc(sizeof *factored);
    factored_set_sizes(factored, table, factored_first_choice(table));
    return factored;
}

/* --- memory */

/* Bytes that each thread needs for a row of the large table at most: 8 of two entries, and 32 of what the search knows of
 * each that is close. Measured are 40, of sines that are all close. A table that needs more than MEMORY_MOST with one
 * thread is refused. */
#define MEMORY_ROW UINT64_C(72)
#define MEMORY_MOST (UINT64_C(2) << 30)

/* Of the arrays, whichever choice is the one. */
static uint64_t array_bytes(const struct table *table) {
    uint64_t most = 0;
    struct factored_choice choice = factored_first_choice(table);
    for (; choice.form; choice = factored_next_choice(table, choice)) {
        struct factored factored;
        factored_set_sizes(&factored, table, choice);
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
