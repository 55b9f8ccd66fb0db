#include "fit/measure.h"
#include "element/element.h"
#include "element/literal.h"
#include "values/exact_value.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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
        return (double)(element_integer(type, bits) - type->zero_point) * measure->unit;
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
