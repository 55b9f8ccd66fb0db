/* What --guess prints. */
#ifndef POSENC_GUESS_REPORT_H
#define POSENC_GUESS_REPORT_H

#include "guess/guess_search.h"

/* The lines of the best words: the command, `deviation:`, notes, and `also:` with what speaks against each. Returns NULL,
 * or a message if the file can't be read any more. */
char *guess_report(struct guess_search *, const struct array *, const struct ranked *,
                   unsigned threads, struct text *report);

#endif
