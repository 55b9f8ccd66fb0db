/* What a single table and `posenc build` have in common: how a run computes, writes and lists a table. */
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

/* Computes a table and prints it into files that join `outputs`; dies if an entry stays undecided. With --verbose,
 * says on standard error how it was computed. Returns faults of an output or a template that can't be written so. */
struct faults run_emit(const struct options *, const struct resolved *, const struct emit_options *,
                       struct outputs *);

/* Makes it an error if an output is one of the files that the table is made from. */
void run_guard_inputs(const struct resolved *, struct outputs *);

/* Dies if a figure, which is SVG, would have a name that ends as those of other pictures do. NULL: there is none. */
void run_check_figure(const char *what, const char *path);

/* Lists of names are ended by NULL.
 *
 * Claims a table's outputs; dies if another output has one of these files, or the run reads it. */
void run_claim_outputs(char *const names[], struct outputs *, bool check);

/* Adds a table's outputs, and the files that it is made from, to a depfile. NULL: it is made from none. */
void run_add_to_depfile(char *const names[], const char *const inputs[], struct depfile *);

/* With --depfile, claims its place among the outputs. Dies if that is taken, or if a depfile can't hold one of the
 * names. */
void run_claim_depfile(const struct options *, const struct depfile *, struct outputs *);

/* With --depfile, writes it as one more output. */
void run_write_depfile(const struct options *, const struct depfile *, struct outputs *);

/* Writes a table's line of --list: its name, then a tab and the name of each file, in the order of writing. */
void run_list(struct file *, const char *table, char *const names[]);

#endif
