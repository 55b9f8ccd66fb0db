/* How real numbers are enclosed: for real.c, which makes the enclosures, and ziv.c, which computes with
 * them. Each has ends of 64 << level bits, and is made when first asked for. */
#ifndef POSENC_REAL_INTERVALS_H
#define POSENC_REAL_INTERVALS_H

#include "niven.h"
#include "real.h"

#include <mpfr.h>

struct interval {
    mpfr_t lo, hi;
};

void interval_init(struct interval *, mpfr_prec_t bits);
void interval_clear(struct interval *);
void interval_precision(struct interval *, mpfr_prec_t bits);

/* x = y * z for z >= 0; x may be y */
void interval_mul(struct interval *x, const struct interval *y, const struct interval *z);

/* Enclosures of one real number, each made when first asked for. */
struct enclosures {
    struct enclosure {
        bool made;
        struct interval x;
    } * level;
    int count;
};

static inline mpfr_prec_t level_bits(int level) {
    return (mpfr_prec_t)64 << level;
}

struct position {
    struct number p;
    int exponent; /* |p| < 2^exponent, not far above it */
    struct enclosures known;
};

struct frequency {
    struct base *base;
    mpq_t minus_e;
    struct power as_power;
    struct enclosures known;
};

struct amplitude {
    mpq_t square;
    struct enclosures known;
};

const struct interval *position_at(struct position *, int level);
const struct interval *frequency_at(struct frequency *, int level);
const struct interval *amplitude_at(struct amplitude *, int level);

#endif
