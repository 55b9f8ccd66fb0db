/* SPDX-License-Identifier: MIT */
/* Random numbers, the same in each run: xorshift64 (G. Marsaglia, Xorshift RNGs, doi:10.18637/jss.v008.i14). */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

/* For a test that has to choose its numbers: those of a state other than 0. */
static inline uint64_t chance_from(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static inline uint64_t chance(void) {
    static uint64_t state = 88172645463325252;
    return chance_from(&state);
}

/* A number of [0, n). */
static inline unsigned chance_below(unsigned n) {
    return (unsigned)(chance() >> 33) % n;
}

#endif
