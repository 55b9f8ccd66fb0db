#include "spec.h"
#include "die.h"

#include <stdlib.h>
#include <string.h>

static char *parse_base(const char *text, mpq_t base, char **canonical) {
    const char *wrong = rational_parse(base, text);
    if (!wrong && mpq_sgn(base) <= 0)
        wrong = "must be positive";
    if (wrong)
        return die_sprintf("base '%.60s' %s", text, wrong);
    *canonical = rational_text(base);
    return NULL;
}

static char *parse_spacing(struct spec *spec, const char *text, char **canonical) {
    static const char *const choices[] = {"pair", "endpoint", "column", "over:D", NULL};
    if (strncmp(text, "over:", 5) != 0 || strcmp(text, "over:D") == 0) {
        if (strcmp(text, "over:D") == 0)
            return choice_wrong(SPACING, choices, text);
        return choice_parse(SPACING, choices, text, &spec->spacing, canonical);
    }
    spec->spacing = SPACING_OVER;
    const char *wrong = rational_parse(spec->over, text + 5);
    if (!wrong && mpq_sgn(spec->over) == 0)
        wrong = "divides by zero";
    if (wrong)
        return die_sprintf("spacing '%.60s': D %s", text, wrong);
    char *over = rational_text(spec->over);
    *canonical = die_sprintf("over:%s", over);
    free(over);
    return NULL;
}

static char *parse_type(struct spec *spec, const char *text, char **canonical) {
    for (size_t k = 0; k < element_count; k++)
        if (strcmp(elements[k].name, text) == 0) {
            spec->type = &elements[k];
            *canonical = die_sprintf("%s", text);
            return NULL;
        }
    const char *meant = nearest(text, &elements->name, element_count, sizeof *elements);
    return die_sprintf("type '%.60s' is not known; did you mean %s?", text,
                       meant ? meant : elements[0].name);
}

/* A positive rational, or its square root; `d` in it is d_model. */
static char *parse_amplitude(struct spec *spec, const char *text, char **canonical) {
    size_t length = strlen(text);
    bool root = strncmp(text, "sqrt(", 5) == 0 && text[length - 1] == ')';
    char *inner = root ? die_sprintf("%.*s", (int)length - 6, text + 5) : die_sprintf("%s", text);
    const char *wrong = rational_parse(spec->amplitude, inner);
    if (!wrong && mpq_sgn(spec->amplitude) <= 0)
        wrong = "must be positive";
    free(inner);
    if (wrong)
        return die_sprintf("amplitude '%.60s' %s", text, wrong);
    char *value = rational_text(spec->amplitude);
    *canonical = root ? die_sprintf("sqrt(%s)", value) : die_sprintf("%s", value);
    free(value);
    if (!root)
        mpq_mul(spec->amplitude, spec->amplitude, spec->amplitude);
    return NULL;
}

static char *parse_word(struct spec *spec, enum word word, const char *const texts[WORDS]) {
    static const char *const layouts[] = {"interleaved", "halves", NULL};
    static const char *const orders[] = {"sin-cos", "cos-sin", NULL};
    static const char *const axes[] = {"position-major", "channel-major", NULL};
    static const char *const odds[] = {"sin", "zero", "error", NULL};
    const char *text = texts[word];
    char **canonical = &spec->text[word];
    switch (word) {
    case MAX_LEN:
        return choice_size(word, text, &spec->max_len, canonical);
    case D_MODEL:
        return choice_size(word, text, &spec->d_model, canonical);
    case BASE:
        return parse_base(text, spec->base, canonical);
    case SPACING:
        return parse_spacing(spec, text, canonical);
    case LAYOUT:
        return choice_parse(word, layouts, text, &spec->layout, canonical);
    case ORDER:
        return choice_parse(word, orders, text, &spec->order, canonical);
    case AXES:
        return choice_parse(word, axes, text, &spec->axes, canonical);
    case FIRST:
        return choice_number(word, text, &spec->first, canonical);
    case STEP:
        return choice_number(word, text, &spec->step, canonical);
    case ODD:
        return choice_parse(word, odds, text, &spec->odd, canonical);
    case TYPE:
        return parse_type(spec, text, canonical);
    case AMPLITUDE:
        return parse_amplitude(spec, text, canonical);
    default:
        return form_parse(&spec->form, word, texts, spec->type, spec->text);
    }
}

/* What is right word by word, but not together. */
static char *check_together(const struct spec *spec) {
    const char *d = spec->text[D_MODEL];
    if (spec->max_len > CHOICE_ENTRIES / spec->d_model)
        return die_sprintf("%s x %s is too large: a table has at most 2^40 entries",
                           spec->text[MAX_LEN], d);
    if (spec->d_model % 2 == 1 && spec->odd == ODD_ERROR)
        return die_sprintf("d-model '%s' is odd%s", d,
                           *spec->text[PRESET] ? ", which the preset does not allow" : "");
    if (spec->spacing == SPACING_ENDPOINT && spec->d_model / 2 < 2)
        return die_sprintf("spacing 'endpoint' needs at least 2 pairs: d-model '%s' has %llu", d,
                           (unsigned long long)spec->d_model / 2);
    if (spec->d_model % 2 == 1 && spec->odd == ODD_SIN && spec->spacing != SPACING_PAIR &&
        spec->spacing != SPACING_COLUMN)
        return die_sprintf("d-model '%s' is odd: spacing '%s' has no frequency for one more sine "
                           "(odd zero makes the last column 0)",
                           d, spec->text[SPACING]);
    uint64_t rows = spec->axes == AXES_POSITION_MAJOR ? spec->max_len : spec->d_model;
    return form_check(&spec->form, spec->type, rows, spec->text);
}

static char *parse_words(struct spec *spec, const char *const texts[WORDS], const char *output) {
    memset(spec, 0, sizeof *spec);
    mpq_inits(spec->base, spec->over, spec->amplitude, (mpq_ptr)NULL);
    number_init(&spec->first);
    number_init(&spec->step);
    spec->form.output = output;
    char *wrong = NULL;
    for (int k = 0; k < WORDS && !wrong; k++)
        wrong = parse_word(spec, (enum word)k, texts);
    return wrong;
}

/* The command of the words that don't say what would be so without them, in the table's order. */
static char *canonical_command(const struct spec *spec, const struct spec *unsaid) {
    char *command = die_sprintf("posenc");
    for (int k = 0; k < WORDS; k++) {
        const char *fallback = form_fallback(&spec->form, (enum word)k, spec->type);
        if (!fallback)
            fallback = unsaid->text[k];
        if (k != MAX_LEN && k != D_MODEL && strcmp(spec->text[k], fallback) == 0)
            continue;
        char *longer = die_sprintf("%s --%s %s", command, words[k].name, spec->text[k]);
        free(command);
        command = longer;
    }
    return command;
}

char *spec_parse(struct spec *spec, const char *const given[WORDS], const char *output) {
    memset(spec, 0, sizeof *spec);
    if (!given[MAX_LEN] || !given[D_MODEL])
        return die_sprintf("missing: %s%s%s", given[MAX_LEN] ? "" : "--max-len",
                           given[MAX_LEN] || given[D_MODEL] ? "" : " and ",
                           given[D_MODEL] ? "" : "--d-model");
    const struct preset *preset = given[PRESET] ? preset_named(given[PRESET]) : NULL;
    if (given[PRESET] && !preset) {
        unsigned long count = 0;
        while (presets[count].name)
            count++;
        const char *meant = nearest(given[PRESET], &presets->name, count, sizeof *presets);
        return die_sprintf("preset '%.60s' is not known%s%s%s", given[PRESET],
                           meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "");
    }

    const char *said[WORDS], *unsaid[WORDS];
    for (int k = 0; k < WORDS; k++) {
        unsaid[k] = preset && preset->given[k] ? preset->given[k] : words[k].fallback;
        said[k] = given[k] ? given[k] : unsaid[k];
    }
    unsaid[MAX_LEN] = given[MAX_LEN];
    unsaid[D_MODEL] = given[D_MODEL];

    char *wrong = parse_words(spec, said, output);
    if (!wrong)
        wrong = check_together(spec);
    if (!wrong) {
        struct spec plain;
        wrong = parse_words(&plain, unsaid, "-");
        if (!wrong)
            spec->command = canonical_command(spec, &plain);
        spec_free(&plain);
    }
    return wrong;
}

void spec_free(struct spec *spec) {
    for (int k = 0; k < WORDS; k++)
        free(spec->text[k]);
    free(spec->command);
    mpq_clears(spec->base, spec->over, spec->amplitude, (mpq_ptr)NULL);
    number_clear(&spec->first);
    number_clear(&spec->step);
}
