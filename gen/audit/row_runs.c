#include "audit/hypotheses.h"
#include "audit/ranges.h"
#include "base/die.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Runs of rows: after rows that are lost, duplicated or inserted, each row holds what one some rows further on should; or
 * a run holds one row again and again, as padding does. */

/* A row is compared with those of the table in so many columns, of which one in ODD_ONE_OF may be damaged. */
enum { CELLS = 24, ODD_ONE_OF = 8 };

/* Rows [first, last]. */
struct run {
    enum {
        RUN_SHIFTED,  /* from `first` on each row holds what the one `by` rows further on should */
        RUN_CONSTANT, /* all entries are alike */
        RUN_SAME,     /* all rows are alike */
        RUN_COPIES,   /* of the row before them, which is as it should be */
        RUN_OF,       /* all hold what row `of` should */
        RUN_ANYTHING
    } kind;
    uint64_t first, last;
    int64_t by;
    uint64_t of;
};
enum { RUNS_MOST = 16, SHIFTS_MOST = 8, SEARCHES_MOST = 64 };

struct walk {
    struct diagnosis *d;
    uint64_t column[CELLS];
    size_t cells;
    uint64_t sources; /* rows of the model that a row may hold: also some after the table's last */
    struct run run[RUNS_MOST];
    size_t runs, shifts, searches;
    bool coarse; /* errors of rows are no noise */
};

/* How far a row of the array is from a row of the table, in the cells: 0 within noise. Above `most` the sum ends.
 * The first few cells that are far off may be damaged. */
static double row_distance(const struct walk *walk, const double got[], uint64_t row, double most) {
    const struct noise *noise = walk->d->patient.noise;
    const struct table_model *model = noise->model;
    const struct table *table = walk->d->patient.table;
    const double limit = 2 * model->amplitude;
    size_t spare = walk->cells / ODD_ONE_OF;
    double sum = 0;
    struct model_row of_model = {.zero = false};
    for (size_t c = 0; c < walk->cells && sum <= most; c++) {
        const uint64_t column = walk->column[c], j = table->channel_major ? row : column;
        if (c == 0 || table->channel_major)
            of_model = model_row_at(model, table->channel_major ? column : row);
        const double angle = model_row_angle(model, &of_model, j),
                     wanted = model_row_entry(model, &of_model, j, angle),
                     bound = noise_bound_of_angle(noise, j, angle, wanted),
                     far = fabs(got[c] - wanted);
        if (far <= bound)
            continue;
        if (spare > 0 && !(far <= 64 * bound))
            spare--;
        else
            sum += far <= limit ? far : limit; /* NaN too */
    }
    return sum;
}

static void read_row(const struct walk *walk, uint64_t row, double got[]) {
    const uint64_t columns = walk->d->patient.table->columns;
    for (size_t c = 0; c < walk->cells; c++)
        got[c] = probe_got_value(&walk->d->probe, row * columns + walk->column[c]);
}

/* How near a row must be to another one of the table than its own, if the errors of rows are no noise. */
static double distance_limit(const struct walk *walk, const double got[], uint64_t row) {
    return row_distance(walk, got, row, INFINITY) / NEARER;
}

/* Does the row hold what that of the table has? */
static bool holds(const struct walk *walk, uint64_t row, uint64_t source) {
    double got[CELLS];
    if (source >= walk->sources)
        return false;
    read_row(walk, row, got);
    const double most = walk->coarse && source != row ? distance_limit(walk, got, row) : 0;
    return row_distance(walk, got, source, most) <= most;
}

/* The row of the table that a row holds; of several the nearest to the expected one. In a run the next row is to be in the
 * next one. Returns false if there is none. */
static bool find_source(struct walk *walk, uint64_t row, uint64_t expected, bool run,
                        uint64_t *source) {
    double got[CELLS];
    read_row(walk, row, got);
    const bool last = run && row + 1 == walk->d->rows.count;
    const double most = walk->coarse && !last ? distance_limit(walk, got, row) : 0;
    if (walk->searches++ == SEARCHES_MOST)
        return false;
    for (uint64_t n = 1; n < 2 * walk->sources; n++) {
        const uint64_t at = n % 2 ? expected - (n + 1) / 2 : expected + n / 2; /* may wrap */
        if (at >= walk->sources || (last && at <= expected) ||
            row_distance(walk, got, at, most) > most)
            continue;
        *source = at;
        if (!run || last || holds(walk, row + 1, at + 1))
            return true;
    }
    return false;
}

/* Are two rows of the array alike? */
static bool rows_alike(const struct walk *walk, uint64_t a, uint64_t b) {
    const uint64_t columns = walk->d->patient.table->columns;
    bool alike = true;
    for (size_t c = 0; c < walk->cells && alike; c++)
        alike = probe_got(&walk->d->probe, a * columns + walk->column[c]) ==
                probe_got(&walk->d->probe, b * columns + walk->column[c]);
    return alike;
}

static bool is_constant(const struct walk *walk, uint64_t row) {
    const uint64_t columns = walk->d->patient.table->columns;
    const uint64_t first = probe_got(&walk->d->probe, row * columns);
    bool constant = columns > 1;
    for (uint64_t c = 1; c < columns && constant; c++)
        constant = probe_got(&walk->d->probe, row * columns + c) == first;
    return constant;
}

/* Adds a run, or makes the last one longer. Returns false if there are too many. */
static bool add_run(struct walk *walk, struct run run) {
    struct run *last = walk->runs > 0 ? &walk->run[walk->runs - 1] : NULL;
    if (last && last->kind == run.kind && last->last + 1 == run.first && run.kind == RUN_ANYTHING) {
        last->last = run.last;
        return true;
    }
    if (walk->runs == RUNS_MOST)
        return false;
    walk->run[walk->runs++] = run;
    return true;
}

/* Finds the runs. Returns false if the rows are no few runs. */
static bool find_runs(struct walk *walk) {
    const struct diagnosis *d = walk->d;
    const uint64_t rows = d->rows.count;
    int64_t by = 0;
    for (uint64_t row = 0; row < rows && !d->probe.wrong; row++) {
        const uint64_t expected = row + (uint64_t)by, first = row;
        const struct line_errors *line = &d->patient.comparison->line[row];
        if ((by == 0 && d->rows.error[row] <= d->least && line->kind < ERROR_INFINITE) ||
            d->rows.zero[row] || holds(walk, row, expected))
            continue;
        const bool copies = row > 0 && !d->rows.zero[row - 1] && rows_alike(walk, row, row - 1),
                   constant = is_constant(walk, row);
        while (row + 1 < rows && rows_alike(walk, row + 1, row))
            row++;
        struct run run = {.kind = RUN_ANYTHING, .first = first, .last = row};
        if (constant || copies) {
            run.kind = constant ? RUN_CONSTANT : RUN_COPIES;
        } else if (row == first && find_source(walk, row, expected, true, &run.of)) {
            run.kind = RUN_SHIFTED;
            run.by = by = (int64_t)(run.of - row);
            if (++walk->shifts > SHIFTS_MOST)
                return false;
        } else if (find_source(walk, row, expected, false, &run.of)) {
            run.kind = RUN_OF;
        } else if (row > first) {
            run.kind = RUN_SAME;
        }
        if (!add_run(walk, run) || (run.kind == RUN_ANYTHING && !d->patient.words))
            return false; /* a verdict asks for rows that are explained */
    }
    return true;
}

/* "row 3 is lost", "rows 3 to 5 are lost" */
static char *sentence_about(uint64_t first, uint64_t last, const char *what) {
    struct ranges rows = {.numbers = 0};
    ranges_add_range(&rows, first, last);
    return ranges_say(&rows, "row", what);
}

/* "what the row 3 places after it should" */
static char *other_row(int64_t by) {
    const char *side = by > 0 ? "after" : "before";
    const int64_t places = by > 0 ? by : -by;
    return by == 0 ? text_format("what it should")
           : places == 1
               ? text_format("what the row %s it should", side)
               : text_format("what the row %" PRId64 " places %s it should", places, side);
}

/* Is the row padding, or a copy? */
static bool is_extra(const struct walk *walk, uint64_t row) {
    bool extra = walk->d->rows.zero[row];
    for (size_t k = 0; k < walk->runs; k++)
        extra |= walk->run[k].kind != RUN_SHIFTED && walk->run[k].first <= row &&
                 row <= walk->run[k].last;
    return extra;
}

/* The next run of shifted rows after run k; the number of runs if there is none. */
static size_t next_shift(const struct walk *walk, size_t k) {
    while (++k < walk->runs && walk->run[k].kind != RUN_SHIFTED)
        ;
    return k;
}

/* Is run k shifted back without a reason? Reasons are rows of padding, or copies, before it. */
static bool is_set_back(const struct walk *walk, size_t k, int64_t before) {
    const uint64_t first = walk->run[k].first;
    const int64_t back = before - walk->run[k].by;
    int64_t extra = 0;
    while (extra < back && (uint64_t)extra < first && is_extra(walk, first - (uint64_t)extra - 1))
        extra++;
    return extra < back;
}

/* Are the rows from run k on the last ones, as they should be, which stay where others have moved? */
static bool is_rest(const struct walk *walk, size_t k, int64_t before) {
    const struct run *run = &walk->run[k];
    return run->by == 0 && before > 0 && walk->d->rows.count - run->first <= (uint64_t)before;
}

/* Do these rows hold what others should, rather than being moved by rows that are lost or inserted? `before` is the shift of
 * the rows before them. */
static bool is_displaced(const struct walk *walk, size_t k, int64_t before) {
    const size_t next = next_shift(walk, k);
    const int64_t by = walk->run[k].by;
    return walk->run[k].first == 0 || is_set_back(walk, k, before) ||
           (next < walk->runs && is_set_back(walk, next, by) && !is_rest(walk, next, by));
}

static void tell_displaced(struct walk *walk, size_t k) {
    const struct run *run = &walk->run[k];
    const size_t next = next_shift(walk, k);
    uint64_t end = next < walk->runs ? walk->run[next].first : walk->d->rows.count;
    while (end > run->first + 1 && is_extra(walk, end - 1))
        end--;
    note_damage(walk->d, (struct damage){DAMAGE_ROWS, run->first, end - 1, 0});
    tell(walk->d, text_format("rows %" PRIu64 " to %" PRIu64 " hold what rows %" PRIu64
                              " to %" PRIu64 " should",
                              run->first, end - 1, run->of, run->of + end - 1 - run->first));
}

/* From run k on rows are shifted: by how much, and why. */
static void tell_shift(struct walk *walk, size_t k, int64_t before) {
    struct diagnosis *d = walk->d;
    const struct run *run = &walk->run[k], *last = k > 0 ? run - 1 : NULL;
    const int64_t more = run->by - before, columns = (int64_t)d->patient.table->columns;
    const uint64_t lost = run->first + (uint64_t)before,
                   places = (uint64_t)(more > 0 ? more : -more);
    uint64_t from = run->first;
    char *what;
    if (more > 0) {
        what = sentence_about(lost, lost + places - 1, "lost");
    } else if (last && last->kind == RUN_COPIES && last->last + 1 == from) {
        what = sentence_about(last->first - 1, last->first - 1, "duplicated");
        from = places == 1 ? last->first : from; /* the copy holds that too */
    } else {
        what = sentence_about(from - places, from - 1, "inserted");
    }
    char *on = more > 0 && lost == from ? text_format("there") : text_format("row %" PRIu64, from),
         *other = other_row(run->by);
    tell(d, text_format("%s: from %s on each row holds %s", what, on, other));
    note_damage(
        d, (struct damage){DAMAGE_SHIFT, run->first * (uint64_t)columns, 0, run->by * columns});
    free(on);
    free(what);
    free(other);
}

/* Says which rows have one number in all their entries, once for each number: at the first run that has it. */
static void tell_constant(struct walk *walk, size_t k) {
    struct diagnosis *d = walk->d;
    const uint64_t columns = d->patient.table->columns,
                   bits = probe_got(&d->probe, walk->run[k].first * columns);
    struct ranges rows = {.numbers = 0};
    char value[ELEMENT_TEXT];
    for (size_t n = 0; n < walk->runs; n++) {
        const struct run *run = &walk->run[n];
        if (run->kind != RUN_CONSTANT || probe_got(&d->probe, run->first * columns) != bits)
            continue;
        if (n < k)
            return;
        ranges_add_range(&rows, run->first, run->last);
    }
    element_decimal(d->probe.measure.type, bits, value);
    char *what = text_format("%s throughout", value);
    tell(d, ranges_say(&rows, "row", what));
    free(what);
}

/* Takes note of each row of a run. */
static void note_run(struct walk *walk, const struct run *run) {
    for (uint64_t row = run->first; row <= run->last; row++) {
        struct damage damage = {DAMAGE_PADDED, row, run->first, 0};
        if (run->kind == RUN_OF)
            damage = (struct damage){DAMAGE_ROW_OF, row, run->of, 0};
        else if (run->kind == RUN_ANYTHING)
            damage = (struct damage){DAMAGE_ROWS, row, row, 0};
        else if (run->kind == RUN_COPIES)
            damage.of = run->first - 1;
        else if (run->kind == RUN_CONSTANT)
            damage.of = row;
        else if (row == run->first)
            damage.of = row + 1;
        note_damage(walk->d, damage);
    }
}

static void tell_runs(struct walk *walk) {
    struct diagnosis *d = walk->d;
    int64_t by = 0;
    for (size_t k = 0; k < walk->runs; k++) {
        const struct run *run = &walk->run[k];
        const bool one = run->first == run->last,
                   alone = k + 1 == walk->runs || run[1].kind != RUN_SHIFTED;
        struct ranges rows = {.numbers = 0};
        ranges_add_range(&rows, run->first, run->last);
        char *noun = range_text(&rows, 0, "row");
        switch (run->kind) {
        case RUN_SHIFTED:
            if (run->by == by || is_rest(walk, k, by))
                break;
            if (is_displaced(walk, k, by)) {
                tell_displaced(walk, k);
                break;
            }
            tell_shift(walk, k, by);
            by = run->by;
            break;
        case RUN_CONSTANT:
            tell_constant(walk, k);
            break;
        case RUN_SAME:
            tell(d, text_format("%s are all the same", noun));
            break;
        case RUN_COPIES: /* a shift names the copies before it; when rows move up, the last one may stay */
            if (alone && run->last + 1 < d->rows.count)
                tell(d, text_format("%s hold%s what row %" PRIu64 " does", noun, one ? "s" : "",
                                    run->first - 1));
            break;
        case RUN_OF:
            tell(d, text_format("%s hold%s what row %" PRIu64 " should", noun, one ? "s" : "",
                                run->of));
            break;
        case RUN_ANYTHING:
            tell(d, text_format("%s %s far off, unlike those beside %s", noun, one ? "is" : "are",
                                one ? "it" : "them"));
        }
        if (run->kind != RUN_SHIFTED)
            note_run(walk, run);
        free(noun);
    }
}

/* Do the runs say more than that rows are wrong? */
static bool runs_tell(const struct walk *walk) {
    uint64_t anything = 0;
    bool told = false;
    for (size_t k = 0; k < walk->runs; k++) {
        const struct run *run = &walk->run[k];
        told |= run->kind < RUN_COPIES || (run->kind == RUN_OF && run->last > run->first);
        anything += run->kind == RUN_ANYTHING ? run->last + 1 - run->first : 0;
    }
    return told && 2 * anything < walk->d->rows.count;
}

bool row_runs(struct diagnosis *d) {
    const struct table *table = d->patient.table;
    const struct noise *noise = d->patient.noise;
    if (d->rows.count < 2 || !noise || table->arrays > 1 || table_is_constant(table) ||
        table->component == COMPONENT_FACTOR)
        return false;
    struct walk walk = {.d = d,
                        .cells = table->columns < CELLS ? (size_t)table->columns : CELLS,
                        .coarse = coarse_pipeline(d, &(size_t){0})};
    const bool goes_on =
        !table->channel_major && table->grid.axes == 0 && !noise->model->axis[0].listed;
    walk.sources = goes_on ? 2 * d->rows.count + 1024 : d->rows.count;
    for (size_t c = 0; c < walk.cells; c++)
        walk.column[c] = spread_in_pairs(table->columns, walk.cells, c);
    if (!find_runs(&walk) || !runs_tell(&walk) || d->probe.wrong)
        return false;
    tell_runs(&walk);
    return true;
}
