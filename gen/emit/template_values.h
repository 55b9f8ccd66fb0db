/* What templates are filled with: a table's values, by name, and those of the objects and the arrays that it consists of. */
#ifndef POSENC_TEMPLATE_VALUES_H
#define POSENC_TEMPLATE_VALUES_H

#include "emit/output.h"
#include "emit/template.h"
#include "factored/factored.h"

/* Which file of a table is written. A static table is one file: a header with contents. */
enum part {
    PART_HEADER,
    PART_SOURCE, /* defines what BASE.h declares, except the parts of a split table */
    PART_SLICE   /* defines one part of a split table */
};

struct text_file {
    enum part part;
    bool contents;  /* the table itself goes into the file */
    uint64_t slice; /* the part's number in PART_SLICE */
    uint64_t
        digest; /* of the .bin, if there is one: a source that includes it by name changes with it */
};

/* How many strings of equal length a row becomes. Each has at most 4095 bytes, which every C compiler takes. */
uint64_t template_objects_strings(const struct output_options *);

/* The values of a table, for all of its files. `factored` is what takes the place of the table, or NULL. */
struct template_values *template_values_new(const struct output_options *, const struct factored *);
void template_values_free(struct template_values *);

/* Fills a template for one file. Returns NULL, or a fault in a line; then there is nothing to free. */
struct fault *template_values_fill(struct template_values *, const struct template *,
                                   const struct text_file *, struct filled *);

/* Sets the templates that an output is written with, and checks the user's own. */
void output_template_find(struct output_options *, struct template_set *, struct faults *);

#endif
