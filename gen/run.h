/* How a run goes about its tables: the options beside their words. */
#ifndef POSENC_RUN_H
#define POSENC_RUN_H

#include "emit.h"
#include "options.h"
#include "text.h"

/* The options of a run that writes this table; dies where one is wrong. */
struct emit_options run_options_of(const struct options *, const struct spec *);

/* With --verbose, says on standard error how a table was computed. */
void run_report(const struct options *, const struct spec *, const struct emit_options *,
                struct counts);

/* Adds the file that a word's value names, where it names one, to a depfile's list. */
void run_add_input(struct text *, enum word, const char *value);

/* With --depfile, writes that of a single table as one more output. */
void run_write_depfile(const struct options *, const struct spec *, struct outputs *);

#endif
