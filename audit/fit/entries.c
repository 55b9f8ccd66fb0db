/* SPDX-License-Identifier: MIT */
#include "fit/entries.h"
#include "base/die.h"
#include "element/element.h"
#include "element/literal.h"
#include "pipelines/pipelines.h"
#include "pipelines/rounded.h"
#include "values/exact_value.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- elements */

struct measure measure_of(const struct table *table) {
    const struct element *type = table->type;
    struct measure measure = {.type = type, .unit = 1, .sign = element_sign(type)};
    if (!type->fixed)
        measure.infinity = element_infinity(type);
    if (type->fixed)
        measure.unit = ldexp(1.0 / type->factor, -type->fraction);
    if (type->scaled && mpq_sgn(table->scale) > 0)
        measure.unit = mpq_get_d(table->scale);
    return measure;
}

/* value * 2^exponent, as ldexp has it, but faster */
static double times_power(double value, int exponent) {
    if (exponent <= 1 - DBL_MAX_EXP || exponent >= DBL_MAX_EXP)
        return ldexp(value, exponent);
    uint64_t bits = (uint64_t)(exponent + DBL_MAX_EXP - 1) << (DBL_MANT_DIG - 1);
    double power;
    memcpy(&power, &bits, sizeof power);
    return value * power;
}

double measure_value(const struct measure *measure, uint64_t bits) {
    const struct element *type = measure->type;
    if (type->fixed)
        return ((double)(element_integer(type, bits) - type->zero_point) - 0.5 * type->half) *
               measure->unit;
    if (type->bytes == 8) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    if (type->precision != 11) { /* bf16 is the upper half of an f32 */
        uint32_t whole = (uint32_t)(type->bytes == 2 ? bits << 16 : bits);
        float value;
        memcpy(&value, &whole, sizeof value);
        return (double)value;
    }
    uint64_t magnitude = bits & ~measure->sign;
    if (magnitude > measure->infinity)
        return NAN;
    int exponent;
    uint64_t significand = element_significand(type, bits, &exponent);
    double value =
        magnitude < measure->infinity ? times_power((double)significand, exponent) : INFINITY;
    return bits & measure->sign ? -value : value;
}

/* Sines err by up to 4 ulps. A narrow type may round such a sine the other way. */
double measure_libm(const struct measure *measure, double magnitude) {
    enum { LIBM_ULPS = 4 };
    const struct element *type = measure->type;
    const double ulp = type->fixed
                           ? measure->unit
                           : ldexp(1, ilogb(fmax(magnitude, DBL_MIN)) + 1 - (int)type->precision);
    return type->bytes < 4 ? ulp : LIBM_ULPS * ulp;
}

struct entry_error measure_error(const struct measure *measure, uint64_t got, uint64_t wanted) {
    const struct element *type = measure->type;
    struct entry_error error = {ERROR_NUMBER, 0, 0};
    if (type->fixed) {
        error.ulps = fabs((double)(element_integer(type, got) - element_integer(type, wanted)));
        error.absolute = error.ulps * measure->unit;
        return error;
    }
    uint64_t magnitude = got & ~measure->sign;
    if (magnitude >= measure->infinity) {
        error.kind = magnitude > measure->infinity ? ERROR_NAN : ERROR_INFINITE;
    } else if ((magnitude | (wanted & ~measure->sign)) == 0) {
        error.kind = ERROR_ZERO_SIGN;
    } else { /* in f64 the quotient can overflow: then the largest number stands for it */
        error.absolute = fabs(measure_value(measure, got) - measure_value(measure, wanted));
        error.ulps = times_power(error.absolute, -element_ulp(type, wanted));
        if (error.absolute > DBL_MAX)
            error.absolute = DBL_MAX;
        if (error.ulps > DBL_MAX)
            error.ulps = DBL_MAX;
    }
    return error;
}

void element_decimal(const struct element *type, uint64_t bits, char text[ELEMENT_TEXT]) {
    char literal[LITERAL_MAX];
    if (!type->fixed && (bits & ~element_sign(type)) > element_infinity(type))
        snprintf(literal, sizeof literal, "nan");
    else if (element_is_infinite(type, bits))
        snprintf(literal, sizeof literal, "%sinf", bits & element_sign(type) ? "-" : "");
    else
        element_literal(type, LITERAL_SHORTEST, bits, literal);
    snprintf(text, ELEMENT_TEXT, "%s", literal);
}

void element_text(const struct element *type, uint64_t bits, char text[ELEMENT_TEXT]) {
    char decimal[ELEMENT_TEXT];
    element_decimal(type, bits, decimal);
    snprintf(text, ELEMENT_TEXT, "%.40s (0x%0*" PRIx64 ")", decimal, 2 * (int)type->bytes, bits);
}

/* --- which entries */

uint64_t spread_evenly(uint64_t all, uint64_t count, uint64_t k) {
    return count < 2 ? 0 : (uint64_t)((double)(all - 1) * (double)k / (double)(count - 1));
}

uint64_t spread_beyond(uint64_t beginning, uint64_t all, uint64_t count, uint64_t k) {
    return k < beginning
               ? k
               : beginning - 1 +
                     spread_evenly(all - beginning + 1, count - beginning + 1, k - beginning + 1);
}

uint64_t *spread_runs(uint64_t all, uint64_t run, uint64_t most, size_t *count) {
    const bool whole = all <= most;
    const uint64_t length = whole ? all : run, runs = whole || most < run ? 1 : most / run;
    *count = (size_t)(length * runs);
    uint64_t *number = die_malloc(*count * sizeof *number);
    for (size_t k = 0; k < *count; k++)
        number[k] = spread_evenly(all - length + 1, runs, k / length) + k % length;
    return number;
}

uint64_t spread_in_pairs(uint64_t all, uint64_t count, uint64_t k) {
    if (all <= count)
        return k;
    const uint64_t number = k * all / count;
    return number + (number % 2 != k % 2 && number + 1 < all);
}

uint64_t spread_unevenly(uint64_t all, uint64_t count, uint64_t k) {
    const uint64_t begin = k * all / count, end = (k + 1) * all / count;
    return begin + (k * UINT64_C(0x9e3779b97f4a7c15) >> 32) % (end - begin);
}

/* --- how they are read */

/* Of the positions from the k-th on, how many follow each other in the array, as far as a block of entries goes. */
static size_t positions_together(const uint64_t position[], size_t count, size_t k,
                                 uint64_t width) {
    enum { BLOCK = 1 << 16 };
    size_t together = 1;
    while (k + together < count && position[k + together] == position[k] + together &&
           (together + 1) * width <= BLOCK)
        together++;
    return together;
}

/* Reads as many positions as follow each other at once: all of their channels, or where channels are slower one by one. */
char *view_read(const struct array *array, const struct view *view, const struct measure *measure,
                const uint64_t position[], size_t count, uint64_t bits[], double value[]) {
    const uint64_t width = view->channel_major ? 1 : view->channels;
    void *block = NULL;
    char *wrong = NULL;
    size_t room = 0;
    for (uint64_t j = 0; j < view->channels; j += width)
        for (size_t k = 0, together; k < count && !wrong; k += together) {
            together = positions_together(position, count, k, width);
            if (together > room) {
                room = together;
                block = die_realloc(block, room * width * measure->type->bytes);
            }
            wrong = array_read(array, (j / width * view->positions + position[k]) * width,
                               (size_t)(together * width), block);
            for (size_t n = 0; n < together * width && !wrong; n++) {
                const uint64_t one = element_load(measure->type, block, n);
                const size_t to = (size_t)(j + n % width) * count + k + (size_t)(n / width);
                if (bits)
                    bits[to] = one;
                if (value)
                    value[to] = measure_value(measure, one);
            }
        }
    free(block);
    return wrong;
}

/* --- what the array's numbers are rounded to */

enum { FLOAT_DIGITS = 9 }; /* that texts of float have at most */

/* Some entries may be damaged. */
static bool nearly_all(size_t fit, size_t count) {
    return fit > 0 && fit >= count - count / 10;
}

/* Half a unit of a place behind the point. */
static double half_unit(int places) {
    return 0.5000001 * pow(10, -places);
}

double grain_at(const struct grain *grain, double value) {
    const double size = fabs(value);
    double absolute = grain->absolute;
    if (grain->digits > 0 && size > 0)
        absolute = fmax(absolute, half_unit(grain->digits - 1 - (int)floor(log10(size))));
    return grain->relative * size + absolute;
}

double grain_middle(const struct grain *grain, double entry) {
    const bool is_cut = grain->cut == CUT_DOWN || (grain->cut == CUT_TO_ZERO && entry != 0);
    return entry + (is_cut ? copysign(grain->absolute, grain->cut == CUT_DOWN ? 1 : entry) : 0);
}

/* Numbers in [2^(exponent - 1), 2^exponent) are 2^(exponent - precision) apart, and relative is 2^(1 - precision). */
double grain_rounding(const struct grain *grain, double exact) {
    int exponent;
    frexp(exact, &exponent);
    return ldexp(grain->relative, exponent - 2) + grain_at(grain, exact) -
           grain->relative * fabs(exact);
}

/* Are nearly all numbers those of a format, if a text has them to within its own grain? Only those are looked at that are
 * clearly farther apart than the text's numbers; every format has 0, so that says nothing. */
static bool all_have_format(enum rounded_type format, const double values[], size_t count,
                            const struct grain *text) {
    enum { CLEARLY = 4, LEAST = 8 };
    const int precision = (int)elements[format].precision;
    size_t fit = 0, seen = 0;
    for (size_t k = 0; k < count; k++) {
        const double value = values[k], half = grain_at(text, value);
        if (value == 0 || !isfinite(value) || half > ldexp(1, ilogb(value) - precision) / CLEARLY)
            continue;
        fit += fabs(rounded(format, value) - value) <= half; /* NaN doesn't */
        seen++;
    }
    return nearly_all(fit, seen) && (seen >= LEAST || grain_at(text, 1) == 0);
}

/* How many decimals nearly all numbers have, up to `most`; 0: more than that. Whole numbers say nothing. */
static int decimals_of(const double values[], size_t count, int most, double relative) {
    enum { LEAST = 16 };
    double power = 1;
    for (int places = 1; places <= most; places++) {
        power *= 10;
        size_t fit = 0, seen = 0;
        for (size_t k = 0; k < count; k++) {
            const double scaled = values[k] * power;
            if (values[k] == round(values[k]) || !isfinite(scaled))
                continue;
            seen++;
            fit += fabs(scaled - round(scaled)) <= relative * fabs(scaled);
        }
        if (seen >= LEAST && nearly_all(fit, seen))
            return places;
    }
    return 0;
}

static struct grain grain_of(const struct array *array, const struct measure *measure,
                             const double values[], size_t count) {
    static const enum rounded_type narrow[] = {ROUND_BF16, ROUND_F16, ROUND_F32};
    static const struct {
        int precision;
        double number; /* the smallest above 0 */
    } smallest[] = {{8, 0x1p-133}, {11, 0x1p-24}, {24, 0x1p-149}, {53, 0x1p-1074}};
    const struct element *type = measure->type;
    struct grain grain = {.digits = array->digits, .narrow = PIPELINES_WIDE};
    int precision = (int)type->precision;
    int places = array->places;
    if (type->fixed) {
        grain.absolute = measure->unit / 2;
        return grain;
    }
    const struct grain text = {.digits = array->digits,
                               .absolute = places > 0 ? half_unit(places) : 0};
    for (size_t k = 0; k < 3 && type->bytes >= 4; k++)
        if ((int)elements[narrow[k]].precision < precision &&
            all_have_format(narrow[k], values, count, &text)) {
            grain.narrow = (int)narrow[k];
            precision = (int)elements[narrow[k]].precision;
        }
    grain.relative = ldexp(1, 1 - precision);
    for (size_t k = 0; k < sizeof smallest / sizeof *smallest; k++)
        if (precision == smallest[k].precision)
            grain.absolute = smallest[k].number;
    if (places == 0 && precision >= 24)
        places = decimals_of(values, count, precision > 24 ? 12 : 5, grain.relative);
    grain.printed = places > 0 || array->digits > 0;
    if (places > 0)
        grain.absolute = half_unit(places);
    const bool of_float =
        array->digits > 0 && (array->digits <= FLOAT_DIGITS || array->places <= FLOAT_DIGITS);
    grain.wide = precision > 24 && !of_float && grain_at(&grain, 0.5) < FLT_EPSILON / 4;
    return grain;
}

char *grain_read(struct grain *grain, const struct array *array, const struct measure *measure) {
    enum { RUN = 256, MOST = 64 * RUN };
    const struct view flat = {array->count, 1, false};
    size_t count;
    uint64_t *number = spread_runs(array->count, RUN, MOST, &count);
    double *value = die_malloc(count * sizeof *value);
    char *wrong = view_read(array, &flat, measure, number, count, NULL, value);
    if (!wrong)
        *grain = grain_of(array, measure, value, count);
    free(value);
    free(number);
    return wrong;
}

/* --- some rows of a view */

/* At most this many numbers are kept: 8 MiB of them. Of a larger table these are the first rows, and some of the others. */
enum { KEPT = 1 << 20, SPREAD = 256 };

/* Which rows are kept. */
static void choose_rows(struct entries *data) {
    const uint64_t count = data->view.positions, most = KEPT / data->view.channels;
    data->rows = (size_t)(count < most ? count : most);
    data->prefix = count > most && most > (size_t)2 * SPREAD ? data->rows - SPREAD : data->rows;
    data->row = die_malloc(data->rows * sizeof *data->row);
    for (size_t k = 0; k < data->rows; k++)
        data->row[k] = spread_beyond(data->prefix, count, data->rows, k);
}

static void find_largest(struct entries *data) {
    for (size_t k = 0; k < data->rows * data->view.channels; k++) {
        const double size = fabs(data->value[k]);
        if (isfinite(size) && size > data->largest)
            data->largest = size;
    }
}

static void find_kinds(struct entries *data) {
    data->kind = die_malloc(data->rows * sizeof *data->kind);
    for (size_t k = 0; k < data->rows; k++) {
        bool zero = true, fixed = true;
        for (uint64_t j = 0; j < data->view.channels && fixed; j++) {
            const double entry = entry_at(data, k, j);
            zero &= entry == 0;
            fixed = entry == 0 || entry == data->largest;
        }
        data->kind[k] = !fixed ? ROW_MOVES : zero ? ROW_ZERO : ROW_UNROTATED;
    }
}

char *entries_read(struct entries *data, const struct array *array, struct view view,
                   const struct measure *measure) {
    *data = (struct entries){.view = view};
    choose_rows(data);
    data->value = die_malloc(data->rows * view.channels * sizeof *data->value);
    char *wrong = view_read(array, &view, measure, data->row, data->rows, NULL, data->value);
    if (!wrong)
        wrong = grain_read(&data->grain, array, measure);
    if (wrong) {
        entries_free(data);
        return wrong;
    }
    find_largest(data);
    find_kinds(data);
    return NULL;
}

void entries_cut(struct entries *data, enum cut cut) {
    data->grain.cut = cut;
    for (size_t k = 0; k < data->rows * data->view.channels; k++)
        data->value[k] = grain_middle(&data->grain, data->value[k]);
    free(data->kind);
    find_largest(data);
    find_kinds(data);
}

void entries_free(struct entries *data) {
    free(data->row);
    free(data->value);
    free(data->kind);
    *data = (struct entries){.rows = 0};
}

/* No table is as wide; so a few rows of any view fit into memory. */
enum { CHANNELS_MOST = 1 << 16, COLUMN_MOST = 1 << 14 };

static size_t add_views(struct view views[VIEWS], size_t count, struct view view, uint64_t max_len,
                        const char *axes) {
    const struct view turned = {view.channels, view.positions, true}, both[] = {view, turned};
    for (int n = 0; n < 2 && count + 1 < VIEWS; n++) {
        bool wanted = max_len == 0 || both[n].positions == max_len;
        if (both[n].channels > 0 && both[n].channels <= CHANNELS_MOST && both[n].positions > 0 &&
            both[n].channels * both[n].positions > 1 && wanted &&
            !(both[n].channels == 1 && both[n].channel_major) &&
            (!axes || both[n].channel_major == (strcmp(axes, "channel-major") == 0)))
            views[count++] = both[n];
    }
    return count;
}

size_t views_of(const struct array *array, uint64_t max_len, const char *axes,
                struct view views[VIEWS]) {
    size_t count = 0;
    uint64_t channels = 1;
    if (array->dimensions == 1) {
        const uint64_t rows = max_len > 0 && array->count % max_len == 0 ? max_len : 1;
        channels = array->count / rows;
        count = add_views(views, count, (struct view){rows, channels, false}, max_len, axes);
        if (rows > 1 && channels > 1)
            count = add_views(views, count, (struct view){channels, rows, false}, max_len, axes);
        if (rows == 1 && count < VIEWS)
            views[count++] = (struct view){channels, 1, false}; /* a column */
        return count;
    }
    for (int k = array->dimensions - 1; k > 0; k--) { /* most tables have channels last */
        channels *= array->size[k];
        count = add_views(views, count, (struct view){array->count / channels, channels, false},
                          max_len, axes);
    }
    if (max_len == 0 && array->count <= COLUMN_MOST && count < VIEWS)
        views[count++] = (struct view){array->count, 1, false}; /* a column in several lines */
    return count;
}
