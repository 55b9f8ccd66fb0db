/* Fills a template with a table's values: the result is the texts of a file, and how the rows between them look. */
#ifndef POSENC_TEMPLATE_FILL_H
#define POSENC_TEMPLATE_FILL_H

#include "base/text.h"
#include "emit/template.h"

#include <stdbool.h>
#include <stddef.h>

/* What a hole of that name is filled with. The last value of a list has no name. */
struct template_value {
    const char *name, *text;
};

/* What a template is filled with. */
struct template_input {
    const struct template_value *values;
    /* The values of each part and of each array, ended by NULL; they go before those of the table. */
    const struct template_value *const *parts, *const *arrays;
};

/* The values that differ from row to row. Their texts are single lines. */
enum row_value { ROW_POSITION, ROW_NUMBER, ROW_COMMA, ROW_VALUES };

/* A text with holes for row values. */
struct row_text {
    struct text text;
    struct row_hole {
        size_t at; /* in the text */
        enum row_value value;
    } * hole;
    size_t holes;
};

/* How a row looks. Whole lines open and close it; `start` begins each line of entries; `before` and `after` surround
 * each entry, except that `last` follows the last one. */
struct row_pattern {
    struct row_text opening, closing, start; /* start: with holes only if unbroken */
    struct text before, after, last;
    bool strings;  /* the element is @bytes@ */
    bool each;     /* lines have a start of their own */
    bool unbroken; /* each row is one line */
};

/* The longest line of entries, in bytes. */
enum { TEMPLATE_LINE = 99 };

/* A file is made of sections. Each is a text followed by the rows of an array; the last one is a text alone. */
struct filled_section {
    struct text text;
    const char *array; /* TEMPLATE_TABLE or TEMPLATE_ARRAY; NULL: no rows */
    size_t number;     /* of that array */
    struct row_pattern pattern;
};
struct filled {
    struct filled_section *section;
    size_t count;
};

/* Finds a name without a value, under conditions that don't hold too, and texts that are too long. Returns NULL, or a
 * fault in the first line that is wrong. */
struct fault *template_check(const struct template *, const struct template_input *);

/* Fills a template whose names have values. Each row section must have one line of elements, and with `needs_rows` there
 * must be a row section. Returns NULL, or a fault in the first line that is wrong; then there is nothing to free. The
 * result refers to neither the template nor the values. */
struct fault *template_fill(const struct template *, const struct template_input *, bool needs_rows,
                            struct filled *);
void template_filled_free(struct filled *);

/* Appends the text of a row whose values have these texts. */
void template_print(const struct row_text *, const char *const texts[ROW_VALUES], struct text *);

#endif
