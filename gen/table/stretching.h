/* Rules that segment rotary frequencies to longer contexts, with the parameters they were published with.
 *
 *     linear    w / factor                                          S. Chen et al. (2023), doi:10.48550/arXiv.2306.15595
 *     ntk       base * factor^(d/(d-2)) in place of base            bloc97, NTK-aware scaled RoPE (2023)
 *     yarn      w * (1 - ramp + ramp/factor), ramp linear in i      B. Peng et al. (2023), doi:10.48550/arXiv.2309.00071
 *     llama3    w * ((1 - s)/factor + s), s linear in w             A. Grattafiori et al. (2024), doi:10.48550/arXiv.2407.21783
 *     longrope  w / factor_i, from a file                           Y. Ding et al. (2024), doi:10.48550/arXiv.2402.13753
 *
 * yarn's ramp runs from 0 at low to 1 at high, c(beta-fast) rounded down and c(beta-slow) rounded up (as they
 * are with truncate=no), within [0, d-1], where c(beta) = d * ln(original / (2*pi*beta)) / (2 * ln base); its
 * amplitude is 1 + ln(factor)/10, or attention. llama3's s runs from 0 at low to 1 at high, along
 * original * w / (2*pi). longrope's amplitude is sqrt(1 + ln(factor)/ln(original)) where these are given. */
#ifndef POSENC_STRETCHING_H
#define POSENC_STRETCHING_H

#include "exact/number_list.h"
#include "exact/real.h"

#include <stdbool.h>
#include <stdint.h>

enum rule { RULE_NONE, RULE_LINEAR, RULE_NTK, RULE_YARN, RULE_LLAMA3, RULE_LONGROPE };

struct scaling {
    int rule;
    mpq_t factor, original, low, high, attention; /* attention, original: 0 where not given */
    bool truncate;
    struct number_list factors;
    uint64_t d_model;
    mpq_t base;
    mpq_t ramp_low, ramp_high; /* of yarn, truncated */
};

/* Finds the ends of yarn's ramp, for truncate=yes; false where they are undecided. */
bool stretching_ramp(struct scaling *);

/* Adds the rule to the recipe of pair i's frequency. `factor` is a base of that value, for ntk. */
void stretching_apply(const struct scaling *, uint64_t i, struct base *factor, struct recipe *);

/* What the rule multiplies entries by: *square by a rational, and a factor to follow, or NULL. */
real_factor *stretching_amplitude(const struct scaling *, mpq_t square);

#endif
