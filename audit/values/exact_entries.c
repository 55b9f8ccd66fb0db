/* SPDX-License-Identifier: MIT */
#include "values/exact_entries.h"
#include "base/die.h"

#include <stdlib.h>

/* The table of an axis, or the table itself. */
struct own_table {
    const struct table *table;
    struct reference *reference; /* makes the bits */
    struct bases bases;
    struct frequency **frequency; /* NULL until it is asked for */
    struct amplitude *amplitude;
    uint64_t at; /* the row of the position asked for last */
    struct number p;
    struct position *position;
};

struct exact_entries {
    const struct table *table;
    struct own_table own[GRID_AXES]; /* of the axes, or only [0] */
    struct exact_value *value, *angle;
    const struct number *p;
    struct exact_parts parts; /* of the last entry found */
    struct engine_error undecided;
};

static void own_table_init(struct own_table *own, const struct table *table) {
    *own =
        (struct own_table){.table = table,
                           .reference = reference_new(table),
                           .bases = frequencies_bases(&table->frequencies),
                           .frequency = die_malloc(table->frequency_count * sizeof *own->frequency),
                           .amplitude = table_amplitude(table),
                           .at = TABLE_ORIGIN,
                           .position = position_new()};
    for (uint64_t k = 0; k < table->frequency_count; k++)
        own->frequency[k] = NULL;
    number_init(&own->p);
    position_set(own->position, &own->p);
}

static void own_table_free(struct own_table *own) {
    if (!own->table)
        return;
    for (uint64_t k = 0; k < own->table->frequency_count; k++)
        frequency_free(own->frequency[k]);
    position_free(own->position);
    number_clear(&own->p);
    free(own->frequency);
    bases_free(&own->bases);
    amplitude_free(own->amplitude);
    reference_free(own->reference);
}

struct exact_entries *exact_entries_new(const struct table *table) {
    struct exact_entries *entries = die_malloc(sizeof *entries);
    *entries = (struct exact_entries){
        .table = table, .value = exact_value_new(), .angle = exact_value_new()};
    for (int axis = 0; axis < table->grid.axes || axis == 0; axis++)
        own_table_init(&entries->own[axis], table->grid.axes > 0 ? table->axis[axis] : table);
    return entries;
}

void exact_entries_free(struct exact_entries *entries) {
    if (!entries)
        return;
    exact_value_free(entries->value);
    exact_value_free(entries->angle);
    for (int axis = 0; axis < GRID_AXES; axis++)
        own_table_free(&entries->own[axis]);
    free(entries);
}

/* Finds the value of a channel of a table without a grid. */
static void find_value(struct exact_entries *entries, struct exact_entry *entry, uint64_t position,
                       uint64_t channel) {
    static const enum exact_kind kinds[] = {[CHANNEL_SINE] = EXACT_SINE,
                                            [CHANNEL_COSINE] = EXACT_COSINE,
                                            [CHANNEL_FREQUENCY] = EXACT_FREQUENCY};
    struct own_table *own = &entries->own[entry->axis];
    const struct channel what = table_channel(own->table, channel);
    const uint64_t k = what.frequency;
    entry->function = what.function;
    if (what.function == CHANNEL_ZERO)
        return;
    entry->bits = reference_entry(own->reference, position, channel);
    if (what.function != CHANNEL_FREQUENCY && own->at != position) {
        own->at = position;
        table_position(own->table, position, &own->p);
        position_set(own->position, &own->p);
    }
    if (!own->frequency[k])
        own->frequency[k] = table_frequency(own->table, &own->bases, k);
    entries->p = &own->p;
    entries->parts = (struct exact_parts){
        .position = own->position, .frequency = own->frequency[k], .amplitude = own->amplitude};
    entries->undecided = (struct engine_error){ENGINE_UNDECIDED, position, k};
    exact_value_set(entries->value, kinds[what.function], &entries->parts);
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
    return reference_error(entries->own[entry->axis].reference);
}

struct exact_value *exact_entries_value(struct exact_entries *entries) {
    return entries->value;
}

const struct number *exact_entries_position(const struct exact_entries *entries) {
    return entries->p;
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
