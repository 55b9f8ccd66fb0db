/* SPDX-License-Identifier: MIT */
/* Sets of names with numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/names.h"

/* A copy is kept, and the first number stays. */
static void names_twice(void **state) {
    (void)state;
    struct names names = {.count = 0};
    char text[] = "\xff one";
    assert_null(names_find(&names, text));
    assert_null(names_add(&names, text, 1));
    assert_int_equal(*names_add(&names, "\xff one", 2), 1);
    text[1] = 'O';
    assert_null(names_find(&names, text));
    assert_int_equal(*names_find(&names, "\xff one"), 1);
    assert_null(names_add(&names, "", 7));
    assert_int_equal(*names_find(&names, ""), 7);
    assert_int_equal(names.count, 2);
    names_free(&names);
}

/* Names that differ in one place, and hundreds of thousands of them: minutes if a look-up were linear. */
static void names_many(void **state) {
    enum { MANY = 300000 };
    struct names names = {.count = 0};
    char text[40];
    (void)state;
    for (size_t k = 0; k < MANY; k++) {
        snprintf(text, sizeof text, "/some/folder/table_%zu.h", k);
        assert_null(names_add(&names, text, k));
    }
    for (size_t k = 0; k < MANY; k++) {
        snprintf(text, sizeof text, "/some/folder/table_%zu.h", k);
        assert_int_equal(*names_find(&names, text), k);
        text[strlen(text) - 1] = 'c';
        assert_null(names_find(&names, text));
    }
    names_free(&names);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_twice),
        cmocka_unit_test(names_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
