/* SPDX-License-Identifier: MIT */
/* The search for the hardest entries. Its bounds are at most the measures, by MPFR, of numbers at the largest allowed
 * distance; and the sweep's values are within their bound. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include <mpfr.h>

#include "chance.h"
#include "compare/hardest.h"
#include "engine/levels.h"
#include "exact_rounding.h"
#include "resolved_table.h"

enum { BIT_COUNT = 600 };

static double share(void) {
    return ldexp((double)(chance() >> 11), -53);
}

/* --- entries */

/* The distance of v from the midpoint between the multiples of a unit around it, in units. */
static void measure(mpfr_ptr to, const struct element *type, mpfr_srcptr v) {
    long unit = -type->fraction, end = LONG_MAX;
    mpfr_t whole;
    mpfr_init2(whole, BIT_COUNT);
    if (type->fixed)
        end = mpfr_signbit(v) ? type->zero_point - (long)type->lowest
                              : (long)type->highest - type->zero_point;
    else
        unit = (long)fmax((double)mpfr_get_exp(v) - 1, type->emin) - (type->precision - 1);
    mpfr_mul_2si(to, v, -unit, MPFR_RNDN);
    mpfr_abs(to, to, MPFR_RNDN);
    mpfr_floor(whole, to);
    if (mpfr_cmp_si(whole, end) >= 0)
        mpfr_set_si(whole, end - 1, MPFR_RNDN);
    mpfr_sub(to, to, whole, MPFR_RNDN);
    mpfr_sub_d(to, to, 0.5, MPFR_RNDN);
    mpfr_abs(to, to, MPFR_RNDN);
    mpfr_clear(whole);
}

/* A value near a special number of the type: powers of two, midpoints, the least and the largest numbers, 0. */
static double special(const struct element *type) {
    const int kept = type->fixed ? type->fraction : type->precision - 1;
    const int log2 = (int)chance_below(8) - 6;
    const double integer = (double)chance_below(1u << (kept < 20 ? kept : 20));
    switch (chance_below(type->fixed ? 4 : 6)) {
    case 0:
        return ldexp(1, log2);
    case 1:
        return ldexp(integer + 0.5, -kept);
    case 2:
        return share();
    case 3:
        return type->fixed ? ldexp((double)type->highest + integer / 16, -kept) : 0;
    case 4:
        return ldexp(1 + ldexp(integer, -20), type->emin < -280 ? -280 : type->emin - log2 - 3);
    default:
        return ldexp(integer + 0.5, (type->emin < -280 ? -280 : type->emin) - kept);
    }
}

/* high + low is x and some of its rounding errors further; the value is `error` away from that. Returns the least that the
 * bound was below a measure. */
static double expect_below(const struct hard_bounds *bounds, double x, double far) {
    double least = INFINITY, high, low;
    mpfr_t v, at, distance;
    mpfr_inits2(BIT_COUNT, v, at, distance, (mpfr_ptr)NULL);
    mpfr_set_d(at, x, MPFR_RNDN);
    mpfr_add_d(at, at, far, MPFR_RNDN);
    mpfr_set(v, at, MPFR_RNDN);
    split(v, &high, &low);
    mpfr_set_d(at, high, MPFR_RNDN);
    mpfr_add_d(at, at, low, MPFR_RNDN);
    const double bound = hard_to_round_bound(bounds, high, low);
    const double sides[] = {-1, 0, 1, 2 * share() - 1};
    for (size_t k = 0; k < sizeof sides / sizeof *sides; k++) {
        mpfr_set_d(v, sides[k], MPFR_RNDN);
        mpfr_mul_d(v, v, bounds->error, MPFR_RNDN);
        mpfr_add(v, v, at, MPFR_RNDN);
        if (mpfr_zero_p(v))
            continue;
        measure(distance, bounds->type, v);
        mpfr_sub_d(distance, distance, bound, MPFR_RNDN);
        least = fmin(least, mpfr_get_d(distance, MPFR_RNDD));
    }
    if (!(least >= 0) || isnan(bound))
        fail_msg("%s, %a + %a, error %a: the bound %a is above a measure by %g", bounds->type->name,
                 high, low, bounds->error, bound, -least);
    mpfr_clears(v, at, distance, (mpfr_ptr)NULL);
    return least;
}

static void test_rounding_bounds(void **unused) {
    (void)unused;
    for (const struct element *type = elements; type < elements + ELEMENTS; type++) {
        double least = INFINITY;
        for (int k = 0; k < 20000; k++) {
            const double x = (chance() & 1 ? 1 : -1) * special(type);
            const int rounding = -20 - (int)chance_below(60);
            const struct hard_bounds bounds = {type, k % 2 ? ldexp(1, -300)
                                                           : ldexp(share(), -40 - k % 60)};
            double below = expect_below(&bounds, x, ldexp((share() - 0.5) * x, rounding));
            least = fmin(least, below);
        }
        if (!(least < 0x1p-49))
            fail_msg("%s: no bound is within %g of a measure", type->name, least);
    }
}

/* --- angles */

static void test_angle_bounds(void **unused) {
    (void)unused;
    const struct hard_bounds bounds = {elements, 0x1p-70};
    double tightest = 0;
    mpfr_t r, x, value[2];
    mpfr_inits2(BIT_COUNT, r, x, value[0], value[1], (mpfr_ptr)NULL);
    for (int k = 0; k < 20000; k++) {
        mpfr_const_pi(x, MPFR_RNDN);
        mpfr_div_2ui(x, x, 2, MPFR_RNDN);
        mpfr_mul_d(r, x, k % 4 ? share() : 1 - ldexp(share(), -(k % 50)), MPFR_RNDN);
        mpfr_mul_d(r, r, k % 3 ? 1 : -ldexp(1, -(k % 40)), MPFR_RNDN);
        mpfr_mul_2ui(x, x, 1, MPFR_RNDN);
        mpfr_mul_ui(x, x, chance() >> (k % 64), MPFR_RNDN);
        const bool zero = mpfr_zero_p(x);
        mpfr_add(x, x, r, MPFR_RNDN);
        mpfr_sin_cos(value[0], value[1], r, MPFR_RNDN);
        const double small = mpfr_get_d(value[0], MPFR_RNDN) + (double)(k % 5 - 2) / 2 * 0x1p-70;
        const double large = mpfr_get_d(value[1], MPFR_RNDN),
                     angle = fabs(mpfr_get_d(x, MPFR_RNDN));
        const double bound = hard_to_reduce_bound(&bounds, small, large, angle);
        mpfr_div(x, r, x, MPFR_RNDN);
        const double distance = fabs(mpfr_get_d(x, MPFR_RNDN));
        if (!(bound <= distance || zero))
            fail_msg("sine %a, cosine %a of %a: the bound %a is above %a", small, large, angle,
                     bound, distance);
        if (zero && angle < HARD_EIGHTH)
            assert_true(bound == INFINITY);
        if (!zero)
            tightest = fmax(tightest, bound / distance);
    }
    assert_true(tightest > 0.99);
    /* The other function of an angle beyond pi/4; an angle that no double holds. */
    assert_true(hard_to_reduce_bound(&bounds, 0.8, 0.6, 2) == INFINITY);
    assert_true(hard_to_reduce_bound(&bounds, 0.6, 0.8, INFINITY) == 0);
    assert_true(hard_to_reduce_bound(&bounds, 0.6, 0.8, NAN) == 0);
    mpfr_clears(r, x, value[0], value[1], (mpfr_ptr)NULL);
}

/* --- the sweep */

struct sweeping {
    const struct table *table;
    mpfr_t w;
    uint64_t seen;
    double worst; /* error, in units of 2^-106 */
};

static void look(void *context, const struct hard_value *at) {
    struct sweeping *sweeping = context;
    struct number p;
    mpfr_t x, y;
    number_init(&p);
    mpfr_inits2(BIT_COUNT, x, y, (mpfr_ptr)NULL);
    table_position(sweeping->table, at->position, &p);
    assert_true(mpq_sgn(p.pi) == 0);
    mpfr_set_q(x, p.rational, MPFR_RNDN);
    const double size = fabs(mpfr_get_d(x, MPFR_RNDN));
    if (!(at->size >= size * (1 - 0x1p-50)))
        fail_msg("row %d: %a for %a", (int)at->position, at->size, size);
    mpfr_mul(x, x, sweeping->w, MPFR_RNDN);
    for (int f = 0; f < 2; f++) {
        (f == 0 ? mpfr_sin : mpfr_cos)(y, x, MPFR_RNDN);
        mpfr_sub_d(y, y, at->value[f].high, MPFR_RNDN);
        mpfr_sub_d(y, y, at->value[f].low, MPFR_RNDN);
        sweeping->worst = fmax(sweeping->worst, fabs(mpfr_get_d(y, MPFR_RNDN)));
    }
    sweeping->seen++;
    number_clear(&p);
    mpfr_clears(x, y, (mpfr_ptr)NULL);
}

static void test_sweep(void **unused) {
    (void)unused;
    static const char *const firsts[] = {"0", "-1000", "-300000000000000000001", "1/3"};
    static const char *const steps[] = {"1", "1", "100000000000000000000", "17/7"};
    for (size_t k = 0; k < sizeof firsts / sizeof *firsts; k++) {
        const char *given[WORDS] = {
            [MAX_LEN] = "2500", [D_MODEL] = "4", [FIRST] = firsts[k], [STEP] = steps[k]};
        struct table *table = resolved(given);
        struct reference *reference = reference_new(table);
        struct sweeping sweeping = {.table = table};
        mpfr_init2(sweeping.w, BIT_COUNT);
        mpfr_set_ui(sweeping.w, 1, MPFR_RNDN);
        hard_sweep(table, reference, 0, 0, table->position_count, look, &sweeping);
        mpfr_div_ui(sweeping.w, sweeping.w, 100, MPFR_RNDN); /* 10000^(-1/2) */
        hard_sweep(table, reference, 1, 0, table->position_count, look, &sweeping);
        assert_int_equal(sweeping.seen, 5000);
        assert_true(sweeping.worst <= PHASOR_ERROR);
        mpfr_clear(sweeping.w);
        reference_free(reference);
        table_free(table);
    }
    mpfr_free_cache();
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rounding_bounds),
                                       cmocka_unit_test(test_angle_bounds),
                                       cmocka_unit_test(test_sweep)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
