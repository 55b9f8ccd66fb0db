/* Literals of C and C++: from text to numbers, and from numbers to elements, rounded as a compiler does. */
#ifndef POSENC_C_NUMBER_H
#define POSENC_C_NUMBER_H

#include "element/element.h"

#include <stdbool.h>
#include <stdint.h>

struct c_number {
    bool negative;
    bool integer; /* the magnitude is in `whole`, or else in `value` */
    bool decimal; /* an integer of base 10 */
    int places,
        digits; /* of a decimal with a point or an exponent: after the point, and from the first that isn't 0 on */
    uint64_t whole;
    long double
        value; /* rounded to the literal's type: 0.1 to double, 0.1f to float, 0.1L to long double */
};

/* Reads the text of a number without its sign and without quotes between its digits. Returns NULL, or what is wrong with it:
 * a phrase that the caller frees. */
char *c_number_read(const char *text, struct c_number *number);

/* Converts it to an element of an array whose elements are stored as `code` says (array_source.h): numbers of the floating
 * type `type`, or integers, which may be its bits. Returns NULL, or a phrase as above. */
char *c_number_convert(const struct c_number *number, const char *code, const struct element *type,
                       uint64_t *bits);

#endif
