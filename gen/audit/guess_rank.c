#include "audit/guess_rank.h"
#include "audit/guess_name.h"
#include "base/die.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the best */

struct entrant {
    const struct candidate *candidate;
    double merit;
};

static int by_merit(const void *a, const void *b) {
    const struct entrant *x = a, *y = b;
    return x->merit < y->merit ? -1 : x->merit > y->merit;
}

/* Names the few candidates that have most merit as they are. */
bool guess_best(struct guess_search *search, struct ranked *best) {
    enum { NAMED = 3 };
    struct entrant *entrants = die_malloc((search->count + 1) * sizeof *entrants);
    best->merit = INFINITY;
    for (size_t k = 0; k < search->count; k++)
        entrants[k] = (struct entrant){
            &search->found[k],
            guess_merit(search, search->found[k].error, guess_words_cost(search->found[k].given))};
    qsort(entrants, search->count, sizeof *entrants, by_merit);
    for (size_t k = 0; k < search->count && k < NAMED; k++) {
        const char *named[WORDS];
        double cost = guess_name(search, entrants[k].candidate->given, named);
        double merit = guess_merit(search, entrants[k].candidate->error, cost);
        if (merit < best->merit) {
            best->merit = merit;
            memcpy(best->given, named, sizeof named);
        }
    }
    free(entrants);
    return search->count > 0;
}
