/* The lines of audit --plot: the errors of the file, and those of the usual ways to compute its table. */
#ifndef POSENC_AUDIT_PLOT_LINES_H
#define POSENC_AUDIT_PLOT_LINES_H

#include "audit/array.h"
#include "audit/compare.h"
#include "audit/shares.h"
#include "plot/error_lines.h"

/* What is drawn against what: errors against positions, or, of a table of one position, against columns. */
struct plot_lines {
    struct error_line *line; /* the file's first */
    size_t count;
    uint64_t places; /* positions or columns */
    bool by_column;
};

/* The comparison has the lines of positions. The usual ways are those of the shares; those with the same errors are one
 * line. Their errors are taken at some places of each octave and where those of the file are largest. Returns NULL, or a
 * message if the file can't be read any more. */
char *plot_lines_make(struct plot_lines *, const struct array *, const struct table *,
                      const struct comparison *, const struct shares *);
void plot_lines_free(struct plot_lines *);

#endif
