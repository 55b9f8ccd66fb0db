/* The templates that an output is written with: found, checked, and filled for one of its files. */
#ifndef POSENC_OUTPUT_TEMPLATE_H
#define POSENC_OUTPUT_TEMPLATE_H

#include "emit/template_fill.h"
#include "emit/template_values.h"

/* Sets the output's templates. Reads the user's own in any case; checks it if there are no faults yet. */
void output_template_find(struct output_options *, struct template_set *, struct faults *);

/* Checks the templates against the output's values, of a factored table too. Returns NULL, or a fault in a line. */
struct fault *output_template_check(const struct output_options *, const struct factored *);

/* Fills one of them for one file, with the values of template_values_new. */
struct filled output_template_fill(const struct output_options *, const struct template *,
                                   const struct text_file *);

#endif
