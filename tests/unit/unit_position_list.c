/* SPDX-License-Identifier: MIT */
/* Lists of positions, compared with the numbers that they are made from; their digits, compared with the positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/levels.h"
#include "exact/expression.h"
#include "exact/frequency.h"
#include "exact/number.h"
#include "table/positions.h"

static void parse(struct number *x, const char *text) {
    assert_null(expression_parse(x, text, NULL));
}

static bool equal(const struct number *x, const struct number *y) {
    return mpq_equal(x->rational, y->rational) && mpq_equal(x->pi, y->pi);
}

/* A text that is read as a ratio is the number that expression.h reads, in lowest terms; other texts are left to
 * expression.h. */
static void test_ratios(void **state) {
    (void)state;
    static const char *const read[] = {"0",
                                       "-0",
                                       "7",
                                       "-12",
                                       "007",
                                       "0.5",
                                       "-0.250",
                                       "255.99609375",
                                       "1/3",
                                       "-6/4",
                                       "0/5",
                                       "2147483647",
                                       "-2147483647",
                                       "1/2147483647",
                                       "5.0000000000",
                                       "0.0000000",
                                       "12345678900/100"};
    static const char *const left[] = {"",
                                       "-",
                                       "x",
                                       "1x",
                                       "1/0",
                                       "1/",
                                       ".5",
                                       "5.",
                                       "1.5/2",
                                       "1/2/3",
                                       "--1",
                                       "+1",
                                       "1e3",
                                       "pi",
                                       "2147483648",
                                       "1 ",
                                       "0x1",
                                       "1/-2",
                                       "-2147483648",
                                       "1/2147483648",
                                       "0.0000000001",
                                       "18446744073709551617",
                                       "1.0000000000000000001",
                                       "1/18446744073709551617"};
    struct number x;
    number_init(&x);
    struct ratio ratio;
    for (size_t k = 0; k < sizeof read / sizeof *read; k++) {
        parse(&x, read[k]);
        if (!ratio_parse(&ratio, read[k]))
            fail_msg("'%s' is left", read[k]);
        assert_int_equal(mpz_cmp_si(mpq_numref(x.rational), ratio.over), 0);
        assert_int_equal(mpz_cmp_si(mpq_denref(x.rational), ratio.under), 0);
    }
    for (size_t k = 0; k < sizeof left / sizeof *left; k++)
        if (ratio_parse(&ratio, left[k]))
            fail_msg("'%s' is read", left[k]);
    number_clear(&x);
}

static struct position_list list_of(const char *const texts[], size_t count) {
    struct position_list list = {.count = 0};
    struct number x;
    number_init(&x);
    for (size_t k = 0; k < count; k++) {
        parse(&x, texts[k]);
        position_list_add(&list, &x);
    }
    number_clear(&x);
    assert_int_equal(list.count, count);
    return list;
}

static const char *const mixed[] = {"0",   "1048575", "-1048575", "1048576", "-1048576",
                                    "1/3", "pi",      "-7.0",     "2pi/7-1", "1e300",
                                    "1/3", "-7",      "-0"};
enum { MIXED = sizeof mixed / sizeof *mixed };

static void test_numbers(void **state) {
    (void)state;
    struct position_list list = list_of(mixed, MIXED);
    struct number x, y;
    number_init(&x);
    number_init(&y);
    assert_int_equal(list.larges, 3);
    for (size_t k = 0; k < MIXED; k++) {
        parse(&x, mixed[k]);
        position_list_at(&list, k, &y);
        assert_true(equal(&x, &y));
    }
    number_clear(&x);
    number_clear(&y);
    position_list_free(&list);
}

static void expect_steps(const char *const texts[], size_t count, const char *step) {
    struct position_list list = list_of(texts, count);
    struct number first, found, wanted;
    number_init(&first);
    number_init(&found);
    number_init(&wanted);
    assert_int_equal(position_list_steps(&list, &first, &found), step != NULL);
    if (step) {
        parse(&wanted, texts[0]);
        assert_true(equal(&first, &wanted));
        parse(&wanted, step);
        assert_true(equal(&found, &wanted));
    }
    number_clear(&first);
    number_clear(&found);
    number_clear(&wanted);
    position_list_free(&list);
}

static void test_steps(void **state) {
    (void)state;
    expect_steps((const char *const[]){"5"}, 1, "0");
    expect_steps((const char *const[]){"1/3"}, 1, "0");
    expect_steps((const char *const[]){"5", "2"}, 2, "-3");
    expect_steps((const char *const[]){"5", "5", "5"}, 3, "0");
    expect_steps((const char *const[]){"999", "979", "959", "939"}, 4, "-20");
    expect_steps((const char *const[]){"0", "1/2", "1", "3/2"}, 4, "1/2");
    expect_steps((const char *const[]){"pi", "1+2pi", "2+3pi"}, 3, "1+pi");
    expect_steps((const char *const[]){"1048574", "1048575", "1048576"}, 3, "1");
    expect_steps((const char *const[]){"0", "1", "3"}, 3, NULL);
    expect_steps((const char *const[]){"0", "1", "2", "4"}, 4, NULL);
    expect_steps((const char *const[]){"0", "1", "2", "3.000001"}, 4, NULL);
    expect_steps((const char *const[]){"0", "1", "2", "3+1e-300pi"}, 4, NULL);
    expect_steps((const char *const[]){"1", "0", "1"}, 3, NULL);
    expect_steps((const char *const[]){"1/6", "1/4", "1/3", "5/12"}, 4, "1/12");
    expect_steps((const char *const[]){"1/6", "1/4", "1/3", "5/13"}, 4, NULL);
    expect_steps((const char *const[]){"1/6", "1/4", "1/3", "6/12"}, 4, NULL);
    expect_steps((const char *const[]){"2147483647", "0", "-2147483647"}, 3, "-2147483647");
    expect_steps((const char *const[]){"2147483647", "-2147483647", "-6442450941"}, 3,
                 "-4294967294");
    expect_steps((const char *const[]){"1/65537", "1/65536", "65538/4295032832"}, 3,
                 "1/4295032832");
    expect_steps((const char *const[]){"2147483647/2", "2147483647", "0", "1/2"}, 4, NULL);
}

static void expect_distinct(const char *const texts[], size_t count, size_t wanted) {
    struct position_list list = list_of(texts, count);
    uint32_t *index = malloc(count * sizeof *index);
    assert_non_null(index);
    struct position_list distinct = position_list_distinct(&list, index);
    struct number x, y;
    number_init(&x);
    number_init(&y);
    assert_int_equal(distinct.count, wanted);
    for (size_t k = 1; k < distinct.count; k++) {
        position_list_at(&distinct, k - 1, &x);
        position_list_at(&distinct, k, &y);
        assert_true(real_compare(&x, &y) < 0);
    }
    for (size_t k = 0; k < count; k++) {
        position_list_at(&list, k, &x);
        position_list_at(&distinct, index[k], &y);
        assert_true(equal(&x, &y));
    }
    number_clear(&x);
    number_clear(&y);
    free(index);
    position_list_free(&list);
    position_list_free(&distinct);
}

static void test_distinct(void **state) {
    (void)state;
    expect_distinct(mixed, MIXED, 10);
    expect_distinct((const char *const[]){"7", "-3", "7", "0", "-3"}, 5, 3);
    expect_distinct((const char *const[]){"1048575", "-1048575"}, 2, 2);
    expect_distinct((const char *const[]){"4"}, 1, 1);
    expect_distinct((const char *const[]){"1/2147483647", "1/2147483646", "2/4", "0.5",
                                          "2147483647", "-1/2", "-2147483647/2", "0"},
                    8, 7);
    expect_distinct((const char *const[]){"22/7", "pi", "pi", "355/113", "3"}, 5, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ratios),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_distinct),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
