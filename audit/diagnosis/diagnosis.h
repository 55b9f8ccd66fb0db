/* What has happened to an array whose entries are wrong: damage, other words, or rounding. */
#ifndef POSENC_DIAGNOSIS_H
#define POSENC_DIAGNOSIS_H

#include "compare/damage.h"
#include "compare/shares.h"
#include "table/request.h"

/* The words of the table that an array is compared with. */
struct chosen_words {
    const struct request *request;
    const char *const *given;
    char *max_len, *d_model; /* the sizes that the array's shape says, or NULL */
};

/* What is to be diagnosed. */
struct audited {
    const struct array *array;
    const struct table *table;
    const struct comparison *comparison;
    const struct odd_rows *odd; /* of the comparison */
    const struct noise *noise;  /* of the table, with which it was compared */
    const struct chosen_words *words;
    struct shares *shares; /* of the usual ways of computing */
    unsigned threads;
};

/* Finds what is the matter with the array, as far as that can be found out. Returns NULL, or a message if the file can't
 * be read any more. */
char *diagnose(const struct audited *, struct findings *);

#endif
