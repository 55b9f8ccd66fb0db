/* What has happened to an array whose entries are wrong: one chain of hypotheses, tried in order until one explains
 * it. */
#ifndef POSENC_DIAGNOSIS_H
#define POSENC_DIAGNOSIS_H

#include "audit/compare.h"
#include "audit/shares.h"
#include "base/json.h"
#include "table/request.h"

#include <stdbool.h>
#include <stddef.h>

/* What sentences say is out of place. Lines are rows, or columns. */
struct damage {
    enum {
        DAMAGE_ENTRY, /* that of row `at`, column `of` */
        DAMAGE_ZERO,  /* row `at` is zero */
        DAMAGE_OF,    /* line `at` holds what line `of` should */
        DAMAGE_PADDED, /* row `at` is the same as row `of` of the array, or if these are one, its entries are alike */
        DAMAGE_SHIFT /* from entry number `at` on, each holds what the one `by` places further on should */
    } kind;
    bool columns; /* are lines columns? */
    uint64_t at, of;
    int64_t by;
};

/* {0} is none. */
struct sentences {
    json_t *text; /* a list of strings */
    struct damage *damage;
    size_t damages;
};
void sentences_free(struct sentences *);

/* The words of the table that an array is compared with. */
struct chosen_words {
    const struct request *request;
    const char *const *given;
    char *max_len, *d_model; /* the sizes that the array's shape says, or NULL */
};

/* What is to be diagnosed. */
struct patient {
    const struct array *array;
    const struct table *table;
    const struct comparison *comparison; /* rows that are out of place need its lines of rows */
    const struct noise *noise;           /* of the table, with which it was compared */
    const struct chosen_words
        *words; /* NULL: the words are sure, and what fits needs no sentence */
    struct shares
        *shares; /* of the usual ways of computing; measured if they are needed and not yet known */
    unsigned threads; /* for that */
    bool singly;      /* name wrong entries one by one, if they are few; nothing else */
};

/* Says what is the matter with the array, as far as that can be found out. Returns NULL, or a message if the file can't
 * be read any more. */
char *diagnose(const struct patient *, struct sentences *);

#endif
