/* SPDX-License-Identifier: MIT */
/* The values of a table, and of the objects and the arrays that it consists of, by name; and the templates that they
 * fill. */
#ifndef POSENC_TEMPLATE_VALUES_H
#define POSENC_TEMPLATE_VALUES_H

#include "base/die.h"
#include "emit/output_files.h"
#include "emit/template.h"
#include "factored/factored.h"

#include <stdbool.h>
#include <stdint.h>

/* Which file of a table is written. A static table is one file: a header with contents. A source defines what BASE.h
 * declares, except the parts of a split table; each of these is a slice. */
struct text_file {
    const char *part; /* "header", "source" or "slice" */
    bool contents;    /* the table itself goes into the file */
    uint64_t slice;   /* the number of a slice */
    uint64_t
        digest; /* of the .bin, if there is one: a source that includes it by name changes with it */
};

/* Sets the values of a table, for all of its files, as template_fill takes them. `factored` is what takes the place of the
 * table, or NULL. */
void template_values_set(struct template_values *, const struct output_options *,
                         const struct factored *);

/* Adds the values of one file, and fills a template with them. Returns NULL, or a fault in a line; then there is
 * nothing to free. */
struct fault *template_values_fill(struct template_values *, const struct output_options *,
                                   const struct factored *, const struct template *,
                                   const struct text_file *, struct filled *);

/* Sets the templates of an output, and checks the user's own. */
void output_template_find(struct output_options *, struct template_set *, struct faults *);

#endif
