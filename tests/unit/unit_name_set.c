/* Sets of names: what was added is found, with its number, and nothing else is. */
#include "base/name_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void test_empty(void **state) {
    (void)state;
    struct names names = {.count = 0};
    assert_null(names_find(&names, ""));
    names_free(&names);
    assert_null(names_add(&names, "", 7));
    assert_int_equal(*names_find(&names, ""), 7);
    assert_null(names_find(&names, "a"));
    names_free(&names);
}

/* A copy is kept, and the first number stays. */
static void test_twice(void **state) {
    (void)state;
    struct names names = {.count = 0};
    char text[] = "one";
    assert_null(names_add(&names, text, 1));
    assert_int_equal(*names_add(&names, "one", 2), 1);
    text[0] = 'O';
    assert_null(names_find(&names, text));
    assert_int_equal(*names_find(&names, "one"), 1);
    assert_int_equal(names.count, 1);
    names_free(&names);
}

/* Names that differ in one place, and hundreds of thousands of them: minutes if a look-up were linear. */
static void test_many(void **state) {
    (void)state;
    enum { MANY = 300000 };
    struct names names = {.count = 0};
    char text[40];
    for (size_t k = 0; k < MANY; k++) {
        snprintf(text, sizeof text, "/some/folder/table_%zu.h", k);
        assert_null(names_add(&names, text, k));
    }
    assert_int_equal(names.count, MANY);
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
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_twice),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
