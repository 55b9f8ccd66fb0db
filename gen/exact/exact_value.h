/* One real number of a table, enclosed as tightly as a question needs: its decimal digits, its distance from an element,
 * what is left of its angle. */
#ifndef POSENC_EXACT_VALUE_H
#define POSENC_EXACT_VALUE_H

#include "exact/real.h"

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
    EXACT_LEFT       /* that over x, which isn't 0 */
};

/* What it is made of; these must outlive the questions. Not each kind has all of them. */
struct exact_parts {
    struct position *position;
    struct frequency *frequency;
    struct amplitude *amplitude;
    mpz_srcptr quarters;
};

struct exact_value;
struct exact_value *exact_value_new(void); /* 0 */
void exact_value_free(struct exact_value *);
void exact_value_set(struct exact_value *, enum exact_kind, const struct exact_parts *);

/* Is the number known to be rational? Then q becomes it. */
bool exact_value_rational(struct exact_value *, mpq_t q);

/* The questions are about times * y + plus for the number y, with times not 0. Each returns false if it stays undecided:
 * if no theorem says that it must be decided, and enclosures of ZIV_CAP bits, or of four times the bits that the answer
 * has, don't decide it. */
struct affine {
    mpq_t times, plus;
};
void affine_init(struct affine *); /* y itself */
void affine_clear(struct affine *);

/* +-0.DIGITS * 10^exponent, rounded to nearest, ties to even. If the number has no more digits than wanted, `exact` is
 * true, and there is no 0 at the end; 0 has no digits. */
struct exact_digits {
    bool negative, exact;
    char *digits;
    int64_t exponent;
};
bool exact_value_digits(struct exact_value *, const struct affine *, size_t count,
                        struct exact_digits *);
void exact_digits_of(const mpq_t, size_t count, struct exact_digits *);
void exact_digits_clear(struct exact_digits *);

/* The nearest binary64. */
bool exact_value_double(struct exact_value *, const struct affine *, double *);

/* The largest integer that isn't above. */
bool exact_value_floor(struct exact_value *, const struct affine *, mpz_t);

/* floor(log2 |times * y + plus|), which must not be 0. */
bool exact_value_log2(struct exact_value *, const struct affine *, int64_t *);

#endif
