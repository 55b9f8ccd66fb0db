/* SPDX-License-Identifier: MIT */
/* The engine on inputs that are hard on purpose. What is right is known beforehand each time: from
 * published bits, from the inverse function, or from a law. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <mpfr.h>

#include "element_rows.h"
#include "exact/expression.h"
#include "hard_vectors.h"
#include "power_frequency.h"

struct workspace {
    struct ziv *ziv;
    struct position *position;
    struct amplitude *one;
    mpq_t base, e;
};

static struct workspace engine;

static int engine_open(void **state) {
    (void)state;
    engine.ziv = ziv_new();
    engine.position = position_new();
    mpq_inits(engine.base, engine.e, (mpq_ptr)NULL);
    mpq_set_ui(engine.base, 1, 1);
    engine.one = amplitude_new(engine.base, false, NULL, NULL);
    return 0;
}

static int engine_close(void **state) {
    (void)state;
    ziv_free(engine.ziv);
    position_free(engine.position);
    amplitude_free(engine.one);
    mpq_clears(engine.base, engine.e, (mpq_ptr)NULL);
    mpfr_free_cache();
    return 0;
}

static void read_base(const char *text) {
    assert_null(rational_parse(engine.base, text));
}

static void compute_number(const char *type, const char *base, const char *e,
                           const struct number *p, uint64_t bits[2]) {
    read_base(base);
    struct base *shared = base_new(engine.base);
    assert_null(rational_parse(engine.e, e));
    struct frequency *w = power_frequency(shared, engine.e);
    position_set(engine.position, p);
    ziv_sincos(engine.ziv, engine.position, w, engine.one, element_row(type), bits);
    frequency_free(w);
    base_free(shared);
}

static void compute(const char *type, const char *base, const char *e, const char *p,
                    uint64_t bits[2]) {
    struct number number;
    number_init(&number);
    assert_null(expression_parse(&number, p, NULL));
    compute_number(type, base, e, &number, bits);
    number_clear(&number);
}

static void test_hard_vectors(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof hard_vectors / sizeof *hard_vectors; k++) {
        const struct hard_vector *v = &hard_vectors[k];
        const struct element *type = element_row(v->type);
        uint64_t sign = UINT64_C(1) << (8 * type->bytes - 1), bits[2];
        uint64_t negated = type->fixed ? 2 * sign - v->bits : v->bits | sign;
        char negative[64];
        snprintf(negative, sizeof negative, "-%s", v->position);
        compute(v->type, v->base, "1/2", v->position, bits);
        assert_int_equal(bits[v->function], v->bits);
        compute(v->type, v->base, "1/2", negative, bits);
        assert_int_equal(bits[v->function], v->function == SINE ? negated : v->bits);
    }
}

/* How hard a position is: it has that many bits, and w = base^(-e). */
struct hardness {
    const char *base, *e;
    mpfr_prec_t precision;
    bool in_pi;
};

/* A position just below or above the one whose sine or cosine is the midpoint between the f32
 * `bits`, of [1/2, 1), and the next: inverse(midpoint) / w, or that in terms of pi, rounded down or
 * up. */
static void invert(struct number *p, int function, uint64_t bits, const struct hardness *hard,
                   mpfr_rnd_t direction) {
    mpfr_t x, y, rounded;
    mpfr_inits2(hard->precision + 200, x, y, (mpfr_ptr)NULL);
    mpfr_init2(rounded, hard->precision);
    mpfr_set_ui_2exp(x, 0x1000001 + 2 * (bits & 0x7fffff), -25, MPFR_RNDN);
    (function == SINE ? mpfr_asin : mpfr_acos)(x, x, MPFR_RNDN);
    read_base(hard->base);
    assert_null(rational_parse(engine.e, hard->e));
    mpfr_set_q(y, engine.base, MPFR_RNDN);
    mpfr_log(y, y, MPFR_RNDN);
    mpfr_mul_q(y, y, engine.e, MPFR_RNDN);
    mpfr_exp(y, y, MPFR_RNDN);
    mpfr_mul(x, x, y, MPFR_RNDN);
    mpfr_const_pi(y, MPFR_RNDN);
    if (hard->in_pi)
        mpfr_div(x, x, y, MPFR_RNDN);
    mpfr_set(rounded, x, direction);
    mpq_set_ui(p->rational, 0, 1);
    mpq_set_ui(p->pi, 0, 1);
    mpfr_get_q(hard->in_pi ? p->pi : p->rational, rounded);
    mpfr_clears(x, y, rounded, (mpfr_ptr)NULL);
}

/* The nearer the position comes to the midpoint's, the more bits it takes to tell the two sides;
 * the sides themselves are known, since sine rises and cosine falls. */
static void expect_sides(const struct hardness *hard, int function, uint64_t below) {
    bool falls = function == COSINE;
    struct number p;
    uint64_t bits[2];
    number_init(&p);
    invert(&p, function, below, hard, MPFR_RNDD);
    compute_number("f32", hard->base, hard->e, &p, bits);
    assert_int_equal(bits[function], below + falls);
    invert(&p, function, below, hard, MPFR_RNDU);
    compute_number("f32", hard->base, hard->e, &p, bits);
    assert_int_equal(bits[function], below + !falls);
    number_clear(&p);
}

static void test_hard_by_inverse(void **state) {
    (void)state;
    static const mpfr_prec_t precisions[] = {30, 45, 60, 70, 90, 120, 150, 300, 1000, 3000};
    static const char *const frequencies[][2] = {
        {"1", "0"}, {"10000", "2/512"}, {"10000", "510/512"}, {"7/3", "-3"}, {"4", "1/2"}};
    for (size_t n = 0; n < sizeof precisions / sizeof *precisions; n++)
        for (size_t k = 0; k < sizeof frequencies / sizeof *frequencies; k++)
            for (int in_pi = 0; in_pi <= 1; in_pi++) {
                struct hardness hard = {frequencies[k][0], frequencies[k][1], precisions[n], in_pi};
                for (uint64_t below = 0x3f000003; below < 0x3f7ffff0; below += 1234567) {
                    expect_sides(&hard, SINE, below);
                    expect_sides(&hard, COSINE, below);
                }
            }
}

/* A^2 just below or above that for which A * sin p or A * cos p is the midpoint between the f32 `bits`, of [1/2, 1),
 * and the next: only the bits of the amplitude distinguish the two sides. */
static void expect_amplitude_sides(unsigned long position, int function, uint64_t below,
                                   mpfr_prec_t precision) {
    mpfr_t x, midpoint, rounded;
    struct number p;
    mpfr_inits2(precision + 200, x, midpoint, (mpfr_ptr)NULL);
    mpfr_init2(rounded, precision);
    number_init(&p);
    mpq_set_ui(p.rational, position, 1);
    mpfr_set_ui(x, position, MPFR_RNDN);
    (function == SINE ? mpfr_sin : mpfr_cos)(x, x, MPFR_RNDN);
    uint64_t sign = mpfr_signbit(x) ? UINT32_C(1) << 31 : 0;
    mpfr_set_ui_2exp(midpoint, 0x1000001 + 2 * (below & 0x7fffff), -25, MPFR_RNDN);
    mpfr_div(x, midpoint, x, MPFR_RNDN);
    mpfr_sqr(x, x, MPFR_RNDN);
    position_set(engine.position, &p);
    mpq_set_ui(engine.base, 1, 1);
    mpq_set_ui(engine.e, 0, 1);
    struct base *shared = base_new(engine.base);
    struct frequency *w = power_frequency(shared, engine.e);
    for (int above = 0; above <= 1; above++) {
        uint64_t bits[2];
        mpfr_set(rounded, x, above ? MPFR_RNDU : MPFR_RNDD);
        mpfr_get_q(engine.base, rounded);
        struct amplitude *amplitude = amplitude_new(engine.base, false, NULL, NULL);
        ziv_sincos(engine.ziv, engine.position, w, amplitude, element_row("f32"), bits);
        assert_int_equal(bits[function], sign | (below + (uint64_t)above));
        amplitude_free(amplitude);
    }
    frequency_free(w);
    base_free(shared);
    number_clear(&p);
    mpfr_clears(x, midpoint, rounded, (mpfr_ptr)NULL);
}

static void test_hard_by_amplitude(void **state) {
    (void)state;
    for (unsigned long position = 1; position <= 300; position++)
        for (mpfr_prec_t precision = 60; precision <= 140; precision += 2) {
            uint64_t below =
                0x3f000003 + (position * 7654321 + (uint64_t)precision * 4321) % 0x7ffff0;
            expect_amplitude_sides(position, SINE, below, precision);
            expect_amplitude_sides(position, COSINE, below, precision);
        }
}

/* sin and cos of k*pi/6, as f32; twice the value where that is an integer, by Niven's theorem. */
static void test_niven(void **state) {
    (void)state;
    static const uint32_t sine[12] = {0,          0x3f000000, 0x3f5db3d7, 0x3f800000,
                                      0x3f5db3d7, 0x3f000000, 0,          0xbf000000,
                                      0xbf5db3d7, 0xbf800000, 0xbf5db3d7, 0xbf000000};
    static const struct {
        const char *base, *e;
        int times; /* 1/w */
    } rows[] = {{"1", "0", 1},      {"1", "1/3", 1},       {"10000", "0", 1}, {"4", "1/2", 2},
                {"1/4", "-1/2", 2}, {"10000", "1/2", 100}, {"8", "2/3", 4},   {"27", "1/3", 3},
                {"7", "1", 7},      {"1e100", "1/100", 10}};
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++)
        for (int k = -30; k <= 30; k++) {
            char position[32];
            uint64_t bits[2];
            snprintf(position, sizeof position, "%dpi/6", k * rows[n].times);
            compute("f32", rows[n].base, rows[n].e, position, bits);
            assert_int_equal(bits[SINE], sine[(k + 36) % 12]);
            assert_int_equal(bits[COSINE], sine[(k + 39) % 12]);
        }
}

/* w = base^(-e) may be a fraction, and above 1: 49/9 to the 1/2 is 7/3, which needs 3*7 beneath. */
static void test_niven_of_fractions(void **state) {
    (void)state;
    static const struct {
        const char *base, *e, *position;
        uint32_t sine, cosine;
    } rows[] = {
        {"49/9", "1/2", "7pi/18", 0x3f000000, 0x3f5db3d7}, /* 3/7 of it: pi/6 */
        {"49/9", "-1/2", "3pi/14", 0x3f800000, 0},         /* 7/3 of it: pi/2 */
        {"49/9", "-1/2", "-3pi/14", 0xbf800000, 0},
        {"2", "-4000", "pi/2", 0, 0x3f800000}, /* 2^3999 pi */
        {"3", "-4000", "pi/2", 0x3f800000, 0}, /* 3^4000 = 1 mod 4 */
        {"3", "-4001", "pi/2", 0xbf800000, 0},
        {"2", "1/2", "pi", 0x3f4bb28d, 0xbf1b0f26}, /* irrational: pi / sqrt 2 */
        {"2", "2", "pi", 0x3f3504f3, 0x3f3504f3},   /* pi/4: algebraic, no rational */
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        uint64_t bits[2];
        compute("f32", rows[n].base, rows[n].e, rows[n].position, bits);
        assert_int_equal(bits[SINE], rows[n].sine);
        assert_int_equal(bits[COSINE], rows[n].cosine);
    }
}

static void test_sine_is_odd_and_cosine_even(void **state) {
    (void)state;
    static const char *const positions[] = {"1",    "4095",  "0.1",  "22/7",    "1e18",
                                            "1e50", "1e-50", "pi/7", "355/113", "123456789/10007"};
    static const char *const exponents[] = {"0", "1/3", "-1/3", "1", "12"};
    for (size_t k = 0; k < sizeof positions / sizeof *positions; k++)
        for (size_t n = 0; n < sizeof exponents / sizeof *exponents; n++)
            for (int t = 0; t < ELEMENT_ROWS; t++) {
                const struct element *type = &element_rows[t];
                uint64_t right[2], left[2];
                char negative[64];
                snprintf(negative, sizeof negative, "-%s", positions[k]);
                compute(type->name, "10000", exponents[n], positions[k], right);
                compute(type->name, "10000", exponents[n], negative, left);
                assert_int_equal(left[SINE], right[SINE] ^ UINT64_C(1) << (8 * type->bytes - 1));
                assert_int_equal(left[COSINE], right[COSINE]);
            }
}

static void expect_zero_and_one(const char *base, const char *e, const char *p, bool negative) {
    static const uint64_t one[] = {0x3f800000, 0x3ff0000000000000, 0x3c00, 0x3f80};
    for (int t = 0; t < ELEMENT_ROWS; t++) {
        uint64_t bits[2];
        compute(element_rows[t].name, base, e, p, bits);
        assert_int_equal(bits[SINE], (uint64_t)negative << (8 * element_rows[t].bytes - 1));
        assert_int_equal(bits[COSINE], one[t]);
    }
}

static void test_zero(void **state) {
    (void)state;
    expect_zero_and_one("10000", "1/3", "0", false);
    expect_zero_and_one("10000", "-5", "-0", false);
    expect_zero_and_one("1e1000", "1e12", "0pi", false);
}

static struct frequency *frequency_0(void) {
    struct recipe recipe;
    recipe_init(&recipe);
    mpq_set_ui(recipe.ratio, 0, 1);
    struct frequency *w = frequency_new(&recipe);
    recipe_clear(&recipe);
    return w;
}

/* Whatever the position is; the cosine is the amplitude, which needs precision if it isn't rational. */
static void test_frequency_0(void **state) {
    (void)state;
    static const char *const positions[] = {"0", "-7", "22/7", "pi", "1e1000", "-1e-1000"};
    struct frequency *w = frequency_0();
    struct number p;
    uint64_t bits[2];
    number_init(&p);
    mpq_set_ui(engine.e, 1, 2);
    struct amplitude *root = amplitude_new(engine.e, false, NULL, NULL);
    for (size_t k = 0; k < sizeof positions / sizeof *positions; k++) {
        assert_null(expression_parse(&p, positions[k], NULL));
        position_set(engine.position, &p);
        assert_true(
            ziv_sincos(engine.ziv, engine.position, w, engine.one, element_row("f32"), bits));
        assert_true(bits[SINE] == 0 && bits[COSINE] == 0x3f800000);
        assert_true(ziv_sincos(engine.ziv, engine.position, w, root, element_row("f32"), bits));
        assert_true(bits[SINE] == 0 && bits[COSINE] == 0x3f3504f3);
    }
    assert_true(ziv_frequency(engine.ziv, w, root, element_row("f64"), bits) && bits[0] == 0);
    amplitude_free(root);
    number_clear(&p);
    frequency_free(w);
}

static void times_3(const void *context, uint64_t index, struct interval *x) {
    mpq_t three;
    (void)context;
    mpq_init(three);
    mpq_set_ui(three, index, 1);
    interval_multiply_rational(x, three);
    mpq_clear(three);
}

/* w = 5 * 3, and the quotient of 5 and that */
static void test_quotient(void **state) {
    (void)state;
    static const uint64_t expected[] = {0x41700000, 0x3eaaaaab};
    for (int quotient = 0; quotient < 2; quotient++) {
        struct recipe recipe;
        uint64_t bits;
        recipe_init(&recipe);
        mpq_set_ui(recipe.ratio, 5, 1);
        recipe.factor = times_3;
        recipe.index = 3;
        recipe.quotient = quotient;
        struct frequency *w = frequency_new(&recipe);
        assert_true(ziv_frequency(engine.ziv, w, engine.one, element_row("f32"), &bits));
        assert_int_equal(bits, expected[quotient]);
        frequency_free(w);
        recipe_clear(&recipe);
    }
}

/* Angles below all that MPFR can hold: IEEE rounding keeps the sign of a tiny number. */
static void test_underflow(void **state) {
    (void)state;
    static const char *const exponents[] = {"1e3", "1e7", "1e12", "1e1000"};
    for (size_t n = 0; n < sizeof exponents / sizeof *exponents; n++) {
        expect_zero_and_one("1e1000", exponents[n], "1", false);
        expect_zero_and_one("1e1000", exponents[n], "-1", true);
        expect_zero_and_one("1e1000", exponents[n], "pi/3", false);
        expect_zero_and_one("1e1000", exponents[n], "-1e1000", true);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hard_vectors),
        cmocka_unit_test(test_hard_by_inverse),
        cmocka_unit_test(test_hard_by_amplitude),
        cmocka_unit_test(test_niven),
        cmocka_unit_test(test_niven_of_fractions),
        cmocka_unit_test(test_sine_is_odd_and_cosine_even),
        cmocka_unit_test(test_zero),
        cmocka_unit_test(test_frequency_0),
        cmocka_unit_test(test_quotient),
        cmocka_unit_test(test_underflow),
    };
    return cmocka_run_group_tests(tests, engine_open, engine_close);
}
