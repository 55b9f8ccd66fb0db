#include "base/integer.h"
#include "table/table.h"

#include <string.h>

void frequencies_init(struct frequencies *frequencies) {
    memset(frequencies, 0, sizeof *frequencies);
    mpq_inits(frequencies->base, frequencies->logarithm, (mpq_ptr)NULL);
    for (int axis = 0; axis < GRID_AXES; axis++)
        mpq_init(frequencies->over[axis]);
    scaling_init(&frequencies->scaling);
}

void frequencies_clear(struct frequencies *frequencies) {
    mpq_clears(frequencies->base, frequencies->logarithm, (mpq_ptr)NULL);
    for (int axis = 0; axis < GRID_AXES; axis++)
        mpq_clear(frequencies->over[axis]);
    number_list_free(&frequencies->list);
    scaling_clear(&frequencies->scaling);
}

struct bases frequencies_bases(const struct frequencies *frequencies) {
    mpq_srcptr raised = frequencies->scaling.raised;
    bool exponential = mpq_sgn(frequencies->base) == 0;
    return (struct bases){exponential ? base_new_exp(frequencies->logarithm)
                                      : base_new(frequencies->base),
                          mpq_sgn(raised) > 0 ? base_new(raised) : NULL};
}

void bases_free(struct bases *bases) {
    base_free(bases->base);
    base_free(bases->factor);
}

/* The table that has frequency *k, and its number there: an axis of a grid may share the frequencies of the grid. */
static const struct table *source_of(const struct table *table, uint64_t *k) {
    if (!table->shared)
        return table;
    *k = table->shared->shared_number[table->shared_axis][*k];
    return table->shared;
}

uint64_t table_exponent(const struct table *table, uint64_t k, mpq_t divisor) {
    const struct table *source = source_of(table, &k);
    switch (source->frequencies.spacing) {
    case SPACING_PAIR:
        rational_set(divisor, (int64_t)source->d_model, 1);
        return 2 * k;
    case SPACING_COLUMN:
        rational_set(divisor, (int64_t)source->d_model, 1);
        break;
    case SPACING_ENDPOINT:
        rational_set(divisor, (int64_t)(source->d_model / 2) - 1, 1);
        break;
    case SPACING_OVER:
    case SPACINGS:
        mpq_set(divisor, source->frequencies.over[0]);
        break;
    }
    return k;
}

bool table_rests(const struct table *table, uint64_t k) {
    const struct frequencies *frequencies = &source_of(table, &k)->frequencies;
    return k >= frequencies->scaling.turning ||
           (frequencies->listed && mpq_sgn(frequencies->list.value[k]) == 0);
}

/* Turns the recipe of a frequency into that of its factor: the unscaled frequency over the scaled one, which is not
 * 0. */
static void divide(const struct frequencies *frequencies, uint64_t k, struct recipe *recipe) {
    if (recipe->factor) { /* a rule that multiplies w by a real number changes nothing else */
        recipe->quotient = true;
        return;
    }
    mpq_inv(recipe->ratio, recipe->ratio);
    if (frequencies->listed)
        mpq_mul(recipe->ratio, recipe->ratio, frequencies->list.value[k]);
    recipe->base[0] = recipe->base[1];
    mpq_neg(recipe->power[0], recipe->power[1]);
    recipe->base[1] = NULL;
}

struct frequency *table_frequency(const struct table *table, const struct bases *bases,
                                  uint64_t k) {
    const struct table *source = source_of(table, &k);
    const struct frequencies *frequencies = &source->frequencies;
    struct recipe recipe;
    recipe_init(&recipe);
    recipe.base[1] = bases->factor;
    if (frequencies->listed) {
        mpq_set(recipe.ratio, frequencies->list.value[k]);
    } else {
        mpq_t divisor;
        mpq_init(divisor);
        recipe.base[0] = bases->base;
        rational_set(recipe.power[0], -(int64_t)table_exponent(source, k, divisor), 1);
        mpq_div(recipe.power[0], recipe.power[0], divisor);
        mpq_clear(divisor);
    }
    scaling_apply(&frequencies->scaling, k, &recipe);
    if (table->component == COMPONENT_FACTOR)
        divide(frequencies, k, &recipe);
    struct frequency *frequency = frequency_new(&recipe);
    recipe_clear(&recipe);
    return frequency;
}
