#include "engine/digits.h"

#include <stdbool.h>

/* The last digit of a place has 2^bits - 1 turns since its seed, and each place except the highest adds a turn. */
_Static_assert(2 << DIGITS_BITS_MAX <= LEVELS_TURNS,
               "phasors further from seeds than the bounds allow");

/* At least two places, for offsets up to `most`, which have `range_bits` bits. */
static struct digits cut(uint32_t most, unsigned range_bits, unsigned bits) {
    unsigned places = (range_bits + bits - 1) / bits;
    struct digits digits = {.bits = bits, .places = places > 2 ? places : 2};
    digits.top = (most >> digits.bits * (digits.places - 1)) + 1;
    return digits;
}

/* How many digits there are in the places from `place` on. */
static size_t count_from(const struct digits *digits, unsigned place) {
    return ((size_t)(digits->places - 1 - place) << digits->bits) + digits->top;
}

static bool fits(const struct digits *digits, const struct digits_room *room) {
    size_t lowest = (size_t)1 << digits->bits, other = count_from(digits, 1);
    return lowest * room->lowest + other * room->other <= room->bytes &&
           lowest + other <= room->digits;
}

struct digits digits_of(const struct position_list *list, const struct digits_room *room) {
    size_t wholes = list->count - list->others;
    if (wholes == 0)
        return (struct digits){.places = 0};
    uint32_t most = (uint32_t)(list->most - list->least);
    unsigned range_bits = 1;
    while (most >> range_bits > 0)
        range_bits++;
    struct digits digits = cut(most, range_bits, (range_bits + 1) / 2);
    while (digits.bits > 1 && !fits(&digits, room)) {
        unsigned bits = (range_bits + digits.places) / (digits.places + 1); /* for one place more */
        digits = cut(most, range_bits, bits < digits.bits ? bits : digits.bits - 1);
    }
    if (wholes <= digits.places) /* the digits would need more seeds than the positions */
        return (struct digits){.places = 0};
    digits.origin = list->least;
    digits.origin_at = (uint32_t)list->least_at;
    return digits;
}

struct digit_phasors digit_phasors_new(const struct digits *digits, unsigned lowest, size_t width) {
    struct digit_phasors phasors = {lowest, digits->bits, width, {NULL, NULL, NULL, NULL}};
    phasors.all = phasors_new(count_from(digits, lowest) * width);
    return phasors;
}

void digit_phasors_free(struct digit_phasors *phasors) {
    phasors_free(&phasors->all);
}

static void make_place(struct digit_phasors *phasors, const struct digits *digits,
                       const struct simd *simd, struct reference *reference, uint64_t frequency,
                       unsigned place, const struct phasors *one) {
    bool highest = place + 1 == digits->places;
    struct phasors at = digit_phasors_of(phasors, place, 0);
    phasors_seed(phasors->width, reference, SEED_TURN, UINT64_C(1) << digits->bits * place,
                 frequency, one);
    if (highest)
        phasors_seed(phasors->width, reference, SEED_POSITION, digits->origin_at, frequency, &at);
    for (size_t k = 0; k < phasors->width && !highest; k++)
        phasors_set(&at, k, zero_and_one);
    size_t count = highest ? digits->top : (size_t)1 << digits->bits;
    for (size_t digit = 1; digit < count; digit++) {
        struct phasors next = digit_phasors_of(phasors, place, digit);
        simd->turn(phasors->width, &at, one, &next);
        at = next;
    }
}

void digit_phasors_make(struct digit_phasors *phasors, const struct digits *digits,
                        const struct simd *simd, struct reference *reference, uint64_t frequency) {
    struct phasors one = phasors_new(phasors->width);
    for (unsigned place = phasors->lowest; place < digits->places; place++)
        make_place(phasors, digits, simd, reference, frequency, place, &one);
    phasors_free(&one);
}
