/* The frequencies of yarn and llama3: each rule keeps w on one side of a ramp, divides it by the factor on the other
 * side, and blends the two on the ramp.
 *
 * The ramp of yarn rises along i, from 0 at low = c(beta-fast) to 1 at high = c(beta-slow), with c(beta) = d *
 * ln(original / (2*pi*beta)) / (2 * ln base). With truncate=yes, low is rounded down, and high is rounded up. Then a
 * low below 0 becomes 0, and a high above d-1 becomes d-1; nothing else is clamped. The ramp of llama3 falls along
 * original * w / (2*pi), from 1 at low to 0 at high. */
#ifndef POSENC_ROPE_RAMP_H
#define POSENC_ROPE_RAMP_H

#include "table/rope_rules.h"

/* Finds the ends of yarn's ramp for the d, with truncate=yes; returns false if they are undecided. */
bool rope_yarn_ends(struct scaling *);

/* `apply` of the rules. */
void rope_apply_yarn(const struct scaling *, uint64_t i, struct base *factor, struct recipe *);
void rope_apply_llama3(const struct scaling *, uint64_t i, struct base *factor, struct recipe *);

#endif
