/* From the words of a request to a table: parsed, checked together, derived. */
#include "base/die.h"
#include "base/text.h"
#include "table/table.h"
#include "words/choice.h"

#include <stdlib.h>
#include <string.h>

/* --- words */

/* The words of a table, each after those that its meaning depends on. */
static const enum word in_order[] = {
    MAX_LEN, D_MODEL, GRID,      GRID_COLUMNS, GRID_NESTING, GRID_ROWS, FREQUENCIES, COMPONENT,
    BASE,    SPACING, SCALING,   LAYOUT,       ORDER,        REPEAT,    AXES,        FIRST,
    STEP,    CLAMP,   POSITIONS, ZERO_ROWS,    ODD,          AMPLITUDE, TYPE};
enum { TABLE_WORDS = sizeof in_order / sizeof in_order[0] };

/* The word for which a table never reads another, whatever the sizes; WORDS if it reads that. Asked when the words before
 * that one are parsed. */
static enum word unread_because(const struct table *table, enum word word) {
    switch (word) {
    case GRID_COLUMNS:
    case GRID_NESTING:
    case GRID_ROWS:
        return table->grid.axes == 0 ? GRID : WORDS;
    case BASE:
    case SPACING:
        return table->frequencies.list.path ? FREQUENCIES : WORDS;
    case LAYOUT:
    case ORDER:
        return table->component != COMPONENT_BOTH ? COMPONENT : WORDS;
    case REPEAT:
        return table->component == COMPONENT_BOTH ? COMPONENT : WORDS;
    case FIRST:
    case STEP:
    case CLAMP:
    case POSITIONS:
        return table->component == COMPONENT_FREQUENCY ? COMPONENT : WORDS;
    default:
        return WORDS;
    }
}

static char *parse_type(struct table *table, const char *text, char **canonical) {
    int k = 0;
    char *wrong = choice_parse(TYPE, text, &k, canonical);
    if (!wrong)
        table->type = &elements[k];
    return wrong;
}

/* The d, n and max-len of the whole table, whatever its grid. */
static struct sizes whole_sizes(const struct table *table) {
    return (struct sizes){table->d_model, table->d_model / 2, table->max_len};
}

/* Those of what an axis owns. */
static struct sizes axis_sizes(const struct table *table, int axis) {
    if (table->grid.axes == 0)
        return whole_sizes(table);
    uint64_t pairs = grid_pairs(&table->grid, axis, table->d_model);
    return (struct sizes){2 * pairs, pairs, table->grid.size[axis]};
}

/* A positive rational, or its square root. */
static char *parse_amplitude(struct table *table, const char *text, char **canonical) {
    const struct sizes sizes = whole_sizes(table);
    size_t length = strlen(text);
    bool root = strncmp(text, "sqrt(", 5) == 0 && text[length - 1] == ')';
    char *inner = root ? text_format("%.*s", (int)length - 6, text + 5) : text_format("%s", text);
    const char *wrong = expression_rational(table->amplitude, inner, &sizes);
    if (!wrong && mpq_sgn(table->amplitude) <= 0)
        wrong = "must be positive";
    free(inner);
    if (wrong)
        return text_format("amplitude '%.60s' %s", text, wrong);
    char *value = rational_text(table->amplitude);
    *canonical = root ? text_format("sqrt(%s)", value) : text_format("%s", value);
    free(value);
    if (!root)
        mpq_mul(table->amplitude, table->amplitude, table->amplitude);
    return NULL;
}

static char *parse_frequencies(struct table *table, enum word word, const char *text,
                               char **canonical) {
    struct sizes sizes[GRID_AXES];
    for (int axis = 0; axis < GRID_AXES; axis++)
        sizes[axis] = axis_sizes(table, axis);
    const struct sizes whole = whole_sizes(table);
    return frequencies_parse(&table->frequencies, word, text, table->grid.axes, &whole, sizes,
                             canonical);
}

static char *parse_word(struct table *table, enum word word, const char *text, char **canonical) {
    const struct sizes sizes = whole_sizes(table);
    switch (word) {
    case MAX_LEN:
        return choice_size(word, text, &table->max_len, canonical);
    case D_MODEL:
        return choice_size(word, text, &table->d_model, canonical);
    case GRID:
    case GRID_COLUMNS:
    case GRID_NESTING:
    case GRID_ROWS:
        return grid_parse(&table->grid, word, text, canonical);
    case BASE:
    case SPACING:
    case FREQUENCIES:
    case SCALING:
        return parse_frequencies(table, word, text, canonical);
    case LAYOUT:
        return choice_parse(word, text, &table->layout, canonical);
    case ORDER:
        return choice_parse(word, text, &table->order, canonical);
    case COMPONENT:
        return choice_parse(word, text, &table->component, canonical);
    case REPEAT:
        return choice_parse(word, text, &table->repeat, canonical);
    case AXES:
        return choice_parse(word, text, &table->channel_major, canonical);
    case ODD:
        return choice_parse(word, text, &table->odd, canonical);
    case TYPE:
        return parse_type(table, text, canonical);
    case AMPLITUDE:
        return parse_amplitude(table, text, canonical);
    default:
        return positions_parse(&table->positions, word, text, table->grid.axes, &sizes, canonical);
    }
}

static char *parse_words(struct table *table, struct request *request) {
    char *wrong = NULL;
    for (int k = 0; k < TABLE_WORDS && !wrong; k++) {
        enum word word = in_order[k];
        const char *text = request_value(request, word, unread_because(table, word));
        wrong = parse_word(table, word, text, &request->text[word]);
        if (!wrong)
            wrong = request_check_read(request, word);
    }
    return wrong;
}

/* --- what follows from the words */

/* A table without a grid, or of one axis. */
static void derive_plain(struct table *table) {
    bool odd = table->d_model % 2 == 1, both = table->component == COMPONENT_BOTH;
    bool extended = odd && table->odd == ODD_EXTEND, dropped = odd && table->odd == ODD_DROP;
    table->by_column =
        !table->frequencies.list.path && table->frequencies.spacing == SPACING_COLUMN;
    table->pairs = table->d_model / 2 + extended;
    table->position_count = table->max_len;
    if (both || table->by_column)
        table->channel_count = table->d_model - dropped + extended;
    else
        table->channel_count = table->pairs * (table->repeat == REPEAT_NONE ? 1 : 2);
    table->zero_channels = both && odd && table->odd == ODD_ZERO;
    bool odd_sine = both && odd && table->odd == ODD_SIN;
    table->frequency_count = table->by_column ? table->channel_count : table->pairs + odd_sine;
    table->segment_count = positions_segments(&table->positions, table->axis_number,
                                              table->position_count, table->segments);
}

static void derive_sizes(struct table *table) {
    table->rows = table->channel_major ? table->channel_count : table->position_count;
    table->columns = table->channel_major ? table->position_count : table->channel_count;
}

/* The table of an axis, whose exact numbers are the grid's. */
static struct table *axis_table(const struct table *grid, int axis) {
    struct table *table = die_malloc(sizeof *table);
    const struct sizes sizes = axis_sizes(grid, axis);
    *table = *grid;
    table->grid.axes = 0;
    table->axis_number = axis;
    table->d_model = sizes.d_model;
    table->max_len = sizes.max_len;
    table->positions.zeros = 0;
    derive_plain(table);
    derive_sizes(table);
    return table;
}

static void derive(struct table *table) {
    const struct element *type = table->type;
    unsigned long factor = type->fixed ? (unsigned long)type->factor : 1;
    mpq_set_ui(table->multiplier, factor * factor, 1);
    mpq_mul(table->multiplier, table->multiplier, table->amplitude);
    const struct scaling *scaling = &table->frequencies.scaling;
    const struct rope_amplitude *more = scaling_amplitude(scaling);
    for (int twice = 0; twice < 2 && more->attention; twice++)
        mpq_mul(table->multiplier, table->multiplier, scaling->value[ROPE_ATTENTION]);
    table->multiplier_rule = more->factor;
    if (table->grid.axes == 0) {
        derive_plain(table);
    } else {
        table->position_count = table->max_len;
        table->channel_count = table->zero_channels = table->d_model;
        for (int axis = 0; axis < table->grid.axes; axis++)
            table->zero_channels -= axis_sizes(table, axis).d_model;
    }
    derive_sizes(table);
}

/* How many frequencies an axis has, or a table without a grid. */
static uint64_t frequencies_of(const struct table *table, int axis) {
    return table->grid.axes > 0 ? axis_sizes(table, axis).pairs : table->frequency_count;
}

/* --- words that are right one by one, but not together */

/* Of d_model and what its pairs are, without a grid. */
static char *check_columns(const struct table *table, char *const text[WORDS]) {
    const char *d = text[D_MODEL];
    bool odd = table->d_model % 2 == 1, both = table->component == COMPONENT_BOTH;
    int spacing = table->frequencies.spacing;
    bool column = spacing == SPACING_COLUMN, listed = table->frequencies.list.path != NULL;
    if (odd && table->odd == ODD_ERROR)
        return text_format("d-model '%s' is odd%s", d,
                           *text[PRESET] ? ", which the preset does not allow" : "");
    if (both && table->repeat != REPEAT_NONE)
        return text_format("repeat '%s' is for one component: say component sin, cos or frequency",
                           text[REPEAT]);
    if (!both && column && !listed && table->repeat != REPEAT_NONE)
        return text_format("repeat '%s' is not for spacing 'column': every column has a frequency "
                           "of its own",
                           text[REPEAT]);
    if (!both && odd && (table->odd == ODD_ZERO || (table->odd == ODD_SIN && !column)))
        return text_format("d-model '%s' is odd: component '%s' needs odd drop or extend", d,
                           text[COMPONENT]);
    if (odd && table->odd == ODD_SIN && both && !listed && spacing != SPACING_PAIR && !column)
        return text_format("d-model '%s' is odd: spacing '%s' has no frequency for one more sine "
                           "(odd zero makes the last column 0)",
                           d, text[SPACING]);
    if (odd && table->odd == ODD_EXTEND && !listed && spacing == SPACING_ENDPOINT)
        return text_format(
            "d-model '%s' is odd: spacing 'endpoint' has no frequency for one pair more", d);
    if (table->channel_count == 0)
        return text_format("d-model '%s' leaves no column", d);
    return NULL;
}

static char *check_frequencies(const struct table *table, char *const text[WORDS]) {
    bool listed = table->frequencies.list.path != NULL, grid = table->grid.axes > 0;
    int spacing = table->frequencies.spacing;
    for (int axis = 0; axis < (grid ? table->grid.axes : 1); axis++) {
        uint64_t pairs = axis_sizes(table, axis).pairs;
        if (!listed && spacing == SPACING_ENDPOINT && pairs < 2)
            return text_format("spacing 'endpoint' needs at least 2 pairs: d-model '%s' has %llu",
                               text[D_MODEL], (unsigned long long)pairs);
    }
    bool pair = spacing == SPACING_PAIR && !listed && !grid;
    if (table->frequencies.scaling.rule->plain_pairs && !pair)
        return text_format("scaling '%.60s' is for spacing 'pair', without a grid", text[SCALING]);
    return NULL;
}

/* A word of a grid that is there without one: the preset's, or the user's. */
static char *check_no_grid(const struct request *request) {
    for (int k = GRID_COLUMNS; k <= GRID_ROWS; k++) {
        const char *text = request->text[k];
        bool of_preset = strcmp(text, request_default(request, (enum word)k)) == 0;
        if (strcmp(text, words[k].fallback) != 0 && !of_preset)
            return text_format("%s '%.60s' needs a grid", words[k].name, text);
    }
    if (strcmp(request->text[GRID_COLUMNS], words[GRID_COLUMNS].fallback) != 0)
        return text_format("missing: --grid, which preset '%s' is for", request->text[PRESET]);
    return NULL;
}

/* Before anything is derived. */
static char *check_grid(const struct table *table, char *const text[WORDS]) {
    const struct grid *grid = &table->grid;
    uint64_t pairs = 0, rows = grid_count(grid) + table->positions.zeros;
    if (table->max_len != rows)
        return text_format("grid '%s' has %llu rows%s: max-len '%s' must be that", text[GRID],
                           (unsigned long long)rows,
                           table->positions.zeros ? ", with those of zero-rows" : "",
                           text[MAX_LEN]);
    if (table->component != COMPONENT_BOTH)
        return text_format("component '%s' is not for a grid", text[COMPONENT]);
    if (!table->frequencies.list.path && table->frequencies.spacing == SPACING_COLUMN)
        return text_format("spacing 'column' is not for a grid");
    for (int axis = 0; axis < grid->axes; axis++) {
        uint64_t own = grid_pairs(grid, axis, table->d_model);
        if (own == 0)
            return text_format("d-model '%s' leaves axis %c of the grid without a pair",
                               text[D_MODEL], grid_letter(grid, axis));
        if (grid->nesting != NESTING_OUTER && grid->weight[axis] != grid->weight[0])
            return text_format("grid-columns '%s': unequal shares need grid-nesting outer",
                               text[GRID_COLUMNS]);
        pairs += own;
    }
    if (2 * pairs != table->d_model && table->odd != ODD_ZERO)
        return text_format("grid: d-model '%s' does not divide into pairs of the axes (odd zero "
                           "fills what is left, %llu of them, with 0)",
                           text[D_MODEL], (unsigned long long)(table->d_model - 2 * pairs));
    return NULL;
}

/* Reads a list, which must have a number for each frequency of every axis. If it has another count, only a bad line among
 * the first ones is looked for, which says more than the count does. */
static struct fault read_list(const struct table *table, enum word word, struct number_list *list) {
    enum { LOOKED_AT = 10000 };
    uint64_t wanted = frequencies_of(table, 0);
    char *bad = number_list_read(list, list->count == wanted ? list->count : LOOKED_AT);
    if (bad)
        return (struct fault){bad, word, true};
    bool factors = word == SCALING;
    const char *rule = factors ? table->frequencies.scaling.rule->name : "";
    if (list->count == 0 && word == FREQUENCIES)
        return request_fault(text_format("frequencies '%s': the file has none", list->path));
    for (int axis = 0; axis == 0 || axis < table->grid.axes; axis++) {
        wanted = frequencies_of(table, axis);
        if (list->count != wanted)
            return request_fault(text_format(
                "%s '%s%s%s': the file has %zu%s, and the table %s %llu", words[word].name, rule,
                factors ? ":" : "", list->path, list->count, factors ? " factors" : "",
                table->grid.axes > 0 ? "on each axis" : "needs", (unsigned long long)wanted));
    }
    return request_fault(NULL);
}

static char *check_before(const struct table *table, const struct request *request) {
    char *const *text = request->text;
    if (table->max_len > CHOICE_ENTRIES / table->d_model)
        return text_format("%s x %s is too large: a table has at most 2^40 entries", text[MAX_LEN],
                           text[D_MODEL]);
    return table->grid.axes > 0 ? check_grid(table, text) : check_no_grid(request);
}

static struct fault check_after(struct table *table, char *const text[WORDS]) {
    char *wrong = table->grid.axes == 0 ? check_columns(table, text) : NULL;
    if (!wrong)
        wrong = check_frequencies(table, text);
    struct fault fault = request_fault(wrong);
    if (!wrong && table->frequencies.list.path)
        fault = read_list(table, FREQUENCIES, &table->frequencies.list);
    if (!fault.text && table->frequencies.scaling.factors.path)
        fault = read_list(table, SCALING, &table->frequencies.scaling.factors);
    return fault;
}

/* --- */

static struct table *table_new(void) {
    struct table *table = die_malloc(sizeof *table);
    memset(table, 0, sizeof *table);
    mpq_inits(table->amplitude, table->multiplier, (mpq_ptr)NULL);
    frequencies_init(&table->frequencies);
    positions_init(&table->positions);
    return table;
}

void table_free(struct table *table) {
    if (!table)
        return;
    for (int axis = 0; axis < GRID_AXES; axis++)
        free(table->axis[axis]);
    mpq_clears(table->amplitude, table->multiplier, (mpq_ptr)NULL);
    frequencies_clear(&table->frequencies);
    positions_clear(&table->positions);
    free(table);
}

/* The canonical text of each word if only the sizes and the grid were given, which other words may use; none if a preset's
 * is not right for these sizes. */
static void find_plain_texts(struct request *request) {
    struct table *plain = table_new();
    for (int k = 0; k < TABLE_WORDS; k++) {
        enum word word = in_order[k];
        const char *text = word <= GRID_ROWS ? request->text[word] : request_default(request, word);
        free(parse_word(plain, word, text, &request->plain[word]));
    }
    for (int k = GRID; k <= GRID_ROWS; k++) {
        free(request->plain[k]);
        request->plain[k] = text_format("%s", request_default(request, (enum word)k));
    }
    table_free(plain);
}

struct fault table_resolve(struct request *request, struct table **table) {
    struct table *made = table_new();
    *table = NULL;
    request->text[PRESET] = text_format("%s", request->preset ? request->preset->name : "");
    request->plain[PRESET] = text_format("%s", "");
    char *wrong = parse_words(made, request);
    if (!wrong)
        wrong = check_before(made, request);
    struct fault fault = request_fault(wrong);
    if (!wrong) {
        derive(made);
        fault = check_after(made, request->text);
    }
    if (fault.text) {
        table_free(made);
        return fault;
    }
    for (int axis = 0; axis < made->grid.axes; axis++)
        made->axis[axis] = axis_table(made, axis);
    find_plain_texts(request);
    *table = made;
    return fault;
}
