/* SPDX-License-Identifier: MIT */
#include "base/integer.h"
#include "pipelines/pipeline_steps.h"

#include <math.h>
#include <string.h>

/* --- positions */

void pipeline_position_init(struct pipeline_position *position) {
    *position = (struct pipeline_position){.at = UINT64_MAX};
    number_init(&position->number);
    position->exact = position_new();
}

void pipeline_position_clear(struct pipeline_position *position) {
    number_clear(&position->number);
    position_free(position->exact);
}

static bool is_small_integer(const struct number *number) {
    return mpq_sgn(number->pi) == 0 && mpz_cmp_ui(mpq_denref(number->rational), 1) == 0 &&
           mpz_sizeinbase(mpq_numref(number->rational), 2) <= 53;
}

static struct position *exact_position(struct pipeline_position *position) {
    if (!position->set)
        position_set(position->exact, &position->number);
    position->set = true;
    return position->exact;
}

void pipeline_position_go(struct pipeline_position *position, const struct table *table,
                          uint64_t k) {
    if (position->at == k)
        return;
    position->at = k;
    position->set = false;
    position->iterated_by = NULL;
    table_position(table, k, &position->number);
    const bool small = is_small_integer(&position->number);
    position->has_pair = small;
    if (small)
        position->pair =
            (struct double_double){mpz_get_d(mpq_numref(position->number.rational)), 0};
    for (int format = 0; format < ROUNDINGS; format++) {
        position->has_rounded[format] = small;
        if (small)
            position->rounded[format] = rounded((enum rounded_type)format, position->pair.high);
    }
}

struct double_double pipeline_position_pair(struct pipeline_position *position) {
    if (!position->has_pair)
        position->pair = rounded_pair(&(struct exact_parts){.position = exact_position(position)});
    position->has_pair = true;
    return position->pair;
}

double pipeline_position_rounded(struct pipeline_position *position, enum rounded_type format) {
    if (!position->has_rounded[format])
        position->rounded[format] = rounded_number(format, &position->number);
    position->has_rounded[format] = true;
    return position->rounded[format];
}

/* --- amplitudes */

static struct factor factor_of(struct amplitude *exact) {
    struct factor factor = {.exact = exact,
                            .pair = rounded_pair(&(struct exact_parts){.amplitude = exact})};
    factor.one = factor.pair.high == 1 && factor.pair.low == 0;
    return factor;
}

/* The table's multiplier without the steps and the scale of an integer type. */
static struct amplitude *plain_amplitude(const struct table *table, double steps,
                                         const mpq_t scale) {
    mpq_t square, unit;
    mpq_inits(square, unit, (mpq_ptr)NULL);
    mpq_set_d(unit, steps);
    mpq_div(unit, scale, unit);
    mpq_mul(square, table->multiplier_squared, unit);
    mpq_mul(square, square, unit);
    struct amplitude *plain = amplitude_new(square, table->amplitude_negative,
                                            table->multiplier_rule, &table->frequencies.scaling);
    mpq_clears(square, unit, (mpq_ptr)NULL);
    return plain;
}

void pipeline_tools_init(struct pipeline_tools *tools, const struct table *table) {
    mpq_t scale;
    mpq_init(scale);
    mpq_set_ui(scale, 1, 1);
    if (table->type->scaled && mpq_sgn(table->scale) > 0)
        mpq_set(scale, table->scale);
    *tools = (struct pipeline_tools){.sines = sines_new(),
                                     .ziv = ziv_new(),
                                     .type = table->type,
                                     .steps = table->type->fixed ? table->type->factor : 1,
                                     .scale = rounded_rational(ROUND_F64, scale),
                                     .whole = factor_of(table_amplitude(table)),
                                     .constant = table_is_constant(table)};
    tools->plain = factor_of(plain_amplitude(table, tools->steps, scale));
    mpq_clear(scale);
}

void pipeline_tools_clear(struct pipeline_tools *tools) {
    amplitude_free(tools->whole.exact);
    amplitude_free(tools->plain.exact);
    sines_free(tools->sines);
    ziv_free(tools->ziv);
}

/* --- types */

uint64_t pipeline_bits(const struct element *type, double x) {
    /* far beyond every type: becomes infinity, or an end of an integer type */
    const struct expansion far = {
        .negative = x < 0, .significand = UINT64_C(1) << 63, .exponent = 1 << 20};
    if (isnan(x))
        return type->fixed ? element_zero(type)
                           : element_infinity(type) | UINT64_C(1) << (type->precision - 2);
    if (isinf(x))
        return element_round(type, far);
    if (type->fixed || type->bytes == 2)
        return element_round(type, expansion_of_double(x));
    return type->bytes == 4 ? bits_of_float((float)x) : bits_of_double(x);
}

/* The entry of a value that includes the amplitude. */
static uint64_t stored_bits(const struct pipeline_tools *tools, double value) {
    return pipeline_bits(tools->type,
                         tools->type->fixed ? value * tools->steps / tools->scale : value);
}

/* --- entries */

/* The entry of a sine that the row has rounded. */
static uint64_t sine_bits(const struct pipeline_tools *tools, const struct pipeline_row *row,
                          double sine) {
    enum rounded_type format = (enum rounded_type)row->sine;
    if (!tools->plain.one)
        sine = rounded(format, sine * rounded(format, tools->plain.pair.high));
    return stored_bits(
        tools, row->value == row->sine ? sine : rounded((enum rounded_type)row->value, sine));
}

/* What an exact value is rounded to first, which is the table's type if the row rounds nothing else, and what it is
 * multiplied by before that. */
static const struct element *first_type(const struct pipeline_tools *tools,
                                        const struct pipeline_row *row) {
    return row->sine == ROUND_NOT ? tools->type : &elements[row->sine];
}

static const struct factor *first_factor(const struct pipeline_tools *tools,
                                         const struct pipeline_row *row) {
    return row->sine == ROUND_NOT ? &tools->whole : &tools->plain;
}

/* The entry of an exact value that is an element of first_type. */
static uint64_t exact_bits(const struct pipeline_tools *tools, const struct pipeline_row *row,
                           uint64_t bits) {
    return row->sine == ROUND_NOT
               ? bits
               : stored_bits(tools, rounded_value((enum rounded_type)row->sine, bits));
}

static struct sine times(struct sine sine, const struct factor *factor) {
    if (factor->one)
        return sine;
    struct double_double v =
        pair_product((struct double_double){sine.high, sine.low}, factor->pair);
    double error = 1.001 * sine.error * fabs(factor->pair.high) +
                   2 * (PAIR_PRODUCT_ERROR + ROUNDED_PAIR_ERROR) * fabs(v.high);
    return (struct sine){v.high, v.low, error};
}

/* Are all numbers of the enclosure rounded to the same element? They are if its ends are, moved outwards to doubles. */
static bool decided(const struct element *type, struct sine v, uint64_t *bits) {
    if (!type->fixed && type->bytes == 8) {
        double x;
        bool same = sines_decided(ROUND_F64, &v, &x);
        *bits = bits_of_double(x);
        return same;
    }
    double radius = v.error > 0 || v.low != 0 ? 0x1p-52 * fabs(v.high) + v.error : 0;
    *bits = pipeline_bits(type, v.high + radius);
    return pipeline_bits(type, v.high - radius) == *bits && !isnan(radius);
}

/* --- slots */

/* The position times w^times. Columns are computed in order, so most of the products are there already. */
static double iterate(struct pipeline_position *position, const struct pipeline_row *row, double p,
                      double w, uint64_t times) {
    if (position->iterated_by != row || position->iterations > times) {
        position->iterated = p;
        position->iterated_by = row;
        position->iterations = 0;
    }
    for (; position->iterations < times; position->iterations++)
        position->iterated = rounded((enum rounded_type)row->product, position->iterated * w);
    return position->iterated;
}

/* In a constant table a frequency takes the place of the sine. */
static void constant_slot(struct pipeline_tools *tools, const struct pipeline_row *row,
                          enum method method, const struct frequency_list *list, uint64_t k,
                          double w, struct pipeline_position *position, uint64_t *bits) {
    if (row->frequency == ROUND_NOT) {
        ziv_frequency(tools->ziv, list->exact[k], first_factor(tools, row)->exact,
                      first_type(tools, row), bits);
        *bits = exact_bits(tools, row, *bits);
    } else {
        if (method == METHOD_ITERATED)
            w = iterate(position, row, 1, w, list->times[k]);
        *bits = sine_bits(tools, row, w);
    }
}

/* Exact entries come from an enclosure of their sine, or from the reference engine if that doesn't decide them. */
static void exact_slot(struct pipeline_tools *tools, const struct pipeline_row *row,
                       const struct frequency_list *list, uint64_t k,
                       struct pipeline_position *position, uint64_t bits[2]) {
    const struct element *type = first_type(tools, row);
    const struct factor *factor = first_factor(tools, row);
    struct double_double x = pair_product(pipeline_position_pair(position), list->pair[k]);
    struct sine sine[2] = {{0, 0, 0}, {1, 0, 0}};
    bool enclosed = x.high == 0;
    if (fabs(x.high) >= SINES_LEAST && fabs(x.high) < SINES_LIMIT) {
        double error = 2 * (2 * ROUNDED_PAIR_ERROR + PAIR_PRODUCT_ERROR) * fabs(x.high);
        sines_enclose(tools->sines, x.high, x.low, error, sine);
        enclosed = true;
    }
    if (!enclosed || !decided(type, times(sine[SINE], factor), &bits[SINE]) ||
        !decided(type, times(sine[COSINE], factor), &bits[COSINE]))
        ziv_sincos(tools->ziv, exact_position(position), list->exact[k], factor->exact, type, bits);
    for (int f = SINE; f <= COSINE; f++)
        bits[f] = exact_bits(tools, row, bits[f]);
}

static double angle_of(const struct pipeline_row *row, enum method method,
                       const struct frequency_list *list, uint64_t k, double w,
                       struct pipeline_position *position) {
    enum rounded_type format = (enum rounded_type)row->product;
    double p = pipeline_position_rounded(position, (enum rounded_type)row->position), x;
    if (method == METHOD_ITERATED)
        x = iterate(position, row, p, w, list->times[k]);
    else
        x = rounded(format, method == METHOD_OVER_POW ? p / w : p * w);
    return row->angle == row->product ? x : rounded((enum rounded_type)row->angle, x);
}

/* The entries of the sine and the cosine of x; computes them unless they are known. */
static const uint64_t *entries_at(const struct pipeline_tools *tools,
                                  const struct pipeline_row *row, double x,
                                  struct known_angles *known) {
    struct known_angle *at = known->list, *end = at + known->count;
    while (at < end && !(at->angle == x && at->sine == row->sine && at->value == row->value))
        at++;
    if (at == end) {
        double pair[2];
        *at = (struct known_angle){.angle = x, .sine = row->sine, .value = row->value};
        sines_round(tools->sines, (enum rounded_type)row->sine, x, pair);
        for (int f = SINE; f <= COSINE; f++)
            at->entries[f] = sine_bits(tools, row, pair[f]);
        known->count++;
    }
    return at->entries;
}

void pipeline_slot(struct pipeline_tools *tools, const struct pipeline_row *row, enum method method,
                   const struct frequency_list *list, uint64_t k, double w,
                   struct pipeline_position *position, struct known_angles *known,
                   uint64_t bits[2]) {
    if (tools->constant) {
        constant_slot(tools, row, method, list, k, w, position, &bits[SINE]);
        bits[COSINE] = bits[SINE];
    } else if (row->angle == ROUND_NOT) {
        exact_slot(tools, row, list, k, position, bits);
    } else {
        const double x = angle_of(row, method, list, k, w, position);
        memcpy(bits, entries_at(tools, row, x, known), 2 * sizeof *bits);
    }
}
