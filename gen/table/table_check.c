#include "base/die.h"
#include "table/table_words.h"
#include "words/choice.h"

#include <inttypes.h>
#include <string.h>

/* Each function adds the first fault that it finds. `text` has the canonical text of each word. */

static bool has_listed_frequencies(const struct table *table) {
    return table->frequencies.list.path != NULL;
}

static bool has_spacing(const struct table *table, enum spacing spacing) {
    return !has_listed_frequencies(table) && table->frequencies.spacing == spacing;
}

/* --- with a grid */

/* The first axis that blocks don't fill; the number of axes if there is none. */
static int axis_not_filled(const struct grid *grid) {
    int axis = 0;
    while (axis < grid->axes && (grid->listed || grid->size[axis] % grid->block[axis] == 0))
        axis++;
    return axis;
}

/* The first axis that should own columns but has no pair; the number of axes if there is none. */
static int axis_without_pair(const struct grid *grid, uint64_t d_model) {
    int axis = 0;
    while (axis < grid->axes && (!grid_owns(grid, axis) || grid_pairs(grid, axis, d_model) > 0))
        axis++;
    return axis;
}

static bool has_equal_shares(const struct grid *grid) {
    for (int k = 1; k < grid->owners; k++)
        if (grid->weight[grid->columns[k]] != grid->weight[grid->columns[0]])
            return false;
    return true;
}

/* A preset that keeps the shape of an image has the step of a square alone. */
static void check_square(const struct table *table, const struct request *request,
                         struct faults *faults) {
    const struct preset *alias = request->alias;
    const struct grid *grid = &table->grid;
    const bool own = request->given[STEP] || (request->defaults && request->defaults[STEP]);
    if (alias && alias->square && !own && !grid->listed && grid->size[0] != grid->size[1])
        faults_put(faults, GRID,
                   "grid '%s' is no square, which preset '%s' is for: others need first and step; "
                   "see posenc presets %s",
                   request->text[GRID], alias->name, alias->name);
}

/* How the rows of a grid come about. */
static void check_grid_rows(const struct table *table, char *const text[], struct faults *faults) {
    const struct grid *grid = &table->grid;
    const bool points = table->positions.file.path, zeros = table->zero_rows.count > 0,
               unrotated = table->unrotated_rows.count > 0;
    const uint64_t rows = grid_count(grid) + table_rows_apart(table);
    const int axis = axis_not_filled(grid);
    if (grid->listed && !points)
        faults_put(faults, GRID, "grid '%s' has no sizes, so it needs a positions-file",
                   text[GRID]);
    else if (!grid->listed && points)
        faults_put(faults, GRID,
                   "grid '%s' has sizes, and positions-file '%.60s' has the points: with "
                   "positions-file, give only the axes: --grid %s",
                   text[GRID], text[POSITIONS_FILE], "styx" + GRID_AXES - grid->axes);
    else if (!grid->listed && table->max_len != rows)
        faults_put(faults, GRID, "grid '%s' has %" PRIu64 " rows%s: max-len '%s' must be the same",
                   text[GRID], rows,
                   zeros && unrotated ? ", with those of zero-rows and unrotated-rows"
                   : zeros            ? ", with those of zero-rows"
                   : unrotated        ? ", with those of unrotated-rows"
                                      : "",
                   text[MAX_LEN]);
    else if (axis < grid->axes)
        faults_put(faults, GRID_BLOCKS,
                   "grid-blocks '%s': axis %c of grid '%s' has %" PRIu64
                   ", which is not a multiple of %" PRIu64,
                   text[GRID_BLOCKS], grid_letter(grid, axis), text[GRID], grid->size[axis],
                   grid->block[axis]);
}

/* How the axes of a grid share the columns. */
static void check_grid_columns(const struct table *table, char *const text[],
                               struct faults *faults) {
    const struct grid *grid = &table->grid;
    const bool both = table->component == COMPONENT_BOTH;
    const uint64_t d = table->d_model, left = d - 2 * grid_row_pairs(grid, d),
                   bytes = table->channel_count * sizeof *table->channel; /* of the map */
    const int pairless = axis_without_pair(grid, d);
    if (has_spacing(table, SPACING_COLUMN))
        faults_put(faults, SPACING, "spacing 'column' is not for a grid");
    else if (pairless < grid->axes)
        faults_put(faults, D_MODEL, "d-model '%s' leaves axis %c of the grid without a pair",
                   text[D_MODEL], grid_letter(grid, pairless));
    else if (grid->nesting != NESTING_OUTER && !grid->shared && !has_equal_shares(grid))
        faults_put(faults, GRID_COLUMNS,
                   "grid-columns '%s': unequal shares need grid-nesting outer, or grid-frequencies "
                   "shared",
                   text[GRID_COLUMNS]);
    else if (grid->shared && left > 1)
        faults_put(faults, GRID_COLUMNS,
                   "grid-columns '%s' leaves %" PRIu64 " of the %" PRIu64
                   " pairs of d-model '%s' without an axis, and grid-frequencies is shared",
                   text[GRID_COLUMNS], left / 2, d / 2, text[D_MODEL]);
    else if (grid->shared && grid->nesting != NESTING_OUTER && channels_short_axis(grid, d) >= 0)
        faults_put(faults, GRID_COLUMNS,
                   "grid-columns '%s': the %" PRIu64
                   " pairs run out before axis %c has its %" PRIu64,
                   text[GRID_COLUMNS], d / 2, grid_letter(grid, channels_short_axis(grid, d)),
                   grid_pairs(grid, channels_short_axis(grid, d), d));
    else if (left > 0 && table->odd != (both ? ODD_ZERO : ODD_DROP))
        faults_put(faults, GRID,
                   "grid: d-model '%s' does not divide into pairs of the axes (odd %s, %" PRIu64
                   " of them%s)",
                   text[D_MODEL], both ? "zero fills what is left" : "drop leaves out what is left",
                   left, both ? ", with 0" : "");
    else if (bytes > UINT64_C(1) << 31)
        faults_put(faults, D_MODEL,
                   "d-model '%s' takes about %" PRIu64 " GiB of memory, which is over 2 GiB",
                   text[D_MODEL], bytes >> 30);
    else if (grid->nesting == NESTING_MIDDLE && !both && !grid->shared)
        faults_put(faults, GRID_NESTING,
                   "grid-nesting '%s' is for component 'both', or grid-frequencies 'shared': "
                   "component '%s' has only outer and inner",
                   text[GRID_NESTING], text[COMPONENT]);
    else if (table->repeat == REPEAT_AXIS && !both && grid->nesting == NESTING_INNER)
        faults_put(faults, REPEAT,
                   "repeat '%s' is not for grid-nesting 'inner', where axes have no sections",
                   text[REPEAT]);
}

/* --- without a grid */

static void check_no_grid(const struct table *table, char *const text[], struct faults *faults) {
    static const enum word needing[] = {GRID_COLUMNS, GRID_NESTING, GRID_ROWS, GRID_BLOCKS,
                                        GRID_FREQUENCIES};
    if (table->repeat == REPEAT_AXIS && table->component != COMPONENT_BOTH)
        faults_put(faults, REPEAT, "repeat '%s' needs a grid", text[REPEAT]);
    for (size_t k = 0; k < sizeof needing / sizeof *needing; k++)
        if (!word_is_default(needing[k], text[needing[k]]))
            faults_put(faults, needing[k], "%s '%.60s' needs a grid", words[needing[k]].name,
                       text[needing[k]]);
    if (table->d_model % 2 == 1 && table->odd == ODD_ERROR)
        faults_put(faults, D_MODEL, "d-model '%s' is odd%s", text[D_MODEL],
                   *text[PRESET] ? ", which the preset does not allow" : "");
}

/* What the odd channel needs; and is any column left? */
static void check_odd(const struct table *table, char *const text[], struct faults *faults) {
    const bool odd = table->d_model % 2 == 1, both = table->component == COMPONENT_BOTH,
               column = table->frequencies.spacing == SPACING_COLUMN;
    const char *d = text[D_MODEL];
    if (!both && table->repeat != REPEAT_NONE && has_spacing(table, SPACING_COLUMN))
        faults_put(faults, REPEAT,
                   "repeat '%s' is not for spacing 'column': every column has a frequency of its "
                   "own",
                   text[REPEAT]);
    if (odd && !both && (table->odd == ODD_ZERO || (table->odd == ODD_SIN && !column)))
        faults_put(faults, D_MODEL, "d-model '%s' is odd: component '%s' needs odd drop or extend",
                   d, text[COMPONENT]);
    if (odd && both && table->odd == ODD_SIN && !has_listed_frequencies(table) && !column &&
        !has_spacing(table, SPACING_PAIR))
        faults_put(faults, D_MODEL,
                   "d-model '%s' is odd: spacing '%s' has no frequency for one more sine (odd zero "
                   "makes the last column 0)",
                   d, text[SPACING]);
    if (odd && table->odd == ODD_EXTEND && has_spacing(table, SPACING_ENDPOINT))
        faults_put(faults, D_MODEL,
                   "d-model '%s' is odd: spacing 'endpoint' has no frequency for one more pair", d);
    if (table->channel_count == 0)
        faults_put(faults, D_MODEL, "d-model '%s' leaves no column", d);
}

/* --- with or without */

static void check_scaling(const struct table *table, char *const text[], struct faults *faults) {
    const struct scaling *scaling = &table->frequencies.scaling;
    char letters[GRID_AXES + 1] = "";
    for (int axis = 0; axis < table->grid.axes && !table->grid.shared; axis++)
        letters[axis] = grid_letter(&table->grid, axis);
    const char foreign = scaling_foreign_axis(scaling, letters);
    if (scaling->rule->pair_spacing_only && !has_spacing(table, SPACING_PAIR))
        faults_put(faults, SCALING, "scaling '%.60s' is for spacing 'pair'", text[SCALING]);
    if (foreign && table->grid.shared)
        faults_put(faults, SCALING,
                   "scaling '%.60s': axes that share their frequencies have one rule",
                   text[SCALING]);
    if (foreign)
        faults_put(faults, SCALING, "scaling '%.60s': the table has no axis %c", text[SCALING],
                   foreign);
}

enum { COLUMNS_APART = 1 << 20 };

static void check_unrotated_columns(const struct table *table, char *const text[],
                                    struct faults *faults) {
    const bool one = table->component == COMPONENT_SIN || table->component == COMPONENT_COS ||
                     table->component == COMPONENT_COS_SIN;
    const char *why = table->grid.axes == 0 ? "needs a grid"
                      : !one                ? "needs component sin, cos or cos,sin"
                      : table->unrotated_columns > COLUMNS_APART ? "is more than 2^20"
                                                                 : NULL;
    if (table->unrotated_columns > 0 && why)
        faults_put(faults, UNROTATED_COLUMNS, "unrotated-columns '%s' %s", text[UNROTATED_COLUMNS],
                   why);
}

void table_check(const struct table *table, const struct request *request, struct faults *faults) {
    char *const *text = request->text;
    const bool grid = table->grid.axes > 0;
    uint64_t row = 0;
    check_unrotated_columns(table, text, faults);
    if (table->max_len > CHOICE_ENTRIES / table->d_model)
        faults_put(faults, MAX_LEN, "%s x %s is too large: a table has at most 2^40 entries",
                   text[MAX_LEN], text[D_MODEL]);
    if (grid && faults->count == 0)
        check_square(table, request, faults);
    if (grid && faults->count == 0)
        check_grid_rows(table, text, faults);
    if (grid && faults->count == 0)
        check_grid_columns(table, text, faults);
    if (!grid)
        check_no_grid(table, text, faults);
    if (table->component == COMPONENT_BOTH && table->repeat != REPEAT_NONE)
        faults_put(faults, REPEAT,
                   "repeat '%s' needs one component: set component to sin, cos, frequency or "
                   "factor",
                   text[REPEAT]);
    if (!grid)
        check_odd(table, text, faults);
    for (int axis = 0; axis == 0 || axis < table->grid.axes; axis++) {
        const uint64_t pairs = table_formula_sizes(table, axis).pairs;
        if (has_spacing(table, SPACING_ENDPOINT) && grid_owns(&table->grid, axis) && pairs < 2)
            faults_put(faults, SPACING,
                       "spacing 'endpoint' needs at least 2 pairs: d-model '%s' has %" PRIu64,
                       text[D_MODEL], pairs);
    }
    check_scaling(table, text, faults);
    if (table->type->scaled && mpq_sgn(table->scale) == 0)
        faults_put(faults, TYPE, "missing: --scale, which type '%s' needs", text[TYPE]);
    if (table_is_constant(table) && table->unrotated_rows.count > 0)
        faults_put(faults, UNROTATED_ROWS,
                   "unrotated-rows '%.60s' is not for component '%s', whose rows have no angles",
                   text[UNROTATED_ROWS], text[COMPONENT]);
    if (rows_apart_share(&table->unrotated_rows, &table->zero_rows, &row))
        faults_put(faults, UNROTATED_ROWS,
                   "unrotated-rows '%.60s': row %" PRIu64 " is one of zero-rows too",
                   text[UNROTATED_ROWS], row);
}

/* --- lists */

/* How many lines of a list are read if its count is wrong. */
enum { FIRST_LINES = 10000 };

/* Reads a list, which must have one number for each frequency of every axis. If its count is wrong, only the first lines
 * are read: a bad line among them explains a wrong count, so it is reported in its place. */
static void check_list(const struct table *table, enum word word, struct number_list *list,
                       struct faults *faults) {
    const struct grid *grid = &table->grid;
    const bool factors = word == SCALING, axes = grid->axes > 0 && !grid->shared;
    if (!list->path)
        return;
    for (int axis = 0, read = 0; axis == 0 || axis < grid->axes; axis++) {
        if (!grid_owns(grid, axis))
            continue;
        const uint64_t wanted =
            grid->axes > 0 ? table_formula_sizes(table, axis).pairs : table->frequency_count;
        if (read++ == 0)
            faults_add_found(faults, word,
                             number_list_read(list, list->count == wanted ? wanted : FIRST_LINES,
                                              word == FREQUENCIES));
        if (list->count == 0 && !factors)
            faults_put(faults, word, "frequencies '%s': the file has no numbers", list->path);
        if (list->count != wanted)
            faults_put(faults, word, "%s '%s%s%s': the file has %zu%s, and the table %s %" PRIu64,
                       words[word].name, factors ? table->frequencies.scaling.rule->name : "",
                       factors ? ":" : "", list->path, list->count, factors ? " factors" : "",
                       axes ? "on each axis" : "needs", wanted);
    }
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
        faults_put(faults, POSITIONS_FILE, "positions-file '%s': the file has no numbers",
                   file->path);
    else if (!right)
        faults_put(faults, POSITIONS_FILE,
                   "positions-file '%s': the file has %zu position%s, and max-len is '%s'",
                   file->path, file->rows, file->rows > 1 ? "s" : "", request->text[MAX_LEN]);
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
