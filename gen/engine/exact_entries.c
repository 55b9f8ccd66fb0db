#include "engine/exact_entries.h"
#include "base/die.h"
#include "base/integer.h"

#include <stdlib.h>

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
