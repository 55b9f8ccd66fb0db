#include "table/table_check.h"
#include "base/die.h"
#include "words/choice.h"

#include <string.h>

/* Adds a fault; false, for what then doesn't hold. */
static bool refuse(struct faults *faults, int about, char *text) {
    faults_add(faults, about, text);
    return false;
}

/* --- sizes and grid */

/* Without a grid, its other words must have their defaults; a preset's may also say that the preset is for a grid. */
static bool check_no_grid(const struct request *request, struct faults *faults) {
    for (int k = GRID_COLUMNS; k <= GRID_ROWS; k++) {
        const char *text = request->text[k];
        bool of_preset = strcmp(text, request_default(request, (enum word)k)) == 0;
        if (strcmp(text, words[k].fallback) != 0 && !of_preset)
            return refuse(faults, k, text_format("%s '%.60s' needs a grid", words[k].name, text));
    }
    if (strcmp(request->text[GRID_COLUMNS], words[GRID_COLUMNS].fallback) != 0)
        return refuse(
            faults, ABOUT_TABLE,
            text_format("missing: --grid, which preset '%s' is for", request->text[PRESET]));
    return true;
}

static bool check_grid(const struct table *table, char *const text[WORDS], struct faults *faults) {
    const struct grid *grid = &table->grid;
    uint64_t pairs = 0, rows = grid_count(grid) + table->positions.zeros;
    if (table->max_len != rows)
        return refuse(faults, GRID,
                      text_format("grid '%s' has %llu rows%s: max-len '%s' must be the same",
                                  text[GRID], (unsigned long long)rows,
                                  table->positions.zeros ? ", with those of zero-rows" : "",
                                  text[MAX_LEN]));
    if (table->component != COMPONENT_BOTH)
        return refuse(faults, COMPONENT,
                      text_format("component '%s' is not for a grid", text[COMPONENT]));
    if (!table->frequencies.list.path && table->frequencies.spacing == SPACING_COLUMN)
        return refuse(faults, SPACING, text_format("spacing 'column' is not for a grid"));
    for (int axis = 0; axis < grid->axes; axis++) {
        uint64_t own = grid_pairs(grid, axis, table->d_model);
        if (own == 0)
            return refuse(faults, D_MODEL,
                          text_format("d-model '%s' leaves axis %c of the grid without a pair",
                                      text[D_MODEL], grid_letter(grid, axis)));
        if (grid->nesting != NESTING_OUTER && grid->weight[axis] != grid->weight[0])
            return refuse(faults, GRID_COLUMNS,
                          text_format("grid-columns '%s': unequal shares need grid-nesting outer",
                                      text[GRID_COLUMNS]));
        pairs += own;
    }
    if (2 * pairs != table->d_model && table->odd != ODD_ZERO)
        return refuse(
            faults, GRID,
            text_format("grid: d-model '%s' does not divide into pairs of the axes (odd zero "
                        "fills what is left, %llu of them, with 0)",
                        text[D_MODEL], (unsigned long long)(table->d_model - 2 * pairs)));
    return true;
}

bool table_check_sizes(const struct table *table, const struct request *request,
                       struct faults *faults) {
    char *const *text = request->text;
    const bool *wrong = request->is_wrong;
    if (wrong[MAX_LEN] || wrong[D_MODEL] || wrong[GRID])
        return false;
    if (table->max_len > CHOICE_ENTRIES / table->d_model)
        return refuse(faults, MAX_LEN,
                      text_format("%s x %s is too large: a table has at most 2^40 entries",
                                  text[MAX_LEN], text[D_MODEL]));
    return table->grid.axes > 0 ? check_grid(table, text, faults) : check_no_grid(request, faults);
}

/* --- columns, frequencies and lists */

/* Do d-model, its pairs and its odd channel fit together? Without a grid. */
static bool check_columns(const struct table *table, char *const text[WORDS],
                          struct faults *faults) {
    const char *d = text[D_MODEL];
    bool odd = table->d_model % 2 == 1, both = table->component == COMPONENT_BOTH;
    int spacing = table->frequencies.spacing;
    bool column = spacing == SPACING_COLUMN, listed = table->frequencies.list.path != NULL;
    if (odd && table->odd == ODD_ERROR)
        return refuse(faults, D_MODEL,
                      text_format("d-model '%s' is odd%s", d,
                                  *text[PRESET] ? ", which the preset does not allow" : ""));
    if (both && table->repeat != REPEAT_NONE)
        return refuse(
            faults, REPEAT,
            text_format(
                "repeat '%s' needs one component: set component to sin, cos, frequency or factor",
                text[REPEAT]));
    if (!both && column && !listed && table->repeat != REPEAT_NONE)
        return refuse(
            faults, REPEAT,
            text_format("repeat '%s' is not for spacing 'column': every column has a frequency "
                        "of its own",
                        text[REPEAT]));
    if (!both && odd && (table->odd == ODD_ZERO || (table->odd == ODD_SIN && !column)))
        return refuse(faults, D_MODEL,
                      text_format("d-model '%s' is odd: component '%s' needs odd drop or extend", d,
                                  text[COMPONENT]));
    if (odd && table->odd == ODD_SIN && both && !listed && spacing != SPACING_PAIR && !column)
        return refuse(
            faults, D_MODEL,
            text_format("d-model '%s' is odd: spacing '%s' has no frequency for one more sine "
                        "(odd zero makes the last column 0)",
                        d, text[SPACING]));
    if (odd && table->odd == ODD_EXTEND && !listed && spacing == SPACING_ENDPOINT)
        return refuse(
            faults, D_MODEL,
            text_format(
                "d-model '%s' is odd: spacing 'endpoint' has no frequency for one more pair", d));
    if (table->channel_count == 0)
        return refuse(faults, D_MODEL, text_format("d-model '%s' leaves no column", d));
    return true;
}

static bool check_frequencies(const struct table *table, char *const text[WORDS],
                              struct faults *faults) {
    bool listed = table->frequencies.list.path != NULL, grid = table->grid.axes > 0;
    int spacing = table->frequencies.spacing;
    for (int axis = 0; axis < (grid ? table->grid.axes : 1); axis++) {
        uint64_t pairs = table_axis_sizes(table, axis).pairs;
        if (!listed && spacing == SPACING_ENDPOINT && pairs < 2)
            return refuse(
                faults, SPACING,
                text_format("spacing 'endpoint' needs at least 2 pairs: d-model '%s' has %llu",
                            text[D_MODEL], (unsigned long long)pairs));
    }
    if (table->frequencies.scaling.rule->pair_spacing_only && (spacing != SPACING_PAIR || listed))
        return refuse(faults, SCALING,
                      text_format("scaling '%.60s' is for spacing 'pair'", text[SCALING]));
    return true;
}

/* How many frequencies an axis has; without a grid, how many the table has. */
static uint64_t frequencies_of(const struct table *table, int axis) {
    return table->grid.axes > 0 ? table_axis_sizes(table, axis).pairs : table->frequency_count;
}

void table_check_columns(const struct table *table, const struct request *request,
                         struct faults *faults) {
    if (table->grid.axes > 0 || check_columns(table, request->text, faults))
        check_frequencies(table, request->text, faults);
}

/* Has the list one number for each frequency of every axis? */
static bool check_count(const struct table *table, enum word word, const struct number_list *list,
                        struct faults *faults) {
    bool factors = word == SCALING;
    const char *rule = factors ? table->frequencies.scaling.rule->name : "";
    if (list->count == 0 && !factors)
        return refuse(faults, word,
                      text_format("frequencies '%s': the file has no numbers", list->path));
    for (int axis = 0; axis == 0 || axis < table->grid.axes; axis++) {
        uint64_t wanted = frequencies_of(table, axis);
        if (list->count != wanted)
            return refuse(faults, word,
                          text_format("%s '%s%s%s': the file has %zu%s, and the table %s %llu",
                                      words[word].name, rule, factors ? ":" : "", list->path,
                                      list->count, factors ? " factors" : "",
                                      table->grid.axes > 0 ? "on each axis" : "needs",
                                      (unsigned long long)wanted));
    }
    return true;
}

/* Reads a list. If its count is wrong, only the first lines are read: a bad line among them says more than the count does. */
static void check_list(const struct table *table, enum word word, struct number_list *list,
                       bool dimensions, struct faults *faults) {
    enum { FIRST_LINES = 10000 };
    if (!list->path)
        return;
    bool right = dimensions && list->count == frequencies_of(table, 0);
    struct fault *bad =
        number_list_read(list, right ? list->count : FIRST_LINES, word == FREQUENCIES);
    if (!bad && dimensions)
        check_count(table, word, list, faults);
    faults_add_found(faults, word, bad);
}

void table_check_lists(struct table *table, bool dimensions, struct faults *faults) {
    check_list(table, FREQUENCIES, &table->frequencies.list, dimensions, faults);
    check_list(table, SCALING, &table->frequencies.scaling.factors, dimensions, faults);
}
