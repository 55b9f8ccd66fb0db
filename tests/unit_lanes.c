/* Every instruction set's kernels that this CPU has: the turn's error is below its bound, the rounding test
 * never decides wrongly, and all sets decide the same bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <mpfr.h>

#include "lanes.h"
#include "pairs.h"

enum { N = 4099, SETS = 3 };

static struct pairs channels, turns, turned;

static uint64_t state_of_chance = 88172645463325252;

static uint64_t chance(void) {
    state_of_chance ^= state_of_chance << 13;
    state_of_chance ^= state_of_chance >> 7;
    state_of_chance ^= state_of_chance << 17;
    return state_of_chance;
}

/* sin and cos of a random angle, small ones as often as large ones, as double-double numbers */
static void random_pair(const struct pairs *pairs, size_t k) {
    mpfr_t angle, value[2];
    struct double_double pair[2];
    mpfr_inits2(200, angle, value[0], value[1], (mpfr_ptr)NULL);
    mpfr_set_ui_2exp(angle, (unsigned long)(chance() >> 11), -50 - (int)(chance() % 40), MPFR_RNDN);
    mpfr_sin_cos(value[0], value[1], angle, MPFR_RNDN);
    for (int f = 0; f < 2; f++) {
        pair[f].high = mpfr_get_d(value[f], MPFR_RNDN);
        mpfr_sub_d(value[f], value[f], pair[f].high, MPFR_RNDN);
        pair[f].low = mpfr_get_d(value[f], MPFR_RNDN);
    }
    pairs_set_turn(pairs, k, pair);
    mpfr_clears(angle, value[0], value[1], (mpfr_ptr)NULL);
}

static int make_pairs(void **state) {
    (void)state;
    channels = pairs_new(N);
    turns = pairs_new(N);
    turned = pairs_new(N);
    for (size_t k = 0; k < N; k++) {
        random_pair(&channels, k);
        random_pair(&turns, k);
    }
    return 0;
}

static int free_pairs(void **state) {
    (void)state;
    pairs_free(&channels);
    pairs_free(&turns);
    pairs_free(&turned);
    mpfr_free_cache();
    return 0;
}

/* y = (a + a_low) * (c + c_low) + sign * (b + b_low) * (s + s_low) exactly */
static void exact(mpfr_t y, size_t k, int sign) {
    mpfr_t t[4];
    const double high[4] = {channels.a[k], turns.b[k], channels.b[k], turns.a[k]};
    const double low[4] = {channels.a_low[k], turns.b_low[k], channels.b_low[k], turns.a_low[k]};
    for (int f = 0; f < 4; f++) {
        mpfr_init2(t[f], 300);
        mpfr_set_d(t[f], high[sign < 0 ? f ^ (f % 2 ? 0 : 2) : f], MPFR_RNDN);
        mpfr_add_d(t[f], t[f], low[sign < 0 ? f ^ (f % 2 ? 0 : 2) : f], MPFR_RNDN);
    }
    mpfr_mul(t[0], t[0], t[1], MPFR_RNDN);
    mpfr_mul(t[2], t[2], t[3], MPFR_RNDN);
    if (sign > 0)
        mpfr_add(y, t[0], t[2], MPFR_RNDN);
    else
        mpfr_sub(y, t[0], t[2], MPFR_RNDN);
    for (int f = 0; f < 4; f++)
        mpfr_clear(t[f]);
}

static void expect_error_below(const double *high, const double *low, int sign, double bound) {
    mpfr_t y;
    mpfr_init2(y, 700);
    for (size_t k = 0; k < N; k++) {
        exact(y, k, sign);
        mpfr_sub_d(y, y, high[k], MPFR_RNDN);
        mpfr_sub_d(y, y, low[k], MPFR_RNDN);
        assert_true(fabs(mpfr_get_d(y, MPFR_RNDN)) <= bound);
        assert_true(fabs(low[k]) <= 0x1p-53 * fabs(high[k]));
    }
    mpfr_clear(y);
}

static void test_turn(void **state) {
    (void)state;
    for (unsigned set = 0; set < SETS && lanes_choose(set); set++) {
        lanes_choose(set)->turn(N, &channels, &turns, &turned);
        expect_error_below(turned.a, turned.a_low, 1, LANES_TURN_ERROR);
        expect_error_below(turned.b, turned.b_low, -1, LANES_TURN_ERROR);
    }
}

static uint64_t bits_of_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t bits_of_double(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* With an e above the error of the value, what is decided is the exact value's rounding. */
static void test_round(void **state) {
    (void)state;
    static double e[N];
    static uint32_t single[N];
    static uint64_t twice[N];
    for (size_t k = 0; k < N; k++)
        e[k] = 0x1p-50;
    for (unsigned set = 0; set < SETS && lanes_choose(set); set++) {
        const struct lanes *lanes = lanes_choose(set);
        lanes->round_f32(N, &channels, e, &turns, single);
        lanes->round_f64(N, &channels, 0x1p-85, &turns, twice);
        mpfr_t y;
        mpfr_init2(y, 700);
        size_t decided[2] = {0, 0};
        for (size_t k = 0; k < N; k++) {
            struct pairs channel = pairs_from(&channels, k), turn = pairs_from(&turns, k);
            uint32_t one;
            uint64_t other;
            exact(y, k, 1);
            if (lanes->round_f32(1, &channel, e + k, &turn, &one) == 0) {
                assert_int_equal(one, single[k]);
                assert_int_equal(one, bits_of_float(mpfr_get_flt(y, MPFR_RNDN)));
                decided[0]++;
            }
            if (lanes->round_f64(1, &channel, 0x1p-85, &turn, &other) == 0) {
                assert_int_equal(other, twice[k]);
                assert_int_equal(other, bits_of_double(mpfr_get_d(y, MPFR_RNDN)));
                decided[1]++;
            }
        }
        assert_true(decided[0] > N / 2 && decided[1] > N / 2); /* the rest are tiny */
        mpfr_clear(y);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_turn), cmocka_unit_test(test_round)};
    return cmocka_run_group_tests(tests, make_pairs, free_pairs);
}
