/* What the examples of this folder are compared with: libm in double precision, which shares nothing with posenc. */
#ifndef EXPECT_H
#define EXPECT_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>

/* p*w of pair i, w = base^(-2i/d) */
static inline double angle(int position, int pair, int d, double base) {
    return position * exp(-2.0 * pair / d * log(base));
}

/* Entry j of a row of sine and cosine side by side */
static inline double entry(int position, int j, int d) {
    double a = angle(position, j / 2, d, 10000);
    return j % 2 ? cos(a) : sin(a);
}

/* Counts values that differ from the expected ones by more than `slack`, and prints the first. */
static long wrong;
static inline void near(double got, double exact, double slack) {
    if (!(fabs(got - exact) <= slack) && wrong++ == 0)
        fprintf(stderr, "got %.17g, not %.17g\n", got, exact);
}

/* Half an ulp of a float below 1, and what the doubles here lose in positions up to 1000. */
#define HALF_ULP (1.0 / (1 << 25) + 1e-12)

/* Numbers of [-1, 1), in steps of 2^-10: small products and sums of them are exact. */
static inline float draw(void) {
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return (float)((int)(state >> 21) - 1024) / 1024.0f;
}

#endif
