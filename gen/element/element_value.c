#include "element/element_value.h"
#include "base/integer.h"

uint64_t element_significand(const struct element *type, uint64_t bits, int *exponent) {
    uint64_t hidden = UINT64_C(1) << (type->precision - 1);
    uint64_t magnitude = bits & (element_sign(type) - 1);
    uint64_t field = magnitude / hidden;
    *exponent = type->emin - (type->precision - 1) + (field ? (int)field - 1 : 0);
    return magnitude % hidden + (field ? hidden : 0);
}

int64_t element_integer(const struct element *type, uint64_t bits) {
    bool negative = type->lowest < 0 && bits & element_sign(type);
    return negative ? (int64_t)bits - (int64_t)(2 * element_sign(type)) : (int64_t)bits;
}

void element_shift(mpq_t q, long k) {
    if (k < 0)
        mpq_div_2exp(q, q, (mp_bitcnt_t)-k);
    else
        mpq_mul_2exp(q, q, (mp_bitcnt_t)k);
}

void element_value(const struct element *type, uint64_t bits, mpq_t value) {
    int exponent = -type->fraction;
    if (type->fixed) {
        rational_set(value, element_integer(type, bits) - type->zero_point, 1);
    } else {
        uint64_t significand = element_significand(type, bits, &exponent);
        mpq_set_ui(value, 0, 1);
        integer_set_unsigned(mpq_numref(value), significand);
        if (bits & element_sign(type))
            mpq_neg(value, value);
    }
    element_shift(value, exponent);
}

int element_ulp(const struct element *type, uint64_t bits) {
    int exponent = -type->fraction;
    if (!type->fixed)
        element_significand(type, bits, &exponent);
    return exponent;
}
