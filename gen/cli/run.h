/* How a run goes about its tables: the options beside their words. */
#ifndef POSENC_RUN_H
#define POSENC_RUN_H

#include "base/text.h"
#include "cli/options.h"
#include "cli/resolved.h"
#include "emit/emit.h"

/* The options of a run that writes this table; dies where one is wrong. */
struct emit_options run_options_of(const struct options *, const struct output_options *);

/* Computes a table and prints it into files that join `outputs`; dies if an entry stays undecided. With --verbose, says on
 * standard error how it was computed. Returns what is wrong with the words, which only the entries or a template show. */
struct fault run_emit(const struct options *, const struct resolved *, const struct emit_options *,
                      struct outputs *);

/* Keeps outputs off the files that a table is made from. */
void run_guard_inputs(const struct output_options *, struct outputs *);

/* Adds these files to a depfile's inputs. */
void run_add_inputs(const struct output_options *, struct text *list);

/* Writes a table's line of --list: its name and its files, in the order in which they are written, each after a
 * tab. */
void run_list(struct file *, const struct output_options *);

/* With --depfile, writes that of a single table as one more output. */
void run_write_depfile(const struct options *, const struct output_options *, struct outputs *);

#endif
