/* What C's template is filled with for a factored table. */
#ifndef POSENC_FACTORED_VALUES_H
#define POSENC_FACTORED_VALUES_H

#include "emit/output_options.h"
#include "emit/template_walk.h"
#include "engine/factored.h"

enum { FACTORED_VALUES = 17, FACTORED_ARRAY_VALUES = 6 };

/* The values that the functions of a factored table need; "none" for any other table, which is NULL. The texts are
 * new. */
void factored_values(const struct output_options *, const struct factored *,
                     struct template_value values[FACTORED_VALUES]);

/* The values of one of its arrays, which take the place of the table's. */
void factored_array_values(const struct output_options *, const struct factored *, size_t array,
                           struct template_value values[FACTORED_ARRAY_VALUES]);

/* "150528 bytes of arrays; ...", for the banner. The caller frees it. */
char *factored_storage(const struct output_options *, const struct factored *);

#endif
