/* The template that a table is written with: a built-in one or the user's own, parsed, and filled for one of its files. */
#ifndef POSENC_OUTPUT_TEMPLATE_H
#define POSENC_OUTPUT_TEMPLATE_H

#include "emit/template.h"
#include "emit/template_fill.h"
#include "emit/template_values.h"
#include "table/request.h"

/* Loads the template of the table's format. If it is the user's, `own` is its text. The caller frees both, and a fault's
 * text. */
struct fault output_template_load(const struct output_options *, struct template_text *own,
                                  struct template *);

/* Loads the one of C, which declares what other languages hold. */
struct fault output_template_load_c(struct template *);

/* Fills it for one file, as template_values_new says. The user's must have the table in it. */
struct fault output_template_fill(const struct output_options *, const struct template *, enum part,
                                  bool contents, uint64_t slice, uint64_t digest, struct filled *);

/* Is the user's own right, if the table has one? */
struct fault output_template_check(const struct output_options *);

#endif
