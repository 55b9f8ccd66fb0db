/* Enclosures of the real numbers that real.h makes, for the files of exact/ that compute with MPFR.
 *
 * The enclosure of level 0 has ends of 64 bits, and each level has twice as many as the level below. An enclosure is
 * computed when it is first asked for, and kept. */
#ifndef POSENC_ENCLOSURE_H
#define POSENC_ENCLOSURE_H

#include "exact/interval.h"
#include "exact/niven.h"
#include "exact/real.h"

#include <mpfr.h>

struct interval {
    mpfr_t lo, hi;
};

/* An interval that is part of another structure; interval_new makes one on its own. */
void interval_init(struct interval *, mpfr_prec_t bits);
void interval_clear(struct interval *);
void interval_precision(struct interval *, mpfr_prec_t bits); /* its value is lost */

/* The enclosures of one real number. {0} has none. */
struct enclosures {
    struct enclosure {
        bool made;
        struct interval x;
    } * level;
    int count;
};

/* The enclosure of a level. If it isn't made yet, its interval has the level's precision and no value. */
struct enclosure *enclosures_at(struct enclosures *, int level);

void enclosures_clear(struct enclosures *); /* for another number: keeps the memory */
void enclosures_free(struct enclosures *);

struct position {
    struct number p;
    int exponent; /* |p| < 2^exponent, not far above it */
    struct enclosures cache;
};

struct frequency {
    struct recipe recipe;
    bool closed_form;    /* w is ratio * as_power, which is base[0]^power[0] */
    bool transcendental; /* w is ratio * exp(q) for a rational q that is not 0 */
    struct power as_power;
    struct enclosures cache;
};

struct amplitude {
    mpq_t square;
    real_factor *factor;
    const void *context;
    struct enclosures cache;
};

const struct interval *position_at(struct position *, int level);
const struct interval *amplitude_at(struct amplitude *, int level);

/* Is p*w a multiple k * 2pi/NIVEN_TURNS? Then *turn becomes k mod NIVEN_TURNS. */
bool frequency_angle(const struct frequency *, const struct number *p, unsigned *turn);

/* Is w^2 rational, and of a size that its exact cases can have? Then *square becomes w^2. */
bool frequency_square(const struct frequency *, mpq_t square);

/* Does a theorem say that no sine or cosine of p*w is a number of an element type, or midway between two, except in the
 * cases of frequency_angle? */
bool frequency_covered(const struct frequency *, const struct number *p);

/* The same for w itself, except in the cases of frequency_square. */
bool frequency_covered_itself(const struct frequency *);

#endif
