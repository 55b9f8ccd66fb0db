#include "rows.h"
#include "die.h"
#include "real.h"
#include "table.h"

#include <stdlib.h>

/* An angle of 2^k takes k bits of precision only to see in which period it lies. */
enum { ANGLE_BITS = 1 << 20 };

struct rows {
    const struct spec *spec;
    struct frequency **frequency;
    struct position *position;
    struct number p;
    struct ziv *ziv;
    /* position-major: sine and cosine of every frequency, of the row last asked for */
    uint64_t (*pair)[2];
    uint64_t pair_row;
};

static struct frequency *make_frequency(const struct spec *spec, uint64_t k) {
    mpq_t e;
    mpq_init(e);
    table_exponent(spec, k, e);
    struct frequency *w = frequency_new(spec->base, e);
    mpq_clear(e);
    if (frequency_log2(w) > ANGLE_BITS)
        die(DIE_REQUEST, "base '%.60s' with spacing '%.60s' makes frequencies beyond 2^%d",
            spec->text[BASE], spec->text[SPACING], ANGLE_BITS);
    return w;
}

static struct frequency *frequency_of(struct rows *rows, uint64_t k) {
    if (!rows->frequency[k])
        rows->frequency[k] = make_frequency(rows->spec, k);
    return rows->frequency[k];
}

struct rows *rows_open(const struct spec *spec) {
    struct rows *rows = die_malloc(sizeof *rows);
    uint64_t n = table_frequencies(spec);
    *rows = (struct rows){.spec = spec, .position = position_new(), .ziv = ziv_new()};
    number_init(&rows->p);
    rows->pair_row = UINT64_MAX;
    rows->frequency = die_malloc(n * sizeof *rows->frequency);
    for (uint64_t k = 0; k < n; k++)
        rows->frequency[k] = NULL;
    if (spec->axes == AXES_POSITION_MAJOR)
        rows->pair = die_malloc(n * sizeof *rows->pair);
    if (n > 0) /* frequencies are monotonic in k: the largest is at an end */
        frequency_of(rows, 0), frequency_of(rows, n - 1);
    return rows;
}

void rows_close(struct rows *rows) {
    for (uint64_t k = 0; k < table_frequencies(rows->spec); k++)
        frequency_free(rows->frequency[k]);
    free(rows->frequency);
    free(rows->pair);
    position_free(rows->position);
    number_clear(&rows->p);
    ziv_free(rows->ziv);
    free(rows);
}

static void go_to(struct rows *rows, uint64_t position) {
    table_position(rows->spec, position, &rows->p);
    position_set(rows->position, &rows->p);
}

static uint64_t bits_of(struct channel channel, const uint64_t pair[2]) {
    return channel.function == CHANNEL_ZERO ? 0 : pair[channel.function];
}

static void read_positions(struct rows *rows, uint64_t r, uint64_t from, size_t count,
                           void *entries) {
    const struct element *type = rows->spec->type;
    if (rows->pair_row != r) {
        go_to(rows, r);
        for (uint64_t k = 0; k < table_frequencies(rows->spec); k++)
            real_sincos(rows->ziv, rows->position, frequency_of(rows, k), type, rows->pair[k]);
        rows->pair_row = r;
    }
    for (size_t j = 0; j < count; j++) {
        struct channel channel = table_channel(rows->spec, from + j);
        element_store(type, entries, j, bits_of(channel, rows->pair[channel.frequency]));
    }
}

static void read_channel(struct rows *rows, uint64_t r, uint64_t from, size_t count,
                         void *entries) {
    const struct element *type = rows->spec->type;
    struct channel channel = table_channel(rows->spec, r);
    for (size_t j = 0; j < count; j++) {
        uint64_t pair[2] = {0, 0};
        if (channel.function != CHANNEL_ZERO) {
            go_to(rows, from + j);
            real_sincos(rows->ziv, rows->position, frequency_of(rows, channel.frequency), type,
                        pair);
        }
        element_store(type, entries, j, bits_of(channel, pair));
    }
}

void rows_read(struct rows *rows, uint64_t r, uint64_t from, size_t count, void *entries) {
    if (rows->spec->axes == AXES_POSITION_MAJOR)
        read_positions(rows, r, from, count, entries);
    else
        read_channel(rows, r, from, count, entries);
}
