/* SPDX-License-Identifier: MIT */
/* Every set of loops reverses the bytes of elements like a simple loop, for every width and number of elements. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "element/element.h"

enum { MOST = 130 };

static void expect_reversed(unsigned bytes, size_t n, enum instructions best) {
    const size_t size = 8 * (MOST + 1);
    unsigned char *memory = malloc(size);
    assert_non_null(memory);
    for (size_t k = 0; k < size; k++)
        memory[k] = (unsigned char)(k * 7 + k / 256);
    element_reverse(bytes, n, memory, best);
    for (size_t k = 0; k < size; k++) {
        const size_t from = k < n * bytes ? k ^ (bytes - 1) : k;
        assert_int_equal(memory[k], (unsigned char)(from * 7 + from / 256));
    }
    free(memory);
}

static void test_reverse(void **state) {
    (void)state;
    for (enum instructions best = INSTRUCTIONS_BASELINE; best <= instructions_best(); best++)
        for (unsigned bytes = 1; bytes <= 8; bytes *= 2)
            for (size_t n = 0; n <= MOST; n++)
                expect_reversed(bytes, n, best);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reverse)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
