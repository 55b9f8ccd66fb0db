#include "table/request.h"
#include "base/die.h"
#include "base/text.h"
#include "table/table.h"
#include "words/presets.h"
#include "words/search.h"

#include <stdlib.h>
#include <string.h>

static char *parse_type(struct spec *spec, const char *text, char **canonical) {
    int k = 0;
    char *wrong = choice_parse(TYPE, text, &k, canonical);
    if (!wrong)
        spec->type = &elements[k];
    return wrong;
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
    char *inner = root ? text_format("%.*s", (int)length - 6, text + 5) : text_format("%s", text);
    const char *wrong = expression_rational(spec->amplitude, inner, &sizes);
    if (!wrong && mpq_sgn(spec->amplitude) <= 0)
        wrong = "must be positive";
    free(inner);
    if (wrong)
        return text_format("amplitude '%.60s' %s", text, wrong);
    char *value = rational_text(spec->amplitude);
    *canonical = root ? text_format("sqrt(%s)", value) : text_format("%s", value);
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
    const struct sizes whole = whole_sizes(spec);
    return frequencies_parse(&spec->frequencies, word, text, spec->grid.axes, &whole, sizes,
                             canonical);
}

static char *parse_word(struct spec *spec, enum word word, const char *const texts[WORDS]) {
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
        return choice_parse(word, text, &spec->layout, canonical);
    case ORDER:
        return choice_parse(word, text, &spec->order, canonical);
    case COMPONENT:
        return choice_parse(word, text, &spec->component, canonical);
    case REPEAT:
        return choice_parse(word, text, &spec->repeat, canonical);
    case AXES:
        return choice_parse(word, text, &spec->axes, canonical);
    case FIRST:
    case STEP:
    case CLAMP:
    case POSITIONS:
    case ZERO_ROWS:
        return positions_parse(&spec->positions, word, text, spec->grid.axes, &sizes, canonical);
    case ODD:
        return choice_parse(word, text, &spec->odd, canonical);
    case TYPE:
        return parse_type(spec, text, canonical);
    case AMPLITUDE:
        return parse_amplitude(spec, text, canonical);
    default:
        return output_parse(&spec->form, word, texts, spec->type, spec->text);
    }
}

/* What is right word by word, but not together: of d_model and what its pairs are. */
static char *check_columns(const struct spec *spec) {
    const char *d = spec->text[D_MODEL];
    bool odd = spec->d_model % 2 == 1, both = spec->component == COMPONENT_BOTH;
    bool column = spec->frequencies.spacing == SPACING_COLUMN,
         listed = spec->frequencies.list.count;
    if (odd && spec->odd == ODD_ERROR)
        return text_format("d-model '%s' is odd%s", d,
                           *spec->text[PRESET] ? ", which the preset does not allow" : "");
    if (both && spec->repeat != REPEAT_NONE)
        return text_format("repeat '%s' is for one component: say component sin, cos or frequency",
                           spec->text[REPEAT]);
    if (!both && column && !listed && spec->repeat != REPEAT_NONE)
        return text_format(
            "repeat '%s' is not for spacing 'column': every column has a frequency of "
            "its own",
            spec->text[REPEAT]);
    if (!both && odd && (spec->odd == ODD_ZERO || (spec->odd == ODD_SIN && !column)))
        return text_format("d-model '%s' is odd: component '%s' needs odd drop or extend", d,
                           spec->text[COMPONENT]);
    if (odd && spec->odd == ODD_SIN && both && !listed &&
        spec->frequencies.spacing != SPACING_PAIR && !column)
        return text_format("d-model '%s' is odd: spacing '%s' has no frequency for one more sine "
                           "(odd zero makes the last column 0)",
                           d, spec->text[SPACING]);
    if (odd && spec->odd == ODD_EXTEND && !listed && spec->frequencies.spacing == SPACING_ENDPOINT)
        return text_format(
            "d-model '%s' is odd: spacing 'endpoint' has no frequency for one pair more", d);
    if (table_row_columns(spec) == 0)
        return text_format("d-model '%s' leaves no column", d);
    return NULL;
}

/* Reads the numbers of a list that must have `wanted` of them. If it has another count, only a bad line among the
 * first ones is looked for, which says more than the count does. */
static char *read_list(struct number_list *list, uint64_t wanted) {
    enum { LOOKED_AT = 10000 };
    return number_list_read(list, list->count == wanted ? list->count : LOOKED_AT);
}

/* One list of numbers, one for each frequency of every axis. */
static struct fault check_list(const struct spec *spec, enum word word, struct number_list *list) {
    bool grid = spec->grid.axes > 0;
    char *bad = read_list(list, table_axis_frequencies(spec, 0));
    if (bad)
        return (struct fault){bad, word, true};
    for (int axis = 0; axis < (grid ? spec->grid.axes : 1); axis++) {
        uint64_t wanted = table_axis_frequencies(spec, axis);
        if (list->count == 0 || list->count != wanted)
            return (struct fault){
                list->count == 0 && word == FREQUENCIES
                    ? text_format("frequencies '%s': the file has none", list->path)
                    : text_format("%s '%s%s%s': the file has %zu%s, and the table %s %llu",
                                  words[word].name,
                                  word == SCALING ? spec->frequencies.scaling.rule->name : "",
                                  word == SCALING ? ":" : "", list->path, list->count,
                                  word == SCALING ? " factors" : "",
                                  grid ? "on each axis" : "needs", (unsigned long long)wanted),
                word, false};
    }
    return (struct fault){.word = WORDS};
}

static struct fault check_lists(struct spec *spec) {
    struct fault fault = {.word = WORDS};
    if (spec->frequencies.list.path)
        fault = check_list(spec, FREQUENCIES, &spec->frequencies.list);
    if (!fault.text && spec->frequencies.scaling.rule->file)
        fault = check_list(spec, SCALING, &spec->frequencies.scaling.factors);
    return fault;
}

static char *check_frequencies(const struct spec *spec) {
    bool listed = spec->frequencies.list.count > 0, grid = spec->grid.axes > 0;
    for (int axis = 0; axis < (grid ? spec->grid.axes : 1); axis++)
        if (!listed && spec->frequencies.spacing == SPACING_ENDPOINT &&
            table_sizes(spec, axis).pairs < 2)
            return text_format("spacing 'endpoint' needs at least 2 pairs: d-model '%s' has %llu",
                               spec->text[D_MODEL],
                               (unsigned long long)table_sizes(spec, axis).pairs);
    bool pair = spec->frequencies.spacing == SPACING_PAIR && !listed && !grid;
    if (spec->frequencies.scaling.rule->plain_pairs && !pair)
        return text_format("scaling '%.60s' is for spacing 'pair', without a grid",
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
                return text_format("%s '%.60s' needs a grid", words[k].name, spec->text[k]);
        if (strcmp(spec->text[GRID_COLUMNS], words[GRID_COLUMNS].fallback) != 0)
            return text_format("missing: --grid, which preset '%s' is for", spec->text[PRESET]);
        return NULL;
    }
    if (spec->max_len != rows)
        return text_format("grid '%s' has %llu rows%s: max-len '%s' must be that", spec->text[GRID],
                           (unsigned long long)rows,
                           spec->positions.zeros ? ", with those of zero-rows" : "",
                           spec->text[MAX_LEN]);
    if (spec->component != COMPONENT_BOTH)
        return text_format("component '%s' is not for a grid", spec->text[COMPONENT]);
    if (!spec->frequencies.list.count && spec->frequencies.spacing == SPACING_COLUMN)
        return text_format("spacing 'column' is not for a grid");
    for (int axis = 0; axis < grid->axes; axis++) {
        uint64_t own = grid_pairs(grid, axis, spec->d_model);
        if (own == 0)
            return text_format("d-model '%s' leaves axis %c of the grid without a pair",
                               spec->text[D_MODEL], grid_letter(grid, axis));
        if (grid->nesting != NESTING_OUTER && grid->weight[axis] != grid->weight[0])
            return text_format("grid-columns '%s': unequal shares need grid-nesting outer",
                               spec->text[GRID_COLUMNS]);
        pairs += own;
    }
    if (2 * pairs != spec->d_model && spec->odd != ODD_ZERO)
        return text_format("grid: d-model '%s' does not divide into pairs of the axes (odd zero "
                           "fills what is left, %llu of them, with 0)",
                           spec->text[D_MODEL], (unsigned long long)(spec->d_model - 2 * pairs));
    return NULL;
}

static char *check_together(const struct spec *spec) {
    if (spec->max_len > CHOICE_ENTRIES / spec->d_model)
        return text_format("%s x %s is too large: a table has at most 2^40 entries",
                           spec->text[MAX_LEN], spec->text[D_MODEL]);
    char *wrong = check_grid(spec);
    if (!wrong && spec->grid.axes == 0)
        wrong = check_columns(spec);
    if (!wrong)
        wrong = check_frequencies(spec);
    if (!wrong)
        wrong = output_check(&spec->form, spec->type, table_rows(spec), spec->text);
    return wrong;
}

/* Words in the order in which they are parsed: each after those that its meaning depends on. */
static const enum word in_order[WORDS] = {
    MAX_LEN,    D_MODEL, GRID,      GRID_COLUMNS, GRID_NESTING, GRID_ROWS, FREQUENCIES, COMPONENT,
    BASE,       SPACING, SCALING,   LAYOUT,       ORDER,        REPEAT,    AXES,        FIRST,
    STEP,       CLAMP,   POSITIONS, ZERO_ROWS,    ODD,          AMPLITUDE, TYPE,        NAME,
    FORMAT,     SPLIT,   TEMPLATE,  LITERAL,      LINKAGE,      ENDIAN,    ALIGN,       SECTION,
    QUALIFIERS, INCLUDE, ACCESSOR,  PACKAGE,      PRESET};

/* The word because of which a table never reads another, whatever the sizes; WORDS if it reads that. Only asked when the
 * words before it are parsed. */
static enum word deaf_by(const struct spec *spec, enum word word) {
    switch (word) {
    case GRID_COLUMNS:
    case GRID_NESTING:
    case GRID_ROWS:
        return spec->grid.axes == 0 ? GRID : WORDS;
    case BASE:
    case SPACING:
        return spec->frequencies.list.path ? FREQUENCIES : WORDS;
    case LAYOUT:
    case ORDER:
        return spec->component != COMPONENT_BOTH ? COMPONENT : WORDS;
    case REPEAT:
        return spec->component == COMPONENT_BOTH ? COMPONENT : WORDS;
    case FIRST:
    case STEP:
    case CLAMP:
    case POSITIONS:
        return spec->component == COMPONENT_FREQUENCY ? COMPONENT : WORDS;
    default:
        return output_reads(&spec->form, word, spec->type) ? WORDS : FORMAT;
    }
}

/* Where the values of words come from: each takes the first of these that has one. */
struct sources {
    const char *const *given, *const *defaults;
    const struct preset *preset; /* or NULL */
};

static const char *unsaid(const struct sources *sources, enum word word) {
    return sources->preset && sources->preset->given[word] ? sources->preset->given[word]
                                                           : words[word].fallback;
}

/* A word that the table never reads has its default, unless the user gave it: then it is wrong. */
static char *refuse_unread(const struct spec *spec, enum word word, const char *text) {
    enum word by = deaf_by(spec, word);
    bool plain = words[word].fallback && strcmp(text, words[word].fallback) == 0;
    bool special = word == REPEAT || by == GRID || by == FORMAT; /* others say it better */
    if (by == WORDS || special || (plain && by != FREQUENCIES))
        return NULL;
    return text_format("%s '%.60s' has no effect beside %s '%.60s'", words[word].name, text,
                       words[by].name, spec->text[by]);
}

/* The words' own values, each parsed; what none of the table's other words lets be read is left at its default. */
static char *parse_words(struct spec *spec, const struct sources *sources, const char *output) {
    const char *texts[WORDS];
    spec_init(spec);
    spec->form.output = output;
    for (int k = 0; k < WORDS; k++) {
        const char *of_all = sources->defaults ? sources->defaults[k] : NULL;
        texts[k] = sources->given[k] ? sources->given[k]
                   : of_all          ? of_all
                                     : unsaid(sources, (enum word)k);
    }
    texts[PRESET] = sources->preset ? sources->preset->name : "";
    if (sources->given[FORMAT] && !sources->given[TEMPLATE])
        texts[TEMPLATE] = words[TEMPLATE].fallback;
    if (sources->given[TEMPLATE] && !sources->given[FORMAT])
        texts[FORMAT] = NULL;
    char *wrong = NULL;
    for (int k = 0; k < WORDS && !wrong; k++) {
        enum word word = in_order[k];
        enum word by = deaf_by(spec, word);
        if (by != WORDS && !sources->given[word] &&
            !(by == GRID && texts[word] == unsaid(sources, word)))
            texts[word] = words[word].fallback;
        wrong = parse_word(spec, word, texts);
        if (!wrong && sources->given[word])
            wrong = refuse_unread(spec, word, spec->text[word]);
    }
    return wrong;
}

/* The text of each word if the user gives none but the sizes and the grid, whose sizes other words may use; NULL where the
 * preset's is not right for these sizes. */
static void plain_texts(const struct spec *spec, const struct sources *sources,
                        char *texts[WORDS]) {
    struct spec plain;
    const char *plainly[WORDS];
    spec_init(&plain);
    plain.form.output = "-";
    for (int k = 0; k < WORDS; k++)
        plainly[k] = k <= GRID_ROWS ? spec->text[k] : unsaid(sources, (enum word)k);
    for (int k = 0; k < WORDS; k++)
        free(parse_word(&plain, in_order[k], plainly));
    for (int k = 0; k < WORDS; k++) {
        texts[k] = plain.text[k];
        plain.text[k] = NULL;
    }
    for (int k = GRID; k <= GRID_ROWS; k++) {
        free(texts[k]);
        const char *text = unsaid(sources, (enum word)k);
        texts[k] = text_format("%s", text);
    }
    spec_free(&plain);
}

/* Does a shell take the text as it is? */
static bool is_plain(const char *text) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    return *text && strspn(text, letters) == strlen(text);
}

/* The command of the words whose values are not those of the preset or the default, in the table's order, as a shell
 * takes it. No value has a quote or a blank in it. */
static char *canonical_command(const struct spec *spec, const struct sources *sources) {
    struct text command = {NULL, 0, 0};
    char *plain[WORDS];
    plain_texts(spec, sources, plain);
    text_print(&command, "posenc");
    for (int k = 0; k < WORDS; k++) {
        const char *fallback = output_fallback(&spec->form, (enum word)k, spec->type);
        if (!fallback)
            fallback = plain[k];
        bool size = k == MAX_LEN || k == D_MODEL;
        if (!size && ((fallback && strcmp(spec->text[k], fallback) == 0) ||
                      deaf_by(spec, (enum word)k) != WORDS))
            continue;
        const char *quote = is_plain(spec->text[k]) ? "" : "'";
        text_print(&command, " --");
        text_print(&command, words[k].name);
        text_print(&command, " ");
        text_print(&command, quote);
        text_print(&command, spec->text[k]);
        text_print(&command, quote);
    }
    for (int k = 0; k < WORDS; k++)
        free(plain[k]);
    text_add(&command, "", 1);
    return command.bytes;
}

/* The word that a message is about: messages begin with it. */
static int word_of(const char *message) {
    int k = 0;
    for (; k < WORDS; k++) {
        size_t length = strlen(words[k].name);
        if (strncmp(message, words[k].name, length) == 0 && strchr(" :", message[length]))
            break;
    }
    return k;
}

static struct fault fault_of(char *wrong) {
    return (struct fault){wrong, wrong ? word_of(wrong) : WORDS, false};
}

struct fault request_parse(struct spec *spec, const char *const given[WORDS],
                           const char *const defaults[WORDS], const char *output) {
    struct sources sources = {given, defaults, NULL};
    const char *of_all = defaults ? defaults[PRESET] : NULL;
    bool rows = given[MAX_LEN] || (defaults && defaults[MAX_LEN]);
    bool columns = given[D_MODEL] || (defaults && defaults[D_MODEL]);
    spec_init(spec);
    if (!rows || !columns)
        return fault_of(text_format("missing: %s%s%s", rows ? "" : "--max-len",
                                    rows || columns ? "" : " and ", columns ? "" : "--d-model"));
    const char *named = given[PRESET] ? given[PRESET] : of_all;
    sources.preset = named ? preset_named(named) : NULL;
    if (named && !sources.preset && strcmp(named, "none") != 0)
        return fault_of(search_unknown(named));
    spec_free(spec);
    char *wrong = parse_words(spec, &sources, output);
    if (!wrong)
        wrong = check_together(spec);
    if (wrong)
        return fault_of(wrong);
    struct fault fault = check_lists(spec);
    if (!fault.text)
        spec->command = canonical_command(spec, &sources);
    return fault;
}
