/* SPDX-License-Identifier: MIT */
/* What happened to an array: a list of findings. Diagnoses add to it, reports read it as sentences, and a verdict excuses
 * the entries that it explains. */
#ifndef POSENC_FINDING_H
#define POSENC_FINDING_H

#include "base/json.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Lines are rows, or columns: [first, last] of them, and [other, other_last] that they are compared with. */
enum finding_kind {
    FINDING_SENTENCE, /* `text` is all of it */
    FINDING_ENTRY,    /* the entry number `first` is wrong: `text` follows "row 3, column 5" */
    FINDING_FAR_OFF,  /* the lines are wrong, for no reason that is known */
    FINDING_ZERO,     /* they are zero */
    FINDING_CONSTANT, /* all entries of each line are the number `text` */
    /* what the table has elsewhere */
    FINDING_HOLDS, /* each holds what line `other` should, or what the lines from there on should */
    FINDING_SWAPPED, /* first and last */
    /* from `first` on each holds what the one `by` places further on should, since [other, other_last] are */
    FINDING_LOST,
    FINDING_INSERTED
};
enum finding_unit { FINDING_ENTRIES, FINDING_ROWS, FINDING_COLUMNS };
struct finding {
    enum finding_kind kind;
    enum finding_unit unit; /* what is numbered; entries are in the order of memory */
    uint64_t first, last, other, other_last;
    int64_t by;
    bool few; /* only few entries of each line are far off */
    char *text;
};

struct findings {
    struct finding *list;
    size_t count;
    uint64_t rows, columns; /* of the array */
    bool rounded;           /* is all that is the matter that numbers were rounded on the way? */
    uint64_t left[3];       /* of each unit: lines that are far off for no known reason */
    uint64_t more_rows, more_zero; /* that are far off, or zero, besides those of the list */
    uint64_t others, first_other;  /* entries that are wrong beside these: how many; the first */
    bool strays;                   /* are some within noise, but not what made most others? */
    double slight;                 /* the largest error, if lines that are off are so by little */
};
void findings_add(struct findings *, struct finding); /* takes its text */
void findings_free(struct findings *);

/* Are lines or entries shifted, because others are lost or inserted? */
static inline bool finding_is_shift(const struct finding *finding) {
    return finding->kind >= FINDING_LOST;
}

/* The finding that rows are shifted, or NULL. */
const struct finding *findings_shift(const struct findings *);

/* The sentences, a list of strings. */
json_t *findings_texts(const struct findings *);

#endif
