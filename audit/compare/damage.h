/* SPDX-License-Identifier: MIT */
/* Rows, columns and entries of an array that aren't what a table has there. The words of the table aren't in question. */
#ifndef POSENC_DAMAGE_H
#define POSENC_DAMAGE_H

#include "compare/compare.h"
#include "compare/finding.h"

/* An array with its errors. */
struct damaged {
    const struct array *array;
    const struct table *table;
    const struct comparison *comparison;
    const struct odd_rows *odd; /* compared with this noise */
    const struct noise *noise;
    bool every; /* a few wrong entries all need a reason, also those that noise explains */
};

/* Adds what it finds: zeros; lines that hold what others should, or one number; rows that are shifted; lines and entries
 * that are far off. Few wrong entries are added one by one. Returns NULL, or a message if the file can't be read any
 * more. */
char *damage_find(const struct damaged *, struct findings *);

#endif
