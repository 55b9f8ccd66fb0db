/* SPDX-License-Identifier: MIT */
/* What a file says about its table, for the values of templates and for headers. The caller frees the texts. */
#ifndef POSENC_BANNER_H
#define POSENC_BANNER_H

#include "emit/output_files.h"

#include <stdint.h>

/* The canonical command, with -o if the form has several files, broken into lines of fewer than 90 columns by " \". */
char *banner_command(const struct output_options *);

/* What an entry is and how it is rounded, in one line; the same in lines of fewer than 90 columns. */
char *banner_sentences(const struct output_options *);
char *banner_lines(const char *sentences);

/* "2097152 bytes: 4096 x 128 elements of 4 bytes" */
char *banner_storage(const struct output_options *);

/* What a value is rounded to, in words. The caller frees it. */
char *banner_rounded_to(const struct element *);

/* What row r of an array, as emitted, holds: its position, or its channel. */
char *banner_row(const struct output_options *, uint64_t array, uint64_t r);

#endif
