/* The errors of fractions, in units of 2^-192 turns. An enclosure that is narrower than a unit is cut to less than 2
 * units below its number, so the first fraction errs by less than 2. If one errs by e, the next one does by less than
 * e * ratio + 2 * fraction + 1 < e + 2, since the fraction is below 1/6. So that of frequency k errs by less than
 * 2 * (k + 1). */
#include "engine/seeds.h"
#include "base/die.h"
#include "base/integer.h"

#include <stdlib.h>

enum { LEVEL = 2 }; /* of enclosures: 256 bits */

struct seeds {
    uint64_t q, count;
    struct fraction ratio;
    struct fraction *angle; /* by frequency, a position 1/q further; those below `known` */
    uint64_t known;
    struct fixed_amplitude amplitude, one;
};

/* Only with these are the frequencies 1, ratio, ratio^2... */
static bool has_powers(const struct table *table) {
    return table->frequency_count > 0 && !table_is_constant(table) && !table->shared &&
           table->frequencies.list.count == 0 && !scaling_is_given(&table->frequencies.scaling);
}

/* The least q that the first position and the step are multiples of 1/q with, or 0. */
static uint64_t denominator(const struct table *table) {
    const struct number *first = &table->positions.first[0], *step = table_step(table);
    mpz_t q;
    mpz_init(q);
    mpz_lcm(q, mpq_denref(first->rational), mpq_denref(step->rational));
    bool fits = mpq_sgn(step->pi) == 0 && mpz_fits_uint_p(q);
    uint64_t denominator = fits ? integer_get_unsigned(q) : 0;
    mpz_clear(q);
    return denominator;
}

static bool cut_first(struct seeds *seeds) {
    struct interval *x = interval_new(level_bits(LEVEL)), *turn = interval_new(level_bits(LEVEL));
    mpq_t times;
    mpq_init(times);
    rational_set(times, (int64_t)seeds->q, 1);
    mpq_mul_2exp(times, times, 1);
    interval_set_pi(turn);
    interval_multiply_rational(turn, times);
    interval_set_integer(x, 1);
    interval_divide(x, x, turn);
    bool cut = interval_cut(x, FRACTION_BITS, seeds->angle[0].limb, FRACTION_LIMBS);
    mpq_clear(times);
    interval_free(x);
    interval_free(turn);
    return cut;
}

/* The ratio is frequency 1, since frequency 0 is 1. */
static bool cut_ratio(struct seeds *seeds, const struct table *table, const struct bases *bases) {
    struct recipe recipe;
    recipe_init(&recipe);
    table_recipe(table, bases, 1, &recipe);
    struct frequency *ratio = frequency_new(&recipe);
    const struct interval *x = frequency_at(ratio, LEVEL);
    bool cut = interval_cut(x, FRACTION_BITS, seeds->ratio.limb, FRACTION_LIMBS);
    frequency_free(ratio);
    recipe_clear(&recipe);
    return cut;
}

static bool cut_amplitude(struct fixed_amplitude *to, struct amplitude *amplitude) {
    long log2 = amplitude_log2(amplitude);
    *to = (struct fixed_amplitude){.log2 = (int)log2};
    return labs(log2) <= ZIV_DOUBLE_LOG2 &&
           interval_cut(amplitude_at(amplitude, LEVEL), FIXED_AMPLITUDE_BITS - log2, to->limb,
                        FIXED_AMPLITUDE_LIMBS);
}

struct seeds *seeds_new(const struct table *table, const struct bases *bases,
                        struct amplitude *amplitude) {
    const uint64_t q = FIXED_SINES && has_powers(table) ? denominator(table) : 0;
    if (q == 0)
        return NULL;
    struct seeds *seeds = die_malloc(sizeof *seeds);
    *seeds = (struct seeds){.q = q, .count = table->frequency_count, .known = 1};
    seeds->one.limb[FIXED_AMPLITUDE_LIMBS - 1] = UINT64_C(1) << 63;
    seeds->angle = die_malloc(seeds->count * sizeof *seeds->angle);
    if (cut_first(seeds) && (seeds->count == 1 || cut_ratio(seeds, table, bases)) &&
        cut_amplitude(&seeds->amplitude, amplitude))
        return seeds;
    seeds_free(seeds);
    return NULL;
}

void seeds_free(struct seeds *seeds) {
    if (!seeds)
        return;
    free(seeds->angle);
    free(seeds);
}

struct multiple seeds_multiple(const struct seeds *seeds, const struct number *position) {
    struct multiple multiple = {.negative = mpq_sgn(position->rational) < 0};
    mpz_t n;
    mpz_init(n);
    integer_multiply(n, mpq_numref(position->rational), seeds->q);
    if (mpq_sgn(position->pi) == 0 && mpz_divisible_p(n, mpq_denref(position->rational))) {
        mpz_divexact(n, n, mpq_denref(position->rational));
        multiple.exact = mpz_sizeinbase(n, 2) <= 64;
    }
    if (multiple.exact)
        multiple.n = integer_get_unsigned(n);
    mpz_clear(n);
    return multiple;
}

static bool make(struct seeds *seeds, struct multiple at, uint64_t k,
                 const struct fixed_amplitude *amplitude, struct double_double value[2]) {
    if (!at.exact || !fixed_sines_allow(at.n, 2 * (k + 1)))
        return false;
    for (; seeds->known <= k; seeds->known++)
        seeds->angle[seeds->known] = fraction_times(seeds->angle[seeds->known - 1], seeds->ratio);
    fixed_sines(seeds->angle[k], at.n, at.negative, amplitude, value);
    return true;
}

bool seeds_at(struct seeds *seeds, struct multiple at, uint64_t k, struct double_double value[2]) {
    return make(seeds, at, k, &seeds->amplitude, value);
}

bool seeds_turn(struct seeds *seeds, struct multiple turn, uint64_t k,
                struct double_double value[2]) {
    return make(seeds, turn, k, &seeds->one, value);
}
