/* Which candidate is the answer, and which tables a person might have expected instead. */
#ifndef POSENC_GUESS_RANK_H
#define POSENC_GUESS_RANK_H

#include "audit/guess_search.h"

struct ranked {
    const char *given[WORDS]; /* the shortest words; they belong to the search */
    double merit;             /* the lower the better, also between two views of an array */
};

/* The best candidate. Returns false if there is none. */
bool guess_best(struct guess_search *, struct ranked *);

/* Other tables that a person might have expected: the nearest of those that have a name of their own, or differ from the
 * best one in one word. Each with the largest difference between an entry of it and of the best one. Returns how many. */
enum { OTHERS = 3 };
struct other {
    const char *given[WORDS];
    double mean, most; /* how the entries differ */
};
size_t guess_others(struct guess_search *, const struct ranked *best, struct other others[OTHERS]);

#endif
