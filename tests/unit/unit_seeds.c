/* SPDX-License-Identifier: MIT */
/* Seeds from fixed point, compared with MPFR with 400 bits; and tables without such seeds. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <mpfr.h>

#include "chance.h"
#include "engine/reference.h"
#include "engine/seeds.h"
#include "resolved_table.h"

enum { BIT_COUNT = 400 };

/* x = limbs / 2^bits */
static void from_limbs(mpfr_t x, const uint64_t limb[], size_t count, long bits) {
    mpz_t integer;
    mpz_init(integer);
    mpz_import(integer, count, -1, sizeof *limb, 0, 0, limb);
    mpfr_set_z_2exp(x, integer, -bits, MPFR_RNDN);
    mpz_clear(integer);
}

/* |value - A * sin x| or cos x, as a share of FIXED_SINES_ERROR * 2^log2. */
static double share(mpfr_srcptr x, mpfr_srcptr amplitude, int log2,
                    const struct double_double value[2]) {
    double most = 0;
    mpfr_t y;
    mpfr_init2(y, BIT_COUNT);
    for (int f = SINE; f <= COSINE; f++) {
        assert_true(fabs(value[f].low) <= ldexp(fabs(value[f].high), -53));
        (f == SINE ? mpfr_sin : mpfr_cos)(y, x, MPFR_RNDN);
        mpfr_mul(y, y, amplitude, MPFR_RNDN);
        mpfr_sub_d(y, y, value[f].high, MPFR_RNDN);
        mpfr_sub_d(y, y, value[f].low, MPFR_RNDN);
        most = fmax(most, ldexp(fabs(mpfr_get_d(y, MPFR_RNDN)), -log2) / FIXED_SINES_ERROR);
    }
    mpfr_clear(y);
    return most;
}

/* --- sines */

static double worst;

static void check_sines(struct cycles cycles, struct rational_position at,
                        const struct fixed_amplitude *amplitude) {
    struct double_double value[2];
    mpfr_t x, a;
    mpfr_inits2(BIT_COUNT, x, a, (mpfr_ptr)NULL);
    fixed_sines(&cycles, at, amplitude, value);
    from_limbs(x, cycles.limb, CYCLES_LIMBS, FRACTION_BITS);
    mpfr_const_pi(a, MPFR_RNDN);
    mpfr_mul(x, x, a, MPFR_RNDN);
    mpfr_mul_ui(x, x, 2, MPFR_RNDN);
    mpfr_mul_ui(x, x, at.n, MPFR_RNDN);
    mpfr_div_ui(x, x, at.d, MPFR_RNDN);
    if (at.negative)
        mpfr_neg(x, x, MPFR_RNDN);
    from_limbs(a, amplitude->limb, FIXED_AMPLITUDE_LIMBS, FIXED_AMPLITUDE_BITS - amplitude->log2);
    double got = share(x, a, amplitude->log2, value);
    if (!(got <= 1))
        fail_msg("%016" PRIx64 ".%016" PRIx64 "%016" PRIx64 "%016" PRIx64 " * %" PRIu64 "/%" PRIu64
                 ": the error is %g of its bound",
                 cycles.limb[3], cycles.limb[2], cycles.limb[1], cycles.limb[0], at.n, at.d, got);
    worst = fmax(worst, got);
    mpfr_clears(x, a, (mpfr_ptr)NULL);
}

static const struct fixed_amplitude one = {{0, UINT64_C(1) << 63}, 0};

static const struct rational_position once[] = {{true, false, 1, 1}, {true, true, 1, 1}};

static void test_sines(void **unused) {
    (void)unused;
    assert_true(FIXED_SINES_ERROR < ZIV_DOUBLE_ERROR); /* which is that of all seeds */
    worst = 0;
    for (int k = 0; k < 8000; k++) {
        const uint64_t n = chance() >> (chance() % 64), d = k % 2 ? 1 : chance() >> (chance() % 64);
        check_sines((struct cycles){{chance(), chance(), chance(), chance() >> (chance() % 64)}},
                    (struct rational_position){true, chance() & 1, n, d | 1}, &one);
    }
    for (int k = 0; k < 2000; k++) {
        struct fixed_amplitude amplitude = {{chance(), chance() >> 1}, (int)(chance() % 400) - 200};
        check_sines((struct cycles){{chance(), chance(), chance(), 0}}, once[0], &amplitude);
    }
    /* small angles, and angles beside the eighths of a turn */
    for (int k = 0; k < 2000; k++) {
        uint64_t small = chance() >> (chance() % 64), eighth = chance() << 61;
        check_sines((struct cycles){{small, 0, eighth, 0}}, once[k & 1], &one);
        check_sines((struct cycles){{-small, UINT64_MAX, eighth - 1, 0}}, once[k & 1], &one);
        check_sines((struct cycles){{chance(), small, eighth, 0}}, once[k & 1], &one);
        check_sines((struct cycles){{chance(), -small, eighth - 1, 0}}, once[k & 1], &one);
    }
    /* A bound that is smaller by a twentieth would fail here. */
    assert_true(worst > 0.95);
}

static void test_exact(void **unused) {
    (void)unused;
    static const double sines[] = {0, 1, 0, -1, 0};
    for (unsigned quarter = 0; quarter < 4; quarter++) {
        struct double_double value[2];
        fixed_sines(&(struct cycles){{0, 0, (uint64_t)quarter << 62, 0}}, once[0], &one, value);
        assert_true(value[SINE].high == sines[quarter] && value[SINE].low == 0);
        assert_true(value[COSINE].high == sines[quarter + 1] && value[COSINE].low == 0);
    }
}

static void test_products(void **unused) {
    (void)unused;
    mpz_t x, y;
    mpz_inits(x, y, (mpz_ptr)NULL);
    for (int k = 0; k < 20000; k++) {
        struct cycles a = {{chance(), chance(), chance(), 0}},
                      b = {{chance(), chance(), chance(), 0}};
        if (k % 4 == 0)
            a = (struct cycles){{UINT64_MAX, UINT64_MAX, UINT64_MAX, 0}};
        if (k % 8 == 0)
            b = a;
        mpz_import(x, FRACTION_LIMBS, -1, sizeof *a.limb, 0, 0, a.limb);
        mpz_import(y, FRACTION_LIMBS, -1, sizeof *b.limb, 0, 0, b.limb);
        mpz_mul(x, x, y);
        mpz_fdiv_q_2exp(x, x, FRACTION_BITS);
        const struct cycles got = fraction_times(a, b);
        mpz_import(y, CYCLES_LIMBS, -1, sizeof *got.limb, 0, 0, got.limb);
        assert_int_equal(mpz_cmp(x, y), 0);
    }
    mpz_clears(x, y, (mpz_ptr)NULL);
    struct rational_position far = {true, false, (UINT64_C(1) << 63) - 1, 1};
    assert_true(fixed_sines_allow(far, 1 << 12));
    far.n++;
    assert_false(fixed_sines_allow(far, 1 << 12));
    far.d++;
    assert_true(fixed_sines_allow(far, 1 << 12));
    assert_false(fixed_sines_allow(far, 1 << 13));
    far = (struct rational_position){true, false, UINT64_MAX, 1};
    assert_true(fixed_sines_allow(far, 1 << 11));
}

/* --- tables */

struct seeded {
    struct table *table;
    struct bases bases;
    struct amplitude *amplitude;
    struct seeds *seeds;
};

static void seeded_new(struct seeded *seeded, const char *const given[WORDS]) {
    seeded->table = resolved(given);
    seeded->bases = frequencies_bases(&seeded->table->frequencies);
    seeded->amplitude = table_amplitude(seeded->table);
    seeded->seeds = seeds_new(seeded->table, &seeded->bases, seeded->amplitude);
}

static void seeded_free(struct seeded *seeded) {
    seeds_free(seeded->seeds);
    amplitude_free(seeded->amplitude);
    bases_free(&seeded->bases);
    table_free(seeded->table);
}

/* base^(-index/divisor) * position */
static void angle_of(const struct table *table, uint64_t k, const mpq_t position, mpfr_t x) {
    mpq_t e, index;
    mpq_inits(e, index, (mpq_ptr)NULL);
    mpq_set_ui(index, table_exponent(table, k, e), 1);
    mpq_div(e, index, e);
    mpq_neg(e, e);
    mpfr_set_q(x, table->frequencies.base, MPFR_RNDN);
    mpfr_log(x, x, MPFR_RNDN);
    mpfr_mul_q(x, x, e, MPFR_RNDN);
    mpfr_exp(x, x, MPFR_RNDN);
    if (scaling_is_given(&table->frequencies.scaling)) /* linear:factor=3 */
        mpfr_div_ui(x, x, 3, MPFR_RNDN);
    mpfr_mul_q(x, x, position, MPFR_RNDN);
    mpq_clears(e, index, (mpq_ptr)NULL);
}

/* Seeds of random rows and frequencies, and of the turns by as many steps. Returns how many there were. */
static int check_seeds(const char *const given[WORDS], uint64_t rows) {
    struct seeded seeded;
    seeded_new(&seeded, given);
    const struct table *table = seeded.table;
    const int log2 = (int)amplitude_log2(seeded.amplitude);
    struct number p, zero;
    mpfr_t x, a, unit;
    int made = 0;
    struct reference *by_mpfr = reference_new(table);
    reference_seed_by_mpfr(by_mpfr);
    assert_non_null(seeded.seeds);
    number_init(&p);
    number_init(&zero);
    mpfr_inits2(BIT_COUNT, x, a, unit, (mpfr_ptr)NULL);
    mpfr_set_q(a, table->multiplier_squared, MPFR_RNDN);
    mpfr_sqrt(a, a, MPFR_RNDN);
    mpfr_set_ui(unit, 1, MPFR_RNDN);
    for (int sample = 0; sample < 300; sample++) {
        const uint64_t k = chance() % table->frequency_count, r = chance() % rows;
        const bool turn = sample & 1;
        struct double_double value[2];
        if (turn)
            number_walk(&p, &zero, table_step(table), r);
        else
            table_position(table, r, &p);
        struct rational_position at = rational_position(&p);
        assert_true(at.exact);
        if (!seeds_at(seeded.seeds, at, k, turn, value))
            continue;
        angle_of(table, k, p.rational, x);
        double got = share(x, turn ? unit : a, turn ? 0 : log2, value);
        if (!(got <= 1))
            fail_msg("base %s, row %" PRIu64 ", frequency %" PRIu64
                     ": the error is %g of its bound",
                     given[BASE] ? given[BASE] : "", r, k, got);
        made++;
        reference_seed(by_mpfr, turn ? SEED_TURN : SEED_POSITION, r, k, value);
        assert_true(share(x, turn ? unit : a, turn ? 0 : log2, value) * FIXED_SINES_ERROR <=
                    ZIV_DOUBLE_ERROR);
    }
    mpfr_clears(x, a, unit, (mpfr_ptr)NULL);
    number_clear(&p);
    number_clear(&zero);
    reference_free(by_mpfr);
    seeded_free(&seeded);
    return made;
}

static void test_tables(void **unused) {
    (void)unused;
    static const char *const bases[] = {"10000", "500000", "1.0001", "100", "1e300", "7/5"};
    static const char *const widths[] = {"2", "130", "513", "4096"};
    static const char *const kinds[] = {"pair", "column", "over:77"};
    static const char *const firsts[] = {"0", "-3", "9007199254740992", "1/3", "-9007199254740992"};
    static const char *const steps[] = {"1", "-2", "3/7", "1e-3", "1e9"};
    for (int table = 0; table < 60; table++) {
        const char *given[WORDS] = {[MAX_LEN] = "100000",
                                    [ODD] = "zero",
                                    [D_MODEL] = widths[chance() % 4],
                                    [BASE] = bases[chance() % 6],
                                    [SPACING] = kinds[chance() % 3],
                                    [FIRST] = firsts[chance() % 5],
                                    [STEP] = steps[chance() % 5],
                                    [AMPLITUDE] = chance() % 2 ? "1" : "sqrt(3)",
                                    [TYPE] = chance() % 2 ? "f32" : "q15"};
        assert_true(check_seeds(given, 100000) > 100);
    }
    /* positions up to 2^63, where angles are multiplied most */
    /* frequencies that are no powers of a ratio below 1: they are all 1, rise (some beyond 2^64), or are scaled */
    static const struct {
        enum word word;
        const char *text;
    } others[] = {{BASE, "1"},          {BASE, "1/2"},          {BASE, "3/7"},
                  {SPACING, "over:-3"}, {STEP, "1/4294967296"}, {SCALING, "linear:factor=3"}};
    for (size_t k = 0; k < 2 * sizeof others / sizeof *others; k++) {
        const char *given[WORDS] = {[MAX_LEN] = "100000", [D_MODEL] = "48"};
        given[k % 2 ? FIRST : STEP] = k % 2 ? "-4/9" : "11/7";
        given[others[k / 2].word] = others[k / 2].text;
        const int made = check_seeds(given, 100000);
        assert_true(made == 300 || (others[k / 2].word == SPACING && made > 100));
    }
    const char *far[WORDS] = {
        [MAX_LEN] = "1000000", [D_MODEL] = "4096", [FIRST] = "9223372036853775808"};
    assert_int_equal(check_seeds(far, 1000000), 300);
    const char *wide[WORDS] = {
        [MAX_LEN] = "1000000", [D_MODEL] = "100000", [FIRST] = "9223372036853775808"};
    int made = check_seeds(wide, 1000000);
    assert_true(made >= 150 && made < 200); /* the turns, and the rows of some frequencies */
}

/* Positions that aren't ratios of 64 bits, frequencies that are too large, and amplitudes that are. */
static void test_none(void **unused) {
    (void)unused;
    const char *large[WORDS] = {[MAX_LEN] = "10", [D_MODEL] = "8", [AMPLITUDE] = "1e70"};
    struct seeded seeded;
    seeded_new(&seeded, large);
    assert_null(seeded.seeds);
    seeded_free(&seeded);
    const char *fast[WORDS] = {[MAX_LEN] = "10", [D_MODEL] = "8", [BASE] = "1e-40"};
    struct double_double value[2];
    struct rational_position at = {true, false, 1, 1};
    seeded_new(&seeded, fast);
    for (int twice = 0; twice < 2; twice++) {
        assert_true(seeds_at(seeded.seeds, at, 0, false, value)); /* 1e10 and 1e20 */
        assert_true(seeds_at(seeded.seeds, at, 1, false, value));
        assert_false(seeds_at(seeded.seeds, at, 2, false, value));
        assert_false(seeds_at(seeded.seeds, at, 3, true, value));
    }
    seeded_free(&seeded);
    struct number p;
    number_init(&p);
    mpq_set_ui(p.pi, 1, 3);
    assert_false(rational_position(&p).exact);
    mpq_set_ui(p.pi, 0, 1);
    mpq_set_si(p.rational, -5, 2);
    at = rational_position(&p);
    assert_true(at.exact && at.negative && at.n == 5 && at.d == 2);
    mpq_set_ui(p.rational, UINT32_MAX, 1);
    mpz_mul_2exp(mpq_numref(p.rational), mpq_numref(p.rational), 32);
    assert_true(rational_position(&p).exact);
    mpz_mul_2exp(mpq_numref(p.rational), mpq_numref(p.rational), 1);
    assert_false(rational_position(&p).exact);
    mpq_inv(p.rational, p.rational);
    assert_false(rational_position(&p).exact);
    number_clear(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sines), cmocka_unit_test(test_exact),
                                       cmocka_unit_test(test_products),
                                       cmocka_unit_test(test_tables), cmocka_unit_test(test_none)};
    if (!FIXED_SINES)
        return puts("1..0 # SKIP no integers of 128 bits") == EOF;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_free_cache();
    return failed;
}
