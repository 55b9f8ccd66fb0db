#include "audit/pipeline_frequency.h"
#include "base/die.h"

#include <stdlib.h>

static struct frequency *exact_frequency(const struct table *table, const struct bases *bases,
                                         uint64_t k) {
    struct recipe recipe;
    recipe_init(&recipe);
    table_recipe(table, bases, k, &recipe);
    struct frequency *frequency = frequency_new(&recipe);
    recipe_clear(&recipe);
    return frequency;
}

/* How far the index goes from pair to pair. */
static uint64_t index_step(const struct table *table) {
    return frequencies_index(&table->frequencies, 1);
}

/* ntk and dynamic raise the base, times stretch^(d/(d-2)). */
static double stretched(const struct scaling *scaling, double base) {
    if (mpq_sgn(scaling->stretch) == 0)
        return base;
    double d = (double)scaling->d_model;
    double stretch = rounded_rational(ROUND_F64, scaling->stretch);
    return base * rounded_pow(ROUND_F64, stretch, d / (d - 2));
}

static void set_base(struct frequency_list *list, const struct frequencies *frequencies) {
    if (mpq_sgn(frequencies->base) != 0) {
        double base = rounded_rational(ROUND_F64, frequencies->base);
        list->plain_base = base;
        list->base = stretched(&frequencies->scaling, base);
        list->logarithm = rounded_log(ROUND_F64, list->base);
    } else {
        list->logarithm = rounded_rational(ROUND_F64, frequencies->logarithm);
        list->base = list->plain_base = rounded_exp(ROUND_F64, list->logarithm);
    }
    list->scaling = pipeline_scaling_of(&frequencies->scaling, list->base);
}

void frequency_list_init(struct frequency_list *list, const struct table *table) {
    *list = (struct frequency_list){.table = table,
                                    .bases = frequencies_bases(&table->frequencies),
                                    .count = table->frequency_count};
    set_base(list, table->shared ? &table->shared->frequencies : &table->frequencies);
    list->exact = die_malloc(list->count * sizeof *list->exact);
    list->pair = die_malloc(list->count * sizeof *list->pair);
    list->times = die_malloc(list->count * sizeof *list->times);
    mpq_t divisor;
    mpq_init(divisor);
    for (uint64_t k = 0; k < list->count; k++) {
        list->exact[k] = exact_frequency(table, &list->bases, k);
        list->pair[k] = rounded_pair_of_frequency(list->exact[k]);
        list->times[k] = table_exponent(table, k, divisor) / index_step(table);
    }
    mpq_clear(divisor);
}

void frequency_list_clear(struct frequency_list *list) {
    for (uint64_t k = 0; k < list->count; k++)
        frequency_free(list->exact[k]);
    free(list->exact);
    free(list->pair);
    free(list->times);
    bases_free(&list->bases);
}

/* w rounded once, without the amplitude. */
static double round_exact(enum rounding format, struct frequency *w, struct ziv *ziv) {
    mpq_t square;
    mpq_init(square);
    mpq_set_ui(square, 1, 1);
    struct amplitude *one = amplitude_new(square, NULL, NULL);
    uint64_t bits;
    bool decided = ziv_frequency(ziv, w, one, &elements[format], &bits);
    amplitude_free(one);
    mpq_clear(square);
    return decided ? rounded_value(format, bits) : NAN;
}

/* A product or quotient of two numbers of a format is rounded once: of floats, the product is exact in double, and the
 * quotient in double has more than twice as many bits, which makes its second rounding innocuous (S. Figueroa, When is
 * double rounding innocuous?, SIGNUM Newsletter 30 (1995), doi:10.1145/221332.221334). */
static struct unscaled by_method(double base, double minus_log, enum method method, enum rounding f,
                                 double index, double divisor) {
    base = rounded(f, base);
    double e = rounded(f, rounded(f, index) / rounded(f, divisor));
    switch (method) {
    case METHOD_EXP:
        e = rounded(f, rounded(f, index) * rounded(f, minus_log / divisor));
        return (struct unscaled){rounded_exp(f, e), NAN};
    case METHOD_EXP_LATE:
        e = rounded(f, rounded(f, index) * rounded(f, minus_log));
        return (struct unscaled){rounded_exp(f, rounded(f, e / rounded(f, divisor))), NAN};
    case METHOD_1_OVER_POW:
        e = rounded_pow(f, base, e);
        return (struct unscaled){rounded(f, 1 / e), e};
    case METHOD_OVER_POW:
        return (struct unscaled){rounded_pow(f, base, e), NAN};
    default: /* METHOD_POW, METHOD_ITERATED */
        return (struct unscaled){rounded_pow(f, base, -e), NAN};
    }
}

double pipeline_frequency(const struct frequency_list *list, enum method method, int format,
                          struct ziv *ziv, uint64_t k) {
    if (format == ROUND_NOT)
        return NAN;
    if (method == METHOD_EXACT)
        return round_exact((enum rounding)format, list->exact[k], ziv);
    mpq_t divisor;
    mpq_init(divisor);
    uint64_t index = table_exponent(list->table, k, divisor);
    if (method == METHOD_ITERATED)
        index = index_step(list->table);
    const enum rounding f = (enum rounding)format;
    const double over = rounded_rational(ROUND_F64, divisor);
    mpq_clear(divisor);
    struct unscaled unscaled =
        by_method(list->base, -list->logarithm, method, f, (double)index, over);
    double w = pipeline_scaled(&list->scaling, f, list->times[k], unscaled);
    if (list->table->component != COMPONENT_FACTOR)
        return w;
    double log =
        list->base == list->plain_base ? list->logarithm : rounded_log(ROUND_F64, list->plain_base);
    return rounded(f, by_method(list->plain_base, -log, method, f, (double)index, over).w / w);
}
