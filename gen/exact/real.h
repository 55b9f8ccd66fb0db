/* The real numbers that an entry, A * sin(p*w) or A * cos(p*w), is made of.
 *
 *     p = a + b*pi        a position, a and b rational
 *     w                   a frequency, ratio * base^power, perhaps times a factor of a scaling rule
 *     A = sqrt(square)    an amplitude, square > 0 rational, perhaps times such a factor
 *
 * Nothing is rounded here: these are recipes for enclosures of any precision. */
#ifndef POSENC_REAL_H
#define POSENC_REAL_H

#include "exact/interval.h"
#include "exact/number.h"

#include <stdint.h>

struct position;
struct base;
struct frequency;
struct amplitude;

struct position *position_new(void);
void position_set(struct position *, const struct number *value);
void position_free(struct position *);

/* -1, 0 or 1 */
int real_sign(const struct number *);

/* The sign of x - y. */
int real_compare(const struct number *x, const struct number *y);

struct base *base_new(const mpq_t value);
struct base *base_new_exp(const mpq_t logarithm); /* exp of it; not 0 */
void base_free(struct base *);

/* Multiplies the enclosure x by a real number above 0, which `context` and `index` determine. */
typedef void real_factor(const void *context, uint64_t index, struct interval *x);

/* w = ratio * base[0]^power[0] * base[1]^power[1] * factor. A base that is NULL is 1, and so is a factor. If base[0] is an
 * exponential, base[1] and factor are NULL. The bases and `context` must live as long as the frequency. */
struct recipe {
    struct base *base[2];
    mpq_t power[2], ratio;
    real_factor *factor;
    const void *context;
    uint64_t index;
};
void recipe_init(struct recipe *); /* w = 1 */
void recipe_clear(struct recipe *);

struct frequency *frequency_new(const struct recipe *);
void frequency_free(struct frequency *);

/* An enclosure of w, with ends of level_bits(level) bits. It stays as long as the frequency. */
static inline long level_bits(int level) {
    return 64L << level;
}
const struct interval *frequency_at(struct frequency *, int level);

/* A k with w < 2^k, the least that 64 bits tell; LONG_MAX if w is too large for MPFR. An angle with k bits before the point
 * needs more than k bits of precision. */
long frequency_log2(struct frequency *);

/* `factor` may be NULL. */
struct amplitude *amplitude_new(const mpq_t square, real_factor *factor, const void *context);
void amplitude_free(struct amplitude *);

/* A k with A <= 2^k; also 2^k < 4A if the amplitude has no factor. */
long amplitude_log2(struct amplitude *);

#endif
