/* SPDX-License-Identifier: MIT */
/* One real number of a table, enclosed as tightly as a question needs: its decimal digits, its distance from an element,
 * what is left of its angle. And the number that an element stands for. */
#ifndef POSENC_EXACT_VALUE_H
#define POSENC_EXACT_VALUE_H

#include "element/element.h"
#include "exact/frequency.h"
#include "exact/ziv.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* x = p*w is the angle of an entry. */
enum exact_kind {
    EXACT_ZERO,
    EXACT_SINE,      /* A * sin x */
    EXACT_COSINE,    /* A * cos x */
    EXACT_FREQUENCY, /* A * w */
    EXACT_ANGLE,     /* x */
    EXACT_QUARTERS,  /* x in quarter turns: x * 2/pi */
    EXACT_REDUCED,   /* x - quarters * pi/2 */
    EXACT_LEFT       /* the reduced angle over x, for x other than 0 */
};

/* What a number is made of; a kind of number needs only some of it. */
struct exact_parts {
    struct position *position;
    struct frequency *frequency;
    struct amplitude *amplitude;
    mpz_srcptr quarters;
};

struct exact_value;
struct exact_value *exact_value_new(void); /* 0 */
void exact_value_free(struct exact_value *);
void exact_value_set(struct exact_value *, enum exact_kind,
                     const struct exact_parts *); /* which must outlive the questions */

/* Is the number known to be rational? Then sets q to it. */
bool exact_value_rational(struct exact_value *, mpq_t q);

/* Questions are about times * y + plus for the number y, where times isn't 0; about y itself if affine is NULL. A
 * function returns false if its question stays undecided: no theorem says that it must be decided, and enclosures of
 * ZIV_CAP bits, or of four times the bits of the answer, don't decide it. */
struct affine {
    mpq_t times, plus;
};
void affine_init(struct affine *); /* y */
void affine_clear(struct affine *);

/* +-0.DIGITS * 10^exponent, rounded to nearest, ties to even. If the number has no more digits than wanted, `exact` is
 * true and there are no trailing zeros; 0 has no digits. */
struct exact_digits {
    bool negative, exact;
    size_t wanted;
    char *digits;
    int64_t exponent;
};
bool exact_value_digits(struct exact_value *, const struct affine *, size_t count,
                        struct exact_digits *);
void exact_digits_of(const mpq_t, size_t count, struct exact_digits *);
void exact_digits_clear(struct exact_digits *);

/* The nearest binary64. */
bool exact_value_double(struct exact_value *, const struct affine *, double *);

/* The largest integer that is not above it. */
bool exact_value_floor(struct exact_value *, const struct affine *, mpz_t);

/* floor(log2 |times * y + plus|), which must not be 0. */
bool exact_value_log2(struct exact_value *, const struct affine *, int64_t *);

/* The number that a finite element stands for. That of a fixed-point type is what element_round rounds, so it includes
 * the type's factor. */
void element_value(const struct element *, uint64_t bits, mpq_t value);

/* The exponent of an ulp, 2^k: of a float the spacing of the type's numbers in its binade, of fixed point a unit. */
int element_ulp(const struct element *, uint64_t bits);

#endif
