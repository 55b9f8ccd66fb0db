/* Refuses combinations of individually valid words. */
#ifndef POSENC_TABLE_CHECK_H
#define POSENC_TABLE_CHECK_H

#include "table/table.h"

/* Checks the words with each other, for a table whose sizes are derived. Each check is skipped if a word that it
 * reads is wrong. */
void table_check(const struct table *, const struct request *, struct faults *);

/* Has the table that spacing, rather than a list of frequencies? */
bool table_has_spacing(const struct table *, enum spacing);

/* One of the checks. */
struct check {
    /* What is wrong, or NULL; the caller frees it. */
    char *(*find)(const struct table *, const struct request *, int about);
    int about;      /* a word, or ABOUT_TABLE */
    word_set reads; /* if one of these is wrong, a fault would blame what stands for it */
};
void table_run_checks(const struct check *, size_t count, const struct table *,
                      const struct request *, struct faults *);

/* Reads the numbers of lists. Their count must be that of the frequencies, if the words that decide it are right. */
void table_check_lists(struct table *, const struct request *, struct faults *);

#endif
