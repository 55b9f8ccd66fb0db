/* How the questions of exact_value.h are answered, for the files of exact/ that compute with MPFR. */
#ifndef POSENC_EXACT_QUESTION_H
#define POSENC_EXACT_QUESTION_H

#include "exact/enclosure.h"
#include "exact/exact_value.h"

struct exact_value {
    enum exact_kind kind;
    struct exact_parts parts;
    struct ziv *ziv;
    bool rational;
    mpq_t q;                /* the number, if it is rational */
    int level;              /* of y, or -1 */
    struct interval y, at;  /* the number; times * y + plus */
    struct interval factor; /* room */
};

/* times * y + plus, if y is known to be rational. */
bool exact_value_answer(const struct exact_value *, const struct affine *, mpq_t q);

/* Makes value->at an enclosure of times * y + plus: if *level is -1, at the first level that may answer with `bits` bits,
 * and then at the next. Returns false if there is none. */
bool exact_value_enclose(struct exact_value *, const struct affine *, long bits, int *level);

#endif
