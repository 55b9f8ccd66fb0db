/* Axes: from numbers to places along a line, and round numbers for the ticks.
 *
 * Coordinates don't depend on a library's logarithm: only sums and products of doubles, which are the same
 * everywhere, lead to them. */
#ifndef POSENC_AXIS_H
#define POSENC_AXIS_H

#include <stdbool.h>

struct axis {
    double low,
        high;   /* the numbers at its ends, low < high; of a logarithmic axis their exponents */
    int base;   /* of a logarithmic axis: 2 or 10; 0: it is linear */
    bool whole; /* there is nothing between whole numbers */
    const char *label;
    int ticks; /* at most so many steps from tick to tick; 0: no ticks */
};

/* The place of a number, or of an exponent, on an axis from 0 to `length`. Numbers beyond its ends are put there. */
long axis_place(const struct axis *, double value, long length);

/* Ticks are at first * step, (first + 1) * step, ... last * step. */
struct ticks {
    long digit;   /* 1, 2 or 5: */
    int exponent; /* step = digit * 10^exponent */
    double step;
    long first, last;
};
struct ticks axis_ticks(const struct axis *);

/* The text of tick k, "-0.5" or "2e-6". The caller frees it. */
char *ticks_text(const struct ticks *, long k);

/* Sets the ends of an axis of whole numbers: first and last, or half a step around them if they are one number. */
void axis_span(struct axis *, double first, double last);

/* 10^exponent. */
double axis_power(int exponent);

/* The least of 1, 1.5, 2, 3, 5 and 7.5 times a power of ten that is at least x > 0. */
double axis_round_up(double x);

/* The logarithm of a number x > 0, to within 10^-6. */
double axis_log2(double x);
double axis_log10(double x);

#endif
