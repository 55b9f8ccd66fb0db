/* SPDX-License-Identifier: MIT */
#include "engine/seeds.h"
#include "base/die.h"
#include "base/integer.h"

#include <math.h>
#include <stdlib.h>

/* The angle is brought to at most an eighth of a turn, x <= pi/4. Taylor's series, by Horner's rule in x^2, ends with
 * x^29/29! and x^30/30!. Its coefficients from 1/17! on are below 2^-48, and 64 bits are enough for those steps.
 *
 * Errors. A product of 128 bits is less than 3 units too small: the cut low parts of two of its four products, and the
 * fourth. So a step of the series errs by less than 3 units of 2^-127, or of 2 units of 2^-112 where 64 bits are used.
 * That holds because a coefficient that is less than 1 unit too small loses a product that is less than 3 or 2 units
 * too small: the two errors have opposite signs. The steps after it multiply that by x^2 < 0.617 each. What counts is
 * how the value becomes a double-double number, up to 2^-108, and after that the 2^75 units of the angle, 2^-114.3.
 * tests/exact/proofs/fixed_sines.gappa adds it all up. */

#if FIXED_SINES
__extension__ typedef unsigned __int128 wide;

/* 2^127 / n!, cut to an integer. unit_seeds.c computes them again. */
static const struct {
    uint64_t high, low;
} reciprocal[] = {
    {0x8000000000000000, 0x0000000000000000}, {0x8000000000000000, 0x0000000000000000},
    {0x4000000000000000, 0x0000000000000000}, {0x1555555555555555, 0x5555555555555555},
    {0x0555555555555555, 0x5555555555555555}, {0x0111111111111111, 0x1111111111111111},
    {0x002d82d82d82d82d, 0x82d82d82d82d82d8}, {0x0006806806806806, 0x8068068068068068},
    {0x0000d00d00d00d00, 0xd00d00d00d00d00d}, {0x0000171de3a556c7, 0x338faac1c88e5001},
    {0x0000024fc9f6ef13, 0xeb8e5de02da7d4cc}, {0x00000035cc8acfea, 0x89c71fce8fc9706f},
    {0x000000047bb63bfe, 0x3625ed5136a61eb3}, {0x000000005849184e, 0xa1b425f28e0cc748},
    {0x00000000064e5d2a, 0x301f27482eb7c517}, {0x00000000006b9fcf, 0x9ccee07c476195ac},
    {0x000000000006b9fc, 0xf9ccee07c476195a},
};

/* 2^112 / n!, cut to an integer, from n = TAIL on. */
enum { TAIL = 17, LAST = 29, TAIL_BITS = 112 };
static const uint64_t tail[] = {
    0xca963b81856a5359, 0x0b413c31dcbecbbd, 0x0097a4da340a0ab9, 0x0007950ae9008089,
    0x00005c6e3bdb73d5, 0x000004338e5b6dfe, 0x0000002ec368262c, 0x00000001f2cf0197,
    0x0000000013f3ccdd, 0x0000000000c4742f, 0x00000000000746ac, 0x0000000000004286,
    0x000000000000024b, 0x0000000000000013,
};
_Static_assert(sizeof reciprocal / sizeof *reciprocal == TAIL, "coefficients of 128 bits");
_Static_assert(sizeof tail / sizeof *tail == LAST + 2 - TAIL, "coefficients of 64 bits");

static inline wide of_limbs(uint64_t high, uint64_t low) {
    return (wide)high << 64 | low;
}

/* a * b / 2^128, less than 3 too small. */
static inline wide multiply(wide a, wide b) {
    const uint64_t a1 = (uint64_t)(a >> 64), a0 = (uint64_t)a;
    const uint64_t b1 = (uint64_t)(b >> 64), b0 = (uint64_t)b;
    return (wide)a1 * b1 + (uint64_t)((wide)a1 * b0 >> 64) + (uint64_t)((wide)a0 * b1 >> 64);
}

/* a * b / 2^64, cut. */
static inline uint64_t multiply_tail(uint64_t a, uint64_t b) {
    return (uint64_t)((wide)a * b >> 64);
}

struct cycles fraction_times(struct cycles x, struct cycles ratio) {
    uint64_t product[2 * FRACTION_LIMBS] = {0};
    for (int j = 0; j < FRACTION_LIMBS; j++) {
        uint64_t carry = 0;
        for (int k = 0; k < FRACTION_LIMBS; k++) {
            const wide sum = (wide)x.limb[k] * ratio.limb[j] + product[j + k] + carry;
            product[j + k] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        product[j + FRACTION_LIMBS] = carry;
    }
    return (struct cycles){{product[3], product[4], product[5], 0}};
}

bool fixed_sines_allow(struct rational_position at, uint64_t units) {
    return (wide)at.n * units / at.d < (wide)1 << FIXED_SINES_LOST;
}

/* The upper 128 of the 192 bits of the cycles times n/d, without whole turns: less than a unit of 2^-128 turns too small.
 * With a denominator, whole cycles count too, and limb after limb of the product is divided. */
static inline wide turns_at(const struct cycles *cycles, struct rational_position at) {
    uint64_t product[CYCLES_LIMBS + 1] = {0};
    const int limbs = at.d == 1 ? FRACTION_LIMBS : CYCLES_LIMBS;
    for (int k = 0; k < limbs; k++) {
        const wide sum = (wide)cycles->limb[k] * at.n + product[k];
        product[k] = (uint64_t)sum;
        product[k + 1] = (uint64_t)(sum >> 64);
    }
    uint64_t rest = 0;
    for (int k = CYCLES_LIMBS; k > 0 && at.d != 1; k--) {
        const wide dividend = of_limbs(rest, product[k]);
        product[k] = (uint64_t)(dividend / at.d);
        rest = (uint64_t)(dividend % at.d);
    }
    return of_limbs(product[2], product[1]);
}

/* sin(x)/x and cos(x) in units of 2^-127, for x^2 in units of 2^-128. */
static inline void series(wide square, wide *sine, wide *cosine) {
    const uint64_t top = (uint64_t)(square >> 64);
    uint64_t s = 0, c = 0; /* in units of 2^-TAIL_BITS */
    for (int n = LAST; n >= TAIL; n -= 2) {
        s = tail[n - TAIL] - multiply_tail(s, top);
        c = tail[n + 1 - TAIL] - multiply_tail(c, top);
    }
    wide a = (wide)s << (127 - TAIL_BITS), b = (wide)c << (127 - TAIL_BITS);
    for (int n = TAIL - 2; n > 0; n -= 2) {
        a = of_limbs(reciprocal[n].high, reciprocal[n].low) - multiply(a, square);
        b = of_limbs(reciprocal[n + 1].high, reciprocal[n + 1].low) - multiply(b, square);
    }
    *sine = a;
    *cosine = of_limbs(reciprocal[0].high, reciprocal[0].low) - multiply(b, square);
}

/* v * unit / 2^127, for v <= 2^127. The upper 54 bits are rounded to `top`, which a double holds. What is left is in
 * [-2^73, 2^73); it loses 10 bits, and is rounded to a double: together by less than 2^-108 * (1 + 2^-8). */
static struct double_double pair_of(wide v, double unit, bool negative) {
    const uint64_t top = (uint64_t)((v + ((wide)1 << 73)) >> 74);
    const int64_t rest = (int64_t)(uint64_t)((v - ((wide)top << 74)) >> 10);
    const double high = (double)top * 0x1p-53, low = (double)rest * 0x1p-117;
    const double sum = high + low;
    const double scale = negative ? -unit : unit;
    return (struct double_double){scale * sum, scale * (low - (sum - high))};
}

void fixed_sines(const struct cycles *cycles, struct rational_position at,
                 const struct fixed_amplitude *amplitude, struct double_double value[2]) {
    static const uint64_t half_pi[] = {0xc90fdaa22168c234, 0xc4c6628b80dc1cd1}; /* times 2^127 */
    const wide turns = at.negative ? -turns_at(cycles, at) : turns_at(cycles, at);
    const unsigned quarter = (unsigned)((turns + ((wide)1 << 125)) >> 126);
    wide rest = turns - ((wide)quarter << 126);
    const bool negative = rest >> 127 != 0;
    if (negative)
        rest = -rest; /* at most 2^125: an eighth of a turn */
    const wide x = multiply(rest << 2, of_limbs(half_pi[0], half_pi[1])); /* times 2^127 */
    wide sine, cosine;
    series(multiply(x, x) << 2, &sine, &cosine);
    sine = multiply(sine, x) << 1;
    const wide factor = of_limbs(amplitude->limb[1], amplitude->limb[0]);
    const double unit = ldexp(1, amplitude->log2);
    const bool swapped = quarter & 1;
    /* of quarter 0: sin, cos; 1: cos, -sin; 2: -sin, -cos; 3: -cos, sin */
    const bool minus[] = {(quarter & 2) != 0, ((quarter + 1) & 2) != 0};
    const struct double_double s =
        pair_of(multiply(sine, factor) << 1, unit, negative != minus[swapped ? COSINE : SINE]);
    const struct double_double c =
        pair_of(multiply(cosine, factor) << 1, unit, minus[swapped ? SINE : COSINE]);
    value[SINE] = swapped ? c : s;
    value[COSINE] = swapped ? s : c;
}

#else /* never called */

struct cycles fraction_times(struct cycles x, struct cycles ratio) {
    (void)ratio;
    return x;
}

bool fixed_sines_allow(struct rational_position at, uint64_t units) {
    (void)at, (void)units;
    return false;
}

void fixed_sines(const struct cycles *cycles, struct rational_position at,
                 const struct fixed_amplitude *amplitude, struct double_double value[2]) {
    (void)cycles, (void)at, (void)amplitude, (void)value;
}

#endif

/* The errors of cycles, in units of 2^-192. An enclosure that is narrower than a unit is cut to less than 2 units below
 * its number, so cycles that are cut err by less than 2. In a table of powers only the first cycles are cut, and each
 * of the others is computed from the one before. If one errs by e, the next one errs by less than e * ratio + 2 *
 * cycles + 1 < e + 2, since cycles are below 1/6 there. So those of frequency k err by less than 2 * (k + 1). */

enum { LEVEL = 2 }; /* of enclosures: 256 bits */

struct seeds {
    const struct table *table;
    const struct bases *bases;
    struct interval *pi;
    struct cycles *cycles; /* by frequency */
    enum { UNKNOWN, KNOWN, UNCUT } * state;
    bool powers;    /* are the frequencies 1, ratio, ratio^2...? */
    uint64_t known; /* of powers: how many cycles are made, besides the first */
    struct cycles ratio;
    struct fixed_amplitude amplitude;
};

static bool has_powers(const struct table *table) {
    return table->frequency_count > 1 && !table->shared && table->frequencies.list.count == 0 &&
           !scaling_is_given(&table->frequencies.scaling);
}

/* Cuts the enclosure of frequency k, or of its cycles, w / 2 pi. */
static bool cut_frequency(const struct seeds *seeds, uint64_t k, bool cycles, struct cycles *to) {
    struct frequency *frequency = table_frequency(seeds->table, seeds->bases, k);
    struct interval *x = interval_new(level_bits(LEVEL));
    interval_set(x, frequency_at(frequency, LEVEL));
    if (cycles)
        interval_divide(x, x, seeds->pi);
    const bool cut =
        interval_cut(x, cycles ? FRACTION_BITS - 1 : FRACTION_BITS, to->limb, CYCLES_LIMBS);
    interval_free(x);
    frequency_free(frequency);
    return cut;
}

static bool cut_amplitude(struct fixed_amplitude *to, struct amplitude *amplitude) {
    long log2 = amplitude_log2(amplitude);
    *to = (struct fixed_amplitude){.log2 = (int)log2};
    return labs(log2) <= ZIV_DOUBLE_LOG2 && !amplitude_is_negative(amplitude) &&
           interval_cut(amplitude_at(amplitude, LEVEL), FIXED_AMPLITUDE_BITS - log2, to->limb,
                        FIXED_AMPLITUDE_LIMBS);
}

struct seeds *seeds_new(const struct table *table, const struct bases *bases,
                        struct amplitude *amplitude) {
    struct fixed_amplitude cut;
    if (!FIXED_SINES || !cut_amplitude(&cut, amplitude))
        return NULL;
    const uint64_t count = table->frequency_count;
    struct seeds *seeds = die_malloc(sizeof *seeds);
    *seeds = (struct seeds){.table = table, .bases = bases, .amplitude = cut};
    seeds->pi = interval_new(level_bits(LEVEL));
    interval_set_pi(seeds->pi);
    seeds->cycles = die_malloc(count * sizeof *seeds->cycles);
    seeds->state = die_malloc(count * sizeof *seeds->state);
    for (uint64_t k = 0; k < count; k++)
        seeds->state[k] = UNKNOWN;
    seeds->powers = has_powers(table) && cut_frequency(seeds, 1, false, &seeds->ratio) &&
                    seeds->ratio.limb[FRACTION_LIMBS] == 0;
    return seeds;
}

void seeds_free(struct seeds *seeds) {
    if (!seeds)
        return;
    interval_free(seeds->pi);
    free(seeds->cycles);
    free(seeds->state);
    free(seeds);
}

struct rational_position rational_position(const struct number *position) {
    mpz_srcptr n = mpq_numref(position->rational), d = mpq_denref(position->rational);
    struct rational_position rational = {.negative = mpz_sgn(n) < 0};
    rational.exact =
        mpq_sgn(position->pi) == 0 && mpz_sizeinbase(n, 2) <= 64 && mpz_sizeinbase(d, 2) <= 64;
    if (rational.exact) {
        rational.n = integer_get_unsigned(n);
        rational.d = integer_get_unsigned(d);
    }
    return rational;
}

/* Makes the cycles of frequency k, if they aren't yet. Returns false if they can't be cut. */
static bool make_cycles(struct seeds *seeds, uint64_t k) {
    const uint64_t cut = seeds->powers ? 0 : k;
    if (seeds->state[cut] == UNKNOWN)
        seeds->state[cut] = cut_frequency(seeds, cut, true, &seeds->cycles[cut]) ? KNOWN : UNCUT;
    for (; seeds->powers && seeds->known < k; seeds->known++)
        seeds->cycles[seeds->known + 1] = fraction_times(seeds->cycles[seeds->known], seeds->ratio);
    return seeds->state[cut] == KNOWN;
}

bool seeds_at(struct seeds *seeds, struct rational_position at, uint64_t k, bool turn,
              struct double_double value[2]) {
    static const struct fixed_amplitude one = {{0, UINT64_C(1) << 63}, 0};
    const uint64_t units = seeds->powers ? 2 * (k + 1) : 2;
    if (!at.exact || !fixed_sines_allow(at, units) || !make_cycles(seeds, k))
        return false;
    fixed_sines(&seeds->cycles[k], at, turn ? &one : &seeds->amplitude, value);
    return true;
}
