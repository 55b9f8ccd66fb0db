/* What runs have in common. */
#ifndef POSENC_RUN_H
#define POSENC_RUN_H

#include "base/text.h"
#include "cli/options.h"
#include "cli/resolved.h"
#include "emit/emit.h"
#include "emit/outputs.h"

/* How many threads a run may have: the option's value, or the CPUs of this process; dies if it is wrong. */
unsigned run_threads(const struct options *);

/* The options of a run that writes this table; dies if one is wrong. */
struct emit_options run_options_of(const struct options *, const struct output_options *);

/* Finds an entry that the output's language can't express, of a table that is resolved without faults. */
void run_check_entries(const struct options *, const struct resolved *, struct faults *);

/* Makes it an error if an output is one of the files that the table is made from. */
void run_guard_inputs(const struct resolved *, struct outputs *);

/* Dies if a figure, which is SVG, would have a name that ends as those of other pictures do. NULL: there is none. */
void run_check_figure(const char *what, const char *path);

#endif
