/* posenc audit --plot: the errors of a file against position, with those of the usual ways to compute its table. */
#ifndef POSENC_AUDIT_PLOT_H
#define POSENC_AUDIT_PLOT_H

#include "audit/compare.h"
#include "audit/shares.h"
#include "cli/audit_run.h"
#include "cli/options.h"
#include "emit/outputs.h"
#include "read/array.h"

/* Opens the output that --plot names, among `outputs`; NULL if it isn't given. Dies if no figure can be written there. */
struct file *audit_plot_open(const struct options *, const struct array *, const struct resolved *,
                             struct outputs *outputs);

/* Writes the figure. The comparison has the lines of positions. */
void audit_plot_write(struct file *, const struct options *, const struct array *,
                      const struct audit_words *, const struct comparison *, const struct shares *);

#endif
