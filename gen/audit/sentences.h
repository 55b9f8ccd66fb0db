/* What has happened to the wrong entries, in sentences. */
#ifndef POSENC_SENTENCES_H
#define POSENC_SENTENCES_H

#include <stddef.h>
#include <stdint.h>

/* {0} is none. */
struct sentences {
    char **text;
    size_t count;
};

/* Adds a sentence, and takes its text. */
void sentences_add(struct sentences *, char *text);
void sentences_free(struct sentences *);

/* Numbers of rows or columns, of which the first stretches are kept. {.count = 0} is none. */
enum { STRETCHES_KEPT = 4 };
struct stretches {
    uint64_t numbers; /* how many in all */
    size_t count;     /* of all stretches */
    uint64_t last;    /* the last number */
    struct {
        uint64_t first, last;
    } kept[STRETCHES_KEPT];
};

/* Adds a number above those that are there. */
void stretches_add(struct stretches *, uint64_t number);

/* "row 3 is zero", "rows 3 to 5 are zero" or "9 rows are zero: 3 to 5, 8, 11 to 14, 20 and 1 more range", for the noun row.
 * The caller frees it. */
char *stretches_zero(const struct stretches *, const char *noun);

#endif
