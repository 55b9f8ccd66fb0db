#include "table/frequencies.h"
#include "base/die.h"
#include "base/integer.h"
#include "words/choice.h"

#include <stdlib.h>
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

/* Parses a rational number above 0, or exp(Q). exp(0) becomes the rational 1. */
static char *parse_base(struct frequencies *frequencies, const char *text,
                        const struct sizes *sizes, char **canonical) {
    size_t length = strlen(text);
    bool exponential = strncmp(text, "exp(", 4) == 0 && text[length - 1] == ')';
    mpq_ptr base = frequencies->base, q = exponential ? frequencies->logarithm : base;
    char *inner =
        exponential ? text_format("%.*s", (int)length - 5, text + 4) : text_format("%s", text);
    const char *wrong = expression_rational(q, inner, sizes);
    free(inner);
    if (!wrong && !exponential && mpq_sgn(q) <= 0)
        wrong = "must be positive";
    if (wrong)
        return text_format("base '%.60s'%s %s", text, exponential ? ": Q of exp(Q)" : "", wrong);
    if (exponential)
        rational_set(base, mpq_sgn(q) == 0, 1);
    bool rational = mpq_sgn(base) != 0;
    char *value = rational_text(rational ? base : q);
    *canonical = text_format(rational ? "%s" : "exp(%s)", value);
    free(value);
    return NULL;
}

/* D of over:D. */
static char *parse_divisor(struct frequencies *frequencies, const char *text, const char *divisor,
                           int axes, const struct sizes sizes[], char **canonical) {
    for (int axis = 0; axis < (axes ? axes : 1); axis++) {
        const char *wrong = expression_rational(frequencies->over[axis], divisor, &sizes[axis]);
        if (!wrong && mpq_sgn(frequencies->over[axis]) == 0)
            wrong = "divides by zero";
        if (wrong)
            return text_format("spacing '%.60s': D %s", text, wrong);
    }
    if (axes)
        return NULL;
    char *over = rational_text(frequencies->over[0]);
    *canonical = text_format("%.*s%s", (int)(divisor - text), text, over);
    free(over);
    return NULL;
}

static char *parse_spacing(struct frequencies *frequencies, const char *text, int axes,
                           const struct sizes sizes[], char **canonical) {
    const char *divisor;
    enum spacing spacing = spacing_named(text, &divisor);
    if (spacing == SPACINGS || (spacing == SPACING_OVER && !divisor))
        return choice_wrong(SPACING, text);
    frequencies->spacing = spacing;
    return divisor ? parse_divisor(frequencies, text, divisor, axes, sizes, canonical) : NULL;
}

static char *parse_list(struct frequencies *frequencies, const char *text,
                        struct request_file *file, char **canonical) {
    char *wrong = choice_file(FREQUENCIES, text, canonical);
    if (!wrong && !word_is_default(FREQUENCIES, text))
        number_list_open(&frequencies->list, file->path, &file->text);
    return wrong;
}

static char *parse_scaling(struct frequencies *frequencies, const char *text,
                           struct request_file *file, char **canonical) {
    if (mpq_sgn(frequencies->base) == 0 && !word_is_default(SCALING, text))
        return text_format("scaling '%.60s' needs a rational base, not exp(Q)", text);
    return scaling_parse(&frequencies->scaling, text, file, frequencies->base, canonical);
}

char *frequencies_parse(struct frequencies *frequencies, enum word word, const char *text,
                        struct request_file *file, int axes, const struct sizes *whole,
                        const struct sizes sizes[], char **canonical) {
    switch (word) {
    case BASE:
        return parse_base(frequencies, text, whole, canonical);
    case SPACING:
        return parse_spacing(frequencies, text, axes, sizes, canonical);
    case FREQUENCIES:
        return parse_list(frequencies, text, file, canonical);
    default:
        return parse_scaling(frequencies, text, file, canonical);
    }
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

uint64_t frequencies_index(const struct frequencies *frequencies, uint64_t k) {
    return frequencies->spacing == SPACING_PAIR ? 2 * k : k;
}

void frequencies_divisor(const struct frequencies *frequencies, const struct sizes *sizes,
                         mpq_t divisor) {
    switch (frequencies->spacing) {
    case SPACING_PAIR:
    case SPACING_COLUMN:
        rational_set(divisor, (int64_t)sizes->d_model, 1);
        break;
    case SPACING_ENDPOINT:
        rational_set(divisor, (int64_t)sizes->pairs - 1, 1);
        break;
    case SPACING_OVER:
    case SPACINGS:
        mpq_set(divisor, frequencies->over[0]);
        break;
    }
}

void frequencies_recipe(const struct frequencies *frequencies, const struct bases *bases,
                        const struct sizes *sizes, uint64_t k, struct recipe *recipe) {
    if (frequencies->list.count > 0) {
        mpq_set(recipe->ratio, frequencies->list.value[k]);
    } else {
        mpq_t divisor;
        mpq_init(divisor);
        frequencies_divisor(frequencies, sizes, divisor);
        recipe->base[0] = bases->base;
        rational_set(recipe->power[0], -(int64_t)frequencies_index(frequencies, k), 1);
        mpq_div(recipe->power[0], recipe->power[0], divisor);
        mpq_clear(divisor);
    }
    scaling_apply(&frequencies->scaling, k, bases->factor, recipe);
}

bool frequencies_rest(const struct frequencies *frequencies, uint64_t k) {
    return k >= frequencies->scaling.turning ||
           (frequencies->list.count > 0 && mpq_sgn(frequencies->list.value[k]) == 0);
}

void frequencies_divide(const struct frequencies *frequencies, uint64_t k, struct recipe *recipe) {
    if (recipe->factor) { /* a rule whose real number multiplies w changes nothing else of it */
        recipe->quotient = true;
        return;
    }
    mpq_inv(recipe->ratio, recipe->ratio);
    if (frequencies->list.count > 0)
        mpq_mul(recipe->ratio, recipe->ratio, frequencies->list.value[k]);
    recipe->base[0] = recipe->base[1];
    mpq_neg(recipe->power[0], recipe->power[1]);
    recipe->base[1] = NULL;
}
