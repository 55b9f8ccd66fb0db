/* What templates are filled with: the scalars of a table, by name. */
#ifndef POSENC_TEMPLATE_VALUES_H
#define POSENC_TEMPLATE_VALUES_H

#include "emit/output_options.h"
#include "emit/template_fill.h"

/* Which file of a table is written. A static table is one file, a header with contents. */
enum part {
    PART_HEADER,
    PART_SOURCE, /* what BASE.h declares, but the parts of a split table */
    PART_SLICE   /* one part of a split table */
};

struct template_values;

/* `digest` is that of the .bin, where there is one: a source that only names the bytes changes with them.
 * `slice` is the part's number in PART_SLICE, `contents` whether the table itself goes into the file. */
struct template_values *template_values_new(const struct output_options *, enum part, bool contents,
                                            uint64_t slice, uint64_t digest);
void template_values_free(struct template_values *);

struct template_input template_values_input(const struct template_values *);

/* How many equal parts a row has as strings of at most 4095 bytes, as every C compiler takes. */
uint64_t template_values_strings(const struct output_options *);

#endif
