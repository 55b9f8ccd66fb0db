/* SPDX-License-Identifier: MIT */
/* The common setup of tests of numbers. */
#ifndef NUMBER_SETUP_H
#define NUMBER_SETUP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exact/expression.h"

static struct number x, y;

static int open_numbers(void **state) {
    (void)state;
    number_init(&x);
    number_init(&y);
    return 0;
}

static int close_numbers(void **state) {
    (void)state;
    number_clear(&x);
    number_clear(&y);
    return 0;
}

static void expect_q(const mpq_t q, const char *fraction) {
    char *text = mpq_get_str(NULL, 10, q);
    assert_string_equal(text, fraction);
    free(text);
}

#endif
