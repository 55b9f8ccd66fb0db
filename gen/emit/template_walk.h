/* Walks through a template's steps with the scalars of a table: decides its conditions and repeats its parts. */
#ifndef POSENC_TEMPLATE_WALK_H
#define POSENC_TEMPLATE_WALK_H

#include "emit/template.h"

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

/* The scalars that differ from row to row. Their values are single lines. */
enum row_scalar { ROW_POSITION, ROW_NUMBER, ROW_COMMA, ROW_SCALARS };

/* Which of them has that name; ROW_SCALARS if none does. */
enum row_scalar row_scalar_named(const char *name, size_t length);

/* The scalar of that name: the part's, unless `part` is NULL, or else the table's. NULL if there is none. */
const struct scalar *template_scalar(const struct template_input *, const struct scalar *part,
                                     const char *name, size_t length);

/* The length of NAME in a condition. */
size_t template_condition_name(const struct template_step *condition);

struct template_walk {
    const struct template *template;
    const struct template_input *input;
    const struct scalar *const *part; /* points to NULL outside of parts */
    size_t next;
};

/* All names of the template must be known (template_check.h). */
struct template_walk template_walk(const struct template *, const struct template_input *);

/* The next text, hole, or step of a row section; NULL after the last one. */
const struct template_step *template_walk_next(struct template_walk *);

#endif
