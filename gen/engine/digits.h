/* The phasors of whole positions in any order, digit by digit.
 *
 * A position is origin + m, where the origin is one of the listed positions and m is the sum of its digits v << (bits *
 * place). The phasor of a position is that of origin + the highest digit, turned by the other digits. Each place has
 * the phasors of all its digits, made from one seed by turns. */
#ifndef POSENC_DIGITS_H
#define POSENC_DIGITS_H

#include "engine/levels.h"
#include "table/positions.h"

/* The most bits of m, and of a digit if there are at least two places. */
enum { DIGITS_RANGE_BITS = 21, DIGITS_BITS_MAX = (DIGITS_RANGE_BITS + 1) / 2 };
_Static_assert(2 * POSITION_WHOLE <= 1 << DIGITS_RANGE_BITS, "a digit is missing");

struct digits {
    unsigned bits, places; /* 0 places: no position has digits */
    size_t top;            /* how many digits the highest place has */
    uint32_t origin_at;    /* the place of the origin in the list, and the origin */
    int32_t origin;
};

/* The memory that phasors may take: at most `bytes`, where a digit of place 0 takes `lowest` and any other digit
 * `other`; and at most `digits` digits. If no number of places fits, the limit is exceeded. */
struct digits_room {
    size_t lowest, other, bytes, digits;
};

/* Digits with as few places as the room allows. */
struct digits digits_of(const struct position_list *, const struct digits_room *);

/* If position k of the list has digits, sets *m and returns true. */
static inline bool digits_have(const struct digits *digits, const struct position_list *list,
                               uint64_t k, uint32_t *m) {
    const struct ratio p = list->position[k];
    const bool have = digits->places > 0 && position_is_whole(p);
    *m = have ? (uint32_t)(p.over - digits->origin) : 0;
    return have;
}

/* The digit of m at a place. */
static inline size_t digits_at(const struct digits *digits, uint32_t m, unsigned place) {
    m >>= digits->bits * place;
    return place + 1 < digits->places ? m & ((1U << digits->bits) - 1) : m;
}

/* The phasors of all digits of the places from `lowest` on. Each is an array of `width` phasors, for the frequencies
 * from `frequency` on: (sin, cos) of the angle, times the amplitude if the place is the highest. */
struct digit_phasors {
    unsigned lowest, bits;
    size_t width;
    struct phasors all;
};
struct digit_phasors digit_phasors_new(const struct digits *, unsigned lowest, size_t width);
void digit_phasors_free(struct digit_phasors *);
void digit_phasors_make(struct digit_phasors *, const struct digits *, const struct simd *,
                        struct reference *, uint64_t frequency);

static inline struct phasors digit_phasors_of(const struct digit_phasors *phasors, unsigned place,
                                              size_t digit) {
    size_t number = ((size_t)(place - phasors->lowest) << phasors->bits) + digit;
    return phasors_from(&phasors->all, number * phasors->width);
}

#endif
