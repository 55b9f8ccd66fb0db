#include "table/table_check.h"
#include "base/die.h"
#include "table/grid_check.h"
#include "words/choice.h"

#include <stdlib.h>
#include <string.h>

/* Each function returns what is wrong, or NULL; `about` is the word of its row in the list of checks below. */

static bool is_listed(const struct table *table) {
    return table->frequencies.list.path != NULL;
}

bool table_has_spacing(const struct table *table, enum spacing spacing) {
    return !is_listed(table) && table->frequencies.spacing == spacing;
}

static char *too_large(const struct table *table, const struct request *request, int about) {
    (void)about;
    return table->max_len > CHOICE_ENTRIES / table->d_model
               ? text_format("%s x %s is too large: a table has at most 2^40 entries",
                             request->text[MAX_LEN], request->text[D_MODEL])
               : NULL;
}

/* --- without a grid */

/* A preset for a grid gives words that only a grid reads. */
static bool is_of_preset(const struct request *request, int word) {
    return strcmp(request->text[word], request_default(request, (enum word)word)) == 0;
}

static char *needs_grid(const struct table *table, const struct request *request, int about) {
    const char *text = request->text[about];
    return table->grid.axes == 0 && !word_is_default((enum word)about, text) &&
                   !is_of_preset(request, about)
               ? text_format("%s '%.60s' needs a grid", words[about].name, text)
               : NULL;
}

static char *preset_needs_grid(const struct table *table, const struct request *request,
                               int about) {
    const char *text = request->text[GRID_COLUMNS];
    (void)about;
    return table->grid.axes == 0 && !word_is_default(GRID_COLUMNS, text) &&
                   is_of_preset(request, GRID_COLUMNS)
               ? text_format("missing: --grid, which preset '%s' is for", request->text[PRESET])
               : NULL;
}

static bool is_odd(const struct table *table) {
    return table->grid.axes == 0 && table->d_model % 2 == 1;
}

static char *odd_error(const struct table *table, const struct request *request, int about) {
    return is_odd(table) && table->odd == ODD_ERROR
               ? text_format("d-model '%s' is odd%s", request->text[about],
                             *request->text[PRESET] ? ", which the preset does not allow" : "")
               : NULL;
}

static char *repeat_of_both(const struct table *table, const struct request *request, int about) {
    return table->component == COMPONENT_BOTH && table->repeat != REPEAT_NONE
               ? text_format("repeat '%s' needs one component: set component to sin, cos, "
                             "frequency or factor",
                             request->text[about])
               : NULL;
}

static char *repeat_of_columns(const struct table *table, const struct request *request,
                               int about) {
    return table->grid.axes == 0 && table->component != COMPONENT_BOTH &&
                   table->repeat != REPEAT_NONE && table_has_spacing(table, SPACING_COLUMN)
               ? text_format("repeat '%s' is not for spacing 'column': every column has a "
                             "frequency of its own",
                             request->text[about])
               : NULL;
}

/* What else the odd channel needs; and is any column left? */
static char *odd_channel(const struct table *table, const struct request *request, int about) {
    const char *d = request->text[about];
    bool odd = is_odd(table), both = table->component == COMPONENT_BOTH;
    bool column = table_has_spacing(table, SPACING_COLUMN), listed = is_listed(table);
    if (table->grid.axes > 0 || (odd && table->odd == ODD_ERROR))
        return NULL;
    if (!both && odd &&
        (table->odd == ODD_ZERO ||
         (table->odd == ODD_SIN && table->frequencies.spacing != SPACING_COLUMN)))
        return text_format("d-model '%s' is odd: component '%s' needs odd drop or extend", d,
                           request->text[COMPONENT]);
    if (odd && table->odd == ODD_SIN && both && !listed && !column &&
        !table_has_spacing(table, SPACING_PAIR))
        return text_format("d-model '%s' is odd: spacing '%s' has no frequency for one more sine "
                           "(odd zero makes the last column 0)",
                           d, request->text[SPACING]);
    if (odd && table->odd == ODD_EXTEND && table_has_spacing(table, SPACING_ENDPOINT))
        return text_format(
            "d-model '%s' is odd: spacing 'endpoint' has no frequency for one more pair", d);
    return table->channel_count == 0 ? text_format("d-model '%s' leaves no column", d) : NULL;
}

/* --- frequencies */

static char *endpoint_pairs(const struct table *table, const struct request *request, int about) {
    (void)about;
    for (int axis = 0; axis == 0 || axis < table->grid.axes; axis++) {
        if (!grid_owns(&table->grid, axis))
            continue;
        uint64_t pairs = table_formula_sizes(table, axis).pairs;
        if (table_has_spacing(table, SPACING_ENDPOINT) && pairs < 2)
            return text_format("spacing 'endpoint' needs at least 2 pairs: d-model '%s' has %llu",
                               request->text[D_MODEL], (unsigned long long)pairs);
    }
    return NULL;
}

static char *scaling_spacing(const struct table *table, const struct request *request, int about) {
    return table->frequencies.scaling.rule->pair_spacing_only &&
                   !table_has_spacing(table, SPACING_PAIR)
               ? text_format("scaling '%.60s' is for spacing 'pair'", request->text[about])
               : NULL;
}

static char *scaling_axes(const struct table *table, const struct request *request, int about) {
    char letters[GRID_AXES + 1] = "";
    for (int axis = 0; axis < table->grid.axes && !table->grid.shared; axis++)
        letters[axis] = grid_letter(&table->grid, axis);
    char foreign = scaling_foreign_axis(&table->frequencies.scaling, letters);
    return !foreign             ? NULL
           : table->grid.shared ? text_format("scaling '%.60s': axes that share their frequencies "
                                              "have one rule",
                                              request->text[about])
                                : text_format("scaling '%.60s': the table has no axis %c",
                                              request->text[about], foreign);
}

static char *scale_missing(const struct table *table, const struct request *request, int about) {
    return table->type->scaled && mpq_sgn(table->scale) == 0
               ? text_format("missing: --scale, which type '%s' needs", request->text[about])
               : NULL;
}

static char *rows_have_angles(const struct table *table, const struct request *request, int about) {
    return table_is_constant(table) && table->unrotated_rows.count > 0
               ? text_format("unrotated-rows '%.60s' is not for component '%s', whose rows have no "
                             "angles",
                             request->text[about], request->text[COMPONENT])
               : NULL;
}

enum { COLUMNS_APART = 1 << 20 };

static char *columns_turn(const struct table *table, const struct request *request, int about) {
    bool one = table->component == COMPONENT_SIN || table->component == COMPONENT_COS ||
               table->component == COMPONENT_COS_SIN;
    const char *why = table->grid.axes == 0 ? "needs a grid"
                      : !one                ? "needs component sin, cos or cos,sin"
                      : table->unrotated_columns > COLUMNS_APART ? "is more than 2^20"
                                                                 : NULL;
    return table->unrotated_columns > 0 && why
               ? text_format("unrotated-columns '%s' %s", request->text[about], why)
               : NULL;
}

static char *rows_apart_once(const struct table *table, const struct request *request, int about) {
    uint64_t row = 0;
    return rows_apart_share(&table->unrotated_rows, &table->zero_rows, &row)
               ? text_format("unrotated-rows '%.60s': row %llu is one of zero-rows too",
                             request->text[about], (unsigned long long)row)
               : NULL;
}

/* --- all checks */

#define A(word) WORD_SET(word)
static const word_set how_frequencies = A(SPACING) | A(FREQUENCIES) | A(GRID_FREQUENCIES),
                      how_columns = A(D_MODEL) | A(GRID) | A(GRID_COLUMNS);

void table_run_checks(const struct check *checks, size_t count, const struct table *table,
                      const struct request *request, struct faults *faults) {
    for (size_t k = 0; k < count; k++)
        if (request_is_sound(request, checks[k].reads))
            faults_add(faults, checks[k].about, checks[k].find(table, request, checks[k].about));
}

void table_check(const struct table *table, const struct request *request, struct faults *faults) {
    const word_set odd = A(D_MODEL) | A(ODD) | A(GRID), repeat = A(REPEAT) | A(COMPONENT) | A(GRID);
    const struct check size = {too_large, MAX_LEN, A(MAX_LEN) | A(D_MODEL)};
    const struct check checks[] = {
        {needs_grid, GRID_COLUMNS, A(GRID) | A(GRID_COLUMNS)},
        {needs_grid, GRID_NESTING, A(GRID) | A(GRID_NESTING)},
        {needs_grid, GRID_ROWS, A(GRID) | A(GRID_ROWS)},
        {needs_grid, GRID_BLOCKS, A(GRID) | A(GRID_BLOCKS)},
        {needs_grid, GRID_FREQUENCIES, A(GRID) | A(GRID_FREQUENCIES)},
        {preset_needs_grid, ABOUT_TABLE, A(GRID) | A(GRID_COLUMNS)},
        {odd_error, D_MODEL, odd},
        {repeat_of_both, REPEAT, repeat},
        {repeat_of_columns, REPEAT, repeat | how_frequencies},
        {odd_channel, D_MODEL, odd | A(COMPONENT) | how_frequencies},
        {endpoint_pairs, SPACING, how_columns | how_frequencies},
        {scaling_spacing, SCALING, A(SCALING) | how_frequencies},
        {scaling_axes, SCALING, A(SCALING) | A(GRID) | A(GRID_FREQUENCIES)},
        {scale_missing, TYPE, A(TYPE) | A(SCALE)},
        {rows_have_angles, UNROTATED_ROWS, A(UNROTATED_ROWS) | A(COMPONENT)},
        {columns_turn, UNROTATED_COLUMNS, A(UNROTATED_COLUMNS) | A(GRID) | A(COMPONENT)},
        {rows_apart_once, UNROTATED_ROWS, A(UNROTATED_ROWS) | A(ZERO_ROWS)},
    };
    table_run_checks(&size, 1, table, request, faults);
    grid_check(table, request, faults);
    table_run_checks(checks, sizeof checks / sizeof *checks, table, request, faults);
}

/* --- lists */

/* How many frequencies an axis has; without a grid, how many the table has. */
static uint64_t frequencies_of(const struct table *table, int axis) {
    return table->grid.axes > 0 ? table_formula_sizes(table, axis).pairs : table->frequency_count;
}

/* Has the list one number for each frequency of every axis? */
static char *wrong_count(const struct table *table, enum word word,
                         const struct number_list *list) {
    bool factors = word == SCALING;
    const char *rule = factors ? table->frequencies.scaling.rule->name : "";
    if (list->count == 0 && !factors)
        return text_format("frequencies '%s': the file has no numbers", list->path);
    for (int axis = 0; axis == 0 || axis < table->grid.axes; axis++) {
        if (!grid_owns(&table->grid, axis))
            continue;
        uint64_t wanted = frequencies_of(table, axis);
        if (list->count != wanted)
            return text_format(
                "%s '%s%s%s': the file has %zu%s, and the table %s %llu", words[word].name, rule,
                factors ? ":" : "", list->path, list->count, factors ? " factors" : "",
                table->grid.axes > 0 && !table->grid.shared ? "on each axis" : "needs",
                (unsigned long long)wanted);
    }
    return NULL;
}

/* How many lines of a list are read if its count is wrong. */
enum { FIRST_LINES = 10000 };

/* Reads a list. If its count is wrong, only the first lines are read: a bad line among them explains a wrong count,
 * so it is told in its place. */
static void check_list(const struct table *table, const struct request *request, enum word word,
                       struct number_list *list, struct faults *faults) {
    bool counts =
        request_is_sound(request, how_columns | how_frequencies | A(COMPONENT) | A(ODD) | A(word));
    if (!list->path)
        return;
    bool right = counts && list->count == frequencies_of(table, table->grid.columns[0]);
    struct fault *bad =
        number_list_read(list, right ? list->count : FIRST_LINES, word == FREQUENCIES);
    if (!bad && counts)
        faults_add(faults, word, wrong_count(table, word, list));
    faults_add_found(faults, word, bad);
}

/* Reads the file of positions, in the same way. */
static void check_positions(struct table *table, const struct request *request,
                            struct faults *faults) {
    struct position_file *file = &table->positions.file;
    bool sizes = table->grid.axes > 0 && !table->grid.listed;
    if (!file->path || !request_is_sound(request, A(GRID)) || sizes)
        return;
    bool counts = request_is_sound(request, A(MAX_LEN) | A(POSITIONS_FILE));
    bool right = counts && file->rows == table->max_len;
    int columns = table->grid.axes ? table->grid.axes : 1;
    struct fault *bad = position_file_read(file, columns, right ? file->rows : FIRST_LINES);
    if (right && !bad)
        positions_take_file(&table->positions, &table->grid);
    else if (file->rows == 0)
        faults_add(faults, POSITIONS_FILE,
                   text_format("positions-file '%s': the file has no numbers", file->path));
    else if (!bad && counts)
        faults_add(faults, POSITIONS_FILE,
                   text_format("positions-file '%s': the file has %zu position%s, and max-len is "
                               "'%s'",
                               file->path, file->rows, file->rows > 1 ? "s" : "",
                               request->text[MAX_LEN]));
    faults_add_found(faults, POSITIONS_FILE, bad);
}

void table_check_lists(struct table *table, const struct request *request, struct faults *faults) {
    check_positions(table, request, faults);
    check_list(table, request, FREQUENCIES, &table->frequencies.list, faults);
    check_list(table, request, SCALING, &table->frequencies.scaling.factors, faults);
}
