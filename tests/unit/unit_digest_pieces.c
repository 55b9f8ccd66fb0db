/* SPDX-License-Identifier: MIT */
/* digest.c against its definition in GMP, byte by byte, as the engine has it and with the portable product; cut anywhere,
 * in any order. */
#define INTEGER_PORTABLE

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gmp.h>

#include "base/digest.h"
#include "base/integer.h"
#include "chance.h"

#define digest_piece portable_piece
#define digest_sum portable_sum
#define digest_append portable_append
#include "base/digest.c"
#undef digest_piece
#undef digest_sum
#undef digest_append

enum { LONGEST = 3000 };

/* The sum of byte * 256^(place % 7) * r^(place / 7) modulo 2^61 - 1; r as binary digits of pi's fraction,
 * 0.243f6a8885a308d3... */
static uint64_t defined(const unsigned char *bytes, size_t count, uint64_t offset) {
    mpz_t prime, point, factor, sum, exponent;
    mpz_inits(prime, point, factor, sum, exponent, (mpz_ptr)NULL);
    mpz_ui_pow_ui(prime, 2, 61);
    mpz_sub_ui(prime, prime, 1);
    mpz_set_str(point, "243f6a8885a308d3", 16);
    mpz_fdiv_q_2exp(point, point, 3);
    for (size_t k = 0; k < count; k++) {
        integer_set_unsigned(exponent, (offset + k) / 7);
        mpz_powm(factor, point, exponent, prime);
        mpz_mul_2exp(factor, factor, 8 * (unsigned)((offset + k) % 7));
        mpz_addmul_ui(sum, factor, bytes[k]);
    }
    mpz_mod(sum, sum, prime);
    uint64_t digest = 0;
    mpz_export(&digest, NULL, -1, sizeof digest, 0, 0, sum);
    mpz_clears(prime, point, factor, sum, exponent, (mpz_ptr)NULL);
    return digest;
}

/* Some bytes of several kinds, of just that many, so that a sanitizer sees reads beyond them. */
static unsigned char *any_bytes(size_t count) {
    unsigned char *bytes = malloc(count > 0 ? count : 1);
    assert_non_null(bytes);
    size_t kind = chance_below(4);
    for (size_t k = 0; k < count; k++)
        bytes[k] = (unsigned char)(kind == 0   ? 0
                                   : kind == 1 ? 255
                                   : kind == 2 ? chance_below(2) * 255
                                               : chance_below(256));
    return bytes;
}

static void test_definition(void **unused) {
    (void)unused;
    static const uint64_t offsets[] = {
        0, 1, 6, 7, 1000003, (UINT64_C(1) << 43) - 8, (UINT64_C(1) << 43) - 1};
    for (size_t count = 0; count < 100; count++)
        for (size_t k = 0; k < sizeof offsets / sizeof *offsets; k++) {
            unsigned char *bytes = any_bytes(count);
            uint64_t expected = defined(bytes, count, offsets[k]);
            assert_int_equal(digest_piece(bytes, count, offsets[k]), expected);
            assert_int_equal(portable_piece(bytes, count, offsets[k]), expected);
            free(bytes);
        }
}

/* Of a file [0, count), taken apart; the later part first or last as it falls. */
static uint64_t in_pieces(const unsigned char *bytes, size_t count, uint64_t offset) {
    if (count < 2 || chance_below(8) == 0) {
        unsigned char *alone = malloc(count > 0 ? count : 1);
        assert_non_null(alone);
        memcpy(alone, bytes, count);
        uint64_t digest = (chance_below(2) ? digest_piece : portable_piece)(alone, count, offset);
        free(alone);
        return digest;
    }
    size_t cut = chance_below((unsigned)count);
    bool later_first = chance_below(2);
    uint64_t first = later_first ? in_pieces(bytes + cut, count - cut, offset + cut)
                                 : in_pieces(bytes, cut, offset);
    uint64_t second = later_first ? in_pieces(bytes, cut, offset)
                                  : in_pieces(bytes + cut, count - cut, offset + cut);
    return digest_sum(first, second);
}

static void test_cuts(void **unused) {
    (void)unused;
    for (int round = 0; round < 500; round++) {
        size_t count = chance_below(LONGEST);
        unsigned char *bytes = any_bytes(count);
        uint64_t expected = defined(bytes, count, 0);
        for (int k = 0; k < 4; k++)
            assert_int_equal(in_pieces(bytes, count, 0), expected);
        free(bytes);
    }
}

/* Sums of digests stay below 2^61 - 1, which counts as 0. */
static void test_sum(void **unused) {
    (void)unused;
    const uint64_t prime = (UINT64_C(1) << 61) - 1;
    assert_int_equal(digest_sum(prime - 1, 1), 0);
    assert_int_equal(digest_sum(prime - 1, prime - 1), prime - 2);
    assert_int_equal(digest_sum(0, 0), 0);
    assert_int_equal(digest_sum(5, 7), 12);
}

/* The values of draft-eastlake-fnv, appendix C. */
static void test_text(void **unused) {
    (void)unused;
    assert_int_equal(DIGEST_EMPTY, UINT64_C(0xcbf29ce484222325));
    assert_int_equal(digest_append(DIGEST_EMPTY, "a", 1), UINT64_C(0xaf63dc4c8601ec8c));
    assert_int_equal(digest_append(digest_append(DIGEST_EMPTY, "foo", 3), "bar", 3),
                     UINT64_C(0x85944171f73967e8));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definition),
        cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_sum),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
