/* SPDX-License-Identifier: MIT */
/* The bounds of levels double and wide. Phasors with the largest allowed errors, turned to values next to midpoints of
 * a type, are never rounded wrongly by a level that decides them; with a bound of 0 some are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include <mpfr.h>

#include "chance.h"
#include "engine/levels.h"
#include "exact_rounding.h"
#include "resolved_table.h"

enum { N = 2000, BIT_COUNT = 300 };

static const double most = PHASOR_ERROR;

static double sign(void) {
    return chance() % 2 ? 1 : -1;
}

static double share(void) {
    return ldexp((double)(chance() >> 11), -53);
}

/* A midpoint of the type of magnitude below 2^log2, or below 1 for fixed point. */
static double midpoint(const struct element *type, int log2) {
    const int kept = type->fixed ? type->fraction : type->precision - 1;
    const uint64_t hidden = UINT64_C(1) << kept, whole = chance() % hidden;
    if (type->fixed)
        return sign() * ldexp((double)whole + 0.5, -kept);
    return sign() * ldexp((double)(hidden + whole) + 0.5, log2 - kept - 1);
}

/* x, wrong by `most`, as high + low */
static void put_wrong(mpfr_t x, double *high, double *low) {
    mpfr_add_d(x, x, sign() * most, MPFR_RNDN);
    split(x, high, low);
}

/* Makes a turn, and a channel that it turns to y. The length of the channel is 1. */
static void put_phasors(mpfr_t y, int log2, const struct phasors *channel,
                        const struct phasors *turn) {
    mpfr_t z, s, c, a, b;
    mpfr_inits2(BIT_COUNT, z, s, c, a, b, (mpfr_ptr)NULL);
    mpfr_sqr(z, y, MPFR_RNDN);
    mpfr_ui_sub(z, 1, z, MPFR_RNDN);
    mpfr_sqrt(z, z, MPFR_RNDN);
    mpfr_set_d(s, sign() * ldexp(1 + share(), log2), MPFR_RNDN);
    mpfr_sin_cos(s, c, s, MPFR_RNDN);
    mpfr_fmms(a, y, c, z, s, MPFR_RNDN);
    mpfr_fmma(b, y, s, z, c, MPFR_RNDN);
    put_wrong(a, channel->a, channel->a_low);
    put_wrong(b, channel->b, channel->b_low);
    put_wrong(s, turn->a, turn->a_low);
    put_wrong(c, turn->b, turn->b_low);
    mpfr_clears(z, s, c, a, b, (mpfr_ptr)NULL);
}

/* Decides N entries. Level double can't decide most entries within some of its errors from a midpoint, and level wide
 * can't decide most within some of `most`. */
static void expect_right(struct levels *levels) {
    const struct element *type = levels->type;
    struct phasors channel = phasors_new(1), turn = phasors_new(1);
    mpfr_t y;
    mpfr_init2(y, BIT_COUNT);
    for (int k = 0; k < N; k++) {
        const int log2 = -(int)(chance() % (k % 2 ? 70 : 4));
        const double m = midpoint(type, log2);
        uint64_t entry = 0, by_mpfr = levels->counts.decided[LEVEL_MPFR];
        mpfr_set_d(y, m, MPFR_RNDN);
        mpfr_add_d(y, y, sign() * share() * (k % 4 < 2 ? 4 * most : fabs(m) * 0x1p-50), MPFR_RNDN);
        put_phasors(y, log2, &channel, &turn);
        const double reach = fabs(turn.a[0]);
        double error;
        levels_errors(levels, RUN_EACH, 1, &channel, &reach, &error);
        levels_run(levels, RUN_EACH, 1, &channel, &turn, &error, &entry,
                   (struct first_entry){0, 0, 1});
        if (levels->counts.decided[LEVEL_MPFR] == by_mpfr &&
            element_load(type, &entry, 0) != rounded(type, y))
            fail_msg("%s, entry %d: %a", type->name, k, m);
    }
    mpfr_clear(y);
    phasors_free(&channel);
    phasors_free(&turn);
}

static void test_bounds(void **state) {
    (void)state;
    static const char *const types[] = {"f32", "f64", "f16", "bf16", "q7", "q15", "q31"};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (enum engine engine = ENGINE_DOUBLE; engine <= ENGINE_WIDE; engine++)
            for (unsigned set = 0; simd_choose(set); set++) {
                const char *given[WORDS] = {[MAX_LEN] = "400", [D_MODEL] = "24", [TYPE] = types[t]};
                struct table *table = resolved(given);
                struct levels levels;
                levels_init(&levels, table, engine, simd_choose(set));
                levels.narrow.roughly = false; /* rough kernels decide less */
                expect_right(&levels);
                assert_true(levels.counts.decided[LEVEL_WIDE] > N / 4 &&
                            levels.counts.decided[LEVEL_MPFR] > N / 8);
                levels_clear(&levels);
                table_free(table);
            }
    mpfr_free_cache();
}

/* Decides N pairs whose cosine is next to a midpoint just below 1, so that the error of the sine is far smaller. */
static void expect_right_cosines(struct levels *levels) {
    struct phasors cosine = phasors_new(1), turn = phasors_new(1);
    mpfr_t y;
    mpfr_init2(y, BIT_COUNT);
    for (int k = 0; k < N; k++) {
        const double m = 1 - ldexp((double)(chance() % (1 << 16)) + 0.5, -24), reach = 0x1p-19;
        uint64_t by_mpfr = levels->counts.decided[LEVEL_MPFR];
        uint32_t entries[2];
        double error[2];
        mpfr_set_d(y, m, MPFR_RNDN);
        mpfr_add_d(y, y, sign() * share() * 0x1p-51, MPFR_RNDN);
        put_phasors(y, -20, &cosine, &turn);
        *cosine.b *= -1;
        *cosine.b_low *= -1;
        const struct phasors sine = {cosine.b, cosine.b_low, cosine.a, cosine.a_low};
        levels_errors(levels, RUN_PAIRS, 1, &sine, &reach, error);
        levels_run(levels, RUN_PAIRS, 1, &sine, &turn, error, entries,
                   (struct first_entry){0, 0, 2});
        if (levels->counts.decided[LEVEL_MPFR] == by_mpfr && entries[1] != rounded(levels->type, y))
            fail_msg("cosine %d: %a", k, m);
    }
    mpfr_clear(y);
    phasors_free(&cosine);
    phasors_free(&turn);
}

static void test_pairs(void **state) {
    (void)state;
    for (unsigned set = 0; simd_choose(set); set++) {
        const char *given[WORDS] = {[MAX_LEN] = "400", [D_MODEL] = "24"};
        struct table *table = resolved(given);
        struct levels levels;
        levels_init(&levels, table, ENGINE_DOUBLE, simd_choose(set));
        expect_right_cosines(&levels);
        assert_true(levels.counts.decided[LEVEL_WIDE] > N / 4);
        levels_clear(&levels);
        table_free(table);
    }
    mpfr_free_cache();
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bounds), cmocka_unit_test(test_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
