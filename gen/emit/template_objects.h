/* The values of the objects that a table consists of in C, and of its arrays: those of the loops of a template. */
#ifndef POSENC_TEMPLATE_OBJECTS_H
#define POSENC_TEMPLATE_OBJECTS_H

#include "emit/output_options.h"
#include "emit/template_walk.h"
#include "engine/factored.h"

struct template_objects {
    const struct template_value **each; /* the values of each; ended by NULL */
    struct template_value *list;
    size_t count;
};

/* The parts of a split table, or its arrays. */
struct template_objects template_objects_parts(const struct output_options *);

/* The arrays, with the rows of one part. */
struct template_objects template_objects_arrays(const struct output_options *, uint64_t slice);

/* The arrays that take the place of the table. */
struct template_objects template_objects_factored(const struct output_options *,
                                                  const struct factored *);
void template_objects_free(struct template_objects *);

/* The name of the object that holds a part of an array: the array's own name if it isn't split. The caller frees it. */
char *template_objects_name(const struct output_options *, uint64_t array, uint64_t slice);

/* How many strings of equal length a row becomes. Each has at most 4095 bytes, which every C compiler takes. */
uint64_t template_objects_strings(const struct output_options *);

#endif
