#include "reference.h"
#include "die.h"

#include <stdlib.h>

/* An angle of 2^k takes k bits of precision only to see in which period it lies. */
enum { ANGLE_BITS = 1 << 20 };

struct reference {
    const struct spec *spec;
    struct base *base;
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
        const struct spec *spec = reference->spec;
        mpq_t e;
        mpq_init(e);
        table_exponent(spec, k, e);
        reference->frequency[k] = frequency_new(reference->base, e);
        mpq_clear(e);
    }
    return reference->frequency[k];
}

static void check_size(struct reference *reference, uint64_t k) {
    const struct spec *spec = reference->spec;
    if (frequency_log2(frequency_of(reference, k)) > ANGLE_BITS)
        die(DIE_REQUEST, "base '%.60s' with spacing '%.60s' makes frequencies beyond 2^%d",
            spec->text[BASE], spec->text[SPACING], ANGLE_BITS);
}

struct reference *reference_new(const struct spec *spec) {
    struct reference *reference = die_malloc(sizeof *reference);
    uint64_t n = table_frequencies(spec);
    *reference =
        (struct reference){.spec = spec, .at = NOWHERE, .times = NOWHERE, .pair_row = NOWHERE};
    reference->base = base_new(spec->base);
    mpq_t square;
    mpq_init(square);
    mpq_set_ui(square, 1, 1);
    reference->one = amplitude_new(square);
    table_amplitude(spec, square);
    reference->amplitude = amplitude_new(square);
    mpq_clear(square);
    reference->position = position_new();
    reference->turn = position_new();
    reference->ziv = ziv_new();
    number_init(&reference->p);
    reference->frequency = die_malloc(n * sizeof *reference->frequency);
    for (uint64_t k = 0; k < n; k++)
        reference->frequency[k] = NULL;
    if (n > 0) { /* frequencies are monotonic in k: the largest is at an end */
        check_size(reference, 0);
        check_size(reference, n - 1);
    }
    return reference;
}

void reference_free(struct reference *reference) {
    if (!reference)
        return;
    for (uint64_t k = 0; k < table_frequencies(reference->spec); k++)
        frequency_free(reference->frequency[k]);
    free(reference->frequency);
    base_free(reference->base);
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

static uint64_t bits_of(struct channel channel, const uint64_t pair[2]) {
    return channel.function == CHANNEL_ZERO ? 0 : pair[channel.function];
}

uint64_t reference_entry(struct reference *reference, uint64_t position, uint64_t channel) {
    struct channel what = table_channel(reference->spec, channel);
    uint64_t pair[2] = {0, 0};
    if (what.function != CHANNEL_ZERO) {
        go_to(reference, position);
        ziv_sincos(reference->ziv, reference->position, frequency_of(reference, what.frequency),
                   reference->amplitude, reference->spec->type, pair);
    }
    return bits_of(what, pair);
}

static void read_position(struct reference *reference, uint64_t row, uint64_t from, size_t count,
                          void *entries) {
    const struct spec *spec = reference->spec;
    uint64_t n = table_frequencies(spec);
    if (!reference->pair)
        reference->pair = die_malloc(n * sizeof *reference->pair);
    if (reference->pair_row != row) {
        go_to(reference, row);
        for (uint64_t k = 0; k < n; k++)
            ziv_sincos(reference->ziv, reference->position, frequency_of(reference, k),
                       reference->amplitude, spec->type, reference->pair[k]);
        reference->pair_row = row;
    }
    for (size_t j = 0; j < count; j++) {
        struct channel channel = table_channel(spec, from + j);
        element_store(spec->type, entries, j, bits_of(channel, reference->pair[channel.frequency]));
    }
}

void reference_read(struct reference *reference, uint64_t row, uint64_t from, size_t count,
                    void *entries) {
    if (reference->spec->axes == AXES_POSITION_MAJOR) {
        read_position(reference, row, from, count, entries);
        return;
    }
    for (size_t j = 0; j < count; j++)
        element_store(reference->spec->type, entries, j, reference_entry(reference, from + j, row));
}

long reference_log2(const struct reference *reference) {
    return amplitude_log2(reference->amplitude);
}

void reference_at(struct reference *reference, uint64_t position, uint64_t k,
                  struct double_double value[2]) {
    go_to(reference, position);
    ziv_double_double(reference->ziv, reference->position, frequency_of(reference, k),
                      reference->amplitude, value);
}

void reference_turn(struct reference *reference, uint64_t times, uint64_t k,
                    struct double_double value[2]) {
    if (reference->times != times) {
        struct number zero;
        number_init(&zero);
        number_walk(&reference->p, &zero, &reference->spec->step, times);
        position_set(reference->turn, &reference->p);
        reference->times = times;
        number_clear(&zero);
    }
    ziv_double_double(reference->ziv, reference->turn, frequency_of(reference, k), reference->one,
                      value);
}
