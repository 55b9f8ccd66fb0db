/* SPDX-License-Identifier: MIT */
/* What has happened to an array whose entries are wrong: damage, other words, or rounding. */
#ifndef POSENC_DIAGNOSIS_H
#define POSENC_DIAGNOSIS_H

#include "compare/verdict.h"
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
    const struct table_model *model; /* of the table */
    const struct grain *grain;       /* of the array */
    const struct chosen_words *words;
    unsigned threads;
};

/* Finds what is the matter with the array, as far as that can be found out, and takes the damage of its verdict, which is
 * judged with `every`. Returns NULL, or a message if the file can't be read any more. */
char *diagnose(const struct audited *, struct verdict *, struct findings *);

#endif
