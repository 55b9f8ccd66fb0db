/* The headers of binary formats: what the elements after them are. */
#ifndef POSENC_ARRAY_HEADERS_H
#define POSENC_ARRAY_HEADERS_H

#include "base/text.h"
#include "emit/output.h"

/* The header of the output's format for its table, all bytes before the first element: nothing if the format has none. The
 * caller frees it. */
struct text output_header(const struct output_options *);

/* Refuses a file that would have more bytes than readers of its format take. */
void output_header_check(const struct output_options *, struct faults *);

#endif
