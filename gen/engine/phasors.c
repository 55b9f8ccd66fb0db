#include "engine/phasors.h"
#include "base/die.h"

#include <stdlib.h>
#include <string.h>

/* Arrays start on cache lines, but at different offsets in a page: otherwise a store to one would look
 * to the CPU like a store to all of them. */
enum { LINE = 64, APART = 5 * LINE };

struct phasors phasors_new(size_t n) {
    size_t each = (n * sizeof(double) + LINE - 1) / LINE * LINE + APART;
    char *at = die_malloc_lines(n > SIZE_MAX / 64 ? SIZE_MAX : 4 * each);
    return (struct phasors){(double *)(void *)at, (double *)(void *)(at + each),
                            (double *)(void *)(at + 2 * each), (double *)(void *)(at + 3 * each)};
}

void phasors_free(struct phasors *phasors) {
    free(phasors->a);
    *phasors = (struct phasors){NULL, NULL, NULL, NULL};
}

struct phasors phasors_from(const struct phasors *phasors, size_t k) {
    return (struct phasors){phasors->a + k, phasors->a_low + k, phasors->b + k, phasors->b_low + k};
}

void phasors_copy(size_t n, const struct phasors *from, const struct phasors *to) {
    memcpy(to->a, from->a, n * sizeof(double));
    memcpy(to->a_low, from->a_low, n * sizeof(double));
    memcpy(to->b, from->b, n * sizeof(double));
    memcpy(to->b_low, from->b_low, n * sizeof(double));
}

static void set(const struct phasors *phasors, size_t k, struct double_double a,
                struct double_double b) {
    phasors->a[k] = a.high;
    phasors->a_low[k] = a.low;
    phasors->b[k] = b.high;
    phasors->b_low[k] = b.low;
}

void phasors_set_channel(const struct phasors *phasors, size_t k, int function,
                         const struct double_double value[2]) {
    const struct double_double minus_sine = {-value[SINE].high, -value[SINE].low};
    if (function == CHANNEL_SINE)
        set(phasors, k, value[SINE], value[COSINE]);
    else
        set(phasors, k, value[COSINE], minus_sine);
}

void phasors_set_turn(const struct phasors *phasors, size_t k,
                      const struct double_double value[2]) {
    set(phasors, k, value[SINE], value[COSINE]);
}

void phasors_cosine(const struct phasors *sine, const struct phasors *to) {
    to->a[0] = sine->b[0];
    to->a_low[0] = sine->b_low[0];
    to->b[0] = -sine->a[0];
    to->b_low[0] = -sine->a_low[0];
}

void phasors_opposite(size_t n, const struct phasors *from, const struct phasors *to) {
    for (size_t k = 0; k < n; k++) {
        to->a[k] = -from->a[k];
        to->a_low[k] = -from->a_low[k];
        to->b[k] = from->b[k];
        to->b_low[k] = from->b_low[k];
    }
}

void phasors_fill(size_t n, const struct phasors *one, const struct phasors *to) {
    for (size_t k = 0; k < n; k++) {
        to->a[k] = one->a[0];
        to->a_low[k] = one->a_low[0];
        to->b[k] = one->b[0];
        to->b_low[k] = one->b_low[0];
    }
}
