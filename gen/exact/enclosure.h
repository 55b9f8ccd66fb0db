/* Enclosures of the real numbers of real.h and frequency.h, for the files of exact/ that compute with MPFR.
 *
 * The ends of an enclosure have 64 bits at level 0, and at each further level twice as many. An enclosure is
 * computed when it is first asked for, and then kept. */
#ifndef POSENC_ENCLOSURE_H
#define POSENC_ENCLOSURE_H

#include "exact/interval.h"
#include "exact/niven.h"
#include "exact/real.h"

#include <mpfr.h>

struct interval {
    mpfr_t lo, hi;
};

/* For an interval that is part of another structure; interval_new allocates one. */
void interval_init(struct interval *, mpfr_prec_t bits);
void interval_clear(struct interval *);
void interval_precision(struct interval *, mpfr_prec_t bits); /* the value is lost */

/* The enclosures of one real number, by level; each stays where it is. {0} has none. */
struct enclosures {
    struct enclosure {
        bool made;
        struct interval x;
    } * *level;
    int count;
};

/* The enclosure of a level. If `made` is false, its interval has the level's precision but no value yet: the caller
 * computes it and sets `made`. */
struct enclosure *enclosures_at(struct enclosures *, int level);

void enclosures_clear(struct enclosures *); /* makes room for another number's; keeps the memory */
void enclosures_free(struct enclosures *);

struct position {
    struct number p;
    int exponent; /* |p| < 2^exponent, by a few bits at most */
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

/* Enclosures of A * sin(p*w) and A * cos(p*w), by SINE and COSINE of ziv.h, which last until the next call. */
struct ziv;
const struct interval *ziv_enclose(struct ziv *, struct position *, struct frequency *,
                                   struct amplitude *, int level);

/* Is p*w a multiple k * 2pi/NIVEN_TURNS? If so, *turn becomes k mod NIVEN_TURNS. */
bool frequency_angle(const struct frequency *, const struct number *p, unsigned *turn);

/* Is w^2 rational, and small enough that w could be a number of an element type? If so, *square becomes w^2. */
bool frequency_square(const struct frequency *, mpq_t square);

/* Does a theorem say that no sine or cosine of p*w is a number of an element type, or midway between two? The angles
 * that frequency_angle finds are exceptions. */
bool frequency_covered(const struct frequency *, const struct number *p);

/* The same for w itself; the squares that frequency_square finds are exceptions. */
bool frequency_covered_itself(const struct frequency *);

#endif
