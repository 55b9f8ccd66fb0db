/* What templates are filled with: a table's values, by name. */
#ifndef POSENC_TEMPLATE_VALUES_H
#define POSENC_TEMPLATE_VALUES_H

#include "emit/output.h"
#include "emit/template.h"
#include "emit/template_fill.h"
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
    const struct factored *factored; /* what takes the place of the table; NULL: nothing */
};

struct template_values;

/* The values of the objects that a table consists of in C, and of its arrays: those of the loops of a template. */

struct template_objects {
    const struct template_value **each; /* the values of each; ended by NULL */
    struct template_value *list;
    size_t count;
};

/* How many strings of equal length a row becomes. Each has at most 4095 bytes, which every C compiler takes. */
uint64_t template_objects_strings(const struct output_options *);

/* The templates that an output is written with: found, checked, and filled for one of its files. */

/* Sets the output's templates, and checks the user's own. */
void output_template_find(struct output_options *, struct template_set *, struct faults *);

/* Checks the templates against the output's values, of a factored table too. Returns NULL, or a fault in a line. */
struct fault *output_template_check(const struct output_options *, const struct factored *);

/* Fills one of them for one file, with the values of template_values_new. */
struct filled output_template_fill(const struct output_options *, const struct template *,
                                   const struct text_file *);

#endif
