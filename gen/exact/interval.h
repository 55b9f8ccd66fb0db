/* How real numbers are enclosed: for real.c, which makes the enclosures, and ziv.c, which computes with
 * them. Each has ends of 64 << level bits, and is made when first asked for. */
#ifndef POSENC_INTERVAL_H
#define POSENC_INTERVAL_H

#include "exact/niven.h"
#include "exact/real.h"

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
    struct recipe recipe;
    bool known;          /* as_power, which is base[0]^power[0], and ratio are all that w is */
    bool transcendental; /* ratio * exp(q) for a rational q that is not 0 */
    struct power as_power;
    struct enclosures known_at;
};

struct amplitude {
    mpq_t square;
    real_factor *factor;
    const void *context;
    struct enclosures known;
};

const struct interval *position_at(struct position *, int level);
const struct interval *frequency_at(struct frequency *, int level);
const struct interval *amplitude_at(struct amplitude *, int level);

/* Is p*w a multiple k * 2pi/NIVEN_TURNS? Then *turn is k mod NIVEN_TURNS. */
bool frequency_angle(const struct frequency *, const struct number *p, unsigned *turn);

/* Is w^2 rational, and of a size that its exact cases can have? Then it is *square. */
bool frequency_square(const struct frequency *, mpq_t square);

/* Does a theorem say that the sines and cosines of p*w are no numbers of an element type, nor midway between
 * two, but for the cases of frequency_angle? The same for w itself. */
bool frequency_covered(const struct frequency *, const struct number *p);
bool frequency_covered_itself(const struct frequency *);

#endif
