/* SPDX-License-Identifier: MIT */
/* The headers of binary formats. */
#ifndef POSENC_ARRAY_HEADERS_H
#define POSENC_ARRAY_HEADERS_H

#include "base/die.h"
#include "base/text.h"
#include "emit/output_files.h"

/* The header of the output's format for its table, all bytes before the first element: nothing if the format has none. The
 * caller frees it. */
struct text array_header(const struct output_options *);

/* Refuses a file with more bytes than readers of its format accept. */
void array_header_check(const struct output_options *, struct faults *);

#endif
