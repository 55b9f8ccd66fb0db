/* What --guess prints. */
#ifndef POSENC_GUESS_REPORT_H
#define POSENC_GUESS_REPORT_H

#include "audit/verdict.h"
#include "guess/guess_search.h"

/* The lines of words whose table explains the array: the command, how sure that is, `deviation:`, notes, and `also:` with
 * what speaks against each. */
void guess_report(struct guess_search *, const struct trial *, const struct table_model *,
                  const struct verdict *, struct text *report);

/* The command, with the preset first: its words stand for what the table is, the others for sizes and differences. The
 * caller frees it. */
char *guess_command(const struct request *);

#endif
