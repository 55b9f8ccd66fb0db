/* The texts in which a file describes its table, for a template's values. The caller frees them. */
#ifndef POSENC_BANNER_H
#define POSENC_BANNER_H

#include "emit/output.h"

/* The canonical command, with -o if the form has several files, broken into lines of fewer than 90 columns by " \". */
char *banner_command(const struct output_options *);

/* What an entry is and how it is rounded, in one line; and that text in lines of fewer than 90 columns. */
char *banner_sentences(const struct output_options *);
char *banner_lines(const char *sentences);

/* "2097152 bytes: 4096 x 128 elements of 4 bytes" */
char *banner_storage(const struct output_options *);

/* What the emitted row r of an array holds: its position, or its channel. */
char *banner_row(const struct output_options *, uint64_t array, uint64_t r);

#endif
