/* Walks through a template's steps with the values of a table: decides its conditions and repeats its loops. */
#ifndef POSENC_TEMPLATE_WALK_H
#define POSENC_TEMPLATE_WALK_H

#include "emit/template.h"

#include <stddef.h>

/* What a hole of that name is filled with. The last value of an array has no name. */
struct template_value {
    const char *name, *text;
};

/* What a template is filled with. */
struct template_input {
    const struct template_value *values;
    /* The values of each part and of each array, at least one; ended by NULL. */
    const struct template_value *const *parts, *const *arrays;
};

/* The values that differ from row to row. Their texts are single lines. */
enum row_value { ROW_POSITION, ROW_NUMBER, ROW_COMMA, ROW_VALUES };

/* Which of them has that name; ROW_VALUES if none does. */
enum row_value row_value_named(const char *name, size_t length);

/* The value of that name: that of the part or array, unless `own` is NULL, or else the table's. NULL if there is none. */
const struct template_value *template_value_named(const struct template_input *,
                                                  const struct template_value *own,
                                                  const char *name, size_t length);

/* The length of NAME in a condition. */
size_t template_condition_name(const struct template_step *condition);

struct template_walk {
    const struct template *template;
    const struct template_input *input;
    const struct template_value *const *own; /* of the loop; points to NULL outside */
    size_t number;                           /* of the part or array that they are of */
    size_t next;
};

/* All names of the template must be known (template_check.h). */
struct template_walk template_walk(const struct template *, const struct template_input *);

/* The next text, hole, or step of a row section; NULL after the last one. */
const struct template_step *template_walk_next(struct template_walk *);

#endif
