/* SPDX-License-Identifier: MIT */
/* Enclosures of the real numbers of number.h and frequency.h. Only files of exact/ include this header, since only they see
 * MPFR, and those of the companion whose functions are rounded once.
 *
 * The ends of an enclosure have 64 bits at level 0, and at each further level twice as many. An enclosure is
 * computed when it is first asked for, and then kept. */
#ifndef POSENC_ENCLOSURE_H
#define POSENC_ENCLOSURE_H

#include "exact/frequency.h"
#include "exact/ziv.h"

#include <mpfr.h>
#include <stdbool.h>
#include <stdint.h>

struct interval {
    mpfr_t lo, hi;
};

/* For an interval inside another structure; interval_new allocates one. */
void interval_init(struct interval *, mpfr_prec_t bits);
void interval_clear(struct interval *);
void interval_precision(struct interval *, mpfr_prec_t bits); /* the value is lost */

/* A number cut to 64 bits, from which elements are rounded: y, where `more` says that the number is larger in
 * magnitude; or q. */
struct expansion expansion_of(mpfr_srcptr y, bool more);
struct expansion expansion_of_rational(const mpq_t q);

/* high is y rounded to nearest; low is the rest, rounded to nearest. */
struct double_double double_double_of(mpfr_srcptr y);

/* The enclosures of one real number, by level; each stays where it is. {0} has none. */
struct enclosures {
    struct interval **level; /* NULL: not made yet */
    int count;
};

/* Does a level have its interval? If not, makes one of the level's precision; the caller must compute its value at
 * once. */
bool enclosures_have(struct enclosures *, int level, struct interval **);

/* Afterwards it has no enclosures, and may be used for another number. */
void enclosures_free(struct enclosures *);

struct position {
    struct number p;
    int exponent; /* |p| < 2^exponent, by a few bits at most */
    struct enclosures cache;
};

struct frequency {
    struct recipe recipe;
    bool closed_form; /* w is ratio * as_power, which is base[0]^power[0] */
    struct power as_power;
    struct enclosures cache;
};

struct amplitude {
    mpq_t square;
    bool negative;
    real_factor *factor;
    const void *context;
    struct enclosures cache;
};

const struct interval *position_at(struct position *, int level);

/* Enclosures of A * sin(p*w) and A * cos(p*w), by SINE and COSINE of ziv.h, which last until the next call. */
const struct interval *ziv_enclose(struct ziv *, struct position *, struct frequency *,
                                   struct amplitude *, int level);

/* Is p*w a multiple of 2pi/NIVEN_TURN? If so, *k is the multiplier, modulo a whole turn. */
bool frequency_angle(const struct frequency *, const struct number *p, unsigned *k);

/* Is A times the sine of k * 2pi/NIVEN_TURN known to be rational? Then sets it to that number. */
bool amplitude_times_sine(struct amplitude *, unsigned k, mpq_t);

/* Is w, or A * w if the amplitude isn't NULL, known to be rational? Then sets it to that number. */
bool rational_frequency(struct frequency *, struct amplitude *, mpq_t);

/* Does a theorem say that no sine or cosine of p*w is a number of an element type, or midway between two? It needn't
 * cover the angles that frequency_angle finds. */
bool frequency_covered(const struct frequency *, const struct number *p);

/* The same for w itself. It needn't cover what rational_frequency finds. */
bool frequency_covered_itself(const struct frequency *);

#endif
