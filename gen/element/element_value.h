/* From the bits of an element back to a number. */
#ifndef POSENC_ELEMENT_VALUE_H
#define POSENC_ELEMENT_VALUE_H

#include "element/element.h"

/* The number that an element stands for, exactly: a floating type's value, or infinity or NaN; the integer of a
 * fixed-point type without its zero point, times 2^-fraction. The quotient by the type's factor is rounded to double.
 * The scale of a scaled type is the caller's to multiply by. */
double element_value(const struct element *type, uint64_t bits);

#endif
