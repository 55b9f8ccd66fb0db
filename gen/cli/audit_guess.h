/* posenc audit FILE --guess */
#ifndef POSENC_AUDIT_GUESS_H
#define POSENC_AUDIT_GUESS_H

#include "audit/array.h"
#include "cli/options.h"

/* Prints the words that make the array, or that there is no match. Returns the exit status; dies if words are wrong. */
int audit_guess(const struct options *, const struct array *);

#endif
