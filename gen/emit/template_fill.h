/* A template and a table's scalars -> the texts of a file, and the rows between them. */
#ifndef POSENC_TEMPLATE_FILL_H
#define POSENC_TEMPLATE_FILL_H

#include "base/text.h"
#include "emit/template.h"

#include <stdbool.h>
#include <stddef.h>

/* The last scalar of an array has no name. */
struct scalar {
    const char *name, *value;
};

/* What a template is filled with. */
struct template_input {
    const struct scalar *scalars;
    const struct scalar *const *parts; /* the scalars of each part, at least one; ended by NULL */
};

/* The scalars that each row has of its own. Their values are of one line. */
enum row_scalar { ROW_POSITION, ROW_NUMBER, ROW_COMMA, ROW_SCALARS };

/* A text with holes for them. */
struct row_text {
    struct text text;
    struct row_hole {
        size_t at; /* in the text */
        enum row_scalar scalar;
    } * hole;
    size_t holes;
};

/* How a row looks: whole lines open and close it; `start` starts each line of elements, `before` and
 * `after` surround each entry, and `last` is what follows the last one. */
struct row_pattern {
    struct row_text opening, closing, start; /* start: with holes only if unbroken */
    struct text before, after, last;
    bool strings;  /* of @bytes@ */
    bool each;     /* lines have a start of their own */
    bool unbroken; /* one line a row */
};

enum { TEMPLATE_LINE = 99 };

/* A file is made of sections: a text, and then the rows of an array, except after the last one. */
struct filled_section {
    struct text text;
    const char *array; /* its name; NULL: no rows */
    struct row_pattern pattern;
};
struct filled {
    struct filled_section *section;
    size_t count;
};

/* Fills a template. All its names are checked, those under conditions that don't hold too. Returns NULL, or the first
 * line that is wrong, "NAME:LINE: what 'where'"; then there is nothing to free but that. What is filled needs neither
 * template nor scalars any more. */
char *template_fill(const struct template *, const struct template_input *, struct filled *);
void template_filled_free(struct filled *);

/* Appends the text of a row whose scalars have these values. */
void template_print(const struct row_text *, const char *const values[ROW_SCALARS], struct text *);

#endif
