/* What a rotation must be, however it is stored: the pair (a, b) turned by p*w, norms kept, and products of a query
 * and a key that depend on the distance of their positions alone. */
#ifndef ROTARY_H
#define ROTARY_H

#include "expect.h"

#define ROPE_BASE 500000.0

/* head -> turned, of `width` elements, whose pair i is (first(i), second(i)) */
static inline void expect_rotation(const float *head, const float *turned, int width, int position,
                                   int (*first)(int, int), int (*second)(int, int)) {
    double norm = 0, kept = 0;
    for (int i = 0; i < width / 2; i++) {
        double a = head[first(i, width)], b = head[second(i, width)];
        double turn = angle(position, i, width, ROPE_BASE);
        near(turned[first(i, width)], a * cos(turn) - b * sin(turn), 6 * HALF_ULP);
        near(turned[second(i, width)], b * cos(turn) + a * sin(turn), 6 * HALF_ULP);
    }
    for (int j = 0; j < width; j++) {
        norm += (double)head[j] * head[j];
        kept += (double)turned[j] * turned[j];
    }
    near(sqrt(kept), sqrt(norm), 1e-7 * sqrt(norm));
}

static inline double dot(const float *a, const float *b, int width) {
    double sum = 0;
    for (int j = 0; j < width; j++)
        sum += (double)a[j] * b[j];
    return sum;
}

#endif
