/* What templates are filled with: a table's values, by name. */
#ifndef POSENC_TEMPLATE_VALUES_H
#define POSENC_TEMPLATE_VALUES_H

#include "emit/output_options.h"
#include "emit/template_fill.h"
#include "engine/factored.h"

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
struct template_values *template_values_new(const struct output_options *,
                                            const struct text_file *);
void template_values_free(struct template_values *);

struct template_input template_values_input(const struct template_values *);

#endif
