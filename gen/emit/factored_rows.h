/* Prints the arrays of a factored table. */
#ifndef POSENC_FACTORED_ROWS_H
#define POSENC_FACTORED_ROWS_H

#include "base/file.h"
#include "emit/output_options.h"
#include "emit/template_fill.h"
#include "engine/factored.h"

/* Writes the rows of one array, as the section has them. */
void factored_rows_write(const struct output_options *, const struct factored *,
                         const struct filled_section *, struct file *);

#endif
