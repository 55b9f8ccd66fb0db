/* posenc audit: judges a table that somebody else made. */
#ifndef POSENC_AUDIT_RUN_H
#define POSENC_AUDIT_RUN_H

#include "cli/options.h"

/* Audits an array against the words of the options, or guesses them. Returns the exit status: 0 if all entries are
 * correct, or within the tolerance; else 1. Dies if the file or the words are wrong. */
int audit_run(const char *file, const struct options *);

#endif
