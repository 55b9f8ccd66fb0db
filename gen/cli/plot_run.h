/* posenc plot: figures of a table. */
#ifndef POSENC_PLOT_RUN_H
#define POSENC_PLOT_RUN_H

#include "cli/options.h"

/* Draws the table that the options ask for. Dies if they ask for none. */
void plot_run(const struct options *);

#endif
