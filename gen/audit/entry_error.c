#include "audit/entry_error.h"
#include "element/literal.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct measure measure_of(const struct table *table) {
    const struct element *type = table->type;
    struct measure measure = {type, 1};
    if (type->fixed)
        measure.unit = ldexp(1.0 / type->factor, -type->fraction);
    if (type->scaled && mpq_sgn(table->scale) > 0)
        measure.unit = mpq_get_d(table->scale);
    return measure;
}

/* The integer that a fixed-point type stores. */
static int64_t integer_of(const struct element *type, uint64_t bits) {
    bool negative = type->lowest < 0 && (bits & element_sign(type));
    return negative ? (int64_t)(bits | ~(2 * element_sign(type) - 1)) : (int64_t)bits;
}

/* The exponent field of a float; that of a subnormal number counts as 1, the least of the others. */
static int binade_of(const struct element *type, uint64_t bits) {
    uint64_t field = (bits & ~element_sign(type)) >> (type->precision - 1);
    return field > 0 ? (int)field : 1;
}

/* The value of a unit in the last place is 2^this. */
static int spacing_of(const struct element *type, uint64_t bits) {
    return type->emin + binade_of(type, bits) - type->precision;
}

static bool is_nan(const struct element *type, uint64_t bits) {
    const struct element *t = type;
    uint64_t exponent = element_sign(t) - (UINT64_C(1) << (t->precision - 1));
    return !t->fixed && (bits & ~element_sign(t)) > exponent;
}

static double float_value(const struct element *type, uint64_t bits) {
    uint64_t hidden = UINT64_C(1) << (type->precision - 1), magnitude = bits & ~element_sign(type);
    uint64_t significand = magnitude % hidden + (magnitude >= hidden ? hidden : 0);
    double value = ldexp((double)significand, spacing_of(type, bits));
    return bits & element_sign(type) ? -value : value;
}

double measure_value(const struct measure *measure, uint64_t bits) {
    const struct element *type = measure->type;
    if (type->fixed)
        return (double)(integer_of(type, bits) - type->zero_point) * measure->unit;
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
    if (is_nan(type, bits))
        return NAN;
    if (element_is_infinite(type, bits))
        return bits & element_sign(type) ? -INFINITY : INFINITY;
    return float_value(type, bits);
}

struct entry_error measure_error(const struct measure *measure, uint64_t got, uint64_t wanted) {
    const struct element *type = measure->type;
    struct entry_error error = {ERROR_NUMBER, 0, 0};
    if (type->fixed) {
        error.ulps = fabs((double)(integer_of(type, got) - integer_of(type, wanted)));
        error.absolute = error.ulps * measure->unit;
        return error;
    }
    if (is_nan(type, got)) {
        error.kind = ERROR_NAN;
    } else if (element_is_infinite(type, got)) {
        error.kind = ERROR_INFINITE;
    } else if (((got | wanted) & ~element_sign(type)) == 0) {
        error.kind = ERROR_ZERO_SIGN;
    } else { /* both differences of f64 can round, or overflow: then the largest number stands for them */
        double apart = fabs(measure_value(measure, got) - measure_value(measure, wanted));
        error.absolute = fmin(apart, DBL_MAX);
        error.ulps = fmin(ldexp(apart, -spacing_of(type, wanted)), DBL_MAX);
    }
    return error;
}

void element_decimal(const struct element *type, uint64_t bits, char text[ELEMENT_TEXT]) {
    char literal[LITERAL_MAX];
    if (is_nan(type, bits))
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
