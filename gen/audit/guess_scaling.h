/* Rules of the word scaling, with the parameters of published models. */
#ifndef POSENC_GUESS_SCALING_H
#define POSENC_GUESS_SCALING_H

#include "audit/guess_search.h"

/* Tries the rules that bend frequencies, for a shape without a grid and with that base. A factor of NULL stands for all
 * published ones. Entries have that amplitude. */
void guess_scalings(struct guess_search *, const char *const given[WORDS], const char *factor,
                    double amplitude);

/* A base that ntk stretches: sets *base and *scaling, and returns true, if the simpler base explains it. */
bool guess_ntk(struct guess_search *, double stretched, double error, uint64_t d, const char **base,
               const char **scaling);

#endif
