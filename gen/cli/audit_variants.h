/* Words that people take for each other: do others explain an array? */
#ifndef POSENC_AUDIT_VARIANTS_H
#define POSENC_AUDIT_VARIANTS_H

#include "audit/array.h"
#include "audit/sentences.h"
#include "cli/audit_words.h"

/* Tries changes of the words on a sample of the array. If one makes a table that is much nearer, says which; `nearly` is
 * true if that doesn't explain the array to the last digits. Sets the mean distance of the sample's entries from those of
 * the words as they are, and their mean magnitude. Returns NULL, or a message if the file can't be read any more. */
char *audit_variants(const struct array *, const struct audit_words *, struct sentences *,
                     bool *nearly, double *distance, double *magnitude);

#endif
