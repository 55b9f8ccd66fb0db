/* The real numbers that an entry, A * sin(p*w) or A * cos(p*w), is made of.
 *
 *     p = a + b*pi        a position; a and b are rational
 *     w                   a frequency (frequency.h)
 *     A = sqrt(square)    an amplitude; square > 0 is rational; a scaling rule may multiply it by a factor
 *
 * Nothing is rounded here: these are recipes for enclosures of any precision. */
#ifndef POSENC_REAL_H
#define POSENC_REAL_H

#include "exact/frequency.h"

struct position;
struct amplitude;

/* A position without a value; position_set gives it one, any number of times. */
struct position *position_new(void);
void position_set(struct position *, const struct number *value);
void position_free(struct position *);
bool position_is_zero(const struct position *);

/* The sign of x: -1, 0 or 1. */
int real_sign(const struct number *x);

/* The sign of x - y. */
int real_compare(const struct number *x, const struct number *y);

/* A double near x: x lies between it and the double after the next one. */
double real_near(const struct number *x);

/* sqrt(square), times the factor with index 0; `factor` may be NULL. `context` must outlive the amplitude. */
struct amplitude *amplitude_new(const mpq_t square, real_factor *factor, const void *context);
void amplitude_free(struct amplitude *);

/* An enclosure of A, which stays valid as long as the amplitude. */
const struct interval *amplitude_at(struct amplitude *, int level);

/* A k with A <= 2^k. If the amplitude has no factor, 2^k < 4A too. */
long amplitude_log2(struct amplitude *);

#endif
