#include "table/grid_check.h"
#include "base/die.h"
#include "table/grid_pairs.h"
#include "table/table_check.h"

/* Each function returns what is wrong, or NULL; `about` is the word of its row in the list of checks below. */

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
    return table->grid.axes > 0 && table_has_spacing(table, SPACING_COLUMN)
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
    int axis = grid_axis_undealt(grid, table->d_model);
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

/* --- all checks */

#define A(word) WORD_SET(word)

void grid_check(const struct table *table, const struct request *request, struct faults *faults) {
    const word_set how_columns = A(D_MODEL) | A(GRID) | A(GRID_COLUMNS),
                   nesting = A(GRID) | A(GRID_NESTING) | A(GRID_FREQUENCIES);
    const struct check checks[] = {
        {grid_points, GRID, A(GRID) | A(POSITIONS_FILE)},
        {grid_rows_differ, GRID,
         A(MAX_LEN) | A(GRID) | A(ZERO_ROWS) | A(UNROTATED_ROWS) | A(POSITIONS_FILE)},
        {grid_blocks, GRID_BLOCKS, A(GRID) | A(GRID_BLOCKS)},
        {grid_spacing, SPACING, A(GRID) | A(SPACING) | A(FREQUENCIES)},
        {grid_pairless, D_MODEL, how_columns},
        {grid_shares, GRID_COLUMNS, nesting | A(GRID_COLUMNS)},
        {grid_sections, GRID_COLUMNS, nesting | how_columns},
        {grid_columns_left, GRID, how_columns | A(ODD) | A(COMPONENT) | A(GRID_FREQUENCIES)},
        {grid_middle, GRID_NESTING, nesting | A(COMPONENT)},
        {grid_repeat, REPEAT, A(REPEAT) | A(COMPONENT) | nesting},
    };
    table_run_checks(checks, sizeof checks / sizeof *checks, table, request, faults);
}
