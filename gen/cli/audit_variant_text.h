/* Other words that make a table, and how they are said. */
#ifndef POSENC_AUDIT_VARIANT_TEXT_H
#define POSENC_AUDIT_VARIANT_TEXT_H

#include "cli/audit_words.h"

/* A word with another value; without a value it is no change. */
struct change {
    enum word word;
    const char *value;
};
enum { VARIANT_CHANGES = 3 };

struct variant {
    struct change change[VARIANT_CHANGES];
    int shift;   /* the entries are those of the position before (-1) or after (1) */
    bool nearly; /* it is near, but doesn't explain the array to the last digits */
};

/* "cos and sin are swapped; try --order cos-sin". The caller frees it. */
char *variant_text(const struct audit_words *, const struct variant *);

#endif
