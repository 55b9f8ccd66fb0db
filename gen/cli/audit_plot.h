/* posenc audit --plot: the errors of a file against position, with those of the usual ways to compute its table. */
#ifndef POSENC_AUDIT_PLOT_H
#define POSENC_AUDIT_PLOT_H

#include "audit/array.h"
#include "audit/compare.h"
#include "audit/shares.h"
#include "cli/audit_words.h"
#include "cli/options.h"

/* Writes the figure that --plot names, if it is given. The comparison has the lines of positions. Dies if the figure
 * can't be written there. */
void audit_plot(const struct options *, const struct array *, const struct audit_words *,
                const struct comparison *, const struct shares *);

#endif
