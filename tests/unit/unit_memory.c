/* SPDX-License-Identifier: MIT */
/* Memory in whole cache lines, and in huge pages for large blocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/die.h"

static void test_lines(void **state) {
    (void)state;
    enum { LINE = 64, HUGE_PAGE = 1 << 21 };
    static const struct {
        size_t size, aligned;
    } rows[] = {{0, LINE},
                {1, LINE},
                {HUGE_PAGE / 2 - 1, LINE},
                {HUGE_PAGE / 2, HUGE_PAGE},
                {HUGE_PAGE, HUGE_PAGE},
                {2 * HUGE_PAGE + 1, HUGE_PAGE}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *memory = die_malloc_lines(rows[k].size);
        assert_int_equal((uintptr_t)memory % rows[k].aligned, 0);
        memset(memory, 0x55, rows[k].size);
        free(memory);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
