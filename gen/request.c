#include "request.h"
#include "die.h"
#include "presets.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

static char *parse_type(struct spec *spec, const char *text, char **canonical) {
    for (size_t k = 0; k < element_count; k++)
        if (strcmp(elements[k].name, text) == 0) {
            spec->type = &elements[k];
            *canonical = die_sprintf("%s", text);
            return NULL;
        }
    const char *names[16] = {NULL};
    for (size_t k = 0; k < element_count && k + 1 < sizeof names / sizeof *names; k++)
        names[k] = elements[k].name;
    return choice_wrong(TYPE, names, text);
}

/* Of the table, whatever its grid. */
static struct sizes whole_sizes(const struct spec *spec) {
    return (struct sizes){spec->d_model, spec->d_model / 2, spec->max_len};
}

/* A positive rational, or its square root. */
static char *parse_amplitude(struct spec *spec, const char *text, char **canonical) {
    const struct sizes sizes = whole_sizes(spec);
    size_t length = strlen(text);
    bool root = strncmp(text, "sqrt(", 5) == 0 && text[length - 1] == ')';
    char *inner = root ? die_sprintf("%.*s", (int)length - 6, text + 5) : die_sprintf("%s", text);
    const char *wrong = formula_rational(spec->amplitude, inner, &sizes);
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

static char *parse_frequencies(struct spec *spec, enum word word, const char *text,
                               char **canonical) {
    struct sizes sizes[GRID_AXES];
    for (int axis = 0; axis < GRID_AXES; axis++)
        sizes[axis] = table_sizes(spec, axis);
    return frequencies_parse(&spec->frequencies, word, text, spec->grid.axes, sizes, canonical);
}

static char *parse_word(struct spec *spec, enum word word, const char *const texts[WORDS]) {
    static const char *const layouts[] = {"interleaved", "halves", NULL};
    static const char *const orders[] = {"sin-cos", "cos-sin", NULL};
    static const char *const components[] = {"both", "sin", "cos", "frequency", NULL};
    static const char *const repeats[] = {"none", "halves", "interleave", NULL};
    static const char *const axes[] = {"position-major", "channel-major", NULL};
    static const char *const odds[] = {"sin", "zero", "error", "drop", "extend", NULL};
    const struct sizes sizes = whole_sizes(spec);
    const char *text = texts[word];
    char **canonical = &spec->text[word];
    switch (word) {
    case MAX_LEN:
        return choice_size(word, text, &spec->max_len, canonical);
    case D_MODEL:
        return choice_size(word, text, &spec->d_model, canonical);
    case GRID:
    case GRID_COLUMNS:
    case GRID_NESTING:
    case GRID_ROWS:
        return grid_parse(&spec->grid, word, text, canonical);
    case BASE:
    case SPACING:
    case FREQUENCIES:
    case SCALING:
        return parse_frequencies(spec, word, text, canonical);
    case LAYOUT:
        return choice_parse(word, layouts, text, &spec->layout, canonical);
    case ORDER:
        return choice_parse(word, orders, text, &spec->order, canonical);
    case COMPONENT:
        return choice_parse(word, components, text, &spec->component, canonical);
    case REPEAT:
        return choice_parse(word, repeats, text, &spec->repeat, canonical);
    case AXES:
        return choice_parse(word, axes, text, &spec->axes, canonical);
    case FIRST:
    case STEP:
    case CLAMP:
    case POSITIONS:
    case ZERO_ROWS:
        return positions_parse(&spec->positions, word, text, spec->grid.axes, &sizes, canonical);
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

/* What is right word by word, but not together: of d_model and what its pairs are. */
static char *check_columns(const struct spec *spec) {
    const char *d = spec->text[D_MODEL];
    bool odd = spec->d_model % 2 == 1, both = spec->component == COMPONENT_BOTH;
    bool column = spec->frequencies.spacing == SPACING_COLUMN,
         listed = spec->frequencies.list.count;
    if (odd && spec->odd == ODD_ERROR)
        return die_sprintf("d-model '%s' is odd%s", d,
                           *spec->text[PRESET] ? ", which the preset does not allow" : "");
    if (both && spec->repeat != REPEAT_NONE)
        return die_sprintf("repeat '%s' is for one component: say component sin, cos or frequency",
                           spec->text[REPEAT]);
    if (!both && column && !listed && spec->repeat != REPEAT_NONE)
        return die_sprintf(
            "repeat '%s' is not for spacing 'column': every column has a frequency of "
            "its own",
            spec->text[REPEAT]);
    if (!both && odd && (spec->odd == ODD_ZERO || (spec->odd == ODD_SIN && !column)))
        return die_sprintf("d-model '%s' is odd: component '%s' needs odd drop or extend", d,
                           spec->text[COMPONENT]);
    if (odd && spec->odd == ODD_SIN && both && !listed &&
        spec->frequencies.spacing != SPACING_PAIR && !column)
        return die_sprintf("d-model '%s' is odd: spacing '%s' has no frequency for one more sine "
                           "(odd zero makes the last column 0)",
                           d, spec->text[SPACING]);
    if (odd && spec->odd == ODD_EXTEND && !listed && spec->frequencies.spacing == SPACING_ENDPOINT)
        return die_sprintf(
            "d-model '%s' is odd: spacing 'endpoint' has no frequency for one pair more", d);
    if (table_row_columns(spec) == 0)
        return die_sprintf("d-model '%s' leaves no column", d);
    return NULL;
}

static char *check_frequencies(const struct spec *spec) {
    bool listed = spec->frequencies.list.count > 0, grid = spec->grid.axes > 0;
    if (strcmp(spec->text[FREQUENCIES], "none") != 0 && !listed)
        return die_sprintf("frequencies '%s': the file has none", spec->text[FREQUENCIES]);
    for (int axis = 0; axis < (grid ? spec->grid.axes : 1); axis++) {
        uint64_t wanted = table_axis_frequencies(spec, axis);
        if (listed && wanted != spec->frequencies.list.count)
            return die_sprintf("frequencies '%s': the file has %zu, and the table %s %llu",
                               spec->text[FREQUENCIES], spec->frequencies.list.count,
                               grid ? "on each axis" : "needs", (unsigned long long)wanted);
        if (!listed && spec->frequencies.spacing == SPACING_ENDPOINT &&
            table_sizes(spec, axis).pairs < 2)
            return die_sprintf("spacing 'endpoint' needs at least 2 pairs: d-model '%s' has %llu",
                               spec->text[D_MODEL],
                               (unsigned long long)table_sizes(spec, axis).pairs);
        if (spec->frequencies.scaling.rule == RULE_LONGROPE &&
            spec->frequencies.scaling.factors.count != wanted)
            return die_sprintf(
                "scaling '%.60s': the file has %zu factors, and the table needs %llu",
                spec->text[SCALING], spec->frequencies.scaling.factors.count,
                (unsigned long long)wanted);
    }
    int rule = spec->frequencies.scaling.rule;
    bool pair = spec->frequencies.spacing == SPACING_PAIR && !listed && !grid;
    if ((rule == RULE_NTK || rule == RULE_YARN) && !pair)
        return die_sprintf("scaling '%.60s' is for spacing 'pair', without a grid",
                           spec->text[SCALING]);
    return NULL;
}

/* Is a word's value the preset's? */
static bool of_preset(const struct spec *spec, enum word word) {
    const struct preset *preset = preset_named(spec->text[PRESET]);
    return preset && preset->given[word] && strcmp(preset->given[word], spec->text[word]) == 0;
}

static char *check_grid(const struct spec *spec) {
    const struct grid *grid = &spec->grid;
    uint64_t pairs = 0, rows = grid_count(grid) + spec->positions.zeros;
    if (grid->axes == 0) {
        for (int k = GRID_COLUMNS; k <= GRID_ROWS; k++)
            if (strcmp(spec->text[k], words[k].fallback) != 0 && !of_preset(spec, (enum word)k))
                return die_sprintf("%s '%.60s' needs a grid", words[k].name, spec->text[k]);
        if (strcmp(spec->text[GRID_COLUMNS], words[GRID_COLUMNS].fallback) != 0)
            return die_sprintf("missing: --grid, which preset '%s' is for", spec->text[PRESET]);
        return NULL;
    }
    if (spec->max_len != rows)
        return die_sprintf("grid '%s' has %llu rows%s: max-len '%s' must be that", spec->text[GRID],
                           (unsigned long long)rows,
                           spec->positions.zeros ? ", with those of zero-rows" : "",
                           spec->text[MAX_LEN]);
    if (spec->component != COMPONENT_BOTH)
        return die_sprintf("component '%s' is not for a grid", spec->text[COMPONENT]);
    if (!spec->frequencies.list.count && spec->frequencies.spacing == SPACING_COLUMN)
        return die_sprintf("spacing 'column' is not for a grid");
    for (int axis = 0; axis < grid->axes; axis++) {
        uint64_t own = grid_pairs(grid, axis, spec->d_model);
        if (own == 0)
            return die_sprintf("d-model '%s' leaves axis %c of the grid without a pair",
                               spec->text[D_MODEL], grid_letter(grid, axis));
        if (grid->nesting != NESTING_OUTER && grid->weight[axis] != grid->weight[0])
            return die_sprintf("grid-columns '%s': unequal shares need grid-nesting outer",
                               spec->text[GRID_COLUMNS]);
        pairs += own;
    }
    if (2 * pairs != spec->d_model && spec->odd != ODD_ZERO)
        return die_sprintf("grid: d-model '%s' does not divide into pairs of the axes (odd zero "
                           "fills what is left, %llu of them, with 0)",
                           spec->text[D_MODEL], (unsigned long long)(spec->d_model - 2 * pairs));
    return NULL;
}

/* Text says an entry beyond the type's largest number as none that its language has. Bytes and bits are IEEE's
 * infinity. */
static char *check_overflow(const struct spec *spec) {
    const struct element *type = spec->type;
    int literal = spec->form.literal;
    if (type->fixed || literal == LITERAL_BYTES || literal == LITERAL_BITS)
        return NULL;
    mpq_t least; /* that rounds to infinity: (2^(p+1) - 1) * 2^(emax - p) */
    mpq_init(least);
    mpz_ui_pow_ui(mpq_numref(least), 2, (unsigned long)type->precision + 1);
    mpz_sub_ui(mpq_numref(least), mpq_numref(least), 1);
    mpz_mul_2exp(mpq_numref(least), mpq_numref(least),
                 (mp_bitcnt_t)(1 - type->emin - type->precision));
    mpq_mul(least, least, least);
    bool over = mpq_cmp(spec->amplitude, least) >= 0;
    mpq_clear(least);
    return over ? die_sprintf("amplitude '%.60s' is beyond what type '%s' holds",
                              spec->text[AMPLITUDE], type->name)
                : NULL;
}

static char *check_together(const struct spec *spec) {
    if (spec->max_len > CHOICE_ENTRIES / spec->d_model)
        return die_sprintf("%s x %s is too large: a table has at most 2^40 entries",
                           spec->text[MAX_LEN], spec->text[D_MODEL]);
    char *wrong = check_grid(spec);
    if (!wrong && spec->grid.axes == 0)
        wrong = check_columns(spec);
    if (!wrong)
        wrong = check_frequencies(spec);
    if (!wrong)
        wrong = check_overflow(spec);
    if (!wrong)
        wrong = form_check(&spec->form, spec->type, table_rows(spec), spec->text);
    return wrong;
}

static char *parse_words(struct spec *spec, const char *const texts[WORDS], const char *output) {
    spec_init(spec);
    spec->form.output = output;
    char *wrong = NULL;
    for (int k = 0; k < WORDS && !wrong; k++)
        wrong = parse_word(spec, (enum word)k, texts);
    return wrong;
}

/* The command of the words that don't say what would be so without them, in the table's order. */
static char *canonical_command(const struct spec *spec, const struct spec *unsaid,
                               const char *const unsaid_text[WORDS]) {
    char *command = die_sprintf("posenc");
    for (int k = 0; k < WORDS; k++) {
        const char *fallback = form_fallback(&spec->form, (enum word)k, spec->type);
        if (k >= GRID && k <= GRID_ROWS)
            fallback = unsaid_text[k];
        else if (!fallback)
            fallback = unsaid->text[k];
        if (k != MAX_LEN && k != D_MODEL && strcmp(spec->text[k], fallback) == 0)
            continue;
        char *longer = die_sprintf("%s --%s %s", command, words[k].name, spec->text[k]);
        free(command);
        command = longer;
    }
    return command;
}

char *request_parse(struct spec *spec, const char *const given[WORDS], const char *output) {
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
        const char *plainly[WORDS]; /* with the grid's axes, whose sizes other words may use */
        for (int k = 0; k < WORDS; k++)
            plainly[k] = k >= GRID && k <= GRID_ROWS ? said[k] : unsaid[k];
        wrong = parse_words(&plain, plainly, "-");
        if (!wrong)
            spec->command = canonical_command(spec, &plain, unsaid);
        spec_free(&plain);
    }
    return wrong;
}
