/* SPDX-License-Identifier: MIT */
/* Digests of whole tables: d_model 512, base 10000, frequency outer, position inner, sine then cosine, little-endian.
 * The short ones come from an independent program that rounds FLINT's sines. The long ones, for the argument "long",
 * don't come from FLINT: they only show changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "element_rows.h"
#include "exact/ziv.h"
#include "power_frequency.h"

static unsigned long positions = 4096;

/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo, draft-eastlake-fnv) */
static uint64_t fnv(uint64_t hash, uint64_t bits, unsigned bytes) {
    for (unsigned k = 0; k < bytes; k++)
        hash = (hash ^ (bits >> 8 * k & 0xff)) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t digest(const struct element *type) {
    struct ziv *ziv = ziv_new();
    struct position *position = position_new();
    struct number p;
    mpq_t base, e;
    number_init(&p);
    mpq_inits(base, e, (mpq_ptr)NULL);
    mpq_set_ui(base, 1, 1);
    struct amplitude *one = amplitude_new(base, false, NULL, NULL);
    mpq_set_ui(base, 10000, 1);
    struct base *shared = base_new(base);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (unsigned long pair = 0; pair < 256; pair++) {
        mpq_set_ui(e, pair, 256);
        mpq_canonicalize(e);
        struct frequency *w = power_frequency(shared, e);
        for (unsigned long k = 0; k < positions; k++) {
            uint64_t bits[2];
            mpq_set_ui(p.rational, k, 1);
            position_set(position, &p);
            ziv_sincos(ziv, position, w, one, type, bits);
            hash = fnv(hash, bits[SINE], type->bytes);
            hash = fnv(hash, bits[COSINE], type->bytes);
        }
        frequency_free(w);
    }
    base_free(shared);
    amplitude_free(one);
    mpq_clears(base, e, (mpq_ptr)NULL);
    number_clear(&p);
    position_free(position);
    ziv_free(ziv);
    return hash;
}

static void expect_digest(const char *type, uint64_t expected_short, uint64_t expected_long) {
    uint64_t expected = positions == 4096 ? expected_short : expected_long;
    assert_int_equal(digest(element_row(type)), expected);
}

static void test_f32(void **state) {
    (void)state;
    expect_digest("f32", 0xad253888891820b2, 0xf1a113ae5e9beb56);
}

static void test_f64(void **state) {
    (void)state;
    expect_digest("f64", 0xcdadaf02b8797497, 0x96722b684c3ed1b5);
}

int main(int argc, char *argv[]) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_f32), cmocka_unit_test(test_f64)};
    if (argc > 1 && strcmp(argv[1], "long") == 0)
        positions = 131072;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
