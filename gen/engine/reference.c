#include "base/die.h"
#include "engine/reference_state.h"

#include <stdlib.h>
#include <string.h>

struct frequency *reference_frequency(struct reference *reference, uint64_t k) {
    if (!reference->frequency[k]) {
        struct recipe recipe;
        recipe_init(&recipe);
        table_recipe(reference->table, &reference->bases, k, &recipe);
        reference->frequency[k] = frequency_new(&recipe);
        recipe_clear(&recipe);
    }
    return reference->frequency[k];
}

struct reference *reference_new(const struct table *table) {
    struct reference *reference = die_malloc(sizeof *reference);
    uint64_t n = table->frequency_count;
    *reference =
        (struct reference){.table = table, .at = NOWHERE, .times = NOWHERE, .pair_row = NOWHERE};
    reference->bases = frequencies_bases(&table->frequencies);
    mpq_t square;
    mpq_init(square);
    mpq_set_ui(square, 1, 1);
    reference->one = amplitude_new(square, NULL, NULL);
    mpq_clear(square);
    reference->amplitude = table_amplitude(table);
    reference->position = position_new();
    reference->turn = position_new();
    reference->ziv = ziv_new();
    number_init(&reference->p);
    reference->frequency = die_malloc(n * sizeof *reference->frequency);
    for (uint64_t k = 0; k < n; k++)
        reference->frequency[k] = NULL;
    return reference;
}

void reference_free(struct reference *reference) {
    if (!reference)
        return;
    for (uint64_t k = 0; k < reference->table->frequency_count; k++)
        frequency_free(reference->frequency[k]);
    free(reference->frequency);
    bases_free(&reference->bases);
    amplitude_free(reference->amplitude);
    amplitude_free(reference->one);
    free(reference->pair);
    seeds_free(reference->seeds);
    position_free(reference->position);
    position_free(reference->turn);
    number_clear(&reference->p);
    ziv_free(reference->ziv);
    free(reference);
}

void reference_go_to(struct reference *reference, uint64_t position) {
    if (reference->at == position)
        return;
    reference->at = position;
    table_position(reference->table, position, &reference->p);
    position_set(reference->position, &reference->p);
    if (reference->seeds)
        reference->multiple = seeds_multiple(reference->seeds, &reference->p);
}

/* Keeps the first error, in the order of the table as emitted: position-major pieces are computed tile by tile. An entry
 * says more than a turn. */
void reference_undecided(struct reference *reference, uint64_t position, uint64_t k) {
    const struct engine_error *error = &reference->error;
    if (error->kind != ENGINE_UNDECIDED ||
        (!reference->table->channel_major && position < error->first))
        reference->error = (struct engine_error){ENGINE_UNDECIDED, position, k};
}

struct engine_error reference_error(const struct reference *reference) {
    return reference->error;
}

/* Computes the bits of the sine and the cosine of frequency k at a position; for component frequency, both are those
 * of the frequency itself. */
static void decide(struct reference *reference, uint64_t position, uint64_t k, uint64_t pair[2]) {
    const struct element *type = reference->table->type;
    const bool constant = table_is_constant(reference->table);
    if (!constant)
        reference_go_to(reference, position);
    const bool zero = !constant && position_is_zero(reference->position);
    if (zero && reference->zero_decided) {
        memcpy(pair, reference->zero, sizeof reference->zero);
        return;
    }
    struct frequency *w = reference_frequency(reference, k);
    bool decided =
        constant
            ? ziv_frequency(reference->ziv, w, reference->amplitude, type, &pair[SINE])
            : ziv_sincos(reference->ziv, reference->position, w, reference->amplitude, type, pair);
    if (constant) { /* each frequency is asked for once, but for pieces of a long row */
        pair[COSINE] = pair[SINE];
        frequency_free(w);
        reference->frequency[k] = NULL;
    }
    if (!decided)
        reference_undecided(reference, position, k);
    if (zero) {
        memcpy(reference->zero, pair, sizeof reference->zero);
        reference->zero_decided = true;
    }
}

static uint64_t bits_of(const struct reference *reference, struct channel channel,
                        const uint64_t pair[2]) {
    return channel.function == CHANNEL_ZERO ? element_zero(reference->table->type)
                                            : pair[channel.function == CHANNEL_COSINE];
}

uint64_t reference_entry(struct reference *reference, uint64_t position, uint64_t channel) {
    struct channel what = table_channel(reference->table, channel);
    uint64_t pair[2] = {0, 0};
    if (what.function != CHANNEL_ZERO)
        decide(reference, position, what.frequency, pair);
    return bits_of(reference, what, pair);
}

struct engine_error reference_origin(const struct table *table, uint64_t pair[2]) {
    int axis = 0;
    while (axis + 1 < table->grid.axes && !grid_owns(&table->grid, axis))
        axis++;
    struct reference *reference = reference_new(table->grid.axes > 0 ? table->axis[axis] : table);
    pair[SINE] = pair[COSINE] = element_zero(table->type);
    if (reference->table->frequency_count > 0)
        decide(reference, TABLE_ORIGIN, 0, pair);
    struct engine_error error = reference->error;
    reference_free(reference);
    return error;
}

struct exact_parts reference_parts(struct reference *reference, uint64_t position, uint64_t k) {
    if (!table_is_constant(reference->table))
        reference_go_to(reference, position);
    return (struct exact_parts){.position = reference->position,
                                .frequency = reference_frequency(reference, k),
                                .amplitude = reference->amplitude};
}

static void read_position(struct reference *reference, uint64_t row, uint64_t from, size_t count,
                          char *entries, size_t apart) {
    const struct table *table = reference->table;
    uint64_t n = table->frequency_count;
    if (!reference->pair)
        reference->pair = die_malloc(n * sizeof *reference->pair);
    if (table_is_constant(table))
        row = 0; /* all rows are the same */
    if (reference->pair_row != row) {
        for (uint64_t k = 0; k < n; k++)
            decide(reference, row, k, reference->pair[k]);
        reference->pair_row = row;
    }
    for (uint64_t array = 0; array < table->arrays; array++, entries += apart)
        for (size_t j = 0; j < count; j++) {
            struct channel channel = table_channel(table, array * table->channel_count + from + j);
            element_store(table->type, entries, j,
                          bits_of(reference, channel, reference->pair[channel.frequency]));
        }
}

/* One channel of each array: all of them have the frequency of the first. */
static void read_channel(struct reference *reference, uint64_t j, uint64_t from, size_t count,
                         char *entries, size_t apart) {
    const struct table *table = reference->table;
    struct channel channel[TABLE_ARRAYS] = {table_channel(table, j)};
    for (uint64_t array = 1; array < table->arrays; array++)
        channel[array] = table_channel(table, array * table->channel_count + j);
    bool same = table_is_constant(table);
    uint64_t pair[2] = {0, 0};
    for (size_t k = 0; k < count; k++) {
        if (channel[0].function != CHANNEL_ZERO && !(same && k > 0))
            decide(reference, same ? 0 : from + k, channel[0].frequency, pair);
        for (uint64_t array = 0; array < table->arrays; array++)
            element_store(table->type, entries + array * apart, k,
                          bits_of(reference, channel[array], pair));
    }
}

void reference_read(struct reference *reference, uint64_t row, uint64_t from, size_t count,
                    void *entries, size_t apart) {
    if (reference->table->channel_major)
        read_channel(reference, row, from, count, entries, apart);
    else
        read_position(reference, row, from, count, entries, apart);
}

double reference_near(struct reference *reference, uint64_t k) {
    return frequency_near(reference_frequency(reference, k));
}

long reference_log2(struct reference *reference) {
    return amplitude_log2(reference->amplitude);
}
