/* The reference engine: sin and cos of p * w as exact real numbers, rounded once.
 *
 *     p = a + b*pi        a position, a and b rational
 *     w = base^(-e)       a frequency, base > 0 and e rational
 *
 * Nothing is rounded on the way: p and w are recipes, from which enclosures of any precision are
 * made. */
#ifndef POSENC_REAL_H
#define POSENC_REAL_H

#include "element.h"
#include "number.h"

struct position;
struct base;
struct frequency;

struct position *position_new(void);
void position_set(struct position *, const struct number *value);
void position_free(struct position *);

struct base *base_new(const mpq_t value);
void base_free(struct base *);

/* The base must stay as long as the frequency. */
struct frequency *frequency_new(struct base *, const mpq_t e);
void frequency_free(struct frequency *);

/* The least k known with w < 2^k; LONG_MAX where w is beyond all that MPFR can hold. An angle of k
 * bits before the point needs more than k bits of precision. */
long frequency_log2(struct frequency *);

/* The workspace of the Ziv loop; one a thread. */
struct ziv;
struct ziv *ziv_new(void);
void ziv_free(struct ziv *);

enum { SINE, COSINE };

/* bits[SINE] and bits[COSINE]: sin(p*w) and cos(p*w), each rounded once to `type`, to nearest, ties
 * to even. Ends for every p and w (real.c says why); takes memory and time as their sizes ask. */
void real_sincos(struct ziv *, struct position *, struct frequency *, const struct element *type,
                 uint64_t bits[2]);

/* The sine and the cosine of p*w as double-double numbers high + low, within REAL_DOUBLE_ERROR. */
struct double_double {
    double high, low;
};
void real_double_double(struct ziv *, struct position *, struct frequency *,
                        struct double_double value[2]);

#ifdef POSENC_SHRINK /* lanes.h */
#define REAL_DOUBLE_ERROR 0x1p-50
#else
#define REAL_DOUBLE_ERROR 0x1p-105
#endif

#endif
