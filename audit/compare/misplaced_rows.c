#include "base/die.h"
#include "base/text.h"
#include "compare/hypotheses.h"
#include "compare/phrases.h"
#include "fit/sample.h"

#include <math.h>
#include <stdlib.h>

/* Finds rows and columns that don't hold what they should: zeros, one number, the line before them, or another line of the
 * table, as they do after lines that are lost, duplicated, inserted or swapped. Lines that follow each other are one run. */

/* A line is compared with those of the table in CELLS cells across it. In a row, one of ODD_ONE_OF cells may be damaged. */
enum { CELLS = 24, ODD_ONE_OF = 8 };

enum { SHIFTS_MOST = 8, RUNS_MOST = 128 };

struct walk {
    struct diagnosis *d;
    struct table_lines *lines;
    double usual; /* up to this error no line stands out */
    uint64_t
        sources; /* lines of the model that a line may hold: also some after the table's last */
    uint64_t cell[CELLS];
    size_t cells;
    bool vague; /* errors of lines are no noise: of two lines of the table the nearer one counts */

    size_t pipeline; /* a coarse one that explains most of the array, */
    char *computed;  /* and what it computes: a row, or all rows that have cells */

    struct finding run[RUNS_MOST]; /* of lines that don't hold what they should */
    size_t count, shifts;
};

/* --- lines with their errors */

static struct table_lines lines_new(enum finding_unit unit, uint64_t count) {
    return (struct table_lines){unit, count, die_malloc(count * sizeof(struct table_line))};
}

static bool are_columns(const struct table_lines *lines) {
    return lines->unit == FINDING_COLUMNS;
}

void lines_free(struct table_lines *lines) {
    free(lines->line);
}

/* A row is zero if all its entries are zeros of either sign, and one of them is wrong by more than its sign. */
struct table_lines rows_of(const struct audited *audited) {
    const struct comparison *comparison = audited->comparison;
    struct table_lines rows = lines_new(FINDING_ROWS, comparison->line ? comparison->lines : 0);
    for (uint64_t row = 0; row < rows.count; row++) {
        const struct line_errors *line = &comparison->line[row];
        rows.line[row] = (struct table_line){
            .error = line->kind >= ERROR_INFINITE ? INFINITY : line->absolute,
            .zero = line->zeros == audited->table->columns && line->absolute > 0};
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
        if (!lines->line[k].zero)
            errors[count++] = lines->line[k].error;
    qsort(errors, count, sizeof *errors, by_size);
    const double usual = fmax(count > 0 ? TIMES * errors[count / 2] : 0, least);
    free(errors);
    return usual;
}

/* Finds the lines that are zero. */
static void find_zeros(struct diagnosis *d, const struct table_lines *lines) {
    for (uint64_t k = 0, end; k < lines->count; k = end) {
        for (end = k + 1; end < lines->count && lines->line[end].zero == lines->line[k].zero;)
            end++;
        if (lines->line[k].zero)
            findings_add(d->findings, (struct finding){.kind = FINDING_ZERO,
                                                       .unit = lines->unit,
                                                       .first = k,
                                                       .last = end - 1});
    }
}

bool zero_rows(struct diagnosis *d) {
    uint64_t wrong = 0;
    find_zeros(d, &d->rows);
    for (uint64_t row = 0; row < d->rows.count; row++)
        wrong += d->rows.line[row].zero ? d->audited.comparison->line[row].wrong : 0;
    return wrong > 0 && wrong == d->audited.comparison->all.unexplained;
}

/* --- what a line holds */

static uint64_t index_of(const struct walk *walk, uint64_t line, uint64_t cell) {
    const uint64_t columns = walk->d->audited.table->columns;
    return are_columns(walk->lines) ? cell * columns + line : line * columns + cell;
}

static void read_line(const struct walk *walk, uint64_t line, double got[]) {
    for (size_t c = 0; c < walk->cells; c++)
        got[c] = probe_got_value(&walk->d->probe, index_of(walk, line, walk->cell[c]));
}

/* What the table has in a cell of a line, and how far noise may take it. */
static double model_cell(const struct walk *walk, uint64_t line, uint64_t cell, double *bound) {
    const struct noise *noise = walk->d->audited.noise;
    const struct table *table = walk->d->audited.table;
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
    const double limit = 2 * walk->d->audited.noise->model->amplitude;
    size_t spare = are_columns(walk->lines) ? 0 : walk->cells / ODD_ONE_OF;
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
    return walk->computed ? own : fmin(own, walk->usual * (double)walk->cells);
}

/* Is the line, within noise or nearer than its own, what the table has in another one? */
static bool line_matches(const struct walk *walk, uint64_t line, uint64_t source) {
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
static bool find_source(struct walk *walk, uint64_t line, uint64_t expected, struct finding *run) {
    double got[CELLS], least = INFINITY;
    bool found = false;
    read_line(walk, line, got);
    const uint64_t count = walk->lines->count;
    double most = distance_limit(walk, got, line);
    for (uint64_t n = 1; n < 2 * walk->sources; n++) {
        const uint64_t at = n % 2 ? expected - (n + 1) / 2 : expected + n / 2; /* may wrap */
        if (at >= walk->sources)
            continue;
        const double distance = line_distance(walk, got, at, most);
        if (distance > most)
            continue;
        if (line + 1 == count ? distance == 0 && at > expected
                              : line_matches(walk, line + 1, at + 1)) {
            run->kind = FINDING_BLOCK;
            run->other = run->other_last = at;
            run->by = (int64_t)(at - line);
            return true;
        }
        const double raw = raw_distance(walk, got, at);
        if (at >= count || (found && distance == most && !(raw < least)))
            continue;
        run->kind = FINDING_HOLDS;
        run->other = run->other_last = at;
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
    const struct table *table = walk->d->audited.table;
    const uint64_t across = are_columns(walk->lines) ? table->rows : table->columns,
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
    const bool columns = are_columns(walk->lines);
    bool coarse = true;
    if (!columns)
        pipelines_compute(d->audited.shares->pipelines, walk->pipeline, line, walk->computed);
    for (size_t c = 0; c < walk->cells && coarse; c++) {
        const uint64_t index = index_of(walk, line, walk->cell[c]),
                       at = columns ? c * d->audited.table->columns + line : walk->cell[c];
        const struct place place = place_of(d->audited.table, index);
        const double wanted = measure_value(&d->probe.measure,
                                            element_load(type, walk->computed, (size_t)at)),
                     got = probe_got_value(&walk->d->probe, index);
        coarse = fabs(got - wanted) <= fmax(d->least, noise_bound(d->audited.noise, place.position,
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
    const size_t bytes = (size_t)d->audited.table->columns * d->probe.measure.type->bytes;
    walk->vague = true;
    walk->computed = die_malloc((are_columns(lines) ? walk->cells : 1) * bytes);
    for (size_t c = 0; c < walk->cells && are_columns(lines); c++)
        pipelines_compute(shares->pipelines, walk->pipeline, walk->cell[c],
                          walk->computed + c * bytes);
    for (uint64_t line = 0; line < lines->count; line++)
        if (lines->line[line].error > d->least && is_coarse(walk, line))
            lines->line[line].error = 0;
}

/* --- runs */

/* Adds a run, or makes the last one longer. Returns false if there are too many. */
static bool add_run(struct walk *walk, struct finding run) {
    struct finding *last = walk->count > 0 ? &walk->run[walk->count - 1] : NULL;
    if (last && last->kind == run.kind && last->last + 1 == run.first &&
        run.kind == FINDING_FAR_OFF) {
        last->last = run.last;
        return true;
    }
    if (walk->count == RUNS_MOST)
        return false;
    walk->run[walk->count++] = run;
    return true;
}

/* Does one entry of a row alone err by more than usual? Sets its column. */
static bool is_lone(const struct walk *walk, uint64_t line, uint64_t *column) {
    const uint64_t columns = walk->d->audited.table->columns;
    size_t count = 0;
    if (are_columns(walk->lines) || columns < ODD_ONE_OF ||
        walk->lines->line[line].error <= walk->usual)
        return false;
    for (uint64_t c = 0; c < columns && count < 2; c++) {
        double bound;
        const double got = probe_got_value(&walk->d->probe, index_of(walk, line, c)),
                     far = fabs(got - model_cell(walk, line, c, &bound));
        if (far <= fmax(bound, walk->usual))
            continue;
        *column = c;
        count++;
    }
    return count == 1;
}

/* How many lines from `line` on hold those of the table from `source` on, back to front. */
static uint64_t reversed_lines(const struct walk *walk, uint64_t line, uint64_t source) {
    uint64_t count = 1;
    while (count <= source && line + count < walk->lines->count &&
           line_matches(walk, line + count, source - count))
        count++;
    return count;
}

/* Says what the line that begins a run holds, and sets where the run ends. Lines are expected to be shifted by as much as
 * those before them. */
static void find_run(struct walk *walk, uint64_t expected, struct finding *run) {
    enum { REVERSED_LEAST = 4 };
    const struct table_lines *lines = walk->lines;
    const uint64_t line = run->first;
    const bool copies =
                   line > 0 && !lines->line[line - 1].zero && lines_alike(walk, line, line - 1),
               constant = is_constant(walk, line);
    while (run->last + 1 < lines->count && lines_alike(walk, run->last + 1, run->last))
        run->last++;
    const bool several = run->last > line;
    if (constant || copies) {
        run->kind = constant ? FINDING_CONSTANT : FINDING_COPIES;
        run->other = run->other_last = constant ? line : line - 1;
    } else if (!find_source(walk, line, expected, run)) {
        run->kind = several ? FINDING_SAME : FINDING_FAR_OFF;
        run->other = line;
    } else if (several) {
        run->kind = FINDING_HOLDS;
    } else if (run->kind == FINDING_HOLDS) {
        const uint64_t reversed = reversed_lines(walk, line, run->other);
        if (reversed >= REVERSED_LEAST && run->other + 1 == line + reversed) {
            run->kind = FINDING_REVERSED;
            run->last = run->other;
        }
    }
}

/* Finds the run that a line begins, if its error is above `least` and it isn't the line of the table `by` lines further on,
 * as it is expected to be. Returns false if there is none. */
static bool find_run_at(struct walk *walk, uint64_t line, int64_t by, double least,
                        struct finding *run) {
    const struct table_lines *lines = walk->lines;
    const uint64_t expected = line + (uint64_t)by;
    *run =
        (struct finding){.kind = FINDING_FAR_OFF, .unit = lines->unit, .first = line, .last = line};
    if ((by == 0 && lines->line[line].error <= least) || lines->line[line].zero)
        return false;
    if (by == 0 && is_lone(walk, line, &run->other))
        run->kind = FINDING_ENTRY;
    else if (line_matches(walk, line, expected))
        return false;
    else
        find_run(walk, expected, run);
    return true;
}

/* Are some lines, which are spread over the array, all far off? Then so are most, and searching for each is in vain. */
static bool is_all_far_off(struct walk *walk, double least) {
    enum { SOME = 16 };
    const uint64_t count = walk->lines->count;
    bool far_off = count > SOME;
    for (uint64_t n = 0; n < SOME && far_off; n++) {
        struct finding run;
        far_off = find_run_at(walk, spread_unevenly(count, SOME, n), 0, least, &run) &&
                  run.kind == FINDING_FAR_OFF;
    }
    return far_off;
}

/* Finds the runs of lines whose errors are above `least`. Returns false if there are too many, or too many lines are far
 * off: half of them; or if the words are sure, any, since a table with unexplained lines is rejected. */
static bool find_runs(struct walk *walk, double least) {
    const struct diagnosis *d = walk->d;
    const struct table_lines *lines = walk->lines;
    const bool sure = !d->audited.words && d->audited.comparison->all.unexplained > FOUND_FIRST;
    uint64_t far_off = 0;
    int64_t by = 0;
    walk->count = walk->shifts = 0;
    if (is_all_far_off(walk, least))
        return false;
    for (uint64_t line = 0; line < lines->count && !d->probe.wrong; line++) {
        struct finding run;
        if (!find_run_at(walk, line, by, least, &run))
            continue;
        line = run.last;
        if (run.kind == FINDING_FAR_OFF)
            far_off += run.last + 1 - run.first;
        if (far_off > (sure ? 0 : lines->count / 2))
            return false;
        if (run.kind == FINDING_BLOCK) {
            by = run.by;
            if (++walk->shifts > SHIFTS_MOST)
                return false;
        }
        if (!add_run(walk, run))
            return false;
    }
    return true;
}

/* Do the runs say more than that lines are wrong, and this of most lines? */
static bool runs_explain(const struct walk *walk, bool lone) {
    uint64_t far_off = 0;
    bool any = false;
    for (size_t k = 0; k < walk->count; k++) {
        const struct finding *run = &walk->run[k];
        any |= run->kind != FINDING_FAR_OFF && (lone || run->kind != FINDING_ENTRY);
        far_off += run->kind == FINDING_FAR_OFF ? run->last + 1 - run->first : 0;
    }
    return any && 2 * far_off < walk->lines->count;
}

/* --- why lines are shifted */

/* Is the line padding, or a copy? */
static bool is_extra(const struct walk *walk, uint64_t line) {
    bool extra = walk->lines->line[line].zero;
    for (size_t k = 0; k < walk->count; k++)
        extra |= walk->run[k].kind != FINDING_BLOCK && walk->run[k].first <= line &&
                 line <= walk->run[k].last;
    return extra;
}

/* The next run of shifted lines after run k; the number of runs if there is none. */
static size_t next_shift(const struct walk *walk, size_t k) {
    while (++k < walk->count && walk->run[k].kind != FINDING_BLOCK)
        ;
    return k;
}

/* Is run k shifted back without a reason? Reasons are lines of padding, or copies, before it. */
static bool is_set_back(const struct walk *walk, size_t k, int64_t before) {
    const uint64_t first = walk->run[k].first;
    const int64_t back = before - walk->run[k].by;
    int64_t extra = 0;
    while (extra < back && (uint64_t)extra < first && is_extra(walk, first - (uint64_t)extra - 1))
        extra++;
    return extra < back;
}

/* Are the lines from run k on the last ones, as they should be, which stay where others have moved? */
static bool is_rest(const struct walk *walk, size_t k, int64_t before) {
    const struct finding *run = &walk->run[k];
    return run->by == 0 && before > 0 && walk->lines->count - run->first <= (uint64_t)before;
}

/* Do these lines hold what others should, rather than being moved by lines that are lost or inserted? `before` is the shift
 * of the lines before them. */
static bool is_block(const struct walk *walk, size_t k, int64_t before) {
    const size_t next = next_shift(walk, k);
    const int64_t by = walk->run[k].by;
    return walk->run[k].first == 0 || is_set_back(walk, k, before) ||
           (next < walk->count && is_set_back(walk, next, by) && !is_rest(walk, next, by));
}

/* Sets what shifts the lines of run k, or where they end as a block. Returns false if it needs no finding. `by` is the shift
 * of the lines before them, which have one. */
static bool explain_shift(const struct walk *walk, size_t k, int64_t *by, struct finding *shift) {
    const struct finding *last = k > 0 ? &walk->run[k - 1] : NULL;
    const int64_t before = *by, more = shift->by - before;
    const uint64_t places = (uint64_t)(more > 0 ? more : -more), first = shift->first;
    if (more == 0 || is_rest(walk, k, before))
        return false;
    if (is_block(walk, k, before)) {
        const size_t next = next_shift(walk, k);
        uint64_t end = next < walk->count ? walk->run[next].first : walk->lines->count;
        while (end > first + 1 && is_extra(walk, end - 1))
            end--;
        shift->last = end - 1;
        shift->other_last = shift->other + end - 1 - first;
        return true;
    }
    *by = shift->by;
    if (more > 0) {
        shift->kind = FINDING_LOST;
        shift->other = first + (uint64_t)before;
        shift->other_last = shift->other + places - 1;
    } else if (last && last->kind == FINDING_COPIES && last->last + 1 == first) {
        shift->kind = FINDING_DUPLICATED;
        shift->other = shift->other_last = last->other;
        shift->first = places == 1 ? last->first : first; /* the copy holds that too */
    } else {
        shift->kind = FINDING_INSERTED;
        shift->other = first - places;
        shift->other_last = first - 1;
    }
    return true;
}

/* --- findings */

/* Does another line hold what that of run k should, and the other way round? */
static bool is_swapped(const struct walk *walk, size_t k) {
    const struct finding *one = &walk->run[k];
    bool swapped = false;
    for (size_t n = 0; n < walk->count; n++) {
        const struct finding *other = &walk->run[n];
        swapped |= other->kind == FINDING_HOLDS && other->first == other->last &&
                   other->first == one->other && other->other == one->first;
    }
    return swapped && one->first == one->last;
}

/* A shift names the copies before it; when lines move up, the last one may stay. */
static bool is_silent(const struct walk *walk, size_t k, int64_t by) {
    const bool before_shift = k + 1 < walk->count && walk->run[k + 1].kind == FINDING_BLOCK;
    return before_shift || (walk->run[k].last + 1 == walk->lines->count && by > 0);
}

/* Adds what the runs say. */
static void add_findings(struct walk *walk) {
    struct diagnosis *d = walk->d;
    int64_t by = 0;
    for (size_t k = 0; k < walk->count; k++) {
        struct finding finding = walk->run[k];
        char number[ELEMENT_TEXT];
        switch (finding.kind) {
        case FINDING_FAR_OFF:
            continue;
        case FINDING_ENTRY:
            add_entry(d, (struct cell){finding.first, finding.other}, walk->usual);
            continue;
        case FINDING_BLOCK:
            if (!explain_shift(walk, k, &by, &finding))
                continue;
            break;
        case FINDING_CONSTANT:
            element_decimal(d->probe.measure.type,
                            probe_got(&d->probe, index_of(walk, finding.first, 0)), number);
            finding.text = text_format("%s", number);
            break;
        case FINDING_COPIES:
            finding.silent = is_silent(walk, k, by);
            break;
        case FINDING_HOLDS:
            if (!is_swapped(walk, k))
                break;
            if (finding.first > finding.other) /* the other one says it */
                continue;
            finding.kind = FINDING_SWAPPED;
            finding.last = finding.other;
            break;
        default:
            break;
        }
        findings_add(d->findings, finding);
    }
}

/* Marks the lines that findings explain: they have no errors. */
static void mark_explained(const struct walk *walk) {
    const struct finding *run = walk->run, *end = run + walk->count;
    for (uint64_t k = 0; k < walk->lines->count; k++) {
        struct table_line *line = &walk->lines->line[k];
        while (run < end && run->last < k)
            run++;
        const bool in_run = run < end && run->first <= k;
        line->explained = in_run ? run->kind != FINDING_FAR_OFF : walk->shifts > 0;
        if (line->explained)
            line->error = 0;
    }
}

/* --- all of it */

/* Cells are spread across the lines, that of the largest error among them. Those of columns are in rows that findings don't
 * explain; if there are none, there are no cells. */
static void choose_cells(struct walk *walk, uint64_t across) {
    const struct diagnosis *d = walk->d;
    const bool columns = are_columns(walk->lines);
    const struct cell worst = d->audited.comparison->all.worst.cell;
    const uint64_t most = columns ? worst.row : worst.column;
    uint64_t left = across, row = 0, number = 0;
    for (uint64_t k = 0; k < across && k < d->rows.count && columns; k++)
        left -= d->rows.line[k].explained;
    walk->cells = left < CELLS ? (size_t)left : CELLS;
    for (size_t c = 0; c < walk->cells; c++) {
        walk->cell[c] = (columns ? spread_unevenly : spread_in_pairs)(left, walk->cells, c);
        if (left == across)
            continue;
        for (; number < walk->cell[c] || d->rows.line[row].explained; row++)
            number += !d->rows.line[row].explained;
        walk->cell[c] = row;
    }
    if (most < across && left == across) /* else it is in the second array, or perhaps explained */
        walk->cell[most * walk->cells / across] = most;
}

/* Says which lines hold what. Returns whether that explains all. */
static bool walk_lines(struct diagnosis *d, struct table_lines *lines) {
    const struct table *table = d->audited.table;
    const uint64_t across = are_columns(lines) ? table->rows : table->columns;
    const bool goes_on = !are_columns(lines) && rows_go_on(table);
    struct walk walk = {
        .d = d, .lines = lines, .sources = goes_on ? 2 * lines->count + 1024 : lines->count};
    const bool sure = !d->audited.words; /* then any error beyond noise counts */
    bool found = false;
    choose_cells(&walk, across);
    if (walk.cells == 0)
        return false;
    double least = d->least;
    if (are_columns(lines)) {
        for (uint64_t line = 0; line < lines->count; line++) {
            double got[CELLS];
            read_line(&walk, line, got);
            bool zero = true;
            for (size_t c = 0; c < walk.cells; c++)
                zero &= got[c] == 0;
            lines->line[line].error = line_distance(&walk, got, line, INFINITY);
            lines->line[line].zero = zero && lines->line[line].error > 0;
        }
        find_zeros(d, lines);
        least *= (double)walk.cells;
    }
    forgive_coarse(&walk, lines);
    walk.usual = usual_of_lines(lines, least);
    const double below[] = {sure ? 0 : least, walk.usual};
    for (int pass = 0; pass < 2 && !found; pass++) {
        found = find_runs(&walk, below[pass]) && runs_explain(&walk, pass > 0);
        walk.vague = true;
    }
    if (found && !d->probe.wrong) {
        add_findings(&walk);
        mark_explained(&walk);
    }
    free(walk.computed);
    for (uint64_t k = 0; k < lines->count; k++)
        found &= lines->line[k].error <= least || lines->line[k].zero;
    return found;
}

bool misplaced_rows(struct diagnosis *d) {
    return d->rows.count > 1 && walk_lines(d, &d->rows);
}

bool misplaced_columns(struct diagnosis *d) {
    enum { WIDTH_MOST = 2048 };
    const size_t known = d->findings->count;
    const struct errors *all = &d->audited.comparison->all;
    if (d->audited.table->columns > WIDTH_MOST || all->unexplained == 0 ||
        !(all->worst.error.absolute > d->least) || known >= d->findings->lines_most)
        return false;
    struct table_lines columns = lines_new(FINDING_COLUMNS, d->audited.table->columns);
    walk_lines(d, &columns);
    lines_free(&columns);
    return d->findings->count > known;
}

bool rows_far_off(struct diagnosis *d) {
    struct ranges rows = {.numbers = 0};
    if (d->rows.count == 0 || errors_are_rounded(d))
        return false;
    const double usual = usual_of_lines(&d->rows, d->least);
    for (uint64_t row = 0; row < d->rows.count; row++)
        if (d->rows.line[row].error > usual && !d->rows.line[row].zero)
            ranges_add(&rows, row);
    if (rows.count > RANGES_KEPT)
        return false;
    for (size_t k = 0; k < rows.count; k++)
        findings_add(d->findings, (struct finding){.kind = FINDING_FAR_OFF,
                                                   .unit = FINDING_ROWS,
                                                   .first = rows.kept[k].first,
                                                   .last = rows.kept[k].last});
    return rows.count > 0;
}
