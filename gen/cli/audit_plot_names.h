/* What the lines of audit --plot are called, and which of them have one colour. */
#ifndef POSENC_AUDIT_PLOT_NAMES_H
#define POSENC_AUDIT_PLOT_NAMES_H

#include "audit/shares.h"
#include "plot/error_lines.h"

/* The names of pipelines that are one line, each on a line of its own: bit k is pipeline k. The caller frees it. */
char *plot_names_of(const struct shares *, uint64_t pipelines);

/* Sets the groups of all lines but the first, the file's, by their names. */
void plot_groups_set(struct error_line[], size_t count);

#endif
