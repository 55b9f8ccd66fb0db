/* The real numbers that an entry, A * sin(p*w) or A * cos(p*w), is made of.
 *
 *     p = a + b*pi        a position, a and b rational
 *     w                   a frequency, ratio * base^power, with factors that rules of scaling add
 *     A = sqrt(square)    an amplitude, square > 0 rational, with such factors too
 *
 * Nothing is rounded on the way: these are recipes, from which enclosures of any precision are
 * made. */
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

/* w = ratio * base[0]^power[0] * base[1]^power[1], and that times `factor` where there is one. A base may be
 * NULL: it is 1 then. Where base[0] is an exponential, neither base[1] nor factor is there. Bases must stay
 * as long as the frequency, `context` too. */
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

/* The least k known with w < 2^k; LONG_MAX where w is beyond all that MPFR can hold. An angle of k
 * bits before the point needs more than k bits of precision. */
long frequency_log2(struct frequency *);

/* `factor` may be NULL. */
struct amplitude *amplitude_new(const mpq_t square, real_factor *factor, const void *context);
void amplitude_free(struct amplitude *);

/* A k with A <= 2^k, and for an amplitude without factor < 4A. */
long amplitude_log2(struct amplitude *);

#endif
