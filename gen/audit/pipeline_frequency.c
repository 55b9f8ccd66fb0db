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

void frequency_list_init(struct frequency_list *list, const struct table *table) {
    *list = (struct frequency_list){.table = table,
                                    .bases = frequencies_bases(&table->frequencies),
                                    .count = table->frequency_count};
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

/* The base and its logarithm as a program has them: in double. */
static double base_of(const struct frequencies *frequencies) {
    return mpq_sgn(frequencies->base) != 0
               ? rounded_rational(ROUND_F64, frequencies->base)
               : rounded_exp(ROUND_F64, rounded_rational(ROUND_F64, frequencies->logarithm));
}

static double logarithm_of(const struct frequencies *frequencies) {
    return mpq_sgn(frequencies->base) != 0
               ? rounded_log(ROUND_F64, rounded_rational(ROUND_F64, frequencies->base))
               : rounded_rational(ROUND_F64, frequencies->logarithm);
}

/* A product or quotient of two numbers of a format is rounded once: of floats, the product is exact in double, and the
 * quotient in double has more than twice as many bits, which makes its second rounding innocuous (S. Figueroa, When is
 * double rounding innocuous?, SIGNUM Newsletter 30 (1995), doi:10.1145/221332.221334). */
static double by_method(const struct pipeline_row *row, const struct frequencies *frequencies,
                        double index, double divisor) {
    enum rounding f = (enum rounding)row->computed;
    double base = rounded(f, base_of(frequencies)), minus_log = -logarithm_of(frequencies);
    double e = rounded(f, rounded(f, index) / rounded(f, divisor));
    switch (row->method) {
    case METHOD_EXP:
        return rounded_exp(f, rounded(f, rounded(f, index) * rounded(f, minus_log / divisor)));
    case METHOD_EXP_LATE:
        e = rounded(f, rounded(f, index) * rounded(f, minus_log));
        return rounded_exp(f, rounded(f, e / rounded(f, divisor)));
    case METHOD_1_OVER_POW:
        return rounded(f, 1 / rounded_pow(f, base, e));
    case METHOD_OVER_POW:
        return rounded_pow(f, base, e);
    default: /* METHOD_POW, METHOD_ITERATED */
        return rounded_pow(f, base, -e);
    }
}

double pipeline_frequency(const struct pipeline_row *row, const struct frequency_list *list,
                          struct ziv *ziv, uint64_t k) {
    if (row->frequency == ROUND_NOT)
        return NAN;
    const struct table *table = list->table;
    double w;
    if (row->method == METHOD_EXACT) {
        w = round_exact((enum rounding)row->computed, list->exact[k], ziv);
    } else {
        mpq_t divisor;
        mpq_init(divisor);
        uint64_t index = table_exponent(table, k, divisor);
        if (row->method == METHOD_ITERATED)
            index = index_step(table);
        w = by_method(row, &table->frequencies, (double)index,
                      rounded_rational(ROUND_F64, divisor));
        mpq_clear(divisor);
    }
    return rounded((enum rounding)row->frequency, w);
}
