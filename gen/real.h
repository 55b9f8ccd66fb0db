/* The real numbers that an entry, A * sin(p*w) or A * cos(p*w), is made of.
 *
 *     p = a + b*pi        a position, a and b rational
 *     w = base^(-e)       a frequency, base > 0 and e rational
 *     A = sqrt(square)    an amplitude, square > 0 rational
 *
 * Nothing is rounded on the way: these are recipes, from which enclosures of any precision are
 * made. */
#ifndef POSENC_REAL_H
#define POSENC_REAL_H

#include "number.h"

struct position;
struct base;
struct frequency;
struct amplitude;

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

struct amplitude *amplitude_new(const mpq_t square);
void amplitude_free(struct amplitude *);

/* A k with A <= 2^k < 4A. */
long amplitude_log2(const struct amplitude *);

#endif
