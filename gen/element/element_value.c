#include "element/element_value.h"

#include <math.h>

static double float_value(const struct element *type, uint64_t bits) {
    const uint64_t hidden = UINT64_C(1) << (type->precision - 1), sign = element_sign(type);
    const uint64_t field = (bits & (sign - 1)) / hidden, fraction = bits & (hidden - 1);
    double magnitude;
    if (field == (sign - 1) / hidden)
        magnitude = fraction ? (double)NAN : (double)INFINITY;
    else
        magnitude = ldexp((double)(field ? hidden + fraction : fraction),
                          (int)(field ? field - 1 : 0) + type->emin - (type->precision - 1));
    return bits & sign ? -magnitude : magnitude;
}

/* The integer that a fixed-point type stores. */
static int64_t stored_integer(const struct element *type, uint64_t bits) {
    bool negative = type->lowest < 0 && bits & element_sign(type);
    return (int64_t)bits - (negative ? (int64_t)(2 * element_sign(type)) : 0);
}

double element_value(const struct element *type, uint64_t bits) {
    if (!type->fixed)
        return float_value(type, bits);
    int64_t integer = stored_integer(type, bits) - type->zero_point;
    return ldexp((double)integer, -type->fraction) / type->factor;
}
