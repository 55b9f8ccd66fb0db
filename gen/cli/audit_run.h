/* posenc audit: judges a table that somebody else made. */
#ifndef POSENC_AUDIT_RUN_H
#define POSENC_AUDIT_RUN_H

#include "cli/options.h"
#include "cli/resolved.h"
#include "read/array.h"

/* The words of the table that an array is compared with: those of the user, and the sizes that its shape decides. */

/* To stay where it is: a request keeps pointers into it. */
struct audit_words {
    struct resolved resolved; /* of the command; its table has the array's own rows and columns */
    char *command;            /* that makes the table: "posenc --max-len 48 --d-model 32" */
    char *max_len, *d_model;  /* the texts of sizes that were found */
};

/* Audits an array against the words of the options, or guesses them. Returns the exit status: 0 if all entries are
 * correct, or within the tolerance; else 1. Dies if the file or the words are wrong. */
int audit_run(const char *file, const struct options *);

#endif
