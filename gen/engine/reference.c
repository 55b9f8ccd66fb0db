/* SPDX-License-Identifier: MIT */
#include "engine/reference.h"
#include "base/die.h"
#include "engine/seeds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* No position, and no number of steps. */
static const uint64_t NO_POSITION = UINT64_MAX;

/* What seeds of a kind are made from: the position asked for last, and an amplitude. */
struct source {
    uint64_t at; /* as in reference_seed */
    struct position *position;
    struct rational_position rational;
    struct amplitude *amplitude;
};

struct reference {
    const struct table *table;
    struct bases bases;
    struct known {                   /* by frequency */
        struct frequency *frequency; /* NULL until it is asked for */
        uint64_t at;                 /* the position of the pair, or NO_POSITION */
        uint64_t pair[2];            /* the bits of its sine and cosine there */
    } * known;
    struct number zero, p; /* 0; room for a position */
    struct source source[SEEDS];
    struct ziv *ziv;
    struct engine_error error;

    bool seeds_tried;
    struct seeds *seeds; /* NULL: MPFR makes all seeds */
};

static struct frequency *reference_frequency(struct reference *reference, uint64_t k) {
    struct known *known = &reference->known[k];
    if (!known->frequency)
        known->frequency = table_frequency(reference->table, &reference->bases, k);
    return known->frequency;
}

struct reference *reference_new(const struct table *table) {
    struct reference *reference = die_malloc(sizeof *reference);
    uint64_t n = table->frequency_count;
    *reference = (struct reference){.table = table};
    reference->bases = frequencies_bases(&table->frequencies);
    for (int kind = 0; kind < SEEDS; kind++)
        reference->source[kind] =
            (struct source){.at = NO_POSITION,
                            .position = position_new(),
                            .amplitude = kind == SEED_TURN ? amplitude_new(NULL, false, NULL, NULL)
                                                           : table_amplitude(table)};
    reference->ziv = ziv_new();
    number_init(&reference->zero);
    number_init(&reference->p);
    reference->known = die_malloc(n * sizeof *reference->known);
    for (uint64_t k = 0; k < n; k++)
        reference->known[k] = (struct known){.at = NO_POSITION};
    return reference;
}

void reference_free(struct reference *reference) {
    if (!reference)
        return;
    for (uint64_t k = 0; k < reference->table->frequency_count; k++)
        frequency_free(reference->known[k].frequency);
    free(reference->known);
    bases_free(&reference->bases);
    for (int kind = 0; kind < SEEDS; kind++) {
        amplitude_free(reference->source[kind].amplitude);
        position_free(reference->source[kind].position);
    }
    seeds_free(reference->seeds);
    number_clear(&reference->zero);
    number_clear(&reference->p);
    ziv_free(reference->ziv);
    free(reference);
}

static const struct source *seed_source(struct reference *reference, enum seed kind, uint64_t at) {
    struct source *source = &reference->source[kind];
    if (source->at == at)
        return source;
    if (kind == SEED_TURN)
        number_walk(&reference->p, &reference->zero, table_step(reference->table), at);
    else
        table_position(reference->table, at, &reference->p);
    source->at = at;
    position_set(source->position, &reference->p);
    source->rational = rational_position(&reference->p);
    return source;
}

/* Notes that an entry or a seed of frequency k is undecided.
 *
 * Position-major pieces are computed tile by tile, so an error at an earlier position may be found later. The earliest
 * error is kept. The error of an entry replaces that of a turn. */
static void reference_undecided(struct reference *reference, uint64_t position, uint64_t k) {
    const struct engine_error *error = &reference->error;
    if (error->kind != ENGINE_UNDECIDED ||
        (!reference->table->channel_major && position < error->first))
        reference->error = (struct engine_error){ENGINE_UNDECIDED, position, k};
}

struct engine_error reference_error(const struct reference *reference) {
    return reference->error;
}

/* The bits of the sine and the cosine of frequency k at a position; for component frequency, both are those of the
 * frequency itself. They are valid until the next call. */
static const uint64_t *decide(struct reference *reference, uint64_t position, uint64_t k) {
    const struct element *type = reference->table->type;
    struct known *known = &reference->known[k];
    const struct source *source = &reference->source[SEED_POSITION];
    const bool constant = table_is_constant(reference->table);
    if (constant)
        position = 0; /* all rows are the same */
    if (known->at == position)
        return known->pair;
    if (!constant)
        seed_source(reference, SEED_POSITION, position);
    /* At position 0 all frequencies have the same pair; making one takes as long as a row of small tables. */
    if (k > 0 && !constant && source->rational.exact && source->rational.n == 0)
        return decide(reference, position, 0);
    known->at = position;
    struct frequency *w = reference_frequency(reference, k);
    bool decided =
        constant
            ? ziv_frequency(reference->ziv, w, source->amplitude, type, &known->pair[SINE])
            : ziv_sincos(reference->ziv, source->position, w, source->amplitude, type, known->pair);
    if (constant) { /* each frequency is asked for once */
        known->pair[COSINE] = known->pair[SINE];
        frequency_free(w);
        known->frequency = NULL;
    }
    if (!decided)
        reference_undecided(reference, position, k);
    return known->pair;
}

uint64_t reference_entry(struct reference *reference, uint64_t position, uint64_t channel) {
    const struct table *table = reference->table;
    const struct channel what = table_channel(table, channel);
    if (what.function == CHANNEL_ZERO)
        return element_zero(table->type);
    const bool minus_zero = what.function == CHANNEL_SINE && !table->type->fixed &&
                            row_set_have(&table->positions.minus_zeros, position);
    return decide(reference, position, what.frequency)[what.function == CHANNEL_COSINE] ^
           (minus_zero ? element_sign(table->type) : 0);
}

struct engine_error reference_origin(const struct table *table, uint64_t pair[2]) {
    int axis = 0;
    while (axis + 1 < table->grid.axes && !grid_owns(&table->grid, axis))
        axis++;
    struct reference *reference = reference_new(table->grid.axes > 0 ? table->axis[axis] : table);
    pair[SINE] = pair[COSINE] = element_zero(table->type);
    if (reference->table->frequency_count > 0)
        memcpy(pair, decide(reference, TABLE_ORIGIN, 0), 2 * sizeof *pair);
    struct engine_error error = reference->error;
    reference_free(reference);
    return error;
}

long reference_log2(struct reference *reference) {
    return amplitude_log2(reference->source[SEED_POSITION].amplitude);
}

/* --- seeds: from fixed point where seeds.h can make them, otherwise from MPFR */

void reference_seed_by_mpfr(struct reference *reference) {
    reference->seeds_tried = true;
}

static struct seeds *seeds_of(struct reference *reference) {
    if (!reference->seeds_tried) {
        reference->seeds_tried = true;
        reference->seeds = seeds_new(reference->table, &reference->bases,
                                     reference->source[SEED_POSITION].amplitude);
    }
    return reference->seeds;
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

void reference_seed(struct reference *reference, enum seed kind, uint64_t at, uint64_t k,
                    struct double_double value[2]) {
    const struct source *source = seed_source(reference, kind, at);
    struct seeds *seeds = seeds_of(reference);
    const bool decided =
        (seeds && seeds_at(seeds, source->rational, k, kind == SEED_TURN, value)) ||
        ziv_double_double(reference->ziv, source->position, reference_frequency(reference, k),
                          source->amplitude, value);
    shrink(source->amplitude, value);
    if (!decided && kind == SEED_POSITION)
        reference_undecided(reference, at, k);
    else if (!decided && reference->error.kind == ENGINE_FINE)
        reference->error = (struct engine_error){ENGINE_TURN, at, k};
}
