/* What a specification means: which real number every entry of the table is. */
#ifndef POSENC_TABLE_H
#define POSENC_TABLE_H

#include "spec.h"

/* Sizes as emitted: [max_len][d_model], or channel-major [d_model][max_len]. */
uint64_t table_rows(const struct spec *);
uint64_t table_columns(const struct spec *);

/* How many different frequencies there are, and the exponent e of frequency k: w = base^(-e). */
uint64_t table_frequencies(const struct spec *);
void table_exponent(const struct spec *, uint64_t k, mpq_t e);

/* The square of what sines and cosines are multiplied by: the amplitude, and the type's factor. */
void table_amplitude(const struct spec *, mpq_t square);

/* Position r of [0, max_len): first + r * step. */
void table_position(const struct spec *, uint64_t r, struct number *p);

/* What channel j of [0, d_model) holds. */
struct channel {
    enum { CHANNEL_SINE, CHANNEL_COSINE, CHANNEL_ZERO } function;
    uint64_t frequency;
};
struct channel table_channel(const struct spec *, uint64_t j);

#endif
