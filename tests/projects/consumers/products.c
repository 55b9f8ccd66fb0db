/* Compares two builds of the arithmetic of factored tables, on operands at the edges and a million random ones.
 *
 * With -DEXPORTED=one or other: a function, from the header of the table t with the macros that choose the build.
 * Without: main, which calls both, and ends with 1 at the first operands whose results differ. With -DSUMS the results
 * are a*b + c*d and a*b - c*d, rounded to q15, of parts of 16 + 8 bits; else a*b of parts of 32 + 16 bits. */
#ifdef EXPORTED
#include HEADER
#else
#include "../../unit/chance.h"

#include <stdint.h>
#include <stdio.h>
#endif

/* The high and the low parts of a, b, c and d. */
struct operands {
    int32_t high[4];
    uint16_t low[4];
    int minus;
};

#ifdef EXPORTED
int64_t EXPORTED(const struct operands *of);
int64_t EXPORTED(const struct operands *of) {
    struct t_number number[4];
    for (int k = 0; k < 4; k++) {
#ifdef SUMS
        number[k].high_ = (int16_t)of->high[k];
        number[k].low_ = (uint8_t)of->low[k];
#else
        number[k].high_ = of->high[k];
        number[k].low_ = of->low[k];
#endif
    }
#ifdef SUMS
    return (of->minus ? t_difference : t_sum)(number[0], number[1], number[2], number[3]);
#else
    return t_product(number[0], number[1]);
#endif
}
#else

#ifdef SUMS
enum { BITS = 16, LOW_BITS = 8 };
#else
enum { BITS = 32, LOW_BITS = 16 };
#endif

int64_t one(const struct operands *of), other(const struct operands *of);

static int differ(const struct operands *of) {
    const int64_t a = one(of), b = other(of);
    if (a != b)
        printf("%ld + %u, %ld + %u, %ld + %u, %ld + %u, minus %d: %lld, not %lld\n",
               (long)of->high[0], of->low[0], (long)of->high[1], of->low[1], (long)of->high[2],
               of->low[2], (long)of->high[3], of->low[3], of->minus, (long long)a, (long long)b);
    return a != b;
}

/* Values at the ends of the type and of its halves, and around 0. */
static int32_t edge(unsigned n) {
    const int32_t half = (int32_t)1 << (BITS / 2), top = (int32_t)((UINT32_C(1) << (BITS - 1)) - 1);
    const int32_t edges[] = {0, 1, half - 1, half, half + 1, half / 2, top - 1, top};
    const int32_t at = edges[n / 2];
    return n % 2 ? -at - 1 : at;
}

static int edges_differ(void) {
    const uint16_t lowest[] = {0,
                               1,
                               (1 << (LOW_BITS - 1)) - 1,
                               1 << (LOW_BITS - 1),
                               (1 << LOW_BITS) - 2,
                               (1 << LOW_BITS) - 1};
    for (unsigned n = 0; n < 2 * 16 * 16 * 6 * 6; n++) {
        const unsigned m = n / 2;
        struct operands of = {.high = {edge(m % 16), edge(m / 16 % 16)},
                              .low = {lowest[m / 256 % 6], lowest[m / 256 / 6]},
                              .minus = n % 2};
        /* then the second product alone: sums and differences must be in [-1, 1] */
        struct operands second = {.high = {0, 0, of.high[0], of.high[1]},
                                  .low = {0, 0, of.low[0], of.low[1]},
                                  .minus = of.minus};
        if (differ(&of) || differ(&second))
            return 1;
    }
    return 0;
}

static uint64_t state = 1;

static int random_differ(void) {
    for (long n = 0; n < 1000000; n++) {
        struct operands of = {.minus = (int)(n % 2)};
        for (int k = 0; k < 4; k++) {
            const uint64_t bits = chance_from(&state);
            of.high[k] = (int32_t)((int64_t)(bits >> (64 - BITS)) - ((int64_t)1 << (BITS - 1)));
#ifdef SUMS
            of.high[k] = of.high[k] * 7 / 10; /* two products, whose sum must be in [-1, 1] */
#endif
            of.low[k] = (uint16_t)(bits & ((1 << LOW_BITS) - 1));
        }
        if (differ(&of))
            return 1;
    }
    return 0;
}

int main(void) {
    return edges_differ() || random_differ();
}
#endif
