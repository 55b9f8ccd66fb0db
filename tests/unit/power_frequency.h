/* SPDX-License-Identifier: MIT */
/* The frequency base^(-e). */
#ifndef POWER_FREQUENCY_H
#define POWER_FREQUENCY_H

#include "exact/frequency.h"

static inline struct frequency *power_frequency(struct base *base, const mpq_t e) {
    struct recipe recipe;
    recipe_init(&recipe);
    recipe.base[0] = base;
    mpq_neg(recipe.power[0], e);
    struct frequency *w = frequency_new(&recipe);
    recipe_clear(&recipe);
    return w;
}

#endif
