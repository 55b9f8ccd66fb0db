#include "engine/reference.h"
#include "base/die.h"
#include "base/integer.h"
#include "engine/seeds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The state of a reference, for the two files that make its entries and its seeds. */

/* No position, and no number of steps. */
static const uint64_t NO_POSITION = UINT64_MAX;

struct reference {
    const struct table *table;
    struct bases bases;
    struct amplitude *amplitude, *one;
    struct frequency **frequency; /* each is made when it is first asked for */
    struct number p;              /* room for a position */
    struct position *position;    /* position `at` of the table */
    uint64_t at;
    struct ziv *ziv;
    struct engine_error error;

    /* position-major: the sine and cosine of every frequency in row pair_row */
    uint64_t (*pair)[2];
    uint64_t pair_row;

    /* At position 0 all frequencies have the same pair; making a frequency takes as long as a row of small tables. */
    bool zero_decided;
    uint64_t zero[2];

    struct position *turn; /* `times` steps */
    uint64_t times;
    bool seeds_tried;
    struct seeds *seeds;                        /* NULL: MPFR makes all seeds */
    struct rational_position rational, by_turn; /* what the position and the turn are */
};

static struct frequency *reference_frequency(struct reference *reference, uint64_t k) {
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
    *reference = (struct reference){
        .table = table, .at = NO_POSITION, .times = NO_POSITION, .pair_row = NO_POSITION};
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

/* Sets position and multiple to those of a position of the table. */
static void reference_go_to(struct reference *reference, uint64_t position) {
    if (reference->at == position)
        return;
    reference->at = position;
    table_position(reference->table, position, &reference->p);
    position_set(reference->position, &reference->p);
    reference->rational = rational_position(&reference->p);
}

/* Notes that an entry or a seed of frequency k is undecided.
 *
 * Keeps the first error, in the order of the table as emitted: position-major pieces are computed tile by tile. An entry
 * says more than a turn. */
static void reference_undecided(struct reference *reference, uint64_t position, uint64_t k) {
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
    const bool zero = !constant && reference->rational.exact && reference->rational.n == 0;
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

/* What an entry of frequency k at a position is made of. The position is valid until the reference goes to another;
 * a table of frequencies has none. */
static struct exact_parts reference_parts(struct reference *reference, uint64_t position,
                                          uint64_t k) {
    if (!table_is_constant(reference->table))
        reference_go_to(reference, position);
    return (struct exact_parts){.position = reference->position,
                                .frequency = reference_frequency(reference, k),
                                .amplitude = reference->amplitude};
}

static void read_position(struct reference *reference, uint64_t row, uint64_t from, size_t count,
                          char *entries, size_t array_bytes) {
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
    for (uint64_t array = 0; array < table->arrays; array++, entries += array_bytes)
        for (size_t j = 0; j < count; j++) {
            struct channel channel = table_channel(table, array * table->channel_count + from + j);
            element_store(table->type, entries, j,
                          bits_of(reference, channel, reference->pair[channel.frequency]));
        }
}

/* One channel of each array: all of them have the frequency of the first. */
static void read_channel(struct reference *reference, uint64_t j, uint64_t from, size_t count,
                         char *entries, size_t array_bytes) {
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
            element_store(table->type, entries + array * array_bytes, k,
                          bits_of(reference, channel[array], pair));
    }
}

void reference_read(struct reference *reference, uint64_t row, uint64_t from, size_t count,
                    void *entries, size_t array_bytes) {
    if (reference->table->channel_major)
        read_channel(reference, row, from, count, entries, array_bytes);
    else
        read_position(reference, row, from, count, entries, array_bytes);
}

double reference_near(struct reference *reference, uint64_t k) {
    return frequency_near(reference_frequency(reference, k));
}

long reference_log2(struct reference *reference) {
    return amplitude_log2(reference->amplitude);
}

/* Seeds: from fixed point where seeds.h can make them, else from MPFR. */

void reference_seed_by_mpfr(struct reference *reference) {
    reference->seeds_tried = true;
}

static struct seeds *seeds_of(struct reference *reference) {
    if (!reference->seeds_tried) {
        reference->seeds_tried = true;
        reference->seeds = seeds_new(reference->table, &reference->bases, reference->amplitude);
    }
    return reference->seeds;
}

static void go_turn(struct reference *reference, uint64_t times) {
    if (reference->times == times)
        return;
    struct number zero;
    number_init(&zero);
    number_walk(&reference->p, &zero, table_step(reference->table), times);
    position_set(reference->turn, &reference->p);
    reference->times = times;
    number_clear(&zero);
    reference->by_turn = rational_position(&reference->p);
}

/* A build with POSENC_SHRINK cuts seeds to what its ZIV_DOUBLE_ERROR allows. */
static void shrink(struct amplitude *amplitude, struct double_double value[2]) {
#ifdef POSENC_SHRINK
    const int down = 50 - (int)amplitude_log2(amplitude);
    for (int f = SINE; f <= COSINE; f++)
        value[f] = (struct double_double){ldexp(rint(ldexp(value[f].high, down)), -down), 0};
#else
    (void)amplitude, (void)value;
#endif
}

void reference_at(struct reference *reference, uint64_t position, uint64_t k,
                  struct double_double value[2]) {
    struct seeds *seeds = seeds_of(reference);
    reference_go_to(reference, position);
    if (!(seeds && seeds_at(seeds, reference->rational, k, value)) &&
        !ziv_double_double(reference->ziv, reference->position, reference_frequency(reference, k),
                           reference->amplitude, value))
        reference_undecided(reference, position, k);
    shrink(reference->amplitude, value);
}

void reference_turn(struct reference *reference, uint64_t times, uint64_t k,
                    struct double_double value[2]) {
    struct seeds *seeds = seeds_of(reference);
    go_turn(reference, times);
    if (!(seeds && seeds_turn(seeds, reference->by_turn, k, value)) &&
        !ziv_double_double(reference->ziv, reference->turn, reference_frequency(reference, k),
                           reference->one, value) &&
        reference->error.kind == ENGINE_FINE)
        reference->error = (struct engine_error){ENGINE_TURN, times, k};
    shrink(reference->one, value);
}

struct exact_entries {
    const struct table *table;
    struct reference *reference[GRID_AXES]; /* of the axes' tables, or only [0] */
    struct exact_value *value, *angle;
    struct exact_parts parts; /* of the last entry found */
    struct engine_error undecided;
};

static const struct table *own_table(const struct table *table, int axis) {
    return table->grid.axes > 0 ? table->axis[axis] : table;
}

struct exact_entries *exact_entries_new(const struct table *table) {
    struct exact_entries *entries = die_malloc(sizeof *entries);
    *entries = (struct exact_entries){.table = table};
    for (int axis = 0; axis < table->grid.axes || axis == 0; axis++)
        entries->reference[axis] = reference_new(own_table(table, axis));
    entries->value = exact_value_new();
    entries->angle = exact_value_new();
    return entries;
}

void exact_entries_free(struct exact_entries *entries) {
    if (!entries)
        return;
    exact_value_free(entries->value);
    exact_value_free(entries->angle);
    for (int axis = 0; axis < GRID_AXES; axis++)
        reference_free(entries->reference[axis]);
    free(entries);
}

void exact_entry_init(struct exact_entry *entry) {
    *entry = (struct exact_entry){.function = CHANNEL_ZERO};
    number_init(&entry->position);
}

void exact_entry_clear(struct exact_entry *entry) {
    number_clear(&entry->position);
}

static enum exact_kind kind_of(enum function function) {
    switch (function) {
    case CHANNEL_SINE:
        return EXACT_SINE;
    case CHANNEL_COSINE:
        return EXACT_COSINE;
    case CHANNEL_FREQUENCY:
        return EXACT_FREQUENCY;
    case CHANNEL_ZERO:
        break;
    }
    return EXACT_ZERO;
}

/* Makes the value that of a channel of a table without a grid. */
static void find_value(struct exact_entries *entries, struct exact_entry *entry, uint64_t position,
                       uint64_t channel) {
    const struct table *own = own_table(entries->table, entry->axis);
    struct reference *reference = entries->reference[entry->axis];
    const struct channel what = table_channel(own, channel);
    entry->function = what.function;
    if (what.function == CHANNEL_ZERO)
        return;
    entry->bits = reference_entry(reference, position, channel);
    if (what.function != CHANNEL_FREQUENCY)
        table_position(own, position, &entry->position);
    entries->parts = reference_parts(reference, position, what.frequency);
    entries->undecided = (struct engine_error){ENGINE_UNDECIDED, position, what.frequency};
    exact_value_set(entries->value, kind_of(what.function), &entries->parts);
}

struct engine_error exact_entries_at(struct exact_entries *entries, struct exact_entry *entry) {
    const struct table *table = entries->table;
    uint64_t position = table->channel_major ? entry->column : entry->row;
    uint64_t j = table->channel_major ? entry->row : entry->column;
    const struct channel channel = table_channel(table, entry->array * table->channel_count + j);
    const bool zero = channel.function == CHANNEL_ZERO || table_zero_row(table, position);
    const bool grid = table->grid.axes > 0;
    entry->axis = grid && !zero ? channel.axis : 0;
    entry->frequency = channel.frequency;
    entry->function = CHANNEL_ZERO;
    entry->bits = element_zero(table->type);
    if (!zero) {
        const uint64_t own = grid ? table->axis[channel.axis]->channel_count : table->channel_count;
        find_value(entries, entry,
                   channel.unrotated ? TABLE_ORIGIN
                                     : table_coordinate(table, channel.axis, position),
                   entry->array * own + (grid ? channel.column : j));
    }
    if (entry->function == CHANNEL_ZERO)
        exact_value_set(entries->value, EXACT_ZERO, &(struct exact_parts){.position = NULL});
    return reference_error(entries->reference[entry->axis]);
}

struct exact_value *exact_entries_value(struct exact_entries *entries) {
    return entries->value;
}

struct exact_value *exact_entries_angle(struct exact_entries *entries, enum exact_kind kind,
                                        mpz_srcptr quarters) {
    struct exact_parts parts = entries->parts;
    parts.quarters = quarters;
    exact_value_set(entries->angle, kind, &parts);
    return entries->angle;
}

struct engine_error exact_entries_undecided(const struct exact_entries *entries) {
    return entries->undecided;
}

void exact_entries_factor(const struct table *table, mpq_t factor) {
    const struct element *type = table->type;
    rational_set(factor, type->fixed ? type->factor : 1, 1);
    if (type->scaled && mpq_sgn(table->scale) > 0)
        mpq_div(factor, factor, table->scale);
}
