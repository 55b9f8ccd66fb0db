#include "engine/factored_plan.h"
#include "base/die.h"

#include <string.h>

static const struct factored_form {
    const char *type;
    unsigned high_bits, low_bits, guard_bits;
} forms[] = {
    {"q7", 16, 0, 8},    {"q7", 16, 8, 16},   {"q15", 16, 8, 8},
    {"q15", 16, 16, 16}, {"q31", 32, 16, 16}, {"f32", 32, 16, 16},
};
enum { FORMS = sizeof forms / sizeof *forms };

/* --- choices */

static uint64_t coarse_rows(uint64_t rows, uint64_t block) {
    return (rows - 1 + block / 2) / block + 1;
}

static uint64_t fine_rows(uint64_t block) {
    return block / 2 + 1;
}

static uint64_t all_rows(uint64_t rows, uint64_t block) {
    return coarse_rows(rows, block) + fine_rows(block);
}

/* The least block of at least `from`, itself a power of two, with the fewest rows; 0 if there is none. The number of
 * rows falls until the block is about the root of twice the table's rows, and then rises. */
static uint64_t block_from(uint64_t rows, uint64_t from) {
    uint64_t fewest = UINT64_MAX;
    for (uint64_t block = 1; block < 2 * rows && all_rows(rows, block) <= fewest; block *= 2)
        fewest = all_rows(rows, block);
    while (from < 2 * rows && all_rows(rows, from) > fewest)
        from *= 2;
    return all_rows(rows, from) == fewest ? from : 0;
}

static struct factored_choice form_from(const struct table *table,
                                        const struct factored_form *form) {
    while (form < forms + FORMS && strcmp(form->type, table->type->name) != 0)
        form++;
    return (struct factored_choice){form < forms + FORMS ? form : NULL,
                                    block_from(table->position_count, 1)};
}

struct factored_choice factored_first_choice(const struct table *table) {
    return form_from(table, forms);
}

struct factored_choice factored_next_choice(const struct table *table,
                                            struct factored_choice last) {
    const uint64_t block = block_from(table->position_count, 2 * last.block);
    return block > 0 ? (struct factored_choice){last.form, block} : form_from(table, last.form + 1);
}

/* --- sizes */

static const struct element *type_of(const char *name) {
    const struct element *type = elements;
    while (strcmp(type->name, name) != 0)
        type++;
    return type;
}

static void add_array(struct factored *factored, const char *suffix, const char *type,
                      uint64_t rows) {
    const struct factored_array array = {suffix, type_of(type), rows, NULL};
    factored->array[factored->arrays++] = array;
    factored->bytes += rows * factored->columns * array.type->bytes;
}

void factored_set_sizes(struct factored *factored, const struct table *table,
                        struct factored_choice choice) {
    const struct factored_form *form = choice.form;
    *factored = (struct factored){.block = choice.block,
                                  .coarse_rows = coarse_rows(table->position_count, choice.block),
                                  .fine_rows = fine_rows(choice.block),
                                  .pairs = table->pairs,
                                  .columns = 2 * table->pairs,
                                  .high_bits = form->high_bits,
                                  .low_bits = form->low_bits,
                                  .guard_bits = form->guard_bits,
                                  .entries = table->rows * table->columns};
    factored->full_bytes = factored->entries * table->type->bytes;
    const char *high = form->high_bits == 16 ? "q15" : "q31",
               *low = form->low_bits == 8 ? "u8" : "u16";
    add_array(factored, "_coarse", high, factored->coarse_rows);
    if (form->low_bits > 0)
        add_array(factored, "_coarse_low", low, factored->coarse_rows);
    add_array(factored, "_fine", high, factored->fine_rows);
    if (form->low_bits > 0)
        add_array(factored, "_fine_low", low, factored->fine_rows);
}

struct factored *factored_plan(const struct table *table) {
    struct factored *factored = die_malloc(sizeof *factored);
    factored_set_sizes(factored, table, factored_first_choice(table));
    return factored;
}
