/* What the elements of a table mean, and how wrong one is. */
#ifndef POSENC_MEASURE_H
#define POSENC_MEASURE_H

#include "table/table.h"

#include <stdint.h>

/* How wrong one entry is.
 *
 * The wanted element is the exact value, correctly rounded. An entry is wrong if its bits differ from it: +0 for -0 too,
 * and every NaN. The absolute error is |got - wanted| in the table's units: an integer stands for a multiple of the
 * type's step, or of the scale. In ulps it is divided by the spacing of the type's numbers at the wanted one, which for
 * an integer is 1; at 0 it is that of the subnormal numbers. */

/* How the elements of a table are measured. */
struct measure {
    const struct element *type;
    double unit;             /* what 1 means, if the type stores integers; else 1 */
    uint64_t sign, infinity; /* bits of a floating type */
};
struct measure measure_of(const struct table *);

/* What an element means: a float as it is, or (integer - zero point) * unit. */
double measure_value(const struct measure *, uint64_t bits);

/* What a libm adds to an error, of numbers up to a magnitude. */
double measure_libm(const struct measure *, double magnitude);

enum error_kind {
    ERROR_NUMBER,    /* a finite number other than the wanted one */
    ERROR_ZERO_SIGN, /* a zero of the wrong sign: both errors are 0 */
    ERROR_INFINITE,
    ERROR_NAN, /* infinity and NaN have neither error */
};
struct entry_error {
    enum error_kind kind;
    double absolute, ulps;
};

/* For an entry whose bits differ from the wanted ones, which are those of a finite number. */
struct entry_error measure_error(const struct measure *, uint64_t got, uint64_t wanted);

/* The text of an element, "0.5 (0x3f000000)"; of an integer type "-77 (0xb3)". NaN and infinities are "nan", "inf" and
 * "-inf". */
enum { ELEMENT_TEXT = 80 };
void element_text(const struct element *, uint64_t bits, char text[ELEMENT_TEXT]);

/* The same without the bits. */
void element_decimal(const struct element *, uint64_t bits, char text[ELEMENT_TEXT]);

#endif
