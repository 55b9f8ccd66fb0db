/* SPDX-License-Identifier: MIT */
/* The lines of a copyright and a licence, which begin an emitted file. */
#ifndef POSENC_NOTICES_H
#define POSENC_NOTICES_H

#include "emit/output_files.h"

/* Each refuses a text that a comment of some language can't hold. The licence must also be an expression of SPDX, but its
 * identifiers may be any: SPDX adds to them. */
void notices_parse_licence(struct output_options *, struct value *);
void notices_parse_copyright(struct output_options *, struct value *);

/* "SPDX-...: TEXT" for the words copyright and spdx, in lines; "none" if neither is given. The caller frees it. */
char *notices_text(const struct output_options *);

#endif
