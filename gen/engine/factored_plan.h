/* Which numbers and which block the small tables of a factored table may have. */
#ifndef POSENC_FACTORED_PLAN_H
#define POSENC_FACTORED_PLAN_H

#include "engine/factored.h"

/* A form is a row of a list, which says how many bits the numbers have. */
struct factored_choice {
    const struct factored_form *form; /* NULL: there is none */
    unsigned block_log2;
};

/* The choices for a table, the best first: those with the fewest bytes of each form, which has more guard bits than
 * the one before. */
struct factored_choice factored_first_choice(const struct table *);
struct factored_choice factored_next_choice(const struct table *, struct factored_choice);

/* Sets the sizes, and makes the arrays known without entries. */
void factored_set_sizes(struct factored *, const struct table *, struct factored_choice);

/* At most this many threads make the pairs, fewer where there are fewer pairs or they would take too much memory. */
enum { FACTORED_THREADS = 16 };
unsigned factored_threads(const struct table *, unsigned wanted);

#endif
