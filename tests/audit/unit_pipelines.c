/* SPDX-License-Identifier: MIT */
/* Pipelines against MPFR, step by step: each operation with 400 bits, then rounded to its format. The steps of each
 * pipeline are listed here again, by its name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <mpfr.h>

#include "chance.h"
#include "element_rows.h"
#include "nearest.h"
#include "pipelines/pipeline_steps.h"
#include "pipelines/pipelines.h"
#include "pipelines/rounded.h"
#include "resolved_table.h"

/* --- what the pipelines are */

static const struct steps {
    const char *name, *computed, *w, *p, *product, *angle, *sine, *value;
} all_steps[] = {
    {"exact", "", "", "", "", "", "", ""},
    {"exact, float64", "", "", "", "", "", "f64", "f64"},
    {"exact, bf16", "", "", "", "", "", "bf16", "bf16"},
    {"exact, f16", "", "", "", "", "", "f16", "f16"},
    {"exact, float32", "", "", "", "", "", "f32", "f32"},
    {"float32", "f32", "f32", "f32", "f32", "f32", "f32", "f32"},
    {"float32 then bf16, kept in float32", "f32", "f32", "f32", "f32", "f32", "f32", "bf16"},
    {"float32 then f16, kept in float32", "f32", "f32", "f32", "f32", "f32", "f32", "f16"},
    {"float32, frequencies in float64", "f64", "f32", "f32", "f32", "f32", "f32", "f32"},
    {"float64", "f64", "f64", "f64", "f64", "f64", "f64", "f64"},
    {"float64 angles, float32 sines", "f64", "f64", "f64", "f64", "f32", "f32", "f32"},
    {"float32 frequencies, float64 angles", "f32", "f32", "f64", "f64", "f64", "f64", "f64"},
    {"bf16 frequencies", "f32", "bf16", "f32", "f32", "f32", "f32", "f32"},
    {"bf16 positions", "f32", "f32", "bf16", "f32", "f32", "f32", "f32"},
    {"bf16 positions and frequencies", "f32", "bf16", "bf16", "f32", "f32", "f32", "f32"},
    {"f16 positions and frequencies", "f32", "f16", "f16", "f32", "f32", "f32", "f32"},
    {"bf16 throughout", "f32", "bf16", "bf16", "bf16", "bf16", "f32", "bf16"},
    {"f16 frequencies", "f32", "f16", "f32", "f32", "f32", "f32", "f32"},
    {"f16 positions", "f32", "f32", "f16", "f32", "f32", "f32", "f32"},
    {"f16 throughout", "f32", "f16", "f16", "f16", "f16", "f32", "f16"},
};

static const struct steps *steps_of(const char *formats) {
    for (size_t k = 0; k < sizeof all_steps / sizeof *all_steps; k++)
        if (strcmp(all_steps[k].name, formats) == 0)
            return &all_steps[k];
    const char *then = strstr(formats, " then ");
    size_t length = then ? (size_t)(then - formats) : strlen(formats);
    for (size_t k = 0; k < sizeof all_steps / sizeof *all_steps; k++)
        if (strlen(all_steps[k].name) == length && strncmp(all_steps[k].name, formats, length) == 0)
            return &all_steps[k];
    fail_msg("no steps for %s", formats);
    return NULL;
}

/* --- tables */

enum columns { INTERLEAVED, HALVES, EACH, FREQUENCIES_ONLY, GRID_OF_7 };
struct sample { /* a number that isn't given is 0, and means its default */
    const char *given[WORDS];
    enum columns columns;
    int d;
    long index_step, divisor;                /* e = index_step * k / divisor */
    double base, factor;                     /* factor: of linear scaling */
    long first, first_over, step, step_over; /* positions; a step of 2pi/50 is 1/25 of pi */
    bool step_pi;
    int square, square_over; /* of the amplitude */
    double steps, scale;     /* of an integer type */
    int fraction, lowest, highest, zero;
};

static const struct sample samples[] = {
    {.given = {[MAX_LEN] = "24", [D_MODEL] = "12"}, .d = 12, .divisor = 12},
    {.given = {[MAX_LEN] = "20", [D_MODEL] = "12", [FIRST] = "-10", [AXES] = "channel-major"},
     .d = 12,
     .divisor = 12,
     .first = -10},
    {.given = {[MAX_LEN] = "20", [D_MODEL] = "12", [FIRST] = "16777200"},
     .d = 12,
     .divisor = 12,
     .first = 16777200},
    {.given = {[MAX_LEN] = "20", [D_MODEL] = "12", [FIRST] = "40000000", [TYPE] = "f64"},
     .d = 12,
     .divisor = 12,
     .first = 40000000},
    {.given = {[MAX_LEN] = "20",
               [D_MODEL] = "14",
               [SPACING] = "endpoint",
               [LAYOUT] = "halves",
               [BASE] = "500000",
               [TYPE] = "bf16",
               [FIRST] = "250"},
     .columns = HALVES,
     .d = 14,
     .divisor = 6,
     .index_step = 1,
     .base = 500000,
     .first = 250},
    {.given = {[MAX_LEN] = "24", [D_MODEL] = "10", [SPACING] = "over:7", [TYPE] = "f64"},
     .d = 10,
     .divisor = 7,
     .index_step = 1},
    {.given = {[MAX_LEN] = "24",
               [D_MODEL] = "6",
               [SPACING] = "column",
               [TYPE] = "f16",
               [FIRST] = "65500"},
     .columns = EACH,
     .d = 6,
     .divisor = 6,
     .index_step = 1,
     .first = 65500},
    {.given = {[MAX_LEN] = "24", [D_MODEL] = "12", [FIRST] = "1/3", [STEP] = "2pi/50"},
     .d = 12,
     .divisor = 12,
     .first = 1,
     .first_over = 3,
     .step_over = 25,
     .step_pi = true},
    {.given = {[MAX_LEN] = "24", [D_MODEL] = "12", [AMPLITUDE] = "sqrt(2/d)"},
     .d = 12,
     .divisor = 12,
     .square = 1,
     .square_over = 6},
    {.given = {[MAX_LEN] = "24", [D_MODEL] = "12", [TYPE] = "q15"},
     .d = 12,
     .divisor = 12,
     .steps = 1,
     .scale = 1,
     .fraction = 15,
     .lowest = -32768,
     .highest = 32767},
    {.given = {[MAX_LEN] = "24", [D_MODEL] = "12", [TYPE] = "s8"},
     .d = 12,
     .divisor = 12,
     .steps = 127,
     .scale = 1,
     .lowest = -127,
     .highest = 127},
    {.given = {[MAX_LEN] = "24",
               [D_MODEL] = "12",
               [TYPE] = "u8",
               [SCALE] = "1/64",
               [ZERO_POINT] = "100",
               [AMPLITUDE] = "3/2"},
     .d = 12,
     .divisor = 12,
     .square = 9,
     .square_over = 4,
     .steps = 1,
     .scale = 0.015625,
     .highest = 255,
     .zero = 100},
    {.given = {[MAX_LEN] = "1", [D_MODEL] = "64", [COMPONENT] = "frequency", [BASE] = "500000"},
     .columns = FREQUENCIES_ONLY,
     .d = 64,
     .divisor = 64,
     .base = 500000},
    {.given = {[MAX_LEN] = "1", [D_MODEL] = "64", [COMPONENT] = "frequency", [TYPE] = "f64"},
     .columns = FREQUENCIES_ONLY,
     .d = 64,
     .divisor = 64},
    {.given = {[MAX_LEN] = "20", [D_MODEL] = "12", [SCALING] = "linear:factor=3"},
     .d = 12,
     .divisor = 12,
     .factor = 3},
    {.given = {[MAX_LEN] = "20", [D_MODEL] = "6", [SCALING] = "ntk:factor=4", [TYPE] = "f64"},
     .d = 6,
     .divisor = 6,
     .base = 80000},
    {.given = {[MAX_LEN] = "35", [D_MODEL] = "16", [GRID] = "5x7", [FIRST] = "1"},
     .columns = GRID_OF_7,
     .d = 16,
     .divisor = 8,
     .first = 1},
};

static struct sample with_defaults(struct sample sample) {
    sample.index_step = sample.index_step ? sample.index_step : 2;
    sample.base = sample.base > 0 ? sample.base : 10000;
    sample.factor = sample.factor > 0 ? sample.factor : 1;
    sample.first_over = sample.first_over ? sample.first_over : 1;
    sample.step = 1;
    sample.step_over = sample.step_over ? sample.step_over : 1;
    sample.square = sample.square ? sample.square : 1;
    sample.square_over = sample.square_over ? sample.square_over : 1;
    return sample;
}

/* Column j of a row: which frequency, at which position, and is it a cosine? */
struct entry {
    int k, position;
    bool cosine;
};

static struct entry entry_of(const struct sample *sample, int row, int j) {
    switch (sample->columns) {
    case HALVES:
        return (struct entry){j % (sample->d / 2), row, j >= sample->d / 2};
    case EACH:
        return (struct entry){j, row, j % 2 == 1};
    case FREQUENCIES_ONLY:
        return (struct entry){j, 0, false};
    case GRID_OF_7: /* eight columns of y, then eight of x */
        return (struct entry){j % 8 / 2, j < 8 ? row / 7 : row % 7, j % 2 == 1};
    default:
        return (struct entry){j / 2, row, j % 2 == 1};
    }
}

/* --- the oracle */

static mpfr_t w, x, y, amplitude;

static void round_to(mpfr_ptr v, const char *format) {
    if (*format)
        mpfr_set_d(v, nearest(element_row(format), v), MPFR_RNDN);
}

/* e, rounded as a quotient of two numbers of the format */
static void set_exponent(mpfr_ptr e, const struct sample *sample, int k, const char *format) {
    mpfr_set_si(e, sample->index_step * k, MPFR_RNDN);
    mpfr_div_si(e, e, sample->divisor, MPFR_RNDN);
    round_to(e, format);
}

static void set_minus_log(mpfr_ptr v, const struct sample *sample) {
    mpfr_set_d(v, sample->base, MPFR_RNDN);
    mpfr_log(v, v, MPFR_RNDN);
    mpfr_neg(v, v, MPFR_RNDN);
    round_to(v, "f64");
}

/* w becomes the frequency, or the divisor or the factor of an angle. */
static void set_frequency(const struct sample *sample, const struct steps *steps,
                          const char *method, int k) {
    const char *f = steps->computed;
    if (method && strncmp(method, "exp", 3) == 0) {
        bool late = strcmp(method, "exp") != 0;
        set_minus_log(w, sample);
        if (!late) {
            mpfr_div_si(w, w, sample->divisor, MPFR_RNDN);
            round_to(w, "f64");
        }
        round_to(w, f);
        mpfr_mul_si(w, w, sample->index_step * k, MPFR_RNDN);
        round_to(w, f);
        if (late) {
            mpfr_div_si(w, w, sample->divisor, MPFR_RNDN);
            round_to(w, f);
        }
        mpfr_exp(w, w, MPFR_RNDN);
    } else {
        bool iterated = method && strcmp(method, "iterated product") == 0;
        set_exponent(x, sample, iterated ? 1 : k, method ? f : "");
        if (!method || iterated || strcmp(method, "pow") == 0)
            mpfr_neg(x, x, MPFR_RNDN);
        mpfr_set_d(w, sample->base, MPFR_RNDN);
        mpfr_pow(w, w, x, MPFR_RNDN);
        if (method && strcmp(method, "1/pow") == 0) {
            round_to(w, f);
            mpfr_ui_div(w, 1, w, MPFR_RNDN);
        }
    }
    round_to(w, method ? f : "");
    mpfr_div_d(w, w, sample->factor, MPFR_RNDN);
    round_to(w, f);
    round_to(w, steps->w);
}

/* x becomes the angle, or of a table of frequencies the frequency. */
static void set_angle(const struct sample *sample, const struct steps *steps, const char *method,
                      struct entry entry) {
    mpfr_set_si(x, sample->step * entry.position, MPFR_RNDN);
    mpfr_div_si(x, x, sample->step_over, MPFR_RNDN);
    if (sample->step_pi) {
        mpfr_const_pi(y, MPFR_RNDN);
        mpfr_mul(x, x, y, MPFR_RNDN);
    }
    mpfr_set_si(y, sample->first, MPFR_RNDN);
    mpfr_div_si(y, y, sample->first_over, MPFR_RNDN);
    mpfr_add(x, x, y, MPFR_RNDN);
    if (sample->columns == FREQUENCIES_ONLY)
        mpfr_set_ui(x, 1, MPFR_RNDN);
    round_to(x, steps->p);
    if (method && strcmp(method, "iterated product") == 0) {
        for (int n = 0; n < entry.k; n++) {
            mpfr_mul(x, x, w, MPFR_RNDN);
            round_to(x, steps->product);
        }
    } else {
        bool divides = method && strcmp(method, "position/pow") == 0;
        (divides ? mpfr_div : mpfr_mul)(x, x, w, MPFR_RNDN);
        round_to(x, steps->product);
    }
    round_to(x, steps->angle);
}

/* y becomes the entry's value, before the type. */
static void set_value(const struct sample *sample, const struct steps *steps, const char *method,
                      struct entry entry) {
    set_frequency(sample, steps, method, entry.k);
    set_angle(sample, steps, method, entry);
    if (sample->columns == FREQUENCIES_ONLY)
        mpfr_set(y, x, MPFR_RNDN);
    else
        (entry.cosine ? mpfr_cos : mpfr_sin)(y, x, MPFR_RNDN);
    bool exact = !*steps->product;
    if (!exact)
        round_to(y, steps->sine);
    mpfr_set_si(amplitude, sample->square, MPFR_RNDN);
    mpfr_div_si(amplitude, amplitude, sample->square_over, MPFR_RNDN);
    mpfr_sqrt(amplitude, amplitude, MPFR_RNDN);
    if (!exact) {
        round_to(amplitude, "f64");
        round_to(amplitude, steps->sine);
    }
    mpfr_mul(y, y, amplitude, MPFR_RNDN);
    round_to(y, steps->sine);
    round_to(y, steps->value);
}

static double wanted(const struct sample *sample, const struct element *type) {
    if (!type->fixed)
        return nearest(type, y);
    if (mpfr_nan_p(y))
        return sample->zero;
    mpfr_mul_d(y, y, sample->steps, MPFR_RNDN);
    mpfr_div_d(y, y, sample->scale, MPFR_RNDN);
    mpfr_mul_2si(y, y, sample->fraction, MPFR_RNDN);
    mpfr_rint(y, y, MPFR_RNDN);
    double integer = mpfr_get_d(y, MPFR_RNDN) + sample->zero;
    return integer < sample->lowest    ? sample->lowest
           : integer > sample->highest ? sample->highest
                                       : integer;
}

static double got(const struct element *type, uint64_t bits) {
    if (!type->fixed)
        return rounded_value((enum rounded_type)(element_row(type->name) - elements), bits);
    bool negative = type->lowest < 0 && (bits & element_sign(type));
    return (double)bits - (negative ? 2 * (double)element_sign(type) : 0);
}

/* --- tests */

/* A row of the emitted table, as elements. Rows of a second array follow those of the first. */
static void compute_row(struct pipelines *pipelines, const struct table *table, size_t k,
                        uint64_t row, void *entries) {
    uint64_t all[128];
    const uint64_t first = row / table->rows * table->channel_count;
    assert_true(table->arrays * table->channel_count <= 128);
    for (uint64_t n = 0; n < table->columns; n++) {
        pipelines_position(pipelines, k, table->channel_major ? n : row % table->rows, all);
        element_store(table->type, entries, (size_t)n, all[table->channel_major ? row : first + n]);
    }
}

static void check_pipeline(const struct sample *sample, const struct table *table,
                           struct pipelines *pipelines, size_t k) {
    const struct pipeline *pipeline = &pipelines_list(pipelines)[k];
    const struct steps *steps = steps_of(pipeline->formats);
    const char *method = method_names[pipeline->method];
    uint64_t entries[64], at_position[64];
    char row_entries[64 * 8];
    for (uint64_t row = 0; row < table->rows; row++) {
        compute_row(pipelines, table, k, row, row_entries);
        for (uint64_t j = 0; j < table->columns; j++) {
            bool turned = table->channel_major;
            struct entry entry = entry_of(sample, (int)(turned ? j : row), (int)(turned ? row : j));
            entries[j] = element_load(table->type, row_entries, (size_t)j);
            double is = got(table->type, entries[j]);
            set_value(sample, steps, method, entry);
            double should = wanted(sample, table->type);
            bool same =
                isnan(should) ? isnan(is) : is == should && !signbit(is) == !signbit(should);
            if (!same)
                fail_msg("%s, %s: row %d, column %d: got %a, wanted %a", table->type->name,
                         pipeline->name, (int)row, (int)j, is, should);
        }
        if (!table->channel_major) {
            pipelines_position(pipelines, k, row, at_position);
            assert_memory_equal(at_position, entries, table->columns * sizeof *entries);
        }
    }
}

static void test_steps(void **state) {
    (void)state;
    static const int narrow[] = {PIPELINES_WIDE, ROUND_BF16, ROUND_F16};
    /* how many rows each method has made entries of */
    static const size_t rows_wanted[METHODS] = {
        [METHOD_EXACT] = 13, [METHOD_EXP] = 7,      [METHOD_EXP_LATE] = 4, [METHOD_1_OVER_POW] = 7,
        [METHOD_POW] = 4,    [METHOD_OVER_POW] = 4, [METHOD_ITERATED] = 4};
    size_t rows[METHODS] = {0};
    bool seen[64][METHODS] = {{false}};
    for (size_t s = 0; s < sizeof samples / sizeof *samples * 3; s++) {
        const struct sample sample = with_defaults(samples[s / 3]);
        struct table *table = resolved(sample.given);
        struct pipelines *pipelines = pipelines_new(table, narrow[s % 3]);
        assert_in_range(pipelines_count(pipelines), 10, 64);
        assert_string_equal(pipelines_list(pipelines)[PIPELINE_EXACT].name, "exact");
        for (size_t k = 0; k < pipelines_count(pipelines); k++) {
            const struct pipeline *pipeline = &pipelines_list(pipelines)[k];
            bool *new = &seen[pipeline->row - pipeline_rows][pipeline->method];
            rows[pipeline->method] += !*new;
            *new = true;
            check_pipeline(&sample, table, pipelines, k);
        }
        pipelines_free(pipelines);
        table_free(table);
    }
    for (int method = 0; method < METHODS; method++)
        assert_int_equal(rows[method], rows_wanted[method]);
}

/* The largest relative error of a frequency, among the pipelines that compute it on its own. */
static double frequency_error(const struct sample *sample, const struct pipelines *pipelines,
                              int format, int k) {
    double largest = 0;
    for (size_t n = 0; n < pipelines_count(pipelines); n++) {
        const struct pipeline *pipeline = &pipelines_list(pipelines)[n];
        const char *method = method_names[pipeline->method];
        if (pipeline->row->frequency != format || pipeline->method == METHOD_ITERATED)
            continue;
        set_frequency(sample, steps_of(pipeline->formats), method, k);
        if (pipeline->method == METHOD_OVER_POW)
            mpfr_ui_div(w, 1, w, MPFR_RNDN);
        mpfr_set(y, w, MPFR_RNDN);
        set_frequency(sample, steps_of("exact"), NULL, k);
        mpfr_div(y, y, w, MPFR_RNDN);
        mpfr_sub_ui(y, y, 1, MPFR_RNDN);
        largest = fmax(largest, fabs(mpfr_get_d(y, MPFR_RNDN)));
    }
    return largest;
}

static void test_frequency_errors(void **state) {
    (void)state;
    static const int formats[] = {ROUND_F32, ROUND_F64, ROUND_BF16, ROUND_F16};
    const struct sample sample = with_defaults(samples[0]);
    struct table *table = resolved(sample.given);
    struct pipelines *pipelines = pipelines_new(table, PIPELINES_WIDE);
    for (uint64_t j = 0; j < table->columns; j++)
        for (size_t n = 0; n < sizeof formats / sizeof *formats; n++) {
            const int k = entry_of(&sample, 0, (int)j).k;
            const double is = pipelines_frequency_error(pipelines, formats[n], (size_t)j),
                         should = frequency_error(&sample, pipelines, formats[n], k);
            if (!(fabs(is - should) <= 0x1p-20 * should) || (k > 0 && should == 0))
                fail_msg("column %d, format %d: %g, not %g", (int)j, formats[n], is, should);
        }
    pipelines_free(pipelines);
    table_free(table);
}

/* All NaN become the one that pipelines compute; all else stays. */
static void test_nan(void **state) {
    (void)state;
    static const struct {
        const char *type;
        uint64_t bits, wanted;
    } cases[] = {
        {"f16", 0x7c00, 0x7c00},
        {"f16", 0xfc00, 0xfc00},
        {"f16", 0x7c01, 0x7e00},
        {"f16", 0xffff, 0x7e00},
        {"f16", 0xfbff, 0xfbff},
        {"bf16", 0x7f81, 0x7fc0},
        {"bf16", 0xff80, 0xff80},
        {"q15", 0x7fff, 0x7fff},
        {"f32", 0xffc00000, 0x7fc00000},
        {"f32", 0x80000000, 0x80000000},
        {"f64", UINT64_C(0xfff0000000000001), UINT64_C(0x7ff8000000000000)},
        {"f64", UINT64_C(0xfff0000000000000), UINT64_C(0xfff0000000000000)},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_int_equal(pipelines_nan(element_row(cases[k].type), cases[k].bits), cases[k].wanted);
}

/* Channel by channel a table has the same entries, those of zeros and of what isn't rotated too. */
static void test_axes(void **state) {
    (void)state;
    const char *given[WORDS] = {[GRID] = "3x2",
                                [D_MODEL] = "8",
                                [COMPONENT] = "cos",
                                [UNROTATED_COLUMNS] = "2",
                                [ZERO_ROWS] = "1"};
    struct table *rows = resolved(given);
    given[AXES] = "channel-major";
    struct table *channels = resolved(given);
    struct pipelines *by_row = pipelines_new(rows, PIPELINES_WIDE),
                     *by_channel = pipelines_new(channels, PIPELINES_WIDE);
    for (size_t k = 0; k < pipelines_count(by_row); k++) {
        float row[16], channel[16];
        for (uint64_t p = 0; p < rows->rows; p++) {
            compute_row(by_row, rows, k, p, row);
            for (uint64_t j = 0; j < rows->columns; j++) {
                compute_row(by_channel, channels, k, j, channel);
                assert_memory_equal(&row[j], &channel[p], sizeof *row);
            }
        }
    }
    pipelines_free(by_row);
    pipelines_free(by_channel);
    table_free(rows);
    table_free(channels);
}

/* --- which rows make sense */

/* A pipeline of the row with this name, or NULL. */
static const struct pipeline *pipeline_named(const struct pipelines *pipelines, const char *name) {
    for (size_t k = 0; k < pipelines_count(pipelines); k++)
        if (strcmp(pipelines_list(pipelines)[k].row->name, name) == 0)
            return &pipelines_list(pipelines)[k];
    return NULL;
}

/* bf16 has all whole numbers up to 256, and f16 up to 2048. */
static void test_rounded_positions(void **state) {
    (void)state;
    static const struct {
        const char *given[WORDS];
        bool bf16, f16;
    } cases[] = {
        {{[MAX_LEN] = "257"}, false, false},
        {{[MAX_LEN] = "258"}, true, false},
        {{[MAX_LEN] = "2049"}, true, false},
        {{[MAX_LEN] = "2050"}, true, true},
        {{[MAX_LEN] = "3", [STEP] = "1/8"}, false, false},
        {{[MAX_LEN] = "3", [STEP] = "1/1000"}, true, true},
        {{[MAX_LEN] = "1", [FIRST] = "1+1/1152921504606846976"}, true, true}, /* 1 as a double */
        {{[GRID] = "257x9"}, false, false},
        {{[GRID] = "9x258"}, true, false},
        {{[GRID] = "258x9"}, true, false},
        {{[MAX_LEN] = "9000", [COMPONENT] = "frequency"}, false, false},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const char *given[WORDS];
        memcpy(given, cases[k].given, sizeof given);
        given[D_MODEL] = "8";
        struct table *table = resolved(given);
        struct pipelines *pipelines = pipelines_new(table, PIPELINES_WIDE);
        if (!pipeline_named(pipelines, "bf16 positions") == cases[k].bf16 ||
            !pipeline_named(pipelines, "f16 positions") == cases[k].f16)
            fail_msg("case %zu", k);
        pipelines_free(pipelines);
        table_free(table);
    }
}

/* Most factors of frequencies are whole numbers, so formats of 16 bits say nothing about them. */
static void test_factors(void **state) {
    (void)state;
    const char *given[WORDS] = {
        [MAX_LEN] = "1", [D_MODEL] = "8", [COMPONENT] = "factor", [SCALING] = "linear:factor=3"};
    struct table *table = resolved(given);
    struct pipelines *pipelines = pipelines_new(table, ROUND_BF16);
    assert_non_null(pipeline_named(pipelines, "float32"));
    for (size_t k = 0; k < pipelines_count(pipelines); k++)
        assert_null(strstr(pipelines_list(pipelines)[k].name, "f16"));
    pipelines_free(pipelines);
    table_free(table);
}

/* A frequency of 1/2 + 2^-9 + 2^-31 is rounded to float32 first, which leaves a tie of bf16. */
static void test_two_roundings(void **state) {
    (void)state;
    const char *given[WORDS] = {
        [MAX_LEN] = "2", [D_MODEL] = "4", [BASE] = "4611686018427387904/1161946298203504641"};
    struct table *table = resolved(given);
    struct pipelines *pipelines = pipelines_new(table, PIPELINES_WIDE);
    const struct pipeline *pipeline = pipeline_named(pipelines, "bf16 frequencies");
    assert_true(pipeline->w[1] == 0.5);
    pipelines_free(pipelines);
    table_free(table);
}

/* --- rules */

/* A rule without a pipeline's function would be left out of frequencies, and no audit would notice. */
static void test_rules(void **unused) {
    (void)unused;
    for (int k = 0; k < RULES; k++) {
        const struct scaling scaling = {.rule = &scaling_rules[k]};
        const bool plain = k == RULE_NONE || k == RULE_NTK || k == RULE_DYNAMIC;
        if (pipeline_scales(&scaling) == plain)
            fail_msg("%s", scaling_rules[k].name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_steps),
                                       cmocka_unit_test(test_axes),
                                       cmocka_unit_test(test_frequency_errors),
                                       cmocka_unit_test(test_nan),
                                       cmocka_unit_test(test_rounded_positions),
                                       cmocka_unit_test(test_factors),
                                       cmocka_unit_test(test_two_roundings),
                                       cmocka_unit_test(test_rules)};
    mpfr_inits2(400, w, x, y, amplitude, (mpfr_ptr)NULL);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_clears(w, x, y, amplitude, (mpfr_ptr)NULL);
    mpfr_free_cache();
    return failed;
}
