#include "audit/hypotheses.h"
#include "audit/phrases.h"
#include "base/die.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>

/* Finds rows and columns that don't hold what they should: zeros, one number, the line before them, or another line of the
 * table, as they do after lines that are lost, duplicated, inserted or swapped. Lines that follow each other are one run. */

/* A line is compared with those of the table in CELLS cells across it. In a row, one of ODD_ONE_OF cells may be damaged. */
enum { CELLS = 24, ODD_ONE_OF = 8 };

enum { SHIFTS_MOST = 8, SEARCHES_MOST = 64 };

struct walk {
    struct diagnosis *d;
    struct line_runs found;
    uint64_t
        sources; /* lines of the model that a line may hold: also some after the table's last */
    uint64_t cell[CELLS];
    size_t cells;
    bool vague; /* errors of lines are no noise: of two lines of the table the nearer one counts */

    size_t pipeline; /* a coarse one that explains most of the array, */
    char *computed;  /* and what it computes: a row, or all rows that have cells */

    size_t searches;
};

/* --- lines with their errors */

struct table_lines lines_new(bool columns, uint64_t count) {
    return (struct table_lines){.columns = columns,
                                .count = count,
                                .error = die_malloc(count * sizeof(double)),
                                .zero = die_malloc(count * sizeof(bool))};
}

void lines_free(struct table_lines *lines) {
    free(lines->error);
    free(lines->zero);
}

/* A row is zero if all its entries are zeros of either sign, and one of them is wrong by more than its sign. */
struct table_lines rows_of(const struct patient *patient) {
    const struct comparison *comparison = patient->comparison;
    struct table_lines rows = lines_new(false, comparison->line ? comparison->lines : 0);
    for (uint64_t row = 0; row < rows.count; row++) {
        const struct line_errors *line = &comparison->line[row];
        rows.error[row] = line->kind >= ERROR_INFINITE ? INFINITY : line->absolute;
        rows.zero[row] = line->zeros == patient->table->columns && line->absolute > 0;
    }
    return rows;
}

static int by_size(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Up to this, an error is like that of the line in the middle, of those that aren't zero, or below `least`. */
static double usual_of_lines(const struct table_lines *lines, double least) {
    enum { TIMES = 16 };
    double *errors = die_malloc(lines->count * sizeof *errors);
    size_t count = 0;
    for (uint64_t k = 0; k < lines->count; k++)
        if (!lines->zero[k])
            errors[count++] = lines->error[k];
    qsort(errors, count, sizeof *errors, by_size);
    const double usual = fmax(count > 0 ? TIMES * errors[count / 2] : 0, least);
    free(errors);
    return usual;
}

/* Says which lines are zero. */
static void tell_zeros(struct diagnosis *d, const struct table_lines *lines) {
    struct ranges zero = {.numbers = 0};
    for (uint64_t k = 0; k < lines->count; k++)
        if (lines->zero[k]) {
            ranges_add(&zero, k);
            if (!lines->columns) /* words of another table have columns of zeros */
                note_damage(d, (struct damage){DAMAGE_ZERO, false, k, 0, 0});
        }
    if (zero.numbers > 0)
        tell(d, zero.numbers == lines->count
                    ? text_format("entries are zero")
                    : ranges_say(&zero, lines->columns ? "column" : "row", "zero"));
}

bool zero_rows(struct diagnosis *d) {
    uint64_t wrong = 0;
    tell_zeros(d, &d->rows);
    for (uint64_t row = 0; row < d->rows.count; row++)
        wrong += d->rows.zero[row] ? d->patient.comparison->line[row].wrong : 0;
    return wrong > 0 && wrong == d->patient.comparison->all.unexplained;
}

/* --- what a line holds */

static uint64_t index_of(const struct walk *walk, uint64_t line, uint64_t cell) {
    const uint64_t columns = walk->d->patient.table->columns;
    return walk->found.lines->columns ? cell * columns + line : line * columns + cell;
}

static void read_line(const struct walk *walk, uint64_t line, double got[]) {
    for (size_t c = 0; c < walk->cells; c++)
        got[c] = probe_got_value(&walk->d->probe, index_of(walk, line, walk->cell[c]));
}

/* What the table has in a cell of a line, and how far noise may take it. */
static double model_cell(const struct walk *walk, uint64_t line, uint64_t cell, double *bound) {
    const struct noise *noise = walk->d->patient.noise;
    const struct table *table = walk->d->patient.table;
    const uint64_t index = index_of(walk, line, cell);
    struct place place = {line, cell};
    if (index < table_entries(table)) /* else a row after the last one */
        place = place_of(table, index);
    const struct model_row row = model_row_at(noise->model, place.position);
    const double angle = model_row_angle(noise->model, &row, place.channel),
                 wanted = table->component == COMPONENT_FACTOR
                              ? probe_wanted_value(&walk->d->probe, index)
                              : model_row_entry(noise->model, &row, place.channel, angle);
    *bound = noise_bound_of_angle(noise, place.channel, angle, wanted);
    return wanted;
}

/* How far a line of the array is from a line of the table, in the cells: 0 within noise. Above `most` the sum ends.
 * The first few cells of a row that are far off may be damaged. */
static double line_distance(const struct walk *walk, const double got[], uint64_t line,
                            double most) {
    const double limit = 2 * walk->d->patient.noise->model->amplitude;
    size_t spare = walk->found.lines->columns ? 0 : walk->cells / ODD_ONE_OF;
    double sum = 0;
    for (size_t c = 0; c < walk->cells && sum <= most; c++) {
        double bound;
        const double far = fabs(got[c] - model_cell(walk, line, walk->cell[c], &bound));
        if (far <= bound)
            continue;
        if (spare > 0 && !(far <= 64 * bound))
            spare--;
        else
            sum += far <= limit ? far : limit; /* NaN too */
    }
    return sum;
}

/* How near a line must be to another one of the table: nearer than to its own, and where no coarse pipeline explains more,
 * with usual errors. */
static double distance_limit(const struct walk *walk, const double got[], uint64_t line) {
    const double own = walk->vague ? line_distance(walk, got, line, INFINITY) / NEARER : 0;
    return walk->computed ? own : fmin(own, walk->found.usual * (double)walk->cells);
}

/* Does the line hold what that of the table has? */
static bool holds(const struct walk *walk, uint64_t line, uint64_t source) {
    double got[CELLS];
    if (source >= walk->sources)
        return false;
    read_line(walk, line, got);
    const double most = source == line ? 0 : distance_limit(walk, got, line);
    return line_distance(walk, got, source, most) <= most;
}

/* How far the numbers themselves are, whatever noise explains. */
static double raw_distance(const struct walk *walk, const double got[], uint64_t line) {
    double sum = 0, bound;
    for (size_t c = 0; c < walk->cells; c++)
        sum += fabs(got[c] - model_cell(walk, line, walk->cell[c], &bound));
    return sum;
}

/* Finds the line of the table that a line holds: if the next line is in the next one, the nearest of these to the expected
 * one, since all from there on are shifted; else the one whose numbers are nearest. */
static bool find_source(struct walk *walk, uint64_t line, uint64_t expected, struct line_run *run) {
    double got[CELLS], least = INFINITY;
    bool found = false;
    if (walk->searches++ == SEARCHES_MOST)
        return false;
    read_line(walk, line, got);
    const uint64_t count = walk->found.lines->count;
    double most = distance_limit(walk, got, line);
    for (uint64_t n = 1; n < 2 * walk->sources; n++) {
        const uint64_t at = n % 2 ? expected - (n + 1) / 2 : expected + n / 2; /* may wrap */
        if (at >= walk->sources)
            continue;
        const double distance = line_distance(walk, got, at, most);
        if (distance > most)
            continue;
        if (line + 1 == count ? distance == 0 && at > expected : holds(walk, line + 1, at + 1)) {
            *run = (struct line_run){RUN_SHIFTED, line, line, (int64_t)(at - line), at};
            return true;
        }
        const double raw = raw_distance(walk, got, at);
        if (at >= count || (found && distance == most && !(raw < least)))
            continue;
        *run = (struct line_run){RUN_OF, line, line, 0, at};
        most = distance;
        least = raw;
        found = true;
    }
    return found;
}

/* Are two lines of the array alike? */
static bool lines_alike(const struct walk *walk, uint64_t a, uint64_t b) {
    struct probe *probe = &walk->d->probe;
    bool alike = true;
    for (size_t c = 0; c < walk->cells && alike; c++)
        alike = probe_got(probe, index_of(walk, a, walk->cell[c])) ==
                probe_got(probe, index_of(walk, b, walk->cell[c]));
    return alike;
}

static bool is_constant(const struct walk *walk, uint64_t line) {
    struct probe *probe = &walk->d->probe;
    const struct table *table = walk->d->patient.table;
    const uint64_t across = walk->found.lines->columns ? table->rows : table->columns,
                   first = probe_got(probe, index_of(walk, line, 0));
    bool constant = across > 1;
    for (uint64_t c = 1; c < across && constant; c++)
        constant = probe_got(probe, index_of(walk, line, c)) == first;
    return constant;
}

/* --- what a coarse pipeline explains: its angles may be nearly those of another line */

/* Is the line what the pipeline computes? */
static bool is_coarse(const struct walk *walk, uint64_t line) {
    const struct diagnosis *d = walk->d;
    const struct element *type = d->probe.measure.type;
    const bool columns = walk->found.lines->columns;
    bool coarse = true;
    if (!columns)
        pipelines_compute(d->patient.shares->pipelines, walk->pipeline, line, walk->computed);
    for (size_t c = 0; c < walk->cells && coarse; c++) {
        const uint64_t index = index_of(walk, line, walk->cell[c]),
                       at = columns ? c * d->patient.table->columns + line : walk->cell[c];
        const struct place place = place_of(d->patient.table, index);
        const double wanted = measure_value(&d->probe.measure,
                                            element_load(type, walk->computed, (size_t)at)),
                     got = probe_got_value(&walk->d->probe, index);
        coarse = fabs(got - wanted) <= fmax(d->least, noise_bound(d->patient.noise, place.position,
                                                                  place.channel, wanted));
    }
    return coarse;
}

/* Lines that a coarse pipeline explains have no errors. */
static void forgive_coarse(struct walk *walk, struct table_lines *lines) {
    struct diagnosis *d = walk->d;
    const struct shares *shares = diagnosis_shares(d, true);
    if (!shares || !shares_coarse(shares, &walk->pipeline))
        return;
    const size_t bytes = (size_t)d->patient.table->columns * d->probe.measure.type->bytes;
    walk->vague = true;
    walk->computed = die_malloc((lines->columns ? walk->cells : 1) * bytes);
    for (size_t c = 0; c < walk->cells && lines->columns; c++)
        pipelines_compute(shares->pipelines, walk->pipeline, walk->cell[c],
                          walk->computed + c * bytes);
    for (uint64_t line = 0; line < lines->count; line++)
        if (lines->error[line] > d->least && is_coarse(walk, line))
            lines->error[line] = 0;
}

/* --- runs */

/* Adds a run, or makes the last one longer. Returns false if there are too many. */
static bool add_run(struct walk *walk, struct line_run run) {
    struct line_run *last = walk->found.count > 0 ? &walk->found.run[walk->found.count - 1] : NULL;
    if (last && last->kind == run.kind && last->last + 1 == run.first && run.kind == RUN_ANYTHING) {
        last->last = run.last;
        return true;
    }
    if (walk->found.count == RUNS_MOST)
        return false;
    walk->found.run[walk->found.count++] = run;
    return true;
}

/* Does one entry of a row alone err by more than usual? Sets its column. */
static bool is_lone(const struct walk *walk, uint64_t line, uint64_t *column) {
    const uint64_t columns = walk->d->patient.table->columns;
    size_t count = 0;
    if (walk->found.lines->columns || columns < ODD_ONE_OF ||
        walk->found.lines->error[line] <= walk->found.usual)
        return false;
    for (uint64_t c = 0; c < columns && count < 2; c++) {
        double bound;
        const double got = probe_got_value(&walk->d->probe, index_of(walk, line, c)),
                     far = fabs(got - model_cell(walk, line, c, &bound));
        if (far <= fmax(bound, walk->found.usual))
            continue;
        *column = c;
        count++;
    }
    return count == 1;
}

/* Finds the runs of lines whose errors are above `least`. Returns false if there are too many. */
static bool find_runs(struct walk *walk, double least) {
    const struct diagnosis *d = walk->d;
    const struct table_lines *lines = walk->found.lines;
    int64_t by = 0;
    walk->found.count = walk->found.shifts = walk->searches = 0;
    for (uint64_t line = 0; line < lines->count && !d->probe.wrong; line++) {
        const uint64_t expected = line + (uint64_t)by;
        struct line_run run = {.kind = RUN_ANYTHING, .first = line, .last = line};
        if ((by == 0 && lines->error[line] <= least) || lines->zero[line])
            continue;
        if (by == 0 && is_lone(walk, line, &run.of))
            run.kind = RUN_LONE;
        else if (holds(walk, line, expected))
            continue;
        if (run.kind != RUN_LONE) {
            const bool copies =
                           line > 0 && !lines->zero[line - 1] && lines_alike(walk, line, line - 1),
                       constant = is_constant(walk, line);
            while (line + 1 < lines->count && lines_alike(walk, line + 1, line))
                line++;
            const bool several = line > run.first;
            if (constant || copies)
                run.kind = constant ? RUN_CONSTANT : RUN_COPIES;
            else if (!find_source(walk, run.first, expected, &run))
                run.kind = several ? RUN_SAME : RUN_ANYTHING;
            else if (several)
                run.kind = RUN_OF;
            run.last = line;
        }
        if (run.kind == RUN_SHIFTED) {
            by = run.by;
            if (++walk->found.shifts > SHIFTS_MOST)
                return false;
        }
        if (!add_run(walk, run))
            return false;
    }
    return true;
}

/* Do the runs say more than that lines are wrong, and of most lines? */
static bool runs_tell(const struct line_runs *found, bool lone) {
    uint64_t anything = 0;
    bool any = false;
    for (size_t k = 0; k < found->count; k++) {
        const struct line_run *run = &found->run[k];
        any |= run->kind < RUN_LONE || (lone && run->kind == RUN_LONE);
        anything += run->kind == RUN_ANYTHING ? run->last + 1 - run->first : 0;
    }
    return any && 2 * anything < found->lines->count;
}

/* Marks the lines that sentences explain. */
static void mark_told(const struct line_runs *found, struct table_lines *lines) {
    const struct line_run *run = found->run, *end = run + found->count;
    for (uint64_t line = 0; line < lines->count; line++) {
        while (run < end && run->last < line)
            run++;
        const bool in_run = run < end && run->first <= line;
        if (in_run ? run->kind != RUN_ANYTHING : found->shifts > 0)
            lines->error[line] = TOLD;
    }
}

/* --- all of it */

/* Does a sentence say what the row holds? */
static bool is_told(const struct diagnosis *d, uint64_t row) {
    return row < d->rows.count && d->rows.error[row] == TOLD;
}

/* Cells are spread across the lines, that of the largest error among them. Those of columns are in rows that no sentence is
 * about; if there are none, there are no cells. */
static void choose_cells(struct walk *walk, uint64_t across) {
    const struct diagnosis *d = walk->d;
    const bool columns = walk->found.lines->columns;
    const struct cell worst = d->patient.comparison->all.worst.cell;
    const uint64_t most = columns ? worst.row : worst.column;
    uint64_t left = across, row = 0, number = 0;
    for (uint64_t k = 0; k < across && k < d->rows.count && columns; k++)
        left -= is_told(d, k);
    walk->cells = left < CELLS ? (size_t)left : CELLS;
    for (size_t c = 0; c < walk->cells; c++) {
        walk->cell[c] = (columns ? spread_unevenly : spread_in_pairs)(left, walk->cells, c);
        if (left == across)
            continue;
        for (; number < walk->cell[c] || is_told(d, row); row++)
            number += !is_told(d, row);
        walk->cell[c] = row;
    }
    if (most < across && left == across) /* else it is in the second array, or perhaps told */
        walk->cell[most * walk->cells / across] = most;
}

/* Says which lines hold what. Returns whether that explains all. */
static bool walk_lines(struct diagnosis *d, struct table_lines *lines) {
    const struct table *table = d->patient.table;
    const uint64_t across = lines->columns ? table->rows : table->columns;
    const bool goes_on = !lines->columns && !table->channel_major && table->grid.axes == 0 &&
                         table->arrays == 1 && !table_is_constant(table) &&
                         !d->patient.noise->model->axis[0].listed;
    struct walk walk = {.d = d,
                        .found = {.lines = lines},
                        .sources = goes_on ? 2 * lines->count + 1024 : lines->count};
    const bool sure = !d->patient.words; /* then any error beyond noise tells something */
    bool told = false;
    choose_cells(&walk, across);
    if (walk.cells == 0)
        return false;
    double least = d->least;
    if (lines->columns) {
        for (uint64_t line = 0; line < lines->count; line++) {
            double got[CELLS];
            read_line(&walk, line, got);
            bool zero = true;
            for (size_t c = 0; c < walk.cells; c++)
                zero &= got[c] == 0;
            lines->error[line] = line_distance(&walk, got, line, INFINITY);
            lines->zero[line] = zero && lines->error[line] > 0;
        }
        tell_zeros(d, lines);
        least *= (double)walk.cells;
    }
    forgive_coarse(&walk, lines);
    walk.found.usual = usual_of_lines(lines, least);
    const double below[] = {sure ? 0 : least, walk.found.usual};
    for (int pass = 0; pass < 2 && !told; pass++) {
        told = find_runs(&walk, below[pass]) && runs_tell(&walk.found, pass > 0);
        walk.vague = true;
    }
    if (told && !d->probe.wrong) {
        tell_runs(d, &walk.found);
        mark_told(&walk.found, lines);
    }
    free(walk.computed);
    for (uint64_t line = 0; line < lines->count; line++)
        told &= lines->error[line] <= least || lines->zero[line];
    return told;
}

bool rows_out_of_place(struct diagnosis *d) {
    return d->rows.count > 1 && walk_lines(d, &d->rows);
}

bool columns_out_of_place(struct diagnosis *d) {
    enum { WIDTH_MOST = 2048 };
    const size_t known = sentences_told(d);
    const struct errors *all = &d->patient.comparison->all;
    if (d->patient.table->columns > WIDTH_MOST || all->unexplained == 0 ||
        !(all->worst.error.absolute > d->least) || known >= sentences_most(d))
        return false;
    struct table_lines columns = lines_new(true, d->patient.table->columns);
    walk_lines(d, &columns);
    lines_free(&columns);
    return sentences_told(d) > known;
}

bool rows_far_off(struct diagnosis *d) {
    struct ranges rows = {.numbers = 0};
    if (d->rows.count == 0 || errors_are_rounded(d))
        return false;
    const double usual = usual_of_lines(&d->rows, d->least);
    for (uint64_t row = 0; row < d->rows.count; row++)
        if (d->rows.error[row] > usual && !d->rows.zero[row])
            ranges_add(&rows, row);
    if (rows.count > RANGES_KEPT)
        return false;
    for (size_t k = 0; k < rows.count; k++) {
        const bool one = rows.kept[k].first == rows.kept[k].last;
        char *text = range_text("row", rows.kept[k].first, rows.kept[k].last);
        tell(d, text_format("%s %s far off, unlike those beside %s", text, one ? "is" : "are",
                            one ? "it" : "them"));
        free(text);
    }
    return rows.count > 0;
}
