/* SPDX-License-Identifier: MIT */
/* Factored tables: their arithmetic against products of 128 bits, and their entries against those of the engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <mpfr.h>

#include "chance.h"
#include "engine/rows.h"
#include "factored/factored.h"
#include "factored/rotation.h"

__extension__ typedef __int128 wide;

static int64_t random_between(int64_t lowest, int64_t highest) {
    return lowest + (int64_t)(chance() % ((uint64_t)(highest - lowest) + 1));
}

static const struct element *type_of(const char *name) {
    const struct element *type = elements;
    while (strcmp(type->name, name) != 0)
        type++;
    return type;
}

static struct rotation form(const char *type, unsigned high_bits, unsigned low_bits) {
    return (struct rotation){.type = type_of(type), .high_bits = high_bits, .low_bits = low_bits};
}

static wide wide_floor(wide x, unsigned bits) {
    const wide unit = (wide)1 << bits, rest = (x % unit + unit) % unit;
    return (x - rest) / unit;
}

/* --- the arithmetic */

static void test_places(void **state) {
    (void)state;
    for (unsigned log2 = 0; log2 < 10; log2++) {
        const struct rotation rotation = {.block_log2 = log2};
        const int64_t block = INT64_C(1) << log2;
        for (int64_t r = 0; r < 5000; r++) {
            const struct rotation_rows at = rotation_rows(&rotation, (uint64_t)r);
            const int64_t lo = at.minus ? -(int64_t)at.row[FINE] : (int64_t)at.row[FINE];
            assert_int_equal((int64_t)at.row[COARSE] * block + lo, r);
            assert_true(lo >= -(block / 2) && (lo < block / 2 || block == 1));
        }
    }
}

static const struct { unsigned high, low; } widths[] = {{16, 0}, {16, 8}, {32, 0}, {32, 16}};

/* rotation_sum from whole products. The product of low parts is omitted. Fractions of a unit are rounded down: once for
 * 16 bits, and in each product with one low part for 32. */
static int64_t sum_of(size_t k, int64_t a, int64_t b, int64_t c, int64_t d, bool plus) {
    const unsigned low = widths[k].low;
    const int64_t mask = (INT64_C(1) << low) - 1;
    const wide sign = plus ? 1 : -1, product = (wide)a * b + sign * c * d;
    const wide left_out = (wide)(a & mask) * (b & mask) + sign * (c & mask) * (d & mask);
    if (widths[k].high == 16)
        return (int64_t)wide_floor(product - left_out, 2 * low);
    const wide of[4][2] = {{a, b & mask}, {b, a & mask}, {c, d & mask}, {d, c & mask}};
    wide sum = (wide)(a & ~mask) * (b & ~mask) + sign * (c & ~mask) * (d & ~mask);
    for (int n = 0; n < 4; n++)
        sum +=
            (n < 2 ? 1 : sign) * (wide_floor((of[n][0] - (of[n][0] & mask)) * of[n][1], 2 * low) *
                                  ((wide)1 << (2 * low)));
    return (int64_t)wide_floor(sum, 2 * low);
}

/* The products less rotation_sum are in the interval that bounds the search. */
static void expect_error(const struct rotation *rotation, const int64_t v[4],
                         const struct split part[4], bool plus) {
    const wide sign = plus ? 1 : -1, unit = (wide)1 << (2 * rotation->low_bits);
    const wide exact = (wide)v[0] * v[1] + sign * ((wide)v[2] * v[3]);
    const wide error =
        exact - unit * rotation_sum(rotation, part[0], part[1], part[2], part[3], plus);
    const int each = rotation->high_bits == 32 ? 3 : 1;
    if (plus)
        assert_true(error >= 0 && error < (each == 3 ? 6 : 3) * unit);
    else
        assert_true(error > -each * unit && error < (each == 3 ? 3 : 2) * unit);
}

static void expect_sum(size_t k, const int64_t v[4]) {
    const struct rotation rotation = {.high_bits = widths[k].high, .low_bits = widths[k].low};
    struct split part[4];
    for (int n = 0; n < 4; n++) {
        part[n] = rotation_split(&rotation, v[n]);
        assert_true(part[n].low >= 0 && part[n].low < INT64_C(1) << widths[k].low);
        assert_true(llabs(2 * part[n].high + 1) < INT64_C(1) << widths[k].high);
        assert_true(part[n].high * (INT64_C(1) << widths[k].low) + part[n].low == v[n]);
    }
    for (int plus = 0; plus < 2; plus++) {
        assert_true(rotation_sum(&rotation, part[0], part[1], part[2], part[3], plus) ==
                    sum_of(k, v[0], v[1], v[2], v[3], plus));
        expect_error(&rotation, v, part, plus);
    }
}

/* Phasors are about 1 long, so the sum of the products is too. */
static void test_sums(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
        const struct rotation rotation = {.high_bits = widths[k].high, .low_bits = widths[k].low};
        const int64_t most = rotation_highest(&rotation), half = most / 10 * 7;
        assert_true(most == (INT64_C(1) << (widths[k].high - 1 + widths[k].low)) - 1);
        const int64_t edges[] = {-half, -half / 2 - 1, -1, 0, 1, 255, 256, 65535, 65536, half};
        enum { EDGES = sizeof edges / sizeof *edges };
        for (int e = 0; e < EDGES * EDGES * EDGES * EDGES && most > 65536; e++)
            expect_sum(k, (int64_t[]){edges[e % EDGES], edges[e / EDGES % EDGES],
                                      edges[e / EDGES / EDGES % EDGES],
                                      edges[e / EDGES / EDGES / EDGES]});
        for (int n = 0; n < 20000; n++)
            expect_sum(k, (int64_t[]){random_between(-half, half), random_between(-half, half),
                                      random_between(-half, half), random_between(-half, half)});
        expect_sum(k, (int64_t[]){most, most, 0, 0});
        expect_sum(k, (int64_t[]){-most, most, 0, 0});
        expect_sum(k, (int64_t[]){0, 0, most, most});
    }
}

/* The sine of the angle 0 is 0, from whatever angle it is turned back: the products cancel. */
static void test_cancellation(void **state) {
    (void)state;
    const struct rotation forms[] = {form("q7", 16, 0),  form("q7", 16, 8),   form("q15", 16, 8),
                                     form("q15", 32, 0), form("q31", 32, 16), form("f32", 32, 16)};
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
        for (int n = 0; n < 1000; n++) {
            const int64_t half = rotation_highest(&forms[k]) / 10 * 7;
            const int64_t x = random_between(-half, half), y = random_between(-half, half);
            const struct split sine = rotation_split(&forms[k], x),
                               opposite = rotation_split(&forms[k], -x),
                               cosine = rotation_split(&forms[k], y);
            const struct split_phasor fine = {{sine, cosine}}, behind = {{opposite, cosine}};
            int64_t v = rotation_turn(&forms[k], &fine, &fine, true, SINE);
            assert_int_equal(rotation_element(&forms[k], v), 0);
            v = rotation_turn(&forms[k], &behind, &fine, false, SINE);
            assert_int_equal(rotation_element(&forms[k], v), 0);
        }
}

/* --- elements */

static void expect_element(const struct rotation *rotation, int64_t v, int32_t wanted) {
    const uint64_t mask = 2 * element_sign(rotation->type) - 1;
    assert_int_equal(rotation_element(rotation, v), (uint32_t)wanted & mask);
}

static void test_fixed(void **state) {
    (void)state;
    const struct rotation q15 = form("q15", 16, 8), q7 = form("q7", 16, 0),
                          q31 = form("q31", 32, 16);
    const int64_t one15 = INT64_C(1) << 15, one7 = INT64_C(1) << 23, one31 = INT64_C(1) << 31;
    for (int32_t n = -100; n <= 100; n++) {
        expect_element(&q15, n * one15 - one15 / 2, n);
        expect_element(&q15, n * one15 + one15 / 2 - 1, n);
        expect_element(&q7, n * one7 - one7 / 2, n);
        expect_element(&q7, n * one7 + one7 / 2 - 1, n);
        expect_element(&q31, n * one31 - one31 / 2, n);
        expect_element(&q31, n * one31 + one31 / 2 - 1, n);
    }
    for (int64_t beyond = -40000; beyond <= 40000; beyond += 10000) {
        expect_element(&q15, (INT64_C(1) << 30) + beyond / 4, 32767);
        expect_element(&q15, -(INT64_C(1) << 30) + beyond / 4, -32768);
        expect_element(&q7, (INT64_C(1) << 30) + beyond, 127);
        expect_element(&q7, -(INT64_C(1) << 30) + beyond, -128);
        expect_element(&q31, (INT64_C(1) << 62) + beyond, INT32_MAX);
        expect_element(&q31, -(INT64_C(1) << 62) + beyond, INT32_MIN);
    }
    expect_element(&q15, 32766 * one15, 32766);
    expect_element(&q15, -32767 * one15, -32767);
    expect_element(&q7, 126 * one7, 126);
    expect_element(&q31, 2147483646 * one31, 2147483646);
}

static void test_float(void **state) {
    (void)state;
    for (unsigned bits = 0; bits < 63; bits++)
        for (int n = 0; n < 4000; n++) {
            const int64_t v = (INT64_C(1) << bits) + random_between(0, (INT64_C(1) << bits) - 1);
            const float nearest = ldexpf((float)v, -62); /* ties to even */
            uint32_t wanted;
            memcpy(&wanted, &nearest, sizeof wanted);
            if (bits > 24 && (v & ((INT64_C(1) << (bits - 23)) - 1)) == INT64_C(1) << (bits - 24))
                continue;
            assert_int_equal(rotation_float(v), bits < 32 ? 0 : wanted);
            assert_int_equal(rotation_float(-v), bits < 32 ? 0 : wanted | 0x80000000);
        }
    assert_int_equal(rotation_float(0), 0);
    assert_int_equal(rotation_float(INT64_C(1) << 62), 0x3f800000);
    assert_int_equal(rotation_float((INT64_C(1) << 62) - 1), 0x3f800000);
    assert_int_equal(rotation_float((INT64_C(1) << 62) - (INT64_C(1) << 37)), 0x3f800000);
    assert_int_equal(rotation_float((INT64_C(1) << 62) - (INT64_C(1) << 37) - 1), 0x3f7fffff);
    assert_int_equal(rotation_float((INT64_C(1) << 32) - 1), 0);
    assert_int_equal(rotation_float(INT64_C(1) << 32), 0x30800000); /* 2^-30 */
}

/* --- tables */

/* Texts of words, up to a NULL: "max-len", "512", ... */
static struct table *resolved(const char *const text[]) {
    const char *given[WORDS] = {NULL};
    for (size_t k = 0; text[k]; k += 2)
        for (int word = 0; word < WORDS; word++)
            if (strcmp(words[word].name, text[k]) == 0)
                given[word] = text[k + 1];
    struct request request;
    struct faults faults = {0};
    request_begin(&request, given, NULL);
    if (given[FREQUENCIES]) {
        request.file[FREQUENCIES].path = text_format("list");
        text_print(&request.file[FREQUENCIES].text, "1\n0\n1/3\n0.001\n");
    }
    request_open(&request, &faults);
    struct table *table = table_resolve(&request);
    if (faults.count > 0)
        fail_msg("%s", faults.list[0].text);
    request_free(&request);
    return table;
}
#define TABLE(...) resolved((const char *const[]){__VA_ARGS__, NULL})

static void test_blocks(void **state) {
    (void)state;
    struct table *table = TABLE("max-len", "1", "d-model", "2");
    for (uint64_t rows = 1; rows < 3000; rows++) {
        uint64_t fewest = UINT64_MAX, blocks[8], count = 0;
        for (uint64_t block = 1; block <= 1 << 13; block *= 2) {
            const uint64_t all = (rows - 1 + block / 2) / block + 1 + block / 2 + 1;
            if (all < fewest)
                count = 0;
            if (all <= fewest)
                blocks[count++] = block;
            fewest = all < fewest ? all : fewest;
        }
        table->position_count = rows;
        struct factored plan;
        for (unsigned k = 0; k < count; k++) {
            assert_true(factored_plan(table, k, &plan));
            assert_int_equal(plan.block, blocks[k]);
        }
        assert_false(factored_plan(table, (unsigned)count, &plan));
    }
    table_free(table);
}

static void expect_plan(const char *max_len, const char *d, const char *type, uint64_t bytes,
                        uint64_t full_bytes, unsigned guard_bits) {
    struct table *table = TABLE("max-len", max_len, "d-model", d, "type", type);
    struct factored plan;
    assert_true(factored_plan(table, 0, &plan));
    assert_int_equal(plan.bytes, bytes);
    assert_int_equal(plan.full_bytes, full_bytes);
    assert_int_equal(plan.guard_bits, guard_bits);
    assert_int_equal(plan.array[0].rows, plan.small_rows[COARSE]);
    assert_int_equal(plan.array[plan.arrays / 2].rows, plan.small_rows[FINE]);
    assert_string_equal(plan.array[plan.arrays / 2].suffix, "_fine");
    table_free(table);
}

static void test_plan(void **state) {
    (void)state;
    expect_plan("4096", "512", "q7", 100352, 2097152, 8);
    expect_plan("4096", "512", "q15", 150528, 4194304, 8);
    expect_plan("4096", "512", "q31", 301056, 8388608, 16);
    expect_plan("4096", "512", "f32", 301056, 8388608, 16);
    expect_plan("131072", "512", "f32", 1579008, 268435456, 16);
    expect_plan("1", "2", "q15", 2 * 2 * 3, 4, 8);
}

/* The entry of a row and of a function of frequency i, by the formula alone. */
static uint32_t entry(const struct table *table, const struct factored *factored, uint64_t row,
                      uint64_t i, int function) {
    const int64_t block = (int64_t)factored->block;
    const int64_t h = ((int64_t)row + block / 2) / block, lo = (int64_t)row - h * block;
    const size_t each = factored->arrays / 2;
    int64_t v[2][2]; /* coarse, fine; sine, cosine */
    size_t width = 0;
    while (widths[width].high != factored->high_bits || widths[width].low != factored->low_bits)
        width++;
    for (int side = 0; side < 2; side++)
        for (int f = 0; f < 2; f++) {
            const struct factored_array *high = &factored->array[side ? each : 0], *low = high + 1;
            const uint64_t at = (uint64_t)(side ? llabs(lo) : h);
            const size_t k = (size_t)(at * factored->columns + 2 * i + (uint64_t)f);
            assert_true(at < high->rows);
            v[side][f] = factored->high_bits == 16 ? ((const int16_t *)high->entries)[k]
                                                   : ((const int32_t *)high->entries)[k];
            v[side][f] *= INT64_C(1) << factored->low_bits;
            if (factored->low_bits == 8)
                v[side][f] += ((const uint8_t *)low->entries)[k];
            if (factored->low_bits == 16)
                v[side][f] += ((const uint16_t *)low->entries)[k];
        }
    const struct rotation rotation = {
        .type = table->type, .high_bits = factored->high_bits, .low_bits = factored->low_bits};
    const int64_t sum =
        function == SINE
            ? sum_of(width, v[0][SINE], v[1][COSINE], v[0][COSINE], v[1][SINE], lo >= 0)
            : sum_of(width, v[0][COSINE], v[1][COSINE], v[0][SINE], v[1][SINE], lo < 0);
    return rotation_element(&rotation, sum);
}

/* How many entries of the large table differ, and the first of them. */
static struct factored_wrong compare(const struct table *table, const struct factored *factored) {
    struct factored_wrong wrong = {0, 0, 0};
    struct rows *rows = rows_open(table, ENGINE_AUTO, 0, table->rows, 1 << 12);
    struct worker *worker = worker_new(rows);
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        for (size_t k = 0; k < piece->rows * piece->columns; k++) {
            const uint64_t row = piece->row + k / piece->columns,
                           column = piece->from + k % piece->columns;
            const struct channel channel = table_channel(table, column);
            const int function = channel.function == CHANNEL_COSINE ? COSINE : SINE;
            if (entry(table, factored, row, channel.frequency, function) ==
                element_load(table->type, piece->entries, k))
                continue;
            if (wrong.count++ == 0) {
                wrong.row = row;
                wrong.column = column;
            }
        }
    }
    worker_free(worker);
    rows_close(rows);
    return wrong;
}

static void assert_same(const struct factored *one, const struct factored *other) {
    assert_int_equal(one->arrays, other->arrays);
    assert_int_equal(one->bytes, other->bytes);
    assert_int_equal(one->block, other->block);
    for (size_t k = 0; k < one->arrays; k++)
        assert_memory_equal(one->array[k].entries, other->array[k].entries,
                            one->array[k].rows * one->columns * one->array[k].type->bytes);
}

static const char *const specs[][17] = {
    {"max-len", "512", "d-model", "64", "type", "q7"},
    {"max-len", "512", "d-model", "64", "type", "q15"},
    {"max-len", "512", "d-model", "64", "type", "q31"},
    {"max-len", "512", "d-model", "64", "type", "f32"},
    {"max-len", "1", "d-model", "2", "type", "f32"},
    {"max-len", "2", "d-model", "6", "type", "q15"},
    {"max-len", "777", "d-model", "6", "type", "q15", "layout", "halves", "order", "cos-sin"},
    {"max-len", "1001", "d-model", "16", "type", "f32", "first", "-1000", "step", "1/4"},
    {"max-len", "1001", "d-model", "16", "type", "q15", "first", "-100", "step", "pi/4"},
    {"max-len", "300", "d-model", "16", "type", "q7", "first", "2*pi", "step", "-0.1"},
    {"max-len", "300", "d-model", "16", "type", "q31", "base", "2", "first", "-17"},
    {"max-len", "300", "d-model", "16", "type", "f32", "component", "cos", "repeat", "halves"},
    {"max-len", "300", "d-model", "16", "type", "q15", "component", "sin", "repeat", "interleave"},
    {"max-len", "300", "d-model", "16", "type", "q15", "component", "sin", "base", "500000"},
    {"max-len", "2048", "d-model", "64", "type", "f32", "base", "500000", "scaling",
     "llama3:factor=8,original=8192"},
    {"max-len", "300", "d-model", "16", "type", "f32", "spacing", "endpoint", "base", "1e6"},
    {"max-len", "300", "d-model", "8", "type", "f32", "frequencies", "list"},
    {"max-len", "300", "d-model", "8", "type", "q15", "frequencies", "list"},
    /* eight guard bits leave entries wrong, which sixteen mend */
    {"max-len", "32768", "d-model", "4", "type", "q15"},
    {"max-len", "32768", "d-model", "4", "type", "q7"},
    {NULL},
};

/* The same arrays from any number of threads, and of the engine's levels. */
static void test_exact(void **state) {
    (void)state;
    for (size_t k = 0; specs[k][0]; k++) {
        struct table *table = resolved(specs[k]);
        struct factored *one = factored_new(table, ENGINE_AUTO, 1);
        struct factored *four = factored_new(table, ENGINE_AUTO, 4);
        assert_int_equal(one->wrong.count, 0);
        assert_int_equal(one->error.kind, ENGINE_FINE);
        assert_int_equal(one->entries, table->rows * table->columns);
        if (table->rows == 32768)
            assert_int_equal(one->guard_bits, 16);
        assert_same(one, four);
        if (table->rows < 1000) {
            struct factored *exact = factored_new(table, ENGINE_MPFR, 2);
            assert_same(one, exact);
            factored_free(exact);
        }
        assert_int_equal(compare(table, one).count, 0);
        factored_free(one);
        factored_free(four);
        table_free(table);
    }
    mpfr_free_cache();
}

static void test_large(void **state) {
    (void)state;
    struct table *table = TABLE("max-len", "4096", "d-model", "128", "type", "q15");
    struct factored *factored = factored_new(table, ENGINE_AUTO, 2);
    assert_int_equal(factored->guard_bits, 8);
    assert_int_equal(factored->bytes, 150528 / 4);
    assert_int_equal(compare(table, factored).count, 0);
    factored_free(factored);
    table_free(table);
}

/* Frequency 0 of these words is 1: the numbers are sines and cosines of integers, moved by at most 4 units. */
static void test_numbers(void **state) {
    (void)state;
    struct table *table = TABLE("max-len", "1000", "d-model", "2", "type", "f32", "first", "-5");
    struct factored *factored = factored_new(table, ENGINE_AUTO, 1);
    mpfr_t x;
    mpfr_init2(x, 200);
    uint64_t moved = 0, numbers = 0;
    for (size_t side = 0; side < 2; side++) {
        const struct factored_array *high = &factored->array[2 * side], *low = high + 1;
        for (size_t k = 0; k < 2 * high->rows; k++, numbers++) {
            const long row = (long)(k / 2);
            mpfr_set_si(x, side ? row : row * (long)factored->block - 5, MPFR_RNDN);
            (k % 2 ? mpfr_cos : mpfr_sin)(x, x, MPFR_RNDN);
            mpfr_mul_2ui(x, x, 47, MPFR_RNDN);
            const int64_t nearest = mpfr_get_si(x, MPFR_RNDN);
            const int64_t v = ((const int32_t *)high->entries)[k] * INT64_C(65536) +
                              ((const uint16_t *)low->entries)[k];
            assert_true(llabs(v) < INT64_C(1) << 47);
            assert_true(llabs(v - nearest) <= 4);
            moved += v != nearest && nearest != INT64_C(1) << 47;
        }
    }
    mpfr_clear(x);
    assert_true(moved < numbers / 4);
    factored_free(factored);
    table_free(table);
}

/* Allocates the wanted entries of a pair. */
static void wanted_new(struct factored_pair *pair) {
    for (int f = SINE; f <= COSINE; f++)
        pair->wanted[f] = calloc(pair->rows, pair->rotation.type->bytes);
}

static void wanted_free(struct factored_pair *pair) {
    free(pair->wanted[SINE]);
    free(pair->wanted[COSINE]);
}

static void want(struct factored_pair *pair, int function, uint64_t r, uint32_t bits) {
    element_store(pair->rotation.type, pair->wanted[function], (size_t)r, bits);
}

/* A table that can't be exact: a sine is small where others of its frequency are not. */
static void test_wrong(void **state) {
    (void)state;
    static const char *const layouts[] = {"interleaved", "halves"};
    for (size_t k = 0; k < 2; k++) {
        struct table *table = TABLE("max-len", "512", "d-model", "64", "first", "-70.000000000001",
                                    "order", "cos-sin", "layout", layouts[k]);
        struct factored *one = factored_new(table, ENGINE_AUTO, 1);
        struct factored *four = factored_new(table, ENGINE_AUTO, 4);
        struct factored_wrong wrong = compare(table, one);
        assert_true(wrong.count > 0);
        assert_int_equal(wrong.row, 70);
        assert_int_equal(wrong.column, k == 0 ? 1 : 32);
        assert_int_equal(one->wrong.count, wrong.count);
        assert_int_equal(one->wrong.row, wrong.row);
        assert_int_equal(one->wrong.column, wrong.column);
        assert_int_equal(four->wrong.column, wrong.column);
        assert_same(one, four);
        factored_free(one);
        factored_free(four);
        table_free(table);
    }
}

/* The last of 80 rows is the only one of its coarse row. What is stored is verified, not what the search knows. */
static void test_last_row(void **state) {
    (void)state;
    struct table *table = TABLE("max-len", "89", "d-model", "4", "type", "q15", "component", "sin",
                                "repeat", "halves");
    struct factored *factored = factored_new(table, ENGINE_AUTO, 1);
    assert_int_equal(factored->block, 16);
    assert_int_equal(factored->small_rows[COARSE], 7);
    struct factored_pair pair = factored_pair_new(table, factored);
    wanted_new(&pair);
    for (uint64_t r = 0; r < pair.rows; r++)
        want(&pair, SINE, r, entry(table, factored, r, 1, SINE));
    assert_int_equal(factored_verify(factored, table, &pair, 1).count, 0);
    ((int16_t *)factored->array[0].entries)[6 * factored->columns + 2] ^= 0x4000;
    const struct factored_wrong wrong = factored_verify(factored, table, &pair, 1);
    assert_int_equal(wrong.count, 2); /* repeated */
    assert_int_equal(wrong.row, 88);
    assert_int_equal(wrong.column, 1);
    wanted_free(&pair);
    factored_pair_free(&pair);
    factored_free(factored);
    table_free(table);
}

/* A wrong entry of a pair is wrong in every column that has it, and in no other. */
static void expect_columns(const struct table *table, const struct factored *factored,
                           struct factored_pair *pair, uint64_t i, int function) {
    struct factored_wrong columns = {0, 0, 0};
    for (uint64_t j = table->channel_count; j-- > 0;) {
        const struct channel channel = table_channel(table, j);
        if (channel.frequency == i && (channel.function == CHANNEL_COSINE) == (function == COSINE))
            columns = (struct factored_wrong){columns.count + 1, 0, j};
    }
    for (uint64_t r = 0; r < pair->rows; r++)
        for (int f = SINE; f <= COSINE; f++)
            want(pair, f, r, entry(table, factored, r, i, f) ^ (f == function && r % 2 == 1));
    const struct factored_wrong wrong = factored_verify(factored, table, pair, i);
    assert_int_equal(wrong.count, pair->needs[function] ? 2 * columns.count : 0);
    if (pair->needs[function]) {
        assert_true(columns.count > 0);
        assert_int_equal(wrong.row, 1);
        assert_int_equal(wrong.column, columns.column);
    }
}

static void test_columns(void **state) {
    (void)state;
    static const char *const kinds[][6] = {
        {"layout", "halves"},
        {"layout", "interleaved"},
        {"layout", "halves", "order", "cos-sin"},
        {"layout", "interleaved", "order", "cos-sin"},
        {"component", "cos"},
        {"component", "sin", "repeat", "halves"},
        {"component", "cos", "repeat", "interleave"},
        {"step", "0", "first", "0"},
    };
    static const char *const d_models[] = {"2", "4", "6", "10"};
    for (size_t k = 0; k < 4 * sizeof kinds / sizeof *kinds; k++) {
        const char *const *kind = kinds[k / 4];
        const char *given[11] = {"max-len", "5", "d-model", d_models[k % 4], "type", "q15"};
        for (size_t n = 0; n < 4 && kind[n]; n++)
            given[6 + n] = kind[n];
        struct table *table = resolved(given);
        struct factored *factored = factored_new(table, ENGINE_AUTO, 1);
        struct factored_pair pair = factored_pair_new(table, factored);
        wanted_new(&pair);
        for (uint64_t i = 0; i < factored->pairs; i++)
            for (int f = SINE; f <= COSINE; f++)
                expect_columns(table, factored, &pair, i, f);
        wanted_free(&pair);
        factored_pair_free(&pair);
        factored_free(factored);
        table_free(table);
    }
}

/* Fewer threads where there are few pairs or little memory, and no table that is too large for one. */
static void test_memory(void **state) {
    (void)state;
    static const struct {
        const char *max_len, *d_model, *type;
        unsigned threads;
    } fit[] = {
        {"1000", "4", "q15", 2},      {"1000", "512", "q15", 16},  {"1000", "30", "f32", 15},
        {"6000000", "8", "q15", 4},   {"6000000", "64", "q15", 4}, {"10000000", "2", "q15", 1},
        {"28000000", "64", "q15", 1},
    };
    for (size_t k = 0; k < sizeof fit / sizeof *fit; k++) {
        struct table *table =
            TABLE("max-len", fit[k].max_len, "d-model", fit[k].d_model, "type", fit[k].type);
        assert_int_equal(factored_capacity(table).kind, ENGINE_FINE);
        assert_int_equal(factored_threads(table, 1), 1);
        assert_int_equal(factored_threads(table, 20), fit[k].threads);
        table_free(table);
    }
    struct table *long_one = TABLE("max-len", "200000000", "d-model", "2", "type", "q15");
    assert_int_equal(factored_capacity(long_one).kind, ENGINE_FACTORED);
    assert_in_range(factored_capacity(long_one).first, 200000000ULL * 72,
                    200000000ULL * 72 + (1 << 20));
    table_free(long_one);
    /* the last choice for q15 has 4 bytes a number */
    struct table *wide_one = TABLE("max-len", "220000", "d-model", "900000", "type", "q15");
    assert_int_equal(factored_capacity(wide_one).kind, ENGINE_FACTORED);
    table_free(wide_one);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),       cmocka_unit_test(test_sums),
        cmocka_unit_test(test_cancellation), cmocka_unit_test(test_fixed),
        cmocka_unit_test(test_float),        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_plan),         cmocka_unit_test(test_exact),
        cmocka_unit_test(test_large),        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_wrong),        cmocka_unit_test(test_last_row),
        cmocka_unit_test(test_columns),      cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
