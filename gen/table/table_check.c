#include "table/table_check.h"
#include "base/die.h"
#include "words/choice.h"

#include <stdlib.h>
#include <string.h>

/* Each function returns what is wrong, or NULL; `about` is the word of its row in the list of checks below. */

static bool is_listed(const struct table *table) {
    return table->frequencies.list.path != NULL;
}

static bool has_spacing(const struct table *table, enum spacing spacing) {
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

static char *needs_grid(const struct table *table, const struct request *request, int about) {
    const char *text = request->text[about];
    return table->grid.axes == 0 && !word_is_default((enum word)about, text)
               ? text_format("%s '%.60s' needs a grid", words[about].name, text)
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
                   table->repeat != REPEAT_NONE && has_spacing(table, SPACING_COLUMN)
               ? text_format("repeat '%s' is not for spacing 'column': every column has a "
                             "frequency of its own",
                             request->text[about])
               : NULL;
}

/* What else the odd channel needs; and is any column left? */
static char *odd_channel(const struct table *table, const struct request *request, int about) {
    const char *d = request->text[about];
    bool odd = is_odd(table), both = table->component == COMPONENT_BOTH;
    bool column = has_spacing(table, SPACING_COLUMN), listed = is_listed(table);
    if (table->grid.axes > 0 || (odd && table->odd == ODD_ERROR))
        return NULL;
    if (!both && odd &&
        (table->odd == ODD_ZERO ||
         (table->odd == ODD_SIN && table->frequencies.spacing != SPACING_COLUMN)))
        return text_format("d-model '%s' is odd: component '%s' needs odd drop or extend", d,
                           request->text[COMPONENT]);
    if (odd && table->odd == ODD_SIN && both && !listed && !column &&
        !has_spacing(table, SPACING_PAIR))
        return text_format("d-model '%s' is odd: spacing '%s' has no frequency for one more sine "
                           "(odd zero makes the last column 0)",
                           d, request->text[SPACING]);
    if (odd && table->odd == ODD_EXTEND && has_spacing(table, SPACING_ENDPOINT))
        return text_format(
            "d-model '%s' is odd: spacing 'endpoint' has no frequency for one more pair", d);
    return table->channel_count == 0 ? text_format("d-model '%s' leaves no column", d) : NULL;
}

/* --- with a grid */

static char *grid_rows_differ(const struct table *table, const struct request *request, int about) {
    const struct grid *grid = &table->grid;
    uint64_t rows = grid_count(grid) + table_rows_apart(table);
    (void)about;
    return grid->axes > 0 && !grid->listed && table->max_len != rows
               ? text_format("grid '%s' has %llu rows%s: max-len '%s' must be the same",
                             request->text[GRID], (unsigned long long)rows,
                             table->unrotated_rows.count ? ", with those apart"
                             : table->zero_rows.count    ? ", with those of zero-rows"
                                                         : "",
                             request->text[MAX_LEN])
               : NULL;
}

static char *grid_spacing(const struct table *table, const struct request *request, int about) {
    (void)request;
    (void)about;
    return table->grid.axes > 0 && has_spacing(table, SPACING_COLUMN)
               ? text_format("spacing 'column' is not for a grid")
               : NULL;
}

/* The points of a grid are those of its sizes, or those of a file. */
static char *grid_points(const struct table *table, const struct request *request, int about) {
    const struct grid *grid = &table->grid;
    const char *path = table->positions.file.path;
    if (grid->axes == 0 || grid->listed == (path != NULL))
        return NULL;
    if (grid->listed)
        return text_format("grid '%s' has no sizes, so it needs a positions-file",
                           request->text[about]);
    return text_format("grid '%s' has sizes, and positions-file '%.60s' has the points: the grid "
                       "beside it is %s",
                       request->text[about], request->text[POSITIONS_FILE],
                       "styx" + GRID_AXES - grid->axes);
}

/* A preset that keeps the shape of an image has the step of a square alone. */
static char *grid_square(const struct table *table, const struct request *request, int about) {
    const struct preset *alias = request->alias;
    const struct grid *grid = &table->grid;
    bool own = request->given[STEP] || (request->defaults && request->defaults[STEP]);
    if (!alias || !alias->square || own || grid->listed || grid->size[0] == grid->size[1])
        return NULL;
    return text_format("grid '%s' is no square, which preset '%s' is for: others need first and "
                       "step; see posenc presets %s",
                       request->text[about], alias->name, alias->name);
}

/* Blocks fill the grid. */
static char *grid_blocks(const struct table *table, const struct request *request, int about) {
    const struct grid *grid = &table->grid;
    for (int axis = 0; axis < grid->axes && !grid->listed; axis++)
        if (grid->size[axis] % grid->block[axis] != 0)
            return text_format("grid-blocks '%s': axis %c of grid '%s' has %llu, which is not a "
                               "multiple of %llu",
                               request->text[about], grid_letter(grid, axis), request->text[GRID],
                               (unsigned long long)grid->size[axis],
                               (unsigned long long)grid->block[axis]);
    return NULL;
}

/* The first axis that should own columns but has no pair; the number of axes if there is none. */
static int axis_without_pair(const struct table *table) {
    const struct grid *grid = &table->grid;
    int axis = 0;
    while (axis < grid->axes &&
           (!grid_owns(grid, axis) || grid_pairs(grid, axis, table->d_model) > 0))
        axis++;
    return axis;
}

static char *grid_pairless(const struct table *table, const struct request *request, int about) {
    int axis = axis_without_pair(table);
    return axis < table->grid.axes
               ? text_format("d-model '%s' leaves axis %c of the grid without a pair",
                             request->text[about], grid_letter(&table->grid, axis))
               : NULL;
}

static char *grid_shares(const struct table *table, const struct request *request, int about) {
    const struct grid *grid = &table->grid;
    bool equal = grid->nesting != NESTING_OUTER && !grid->shared;
    for (int k = 1; k < grid->owners && equal; k++)
        if (grid->weight[grid->columns[k]] != grid->weight[grid->columns[0]])
            return text_format("grid-columns '%s': unequal shares need grid-nesting outer, or "
                               "grid-frequencies shared",
                               request->text[about]);
    return NULL;
}

/* How many pairs of a row without a grid belong to no axis. */
static uint64_t pairs_left(const struct table *table) {
    return table->d_model / 2 - grid_row_pairs(&table->grid, table->d_model);
}

/* Each shared frequency belongs to an axis. */
static char *grid_sections(const struct table *table, const struct request *request, int about) {
    const struct grid *grid = &table->grid;
    unsigned long long pairs = table->d_model / 2;
    if (!grid->shared || axis_without_pair(table) < grid->axes)
        return NULL;
    if (pairs_left(table) > 0)
        return text_format(
            "grid-columns '%s' leaves %llu of the %llu pairs of d-model '%s' without "
            "an axis, and grid-frequencies is shared",
            request->text[about], (unsigned long long)pairs_left(table), pairs,
            request->text[D_MODEL]);
    int axis = channels_undealt(grid, table->d_model);
    if (grid->nesting == NESTING_OUTER || axis < 0)
        return NULL;
    return text_format(
        "grid-columns '%s': among %llu pairs, axis %c can't have its %llu one by one",
        request->text[about], pairs, grid_letter(grid, axis),
        (unsigned long long)grid_pairs(grid, axis, table->d_model));
}

static char *grid_columns_left(const struct table *table, const struct request *request,
                               int about) {
    bool both = table->component == COMPONENT_BOTH;
    (void)about;
    if (table->grid.axes == 0 || axis_without_pair(table) < table->grid.axes ||
        (table->grid.shared && pairs_left(table) > 0))
        return NULL;
    uint64_t left = table->d_model - 2 * grid_row_pairs(&table->grid, table->d_model);
    return left > 0 && table->odd != (both ? ODD_ZERO : ODD_DROP)
               ? text_format("grid: d-model '%s' does not divide into pairs of the axes (odd %s, "
                             "%llu of them%s)",
                             request->text[D_MODEL],
                             both ? "zero fills what is left" : "drop leaves out what is left",
                             (unsigned long long)left, both ? ", with 0" : "")
               : NULL;
}

/* A grid has a map of its columns. */
static char *grid_map(const struct table *table, const struct request *request, int about) {
    const uint64_t bytes = table->channel_count * sizeof *table->channel;
    return table->grid.axes > 0 && bytes > UINT64_C(1) << 31
               ? text_format("d-model '%s' takes about %llu GiB of memory, which is over 2 GiB",
                             request->text[about], (unsigned long long)(bytes >> 30))
               : NULL;
}

static char *grid_middle(const struct table *table, const struct request *request, int about) {
    return table->grid.axes > 0 && table->grid.nesting == NESTING_MIDDLE &&
                   table->component != COMPONENT_BOTH && !table->grid.shared
               ? text_format("grid-nesting '%s' is for component 'both', or grid-frequencies "
                             "'shared': component '%s' has only outer and inner",
                             request->text[about], request->text[COMPONENT])
               : NULL;
}

static char *grid_repeat(const struct table *table, const struct request *request, int about) {
    if (table->repeat != REPEAT_AXIS || table->component == COMPONENT_BOTH)
        return NULL;
    if (table->grid.axes == 0)
        return text_format("repeat '%s' needs a grid", request->text[about]);
    return table->grid.nesting == NESTING_INNER
               ? text_format("repeat '%s' is not for grid-nesting 'inner', where axes have no "
                             "sections",
                             request->text[about])
               : NULL;
}

/* --- frequencies */

static char *endpoint_pairs(const struct table *table, const struct request *request, int about) {
    (void)about;
    for (int axis = 0; axis == 0 || axis < table->grid.axes; axis++) {
        if (!grid_owns(&table->grid, axis))
            continue;
        uint64_t pairs = table_formula_sizes(table, axis).pairs;
        if (has_spacing(table, SPACING_ENDPOINT) && pairs < 2)
            return text_format("spacing 'endpoint' needs at least 2 pairs: d-model '%s' has %llu",
                               request->text[D_MODEL], (unsigned long long)pairs);
    }
    return NULL;
}

static char *scaling_spacing(const struct table *table, const struct request *request, int about) {
    return table->frequencies.scaling.rule->pair_spacing_only && !has_spacing(table, SPACING_PAIR)
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

void table_check(const struct table *table, const struct request *request, struct faults *faults) {
    static const struct check {
        char *(*find)(const struct table *, const struct request *, int about);
        int about; /* a word */
    } checks[] = {
        {columns_turn, UNROTATED_COLUMNS},
        {too_large, MAX_LEN},
        {grid_points, GRID},
        {grid_square, GRID},
        {grid_rows_differ, GRID},
        {grid_blocks, GRID_BLOCKS},
        {grid_spacing, SPACING},
        {grid_pairless, D_MODEL},
        {grid_shares, GRID_COLUMNS},
        {grid_sections, GRID_COLUMNS},
        {grid_columns_left, GRID},
        {grid_map, D_MODEL},
        {grid_middle, GRID_NESTING},
        {grid_repeat, REPEAT},
        {needs_grid, GRID_COLUMNS},
        {needs_grid, GRID_NESTING},
        {needs_grid, GRID_ROWS},
        {needs_grid, GRID_BLOCKS},
        {needs_grid, GRID_FREQUENCIES},
        {odd_error, D_MODEL},
        {repeat_of_both, REPEAT},
        {repeat_of_columns, REPEAT},
        {odd_channel, D_MODEL},
        {endpoint_pairs, SPACING},
        {scaling_spacing, SCALING},
        {scaling_axes, SCALING},
        {scale_missing, TYPE},
        {rows_have_angles, UNROTATED_ROWS},
        {rows_apart_once, UNROTATED_ROWS},
    };
    for (size_t k = 0; k < sizeof checks / sizeof *checks && faults->count == 0; k++)
        faults_add(faults, checks[k].about, checks[k].find(table, request, checks[k].about));
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
static void check_list(const struct table *table, enum word word, struct number_list *list,
                       struct faults *faults) {
    if (!list->path)
        return;
    const bool right = list->count == frequencies_of(table, table->grid.columns[0]);
    faults_add_found(
        faults, word,
        number_list_read(list, right ? list->count : FIRST_LINES, word == FREQUENCIES));
    faults_add(faults, word, wrong_count(table, word, list));
}

/* Reads the file of positions, in the same way. */
static void check_positions(struct table *table, const struct request *request,
                            struct faults *faults) {
    struct position_file *file = &table->positions.file;
    if (!file->path)
        return;
    const bool right = file->rows == table->max_len;
    const int columns = table->grid.axes ? table->grid.axes : 1;
    faults_add_found(faults, POSITIONS_FILE,
                     position_file_read(file, columns, right ? file->rows : FIRST_LINES));
    if (file->rows == 0)
        faults_add(faults, POSITIONS_FILE,
                   text_format("positions-file '%s': the file has no numbers", file->path));
    else if (!right)
        faults_add(faults, POSITIONS_FILE,
                   text_format("positions-file '%s': the file has %zu position%s, and max-len is "
                               "'%s'",
                               file->path, file->rows, file->rows > 1 ? "s" : "",
                               request->text[MAX_LEN]));
    if (faults->count == 0)
        positions_take_file(&table->positions, &table->grid);
}

void table_check_lists(struct table *table, const struct request *request, struct faults *faults) {
    check_positions(table, request, faults);
    if (table->positions.floor && !table->positions.file.path && faults->count == 0)
        faults_add(faults, POSITIONS, positions_floor(&table->positions, &table->grid));
    check_list(table, FREQUENCIES, &table->frequencies.list, faults);
    check_list(table, SCALING, &table->frequencies.scaling.factors, faults);
}
