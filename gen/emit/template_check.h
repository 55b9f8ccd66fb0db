/* Checks a parsed template against the values of a table, so that filling it can't fail. */
#ifndef POSENC_TEMPLATE_CHECK_H
#define POSENC_TEMPLATE_CHECK_H

#include "emit/template_walk.h"

#include <stdbool.h>

/* Checks all names, including those under conditions that don't hold, that the texts aren't too long, and then that each
 * row section has one element. With `needs_rows` there must be a row section. Returns NULL, or a fault in the first line
 * that is wrong. */
struct fault *template_check(const struct template *, const struct template_input *,
                             bool needs_rows);

#endif
