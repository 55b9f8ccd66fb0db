#include "frequencies.h"
#include "choice.h"
#include "die.h"

#include <stdlib.h>
#include <string.h>

void frequencies_init(struct frequencies *frequencies) {
    memset(frequencies, 0, sizeof *frequencies);
    mpq_init(frequencies->base);
    for (int axis = 0; axis < GRID_AXES; axis++)
        mpq_init(frequencies->over[axis]);
    scaling_init(&frequencies->scaling);
}

void frequencies_clear(struct frequencies *frequencies) {
    mpq_clear(frequencies->base);
    for (int axis = 0; axis < GRID_AXES; axis++)
        mpq_clear(frequencies->over[axis]);
    list_free(&frequencies->list);
    scaling_clear(&frequencies->scaling);
}

static char *parse_base(const char *text, mpq_t base, char **canonical) {
    const char *wrong = rational_parse(base, text);
    if (!wrong && mpq_sgn(base) <= 0)
        wrong = "must be positive";
    if (wrong)
        return die_sprintf("base '%.60s' %s", text, wrong);
    *canonical = rational_text(base);
    return NULL;
}

static char *parse_over(struct frequencies *frequencies, const char *text, int axes,
                        const struct sizes sizes[], char **canonical) {
    frequencies->spacing = SPACING_OVER;
    for (int axis = 0; axis < (axes ? axes : 1); axis++) {
        const char *wrong = formula_rational(frequencies->over[axis], text + 5, &sizes[axis]);
        if (!wrong && mpq_sgn(frequencies->over[axis]) == 0)
            wrong = "divides by zero";
        if (wrong)
            return die_sprintf("spacing '%.60s': D %s", text, wrong);
    }
    char *over = axes ? die_sprintf("%s", text + 5) : rational_text(frequencies->over[0]);
    *canonical = die_sprintf("over:%s", over);
    free(over);
    return NULL;
}

static char *parse_spacing(struct frequencies *frequencies, const char *text, int axes,
                           const struct sizes sizes[], char **canonical) {
    static const char *const choices[] = {"pair", "endpoint", "column", "over:D", NULL};
    if (strcmp(text, "over:D") == 0)
        return choice_wrong(SPACING, choices, text);
    if (strncmp(text, "over:", 5) == 0)
        return parse_over(frequencies, text, axes, sizes, canonical);
    return choice_parse(SPACING, choices, text, &frequencies->spacing, canonical);
}

static char *parse_list(struct frequencies *frequencies, const char *text, char **canonical) {
    char *wrong = choice_file(FREQUENCIES, text, canonical);
    if (!wrong && strcmp(text, "none") != 0) {
        char *why = list_open(&frequencies->list, text);
        wrong = why ? die_sprintf("frequencies: %s", why) : NULL;
        free(why);
    }
    return wrong;
}

char *frequencies_parse(struct frequencies *frequencies, enum word word, const char *text, int axes,
                        const struct sizes sizes[], char **canonical) {
    switch (word) {
    case BASE:
        return parse_base(text, frequencies->base, canonical);
    case SPACING:
        return parse_spacing(frequencies, text, axes, sizes, canonical);
    case FREQUENCIES:
        return parse_list(frequencies, text, canonical);
    default:
        return scaling_parse(&frequencies->scaling, text, sizes[0].d_model, frequencies->base,
                             canonical);
    }
}

struct bases frequencies_bases(const struct frequencies *frequencies) {
    bool ntk = frequencies->scaling.rule == RULE_NTK;
    return (struct bases){base_new(frequencies->base),
                          ntk ? base_new(frequencies->scaling.factor) : NULL};
}

void bases_free(struct bases *bases) {
    base_free(bases->base);
    base_free(bases->factor);
}

static void set_ratio(mpq_t q, uint64_t over, uint64_t under) {
    mpz_import(mpq_numref(q), 1, -1, sizeof over, 0, 0, &over);
    mpz_import(mpq_denref(q), 1, -1, sizeof under, 0, 0, &under);
    mpq_canonicalize(q);
}

/* e of w = base^(-e) */
static void exponent(const struct frequencies *frequencies, int axis, const struct sizes *sizes,
                     uint64_t k, mpq_t e) {
    switch (frequencies->spacing) {
    case SPACING_PAIR:
        set_ratio(e, 2 * k, sizes->d_model);
        break;
    case SPACING_ENDPOINT:
        set_ratio(e, k, sizes->pairs - 1);
        break;
    case SPACING_COLUMN:
        set_ratio(e, k, sizes->d_model);
        break;
    default:
        set_ratio(e, k, 1);
        mpq_div(e, e, frequencies->over[axis]);
        break;
    }
}

void frequencies_recipe(const struct frequencies *frequencies, const struct bases *bases, int axis,
                        const struct sizes *sizes, uint64_t k, struct recipe *recipe) {
    if (frequencies->list.count > 0) {
        mpq_set(recipe->ratio, frequencies->list.value[k]);
    } else {
        recipe->base[0] = bases->base;
        exponent(frequencies, axis, sizes, k, recipe->power[0]);
        mpq_neg(recipe->power[0], recipe->power[0]);
    }
    stretching_apply(&frequencies->scaling, k, bases->factor, recipe);
}
