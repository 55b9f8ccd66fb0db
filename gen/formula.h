/* Exact numbers that a table's sizes are part of: "n-1", "-d/2", "2pi/48.000001", "max-len/2-1/2". */
#ifndef POSENC_FORMULA_H
#define POSENC_FORMULA_H

#include "number.h"

/* What the symbols d, n and max-len stand for. */
struct sizes {
    unsigned long long d_model, pairs, max_len;
};

/* Reads a sum of numbers, each as number_parse reads them, with a symbol in the place of a decimal. Returns
 * NULL, or what is wrong with the text, as number_parse does. */
const char *formula_parse(struct number *, const char *text, const struct sizes *);

/* The same for a text without pi. */
const char *formula_rational(mpq_t, const char *text, const struct sizes *);

#endif
