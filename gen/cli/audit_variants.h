/* Words that people take for each other: do others explain an array? */
#ifndef POSENC_AUDIT_VARIANTS_H
#define POSENC_AUDIT_VARIANTS_H

#include "audit/array.h"
#include "audit/sentences.h"
#include "cli/audit_words.h"

/* What a sample of an array says. */
struct distances {
    bool nearly;           /* other words explain the array, but not to the last digits */
    double own,            /* the mean distance of entries from those of the words as they are */
        magnitude, wanted; /* the mean magnitudes of the entries, and of those of the words */
};

/* Tries changes of the words on a sample of the array. If one makes a table that is much nearer, says which; or else by
 * which factor the entries are wrong, or of which type they are. Returns NULL, or a message if the file can't be read any
 * more. */
char *audit_variants(const struct array *, const struct audit_words *, struct sentences *,
                     struct distances *);

#endif
