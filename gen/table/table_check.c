/* SPDX-License-Identifier: MIT */
#include "table/table.h"
#include "words/choice.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Each function may find faults; the request keeps the first one. */

static bool has_spacing(const struct table *table, enum spacing spacing) {
    return !table->frequencies.listed && table->frequencies.spacing == spacing;
}

/* --- with a grid */

static bool has_equal_shares(const struct grid *grid) {
    for (int k = 1; k < grid->owners; k++)
        if (grid->weight[grid->columns[k]] != grid->weight[grid->columns[0]])
            return false;
    return true;
}

/* Some presets keep the shape of an image, and their step is right for squares only. */
static void check_square(const struct table *table, const struct request *request) {
    const struct preset *alias = request->source.alias;
    const struct grid *grid = &table->grid;
    const bool own = request_gives(request, STEP);
    if (alias && alias->square && !own && !grid->listed && grid->size[0] != grid->size[1])
        request_refuse(request, GRID,
                       " is no square, which preset '%s' is for: others need first and step; "
                       "see posenc presets %s",
                       alias->name, alias->name);
}

/* Checks the words that make the rows of a grid. */
static void check_grid_rows(const struct table *table, const struct request *request) {
    const struct grid *grid = &table->grid;
    const bool points = table->positions.listed, zeros = table->zero_rows.count > 0,
               unrotated = table->unrotated_rows.count > 0;
    const uint64_t rows = grid_count(grid) + table->zero_rows.count + table->unrotated_rows.count;
    if (grid->listed && !points)
        request_refuse(request, GRID, " has no sizes, so it needs a positions-file");
    else if (!grid->listed && points)
        request_refuse(request, GRID,
                       " has sizes, and positions-file '%.60s' has the points: with "
                       "positions-file, give only the axes: --grid %s",
                       request->text[POSITIONS_FILE], "styx" + GRID_AXES - grid->axes);
    else if (!grid->listed && table->max_len != rows)
        request_refuse(request, GRID, " has %" PRIu64 " rows%s: max-len '%s' must be the same",
                       rows,
                       zeros && unrotated ? ", with those of zero-rows and unrotated-rows"
                       : zeros            ? ", with those of zero-rows"
                       : unrotated        ? ", with those of unrotated-rows"
                                          : "",
                       request->text[MAX_LEN]);
    for (int axis = 0; axis < grid->axes && !grid->listed; axis++)
        if (grid->size[axis] % grid->block[axis] != 0)
            request_refuse(
                request, GRID_BLOCKS,
                ": axis %c of grid '%s' has %" PRIu64 ", which is not a multiple of %" PRIu64,
                grid_letter(grid, axis), request->text[GRID], grid->size[axis], grid->block[axis]);
}

/* Checks how the axes of a grid share the columns. */
static void check_grid_columns(const struct table *table, const struct request *request) {
    const struct grid *grid = &table->grid;
    const bool both = table->component == COMPONENT_BOTH;
    const uint64_t d = table->d_model, left = d - 2 * grid_row_pairs(grid, d);
    if (has_spacing(table, SPACING_COLUMN))
        request_refuse(request, SPACING, " is not for a grid");
    for (int axis = 0; axis < grid->axes; axis++)
        if (grid_owns(grid, axis) && grid_pairs(grid, axis, d) == 0)
            request_refuse(request, D_MODEL, " leaves axis %c of the grid without a pair",
                           grid_letter(grid, axis));
    if (grid->nesting != NESTING_OUTER && !grid->shared && !has_equal_shares(grid))
        request_refuse(request, GRID_COLUMNS,
                       ": unequal shares need grid-nesting outer, or grid-frequencies "
                       "shared");
    else if (grid->shared && left > 1)
        request_refuse(request, GRID_COLUMNS,
                       " leaves %" PRIu64 " of the %" PRIu64
                       " pairs of d-model '%s' without an axis, and grid-frequencies is shared",
                       left / 2, d / 2, request->text[D_MODEL]);
    else if (grid->shared && grid->nesting != NESTING_OUTER && channels_short_axis(grid, d) >= 0)
        request_refuse(request, GRID_COLUMNS,
                       ": the %" PRIu64 " pairs run out before axis %c has its %" PRIu64, d / 2,
                       grid_letter(grid, channels_short_axis(grid, d)),
                       grid_pairs(grid, channels_short_axis(grid, d), d));
    else if (left > 0 && table->odd != (both ? ODD_ZERO : ODD_DROP))
        faults_put(request->faults, GRID,
                   "grid: d-model '%s' does not divide into pairs of the axes (odd %s, %" PRIu64
                   " of them%s)",
                   request->text[D_MODEL],
                   both ? "zero fills what is left" : "drop leaves out what is left", left,
                   both ? ", with 0" : "");
    else if (grid->nesting == NESTING_MIDDLE && !both && !grid->shared)
        request_refuse(request, GRID_NESTING,
                       " is for component 'both', or grid-frequencies 'shared': "
                       "component '%s' has only outer and inner",
                       request->text[COMPONENT]);
    else if (table->repeat == REPEAT_AXIS && !both && grid->nesting == NESTING_INNER)
        request_refuse(request, REPEAT,
                       " is not for grid-nesting 'inner', where axes have no sections");
}

/* --- without a grid */

static void check_no_grid(const struct table *table, const struct request *request) {
    static const enum word needing[] = {GRID_COLUMNS, GRID_NESTING, GRID_ROWS, GRID_BLOCKS,
                                        GRID_FREQUENCIES};
    if (table->repeat == REPEAT_AXIS && table->component != COMPONENT_BOTH)
        request_refuse(request, REPEAT, " needs a grid");
    for (size_t k = 0; k < sizeof needing / sizeof *needing; k++)
        if (!word_is_default(needing[k], request->text[needing[k]]))
            request_refuse(request, needing[k], " needs a grid");
    if (table->d_model % 2 == 1 && table->odd == ODD_ERROR)
        request_refuse(request, D_MODEL, " is odd%s",
                       *request->text[PRESET] ? ", which the preset does not allow" : "");
}

/* Checks what an odd channel needs, and that some column is left. */
static void check_odd(const struct table *table, const struct request *request) {
    const bool odd = table->d_model % 2 == 1, both = table->component == COMPONENT_BOTH,
               column = table->frequencies.spacing == SPACING_COLUMN;
    if (!both && table->repeat != REPEAT_NONE && has_spacing(table, SPACING_COLUMN))
        request_refuse(request, REPEAT,
                       " is not for spacing 'column': every column has a frequency of its "
                       "own");
    if (odd && !both &&
        (table->odd == ODD_ZERO || (table->odd == ODD_SIN && !column && table->d_model > 1)))
        request_refuse(request, D_MODEL, " is odd: component '%s' needs odd drop or extend",
                       request->text[COMPONENT]);
    if (odd && both && table->odd == ODD_SIN && !table->frequencies.listed && !column &&
        !has_spacing(table, SPACING_PAIR))
        request_refuse(request, D_MODEL,
                       " is odd: spacing '%s' has no frequency for one more sine (odd zero "
                       "makes the last column 0)",
                       request->text[SPACING]);
    if (odd && table->odd == ODD_EXTEND && has_spacing(table, SPACING_ENDPOINT))
        request_refuse(request, D_MODEL,
                       " is odd: spacing 'endpoint' has no frequency for one more pair");
    if (table->channel_count == 0)
        request_refuse(request, D_MODEL, " leaves no column");
}

/* --- with or without */

static void check_scaling(const struct table *table, const struct request *request) {
    const struct scaling *scaling = &table->frequencies.scaling;
    char letters[GRID_AXES + 1] = "";
    for (int axis = 0; axis < table->grid.axes && !table->grid.shared; axis++)
        letters[axis] = grid_letter(&table->grid, axis);
    const char foreign = scaling_foreign_axis(scaling, letters);
    if (scaling->rule->pair_spacing_only && !has_spacing(table, SPACING_PAIR))
        request_refuse(request, SCALING, " is for spacing 'pair'");
    if (foreign && table->grid.shared)
        request_refuse(request, SCALING, ": axes that share their frequencies have one rule");
    if (foreign)
        request_refuse(request, SCALING, ": the table has no axis %c", foreign);
}

enum { UNROTATED_COLUMNS_MAX = 1 << 20 };

static void check_unrotated_columns(const struct table *table, const struct request *request) {
    const bool one = table->component == COMPONENT_SIN || table->component == COMPONENT_COS ||
                     table->component == COMPONENT_COS_SIN;
    const char *why = table->grid.axes == 0 ? "needs a grid"
                      : !one                ? "needs component sin, cos or cos,sin"
                      : table->unrotated_columns > UNROTATED_COLUMNS_MAX ? "is more than 2^20"
                                                                         : NULL;
    if (table->unrotated_columns > 0 && why)
        request_refuse(request, UNROTATED_COLUMNS, " %s", why);
}

static void check_integers(const struct table *table, const struct request *request) {
    const struct element *type = table->type;
    if (type->scaled && mpq_sgn(table->scale) == 0)
        faults_put(
            request->faults, TYPE,
            "missing: --scale, which type '%s' needs; for sines from -1 to 1, --scale 1/%" PRId64
            "%s%.0" PRId64,
            request->text[TYPE], type->lowest < 0 ? type->highest : type->highest / 2,
            type->lowest < 0 ? "" : " --zero-point ", type->lowest < 0 ? 0 : type->highest / 2 + 1);
    if (table->grid.axes > 0 &&
        (type->zero_point < type->lowest || type->zero_point > type->highest))
        request_refuse(request, ZERO_POINT, " is beyond type '%s', on a grid", request->text[TYPE]);
}

void table_check(const struct table *table, const struct request *request) {
    const bool grid = table->grid.axes > 0;
    check_unrotated_columns(table, request);
    if (table->unrotated_columns > 0 && table->max_len > CHOICE_ENTRIES / table->channel_count)
        request_refuse(request, UNROTATED_COLUMNS,
                       " is too large: a table has at most 2^40 entries");
    if (table->max_len > CHOICE_ENTRIES / table->d_model)
        faults_put(request->faults, MAX_LEN,
                   "%s x %s is too large: a table has at most 2^40 entries", request->text[MAX_LEN],
                   request->text[D_MODEL]);
    if (grid) {
        check_square(table, request);
        check_grid_rows(table, request);
        check_grid_columns(table, request);
    } else {
        check_no_grid(table, request);
    }
    char *excess = memory_excess(table_memory(table));
    if (excess)
        request_refuse(request, D_MODEL, " takes %s", excess);
    free(excess);
    if (table->component == COMPONENT_BOTH && table->repeat != REPEAT_NONE)
        request_refuse(request, REPEAT,
                       " needs one component: set component to sin, cos, frequency or "
                       "factor");
    if (!grid)
        check_odd(table, request);
    for (int axis = 0; axis == 0 || axis < table->grid.axes; axis++) {
        const uint64_t pairs = table_formula_sizes(table, axis).pairs;
        if (has_spacing(table, SPACING_ENDPOINT) && grid_owns(&table->grid, axis) && pairs < 2)
            faults_put(request->faults, SPACING,
                       "spacing 'endpoint' needs at least 2 pairs: d-model '%s' has %" PRIu64,
                       request->text[D_MODEL], pairs);
    }
    check_scaling(table, request);
    check_integers(table, request);
    if (table_is_constant(table) && table->unrotated_rows.count > 0)
        request_refuse(request, UNROTATED_ROWS,
                       " is not for component '%s', whose rows have no angles",
                       request->text[COMPONENT]);
    for (size_t k = 0; k < table->unrotated_rows.count; k++)
        if (table_zero_row(table, table->unrotated_rows.row[k]))
            request_refuse(request, UNROTATED_ROWS, ": row %" PRIu64 " is one of zero-rows too",
                           table->unrotated_rows.row[k]);
}

/* --- lists */

/* If the count of a list is wrong, only this many lines are read. */
enum { FIRST_LINES = 10000 };

/* Reads a list, which must have one number for each frequency of every axis. If its count is wrong, the first lines are
 * read: a bad line among them explains the count, and is reported instead of it. */
static void check_list(const struct table *table, struct request *request, enum word word,
                       struct number_list *list) {
    const struct grid *grid = &table->grid;
    struct request_file *file = &request->file[word];
    const bool factors = word == SCALING, axes = grid->axes > 0 && !grid->shared;
    const size_t count = number_lines_count(&file->text);
    for (int axis = 0, read = 0; axis == 0 || axis < grid->axes; axis++) {
        if (!grid_owns(grid, axis))
            continue;
        const uint64_t wanted =
            grid->axes > 0 ? table_formula_sizes(table, axis).pairs : table->frequency_count;
        if (read++ == 0)
            faults_add_found(request->faults, word,
                             number_list_read(list, file->path, &file->text,
                                              count == wanted ? count : FIRST_LINES, !factors));
        if (count == 0 && !factors)
            faults_put(request->faults, word, "frequencies '%s': the file has no numbers",
                       file->path);
        if (count != wanted)
            faults_put(request->faults, word,
                       "%s '%s%s%s': the file has %zu%s, and the table %s %" PRIu64,
                       words[word].name, factors ? table->frequencies.scaling.rule->name : "",
                       factors ? ":" : "", file->path ? file->path : "a published list", count,
                       factors ? " factors" : "", axes ? "on each axis" : "needs", wanted);
    }
}

/* Reads the file of positions in the same way. */
static void check_positions(struct table *table, struct request *request) {
    struct request_file *file = &request->file[POSITIONS_FILE];
    const size_t rows = number_lines_count(&file->text);
    const bool right = rows == table->max_len;
    table->positions.columns = table->grid.axes ? table->grid.axes : 1;
    faults_add_found(
        request->faults, POSITIONS_FILE,
        positions_read(&table->positions, file->path, &file->text, right ? rows : FIRST_LINES));
    if (rows == 0)
        faults_put(request->faults, POSITIONS_FILE, "positions-file '%s': the file has no numbers",
                   file->path);
    else if (!right)
        faults_put(request->faults, POSITIONS_FILE,
                   "positions-file '%s': the file has %zu position%s, and max-len is '%s'",
                   file->path, rows, rows > 1 ? "s" : "", request->text[MAX_LEN]);
    else if (!request_is_wrong(request))
        positions_take_file(&table->positions, &table->grid);
}

void table_check_lists(struct table *table, struct request *request) {
    if (table->positions.listed)
        check_positions(table, request);
    else
        positions_change(&table->positions, &table->grid, table->max_len, request->faults);
    if (table->frequencies.listed)
        check_list(table, request, FREQUENCIES, &table->frequencies.list);
    if (table->frequencies.scaling.rule->file) {
        const char *published = scaling_published(request_text(request, SCALING));
        if (published)
            text_print(&request->file[SCALING].text, published);
        check_list(table, request, SCALING, &table->frequencies.scaling.factors);
    }
}
