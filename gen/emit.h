/* Rows -> text through a template, or bytes -> files. */
#ifndef POSENC_EMIT_H
#define POSENC_EMIT_H

#include "spec.h"

#include <stdbool.h>

/* Writes the table to `output` ("-": standard output); with linkage extern to BASE.c and BASE.h,
 * where BASE is `output` without its extension. Dies on any error, and then has changed no file. */
void emit_table(const struct spec *, const char *output, bool if_changed);

#endif
