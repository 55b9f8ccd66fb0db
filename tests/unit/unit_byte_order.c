/* Bytes of elements are reversed as one would by hand, for every width and number of elements. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "element/byte_order.h"

enum { MOST = 130 };

static void test_reverse(void **state) {
    (void)state;
    for (unsigned bytes = 1; bytes <= 8; bytes *= 2)
        for (size_t n = 0; n <= MOST; n++) {
            uint64_t memory[MOST + 1];
            unsigned char before[sizeof memory], after[sizeof memory];
            for (size_t k = 0; k < sizeof before; k++)
                before[k] = (unsigned char)(k * 7 + k / 256);
            memcpy(memory, before, sizeof memory);
            byte_order_reverse(bytes, n, memory);
            memcpy(after, memory, sizeof memory);
            for (size_t k = 0; k < sizeof before; k++)
                assert_int_equal(after[k], before[k < n * bytes ? k ^ (bytes - 1) : k]);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reverse)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
