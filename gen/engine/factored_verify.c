/* What is stored of a pair, and what the accessor makes of it. */
#include "base/die.h"
#include "engine/factored_pair.h"

#include <stdlib.h>

struct factored_pair factored_pair_new(const struct table *table, const struct factored *factored) {
    struct factored_pair pair = {
        .rotation = {.type = table->type,
                     .high_bits = factored->high_bits,
                     .low_bits = factored->low_bits},
        .shifted = factored->shifted,
        .rows = table->position_count,
        .coarse_rows = (size_t)factored->coarse_rows,
        .fine_rows = (size_t)factored->fine_rows,
        .needs = {table->component != COMPONENT_COS, table->component != COMPONENT_SIN},
    };
    while (factored->block >> pair.rotation.block_log2 > 1)
        pair.rotation.block_log2++;
    for (int f = SINE; f <= COSINE; f++)
        pair.wanted[f] = die_malloc(pair.needs[f] ? pair.rows * sizeof *pair.wanted[f] : 0);
    pair.coarse = die_malloc(pair.coarse_rows * sizeof *pair.coarse);
    pair.fine = die_malloc(pair.fine_rows * sizeof *pair.fine);
    return pair;
}

void factored_pair_free(struct factored_pair *pair) {
    free(pair->wanted[SINE]);
    free(pair->wanted[COSINE]);
    free(pair->coarse);
    free(pair->fine);
}

/* --- the arrays */

/* The high and the low numbers of the coarse or of the fine table. */
struct parts {
    const struct factored_array *high, *low; /* low may be NULL */
    uint64_t columns;
};

static struct parts parts_of(const struct factored *factored, bool fine) {
    const size_t each = factored->low_bits > 0 ? 2 : 1;
    const struct factored_array *array = &factored->array[fine ? each : 0];
    return (struct parts){array, each > 1 ? array + 1 : NULL, factored->columns};
}

/* The shifts of all pairs; NULL: there are none. */
static uint8_t *shifts_of(const struct factored *factored) {
    return factored->shifted ? factored->array[factored->arrays - 1].entries : NULL;
}

static void store(const struct parts *parts, const struct factored_pair *pair,
                  const struct fixed_phasor *v, uint64_t i) {
    for (uint64_t row = 0; row < parts->high->rows; row++) {
        const struct split_phasor split = factored_split(pair, &v[row]);
        for (int f = SINE; f <= COSINE; f++) {
            const size_t k = (size_t)(row * parts->columns + 2 * i + (uint64_t)f);
            element_store(parts->high->type, parts->high->entries, k, (uint64_t)split.of[f].high);
            if (parts->low)
                element_store(parts->low->type, parts->low->entries, k, (uint64_t)split.of[f].low);
        }
    }
}

void factored_store(struct factored *factored, const struct factored_pair *pair, uint64_t i) {
    const struct parts coarse = parts_of(factored, false), fine = parts_of(factored, true);
    store(&coarse, pair, pair->coarse, i);
    store(&fine, pair, pair->fine, i);
    if (factored->shifted)
        shifts_of(factored)[i] = (uint8_t)pair->rotation.shift;
}

static int64_t load_signed(const struct factored_array *array, size_t k) {
    const uint64_t bits = element_load(array->type, array->entries, k),
                   sign = element_sign(array->type);
    return (int64_t)(bits ^ sign) - (int64_t)sign;
}

static struct split_phasor load(const struct parts *parts, uint64_t row, uint64_t i) {
    struct split_phasor phasor;
    for (int f = SINE; f <= COSINE; f++) {
        const size_t k = (size_t)(row * parts->columns + 2 * i + (uint64_t)f);
        phasor.of[f].high = load_signed(parts->high, k);
        phasor.of[f].low =
            parts->low ? (int64_t)element_load(parts->low->type, parts->low->entries, k) : 0;
    }
    return phasor;
}

/* --- verification */

void factored_wrong_add(struct factored_wrong *wrong, struct factored_wrong other) {
    const bool earlier =
        other.row < wrong->row || (other.row == wrong->row && other.column < wrong->column);
    if (other.count > 0 && (wrong->count == 0 || earlier)) {
        wrong->row = other.row;
        wrong->column = other.column;
    }
    wrong->count += other.count;
}

/* Adds the wrong entries of a function of frequency i, of which the first is in `row`: in each column of the large table
 * that has it, which may repeat it. Whatever the layout and the repeat, these are among four. Where a sine is always 0, its
 * channel is CHANNEL_ZERO. */
static void add_columns(struct factored_wrong *wrong, const struct table *table, uint64_t i,
                        int function, struct factored_wrong rows) {
    const uint64_t candidates[] = {i, i + table->pairs, 2 * i, 2 * i + 1};
    for (size_t k = 0; k < sizeof candidates / sizeof *candidates; k++) {
        const uint64_t j = candidates[k];
        const bool again =
            (k == 2 && (j == i || j == i + table->pairs)) || (k == 3 && j == i + table->pairs);
        if (j >= table->channel_count || again)
            continue;
        const struct channel channel = table_channel(table, j);
        if (channel.frequency == i && (channel.function == CHANNEL_COSINE) == (function == COSINE))
            factored_wrong_add(wrong, (struct factored_wrong){rows.count, rows.row, j});
    }
}

struct factored_wrong factored_verify(const struct factored *factored, const struct table *table,
                                      const struct factored_pair *pair, uint64_t i) {
    struct rotation rotation = pair->rotation;
    rotation.shift = factored->shifted ? shifts_of(factored)[i] : 0;
    const struct parts coarse = parts_of(factored, false), fine = parts_of(factored, true);
    struct factored_wrong rows[2] = {{0, 0, 0}, {0, 0, 0}}; /* of one column, by function */
    for (uint64_t r = 0; r < pair->rows; r++) {
        const struct rotation_place place = rotation_place(&rotation, r);
        const struct split_phasor at = load(&coarse, place.coarse, i),
                                  by = load(&fine, place.fine, i);
        for (int f = SINE; f <= COSINE; f++) {
            const int64_t v = rotation_turn(&rotation, &at, &by, place.minus, f);
            if (pair->needs[f] && rotation_element(&rotation, v, f) != pair->wanted[f][r])
                factored_wrong_add(&rows[f], (struct factored_wrong){1, r, 0});
        }
    }
    struct factored_wrong wrong = {0, 0, 0};
    for (int f = SINE; f <= COSINE; f++)
        if (rows[f].count > 0)
            add_columns(&wrong, table, i, f, rows[f]);
    return wrong;
}
