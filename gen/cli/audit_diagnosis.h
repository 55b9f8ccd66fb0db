/* What has happened to a table: other words that make it, rows and bits that are out of place. */
#ifndef POSENC_AUDIT_DIAGNOSIS_H
#define POSENC_AUDIT_DIAGNOSIS_H

#include "audit/array.h"
#include "audit/compare.h"
#include "audit/sentences.h"
#include "audit/shares.h"
#include "cli/audit_words.h"

/* Says what is the matter with an array that has wrong entries, as far as that can be found out. Dies if the file can't be
 * read any more. */
void audit_diagnose(const struct array *, const struct audit_words *, const struct comparison *,
                    const struct shares *, struct sentences *);

#endif
