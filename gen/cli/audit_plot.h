/* posenc audit --plot: the errors of a file against position, with those of the usual ways to compute its table. */
#ifndef POSENC_AUDIT_PLOT_H
#define POSENC_AUDIT_PLOT_H

#include "audit/compare.h"
#include "audit/shares.h"
#include "cli/resolved.h"
#include "read/array.h"

/* The words of the table that an array is compared with: those of the user, and the sizes that its shape decides.
 *
 * To stay where it is: a request keeps pointers into it. */
struct audit_words {
    struct resolved resolved; /* of the command; its table has the array's own rows and columns */
    char *command;            /* that makes the table: "posenc --max-len 48 --d-model 32" */
    char *max_len, *d_model;  /* the texts of sizes that were found */
};

/* Opens the output that --plot names, among `outputs`; NULL if it isn't given. Dies if no figure can be written there. */
struct file *audit_plot_open(const struct options *, const struct array *, const struct resolved *,
                             struct outputs *outputs);

/* Writes the figure. The comparison has the lines of positions. */
void audit_plot_write(struct file *, const struct options *, const struct array *,
                      const struct audit_words *, const struct comparison *, const struct shares *);

#endif
