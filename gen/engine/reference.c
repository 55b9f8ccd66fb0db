#include "engine/reference.h"
#include "base/die.h"

#include <inttypes.h>
#include <stdlib.h>

/* An angle of 2^k takes k bits of precision only to see in which period it lies. */
enum { ANGLE_BITS = 1 << 20 };

struct reference {
    const struct spec *spec;
    struct bases bases;
    struct amplitude *amplitude, *one;
    struct frequency **frequency; /* made when first asked for */
    struct number p;              /* room */
    struct position *position;    /* of the table, that of row `at` */
    uint64_t at;
    struct position *turn; /* `times` steps */
    uint64_t times;
    struct ziv *ziv;
    /* position-major: sine and cosine of every frequency, of the row last read */
    uint64_t (*pair)[2];
    uint64_t pair_row;
};

static const uint64_t NOWHERE = UINT64_MAX;

static struct frequency *frequency_of(struct reference *reference, uint64_t k) {
    if (!reference->frequency[k]) {
        struct recipe recipe;
        recipe_init(&recipe);
        table_recipe(reference->spec, &reference->bases, k, &recipe);
        reference->frequency[k] = frequency_new(&recipe);
        recipe_clear(&recipe);
    }
    return reference->frequency[k];
}

/* No theorem covers the entries of a base exp(Q): they are computed with at most ZIV_CAP bits, of which angles
 * may take half. */
static void check_size(struct reference *reference, uint64_t k) {
    const struct spec *spec = reference->spec;
    int most = mpq_sgn(spec->frequencies.base) != 0 ? ANGLE_BITS : (int)(ZIV_CAP / 2);
    if (frequency_log2(frequency_of(reference, k)) > most)
        die(DIE_REQUEST, "base '%.60s' with spacing '%.60s' makes frequencies beyond 2^%d",
            spec->text[BASE], spec->text[SPACING], most);
}

/* Along an axis frequencies are monotonic, or from a list whose numbers have few bits. */
static void check_sizes(struct reference *reference) {
    uint64_t k = 0;
    for (int axis = 0; axis < reference->spec->grid.axes || axis == 0; axis++) {
        uint64_t count = table_axis_frequencies(reference->spec, axis);
        if (count == 0)
            continue;
        check_size(reference, k);
        check_size(reference, k + count - 1);
        k += count;
    }
}

struct reference *reference_new(const struct spec *spec) {
    struct reference *reference = die_malloc(sizeof *reference);
    uint64_t n = table_frequencies(spec);
    *reference =
        (struct reference){.spec = spec, .at = NOWHERE, .times = NOWHERE, .pair_row = NOWHERE};
    reference->bases = frequencies_bases(&spec->frequencies);
    mpq_t square;
    mpq_init(square);
    mpq_set_ui(square, 1, 1);
    reference->one = amplitude_new(square, NULL, NULL);
    mpq_clear(square);
    reference->amplitude = table_amplitude(spec);
    reference->position = position_new();
    reference->turn = position_new();
    reference->ziv = ziv_new();
    number_init(&reference->p);
    reference->frequency = die_malloc(n * sizeof *reference->frequency);
    for (uint64_t k = 0; k < n; k++)
        reference->frequency[k] = NULL;
    check_sizes(reference);
    return reference;
}

void reference_free(struct reference *reference) {
    if (!reference)
        return;
    for (uint64_t k = 0; k < table_frequencies(reference->spec); k++)
        frequency_free(reference->frequency[k]);
    free(reference->frequency);
    bases_free(&reference->bases);
    amplitude_free(reference->amplitude);
    amplitude_free(reference->one);
    free(reference->pair);
    position_free(reference->position);
    position_free(reference->turn);
    number_clear(&reference->p);
    ziv_free(reference->ziv);
    free(reference);
}

static void go_to(struct reference *reference, uint64_t position) {
    if (reference->at == position)
        return;
    reference->at = position;
    table_position(reference->spec, position, &reference->p);
    position_set(reference->position, &reference->p);
}

static _Noreturn void undecided(const struct reference *reference, uint64_t position, uint64_t k) {
    const struct spec *spec = reference->spec;
    die(DIE_JOB,
        "%s: position %" PRIu64 ", frequency %" PRIu64
        ": undecided at 2^20 bits (base '%.60s', scaling '%.60s')",
        spec->text[NAME], position, k, spec->text[BASE], spec->text[SCALING]);
}

/* The bits of sine and cosine of frequency k at a position, or of the frequency in both. */
static void decide(struct reference *reference, uint64_t position, uint64_t k, uint64_t pair[2]) {
    const struct element *type = reference->spec->type;
    struct frequency *w = frequency_of(reference, k);
    bool decided;
    if (reference->spec->component == COMPONENT_FREQUENCY) {
        decided = ziv_frequency(reference->ziv, w, reference->amplitude, type, &pair[SINE]);
        pair[COSINE] = pair[SINE];
    } else {
        go_to(reference, position);
        decided =
            ziv_sincos(reference->ziv, reference->position, w, reference->amplitude, type, pair);
    }
    if (!decided)
        undecided(reference, position, k);
}

static uint64_t bits_of(struct channel channel, const uint64_t pair[2]) {
    return channel.function == CHANNEL_ZERO ? 0 : pair[channel.function == CHANNEL_COSINE];
}

uint64_t reference_entry(struct reference *reference, uint64_t position, uint64_t channel) {
    struct channel what = table_channel(reference->spec, channel);
    uint64_t pair[2] = {0, 0};
    if (what.function != CHANNEL_ZERO)
        decide(reference, position, what.frequency, pair);
    return bits_of(what, pair);
}

static void read_position(struct reference *reference, uint64_t row, uint64_t from, size_t count,
                          void *entries) {
    const struct spec *spec = reference->spec;
    uint64_t n = table_frequencies(spec);
    if (!reference->pair)
        reference->pair = die_malloc(n * sizeof *reference->pair);
    if (spec->component == COMPONENT_FREQUENCY)
        row = 0; /* the same for all */
    if (reference->pair_row != row) {
        for (uint64_t k = 0; k < n; k++)
            decide(reference, row, k, reference->pair[k]);
        reference->pair_row = row;
    }
    for (size_t j = 0; j < count; j++) {
        struct channel channel = table_channel(spec, from + j);
        element_store(spec->type, entries, j, bits_of(channel, reference->pair[channel.frequency]));
    }
}

void reference_read(struct reference *reference, uint64_t row, uint64_t from, size_t count,
                    void *entries) {
    const struct element *type = reference->spec->type;
    if (reference->spec->axes == AXES_POSITION_MAJOR) {
        read_position(reference, row, from, count, entries);
        return;
    }
    bool same = reference->spec->component == COMPONENT_FREQUENCY;
    uint64_t bits = same ? reference_entry(reference, 0, row) : 0;
    for (size_t j = 0; j < count; j++)
        element_store(type, entries, j, same ? bits : reference_entry(reference, from + j, row));
}

long reference_log2(struct reference *reference) {
    return amplitude_log2(reference->amplitude);
}

void reference_at(struct reference *reference, uint64_t position, uint64_t k,
                  struct double_double value[2]) {
    go_to(reference, position);
    if (!ziv_double_double(reference->ziv, reference->position, frequency_of(reference, k),
                           reference->amplitude, value))
        undecided(reference, position, k);
}

void reference_turn(struct reference *reference, uint64_t times, uint64_t k,
                    struct double_double value[2]) {
    if (reference->times != times) {
        struct number zero;
        number_init(&zero);
        int axis = reference->spec->along < 0 ? TABLE_ONE_AXIS : reference->spec->along;
        number_walk(&reference->p, &zero, &reference->spec->positions.step[axis], times);
        position_set(reference->turn, &reference->p);
        reference->times = times;
        number_clear(&zero);
    }
    if (!ziv_double_double(reference->ziv, reference->turn, frequency_of(reference, k),
                           reference->one, value))
        undecided(reference, times, k);
}
