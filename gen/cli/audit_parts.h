/* What the parts of posenc audit share: its words and reports, --plot and --against. */
#ifndef POSENC_AUDIT_PARTS_H
#define POSENC_AUDIT_PARTS_H

#include "audit/compare.h"
#include "audit/diagnosis.h"
#include "audit/report.h"
#include "audit/shares.h"
#include "cli/resolved.h"
#include "read/array.h"

/* The words of the table that an array is compared with: those of the user, and the sizes that its shape decides.
 *
 * It must not move: a request keeps pointers into it. */
struct audit_words {
    struct resolved resolved;  /* of the command; its table has the array's own rows and columns */
    struct chosen_words words; /* for a diagnosis; it owns the sizes that were found */
    char *command;             /* that makes the table: "posenc --max-len 48 --d-model 32" */
};

/* Finds them. Dies if they are wrong, or contradict the array. */
void audit_words_find(struct audit_words *, const struct options *, const struct array *);
void audit_words_free(struct audit_words *);

/* Compares, and dies if the file can't be read any more or an entry can't be computed. */
void compare_or_die(const struct options *, const struct array *, const struct audit_words *,
                    const struct tolerance *, const struct noise *, enum lines,
                    struct comparison *);

/* Prints a report in the form that the options ask for. */
void print_report(struct file *, const struct options *, const struct report *);

/* --against: compares an array with another file. Returns the exit status of the audit. */
int audit_against(const char *file, const struct options *, const struct tolerance *);

#endif
