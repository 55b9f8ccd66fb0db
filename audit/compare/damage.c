#include "compare/damage.h"
#include "base/die.h"
#include "base/text.h"
#include "fit/sample.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A line, a row or a column, is known by some of its cells. What a line holds is looked up: suspects are entered by a hash
 * of three cells, and each line of the table is compared with those that have its hash. So the time is that of reading the
 * table once, however many lines are suspect. */

/* In a row one of ODD_ONE_OF cells may be damaged. */
enum { CELLS = 24, KEYS = 3, ODD_ONE_OF = 8, SUSPECTS_MOST = 1 << 12, HEADS = 1 << 14 };

/* A hash has cells in units of a 32nd of the amplitude, and a suspect is entered also with the next unit of each. */
enum { UNITS = 32 };

/* Shifted rows go on after the table's last one, if they are shifted by no more. */
enum { BEYOND = 1024 };

struct suspect {
    uint64_t line;
    double got[CELLS];
    struct finding finding; /* FINDING_FAR_OFF until more is known */
    double away;            /* how far its cells are from the line that it holds */
};

struct walk {
    const struct damaged *d;
    struct probe probe;
    struct findings *findings;
    enum finding_unit unit;
    uint64_t count, sources; /* lines of the array; lines that one may hold */
    uint64_t cell[CELLS];    /* where they are along a line */
    size_t cells, key[KEYS]; /* key: which of them make the hash */
    uint64_t zero_rows;
    uint8_t *bad; /* of each column: is all of it odd? NULL if that isn't known */
    uint64_t bad_columns;
    double usual; /* the error of most rows, if they are odd; */
    double level; /* those with errors up to this are like most */
    struct suspect *suspect;
    size_t suspects;
    uint64_t more;                    /* suspects beyond SUSPECTS_MOST */
    struct odd_row lone[FOUND_FIRST]; /* rows with few wrong entries; */
    uint64_t lones, lone_entries;     /* how many there are, with how many entries */
    bool shifted;
    struct finding shift;
    int32_t head[HEADS]; /* of each hash: a number in `chain`, or -1 */
    struct link {
        int32_t suspect, next;
    } * chain;
    uint64_t block, block_rows; /* rows [block, block + block_rows) of the array: */
    char *entries;
};

/* --- cells */

static bool are_columns(const struct walk *walk) {
    return walk->unit == FINDING_COLUMNS;
}

static uint64_t index_of(const struct walk *walk, uint64_t line, size_t cell) {
    const uint64_t columns = walk->d->table->columns;
    return are_columns(walk) ? walk->cell[cell] * columns + line
                             : line * columns + walk->cell[cell];
}

/* What the table has in a cell of a line, and how far noise may take it. */
static double model_cell(const struct walk *walk, uint64_t line, size_t cell, double *bound) {
    const struct noise *noise = walk->d->noise;
    const struct table *table = walk->d->table;
    const uint64_t index = index_of(walk, line, cell);
    struct place place = {line, walk->cell[cell]};
    if (index < table_entries(table)) /* else a row after the last one */
        place = place_of(table, index);
    const struct model_row row = model_row_at(noise->model, place.position);
    const double angle = model_row_angle(noise->model, &row, place.channel),
                 wanted = model_row_entry(noise->model, &row, place.channel, angle);
    if (bound)
        *bound = noise_bound_of_angle(noise, place.channel, angle, wanted);
    return wanted;
}

/* The entries of a row of the array, with rows after it if those before it were wanted, too. */
static const char *read_row(struct walk *walk, uint64_t row) {
    enum { ENTRIES = 1 << 16 };
    const uint64_t columns = walk->d->table->columns, many = ENTRIES / (columns + 1) + 1,
                   left = walk->d->table->arrays * walk->d->table->rows - row;
    const size_t bytes = walk->probe.measure.type->bytes;
    if (row - walk->block >= walk->block_rows) { /* which may wrap */
        const uint64_t rows = row != walk->block + walk->block_rows ? 1 : left < many ? left : many;
        walk->block = row;
        walk->block_rows = rows;
        walk->entries = die_realloc(walk->entries, rows * columns * bytes);
        if (!walk->probe.wrong)
            walk->probe.wrong =
                array_read(walk->d->array, row * columns, (size_t)(rows * columns), walk->entries);
        if (walk->probe.wrong)
            memset(walk->entries, 0, (size_t)(rows * columns) * bytes);
    }
    return walk->entries + (row - walk->block) * columns * bytes;
}

static void read_cells(struct walk *walk, uint64_t line, double got[]) {
    const struct measure *measure = &walk->probe.measure;
    const char *row = are_columns(walk) ? NULL : read_row(walk, line);
    for (size_t c = 0; c < walk->cells; c++)
        got[c] =
            row ? measure_value(measure, element_load(measure->type, row, (size_t)walk->cell[c]))
                : probe_got_value(&walk->probe, index_of(walk, line, c));
}

/* Has the line of the table, within noise, these cells? Sets how far they are from it. */
static bool holds(const struct walk *walk, const double got[], uint64_t line, double *away) {
    const double near = fabs(walk->d->noise->model->amplitude) / UNITS;
    size_t spare = are_columns(walk) ? 0 : walk->cells / ODD_ONE_OF;
    double sum = 0;
    for (size_t c = 0; c < walk->cells; c++) {
        double bound;
        const double far = fabs(got[c] - model_cell(walk, line, c, &bound));
        if (far <= fmin(bound + walk->level, fmax(bound, near)))
            sum += far;
        else if (spare-- == 0)
            return false;
    }
    *away = sum;
    return true;
}

/* --- what lines hold */

static uint32_t hash_of(const int32_t unit[KEYS]) {
    uint32_t hash = 0;
    for (size_t k = 0; k < KEYS; k++)
        hash = (hash + (uint32_t)unit[k]) * UINT32_C(2654435769);
    return hash >> 18; /* below HEADS */
}

/* The unit of a number, and the next one that it may belong to. */
static void units_of(const struct walk *walk, double value, int32_t unit[2]) {
    const double most = 1 << 20, scaled = UNITS * value / walk->d->noise->model->amplitude,
                 within = fabs(scaled) <= most ? scaled : most, whole = floor(within);
    unit[0] = (int32_t)whole;
    unit[1] = unit[0] + (within - whole < 0.5 ? -1 : 1);
}

/* The hash of a line is made of those cells that differ most between lines. */
static void choose_keys(struct walk *walk) {
    enum { LINES = 16 };
    int differ[CELLS] = {0};
    const uint64_t lines = walk->count < LINES ? walk->count : LINES;
    for (size_t c = 0; c < walk->cells; c++) {
        int32_t seen[LINES];
        for (uint64_t n = 0; n < lines; n++) {
            int32_t unit[2];
            const uint64_t line = spread_unevenly(walk->count, lines, n);
            units_of(walk, model_cell(walk, line, c, NULL), unit);
            seen[n] = unit[0];
            uint64_t k = 0;
            while (seen[k] != unit[0])
                k++;
            differ[c] += k == n;
        }
    }
    for (size_t k = 0; k < KEYS; k++) {
        size_t best = 0;
        for (size_t c = 0; c < walk->cells; c++)
            if (differ[c] > differ[best])
                best = c;
        walk->key[k] = best;
        differ[best] = -1;
    }
}

static void enter_suspects(struct walk *walk) {
    enum { WAYS = 1 << KEYS };
    int32_t used = 0;
    walk->chain = die_malloc((walk->suspects * WAYS + 1) * sizeof *walk->chain);
    memset(walk->head, -1, sizeof walk->head);
    for (size_t k = 0; k < walk->suspects; k++)
        for (unsigned way = 0; way < WAYS; way++) {
            int32_t unit[KEYS], both[2];
            for (size_t n = 0; n < KEYS; n++) {
                units_of(walk, walk->suspect[k].got[walk->key[n]], both);
                unit[n] = both[way >> n & 1];
            }
            int32_t *head = &walk->head[hash_of(unit)];
            walk->chain[used] = (struct link){(int32_t)k, *head};
            *head = used++;
        }
}

/* Takes note of the suspects that hold a line of the table. */
static void look_up(struct walk *walk, uint64_t line) {
    int32_t unit[KEYS], both[2];
    for (size_t n = 0; n < KEYS; n++) {
        units_of(walk, model_cell(walk, line, walk->key[n], NULL), both);
        unit[n] = both[0];
    }
    for (int32_t at = walk->head[hash_of(unit)]; at >= 0; at = walk->chain[at].next) {
        struct suspect *suspect = &walk->suspect[walk->chain[at].suspect];
        double away;
        if (line == suspect->line || !holds(walk, suspect->got, line, &away))
            continue;
        const uint64_t other = suspect->finding.other, own = suspect->line,
                       far = line > own ? line - own : own - line,
                       far_other = other > own ? other - own : own - other;
        if (away > suspect->away || (away == suspect->away && far >= far_other))
            continue;
        suspect->away = away;
        suspect->finding.kind = FINDING_HOLDS;
        suspect->finding.other = suspect->finding.other_last = line;
    }
}

/* Is it far nearer to the line that it seems to hold than to its own? Else the two are alike, as rows are that are a whole
 * period apart. */
static bool is_nearer(struct walk *walk, const struct suspect *suspect) {
    double own = 0;
    for (size_t c = 0; c < walk->cells; c++)
        own += fabs(suspect->got[c] - model_cell(walk, suspect->line, c, NULL));
    return !(own < NEARER * suspect->away);
}

/* Is the whole line one number? Of a long one, as many entries as may be read one by one. */
static bool is_constant(struct walk *walk, const struct suspect *suspect) {
    enum { MOST = 1 << 12 };
    const struct table *table = walk->d->table;
    const uint64_t across = are_columns(walk) ? table->arrays * table->rows : table->columns,
                   some = across < MOST ? across : MOST,
                   first = probe_got(&walk->probe, index_of(walk, suspect->line, 0));
    bool constant = across > 1;
    for (size_t c = 1; c < walk->cells && constant; c++)
        constant = suspect->got[c] == suspect->got[0];
    for (uint64_t n = 0; n < some && constant; n++) {
        const uint64_t at = spread_evenly(across, some, n);
        constant = first == probe_got(&walk->probe, are_columns(walk)
                                                        ? at * table->columns + suspect->line
                                                        : suspect->line * table->columns + at);
    }
    return constant;
}

static void find_sources(struct walk *walk) {
    for (size_t k = 0; k < walk->suspects; k++) {
        struct suspect *suspect = &walk->suspect[k];
        read_cells(walk, suspect->line, suspect->got);
        suspect->away = INFINITY;
    }
    choose_keys(walk);
    enter_suspects(walk);
    for (uint64_t line = 0; line < walk->sources && walk->suspects > 0; line++)
        look_up(walk, line);
    free(walk->chain);
    for (size_t k = 0; k < walk->suspects; k++) {
        struct suspect *suspect = &walk->suspect[k];
        struct finding *finding = &suspect->finding;
        if (is_constant(walk, suspect))
            *finding = (struct finding){FINDING_CONSTANT, .unit = walk->unit};
        else if (finding->kind == FINDING_HOLDS && !is_nearer(walk, suspect))
            finding->kind = FINDING_FAR_OFF;
        finding->first = finding->last = suspect->line;
    }
}

/* --- suspects */

static void add_suspect(struct walk *walk, uint64_t line) {
    if (walk->suspects == SUSPECTS_MOST) {
        walk->more++;
        return;
    }
    walk->suspect[walk->suspects++] =
        (struct suspect){.line = line, .finding = {.kind = FINDING_FAR_OFF, .unit = walk->unit}};
}

/* How many entries of a row are odd, besides those of columns that are odd throughout. */
static uint64_t own_wrong(const struct walk *walk, const struct odd_row *row) {
    return row->wrong > walk->bad_columns && !row->zero ? row->wrong - walk->bad_columns : 0;
}

static int by_size(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* If most rows are odd, errors are usual that are like that of the row in the middle. Returns whether they are. */
static bool set_level(struct walk *walk) {
    enum { TIMES = 16 };
    const struct odd_rows *odd = walk->d->odd;
    double *errors = die_malloc((odd->count + 1) * sizeof *errors);
    size_t count = 0;
    for (size_t k = 0; k < odd->count; k++)
        if (own_wrong(walk, &odd->list[k]) > 0)
            errors[count++] = odd->list[k].error;
    const uint64_t rows = walk->count - walk->zero_rows, half = rows - rows / 2;
    const bool most = 2 * (count + odd->all - odd->count) > rows;
    qsort(errors, count, sizeof *errors, by_size);
    walk->usual = most ? errors[count > half ? count - half : 0] : 0;
    walk->level = TIMES * walk->usual;
    free(errors);
    return most;
}

/* Does the row hold what the shift says? */
static bool follows_shift(struct walk *walk, uint64_t row) {
    double got[CELLS], away;
    if (!walk->shifted || row < walk->shift.first)
        return false;
    read_cells(walk, row, got);
    return holds(walk, got, row + (uint64_t)walk->shift.by, &away);
}

/* Rows with errors above the level, or the first odd ones, whatever their errors are. */
static void collect_rows(struct walk *walk, size_t first, bool singly) {
    const struct odd_rows *odd = walk->d->odd;
    walk->suspects = 0;
    walk->more = walk->lones = walk->lone_entries = 0;
    for (size_t k = 0; k < odd->count && (first == 0 || walk->suspects < first); k++) {
        const struct odd_row *row = &odd->list[k];
        const uint64_t own = own_wrong(walk, row);
        if (own == 0 || (first == 0 && row->error <= walk->level) || follows_shift(walk, row->row))
            continue;
        const bool lone =
            singly && (ODD_ONE_OF * own <= odd->columns || (own == 1 && odd->columns > 1));
        if (first > 0 || !lone) {
            add_suspect(walk, row->row);
            continue;
        }
        if (walk->lones < FOUND_FIRST)
            walk->lone[walk->lones] = *row;
        walk->lones++;
        walk->lone_entries += own;
    }
    walk->more += odd->all - odd->count - odd->more_zero;
    if (walk->lone_entries > FOUND_FIRST) /* too many to be named one by one */
        collect_rows(walk, first, false);
}

/* --- shifted rows */

static uint64_t places_of(int64_t by) {
    return (uint64_t)(by < 0 ? -by : by);
}

/* Says why rows from `at` on are shifted. */
static void explain_shift(struct walk *walk, uint64_t at, int64_t by) {
    const uint64_t places = places_of(by);
    double got[CELLS], before[CELLS];
    struct finding shift = {
        .kind = FINDING_LOST, .unit = FINDING_ROWS, .first = at, .by = by, .other = at};
    if (by < 0 && at > 0) {
        read_cells(walk, at - 1, before);
        read_cells(walk, at, got);
        const bool own = memcmp(got, before, walk->cells * sizeof *got) == 0;
        const uint64_t copied =
            own ? at - places : at - places - 1; /* the row that may be there again */
        shift.kind = FINDING_INSERTED;
        shift.other = at - places;
        if (own || (at > places && (read_cells(walk, copied, got),
                                    memcmp(got, before, walk->cells * sizeof *got) == 0))) {
            shift.kind = FINDING_DUPLICATED;
            shift.other = copied;
        }
    }
    shift.other_last = shift.kind == FINDING_DUPLICATED ? shift.other : shift.other + places - 1;
    walk->shift = shift;
    walk->shifted = true;
}

/* Do most rows from `at` on hold what those should that are `by` places further on? */
static bool most_follow(struct walk *walk, uint64_t at, int64_t by) {
    enum { SOME = 16 };
    const uint64_t rows = walk->count - at, some = rows < SOME ? rows : SOME;
    uint64_t follow = 0;
    for (uint64_t n = 0; n < some; n++) {
        const uint64_t row = at + spread_evenly(rows, some, n);
        double got[CELLS], away;
        read_cells(walk, row, got);
        follow += holds(walk, got, row + (uint64_t)by, &away);
    }
    return 2 * follow > some;
}

/* Some rows that follow each other hold what those should that are as far from each, and so do most after them: from there
 * on rows are shifted. */
static bool find_shift(struct walk *walk) {
    enum { RUN = 3 };
    for (size_t k = 0; k < walk->suspects && rows_go_on(walk->d->table); k++) {
        const struct suspect *first = &walk->suspect[k];
        const int64_t by = (int64_t)(first->finding.other - first->line);
        size_t run = 0;
        while (k + run < walk->suspects && run < RUN && first[run].line == first->line + run &&
               first[run].finding.kind == FINDING_HOLDS &&
               first[run].finding.other == first->finding.other + run)
            run++;
        if (run < 2 || (run < RUN && first->line + run + places_of(by) < walk->count) ||
            !most_follow(walk, first->line, by))
            continue;
        explain_shift(walk, first->line, by);
        return true;
    }
    return false;
}

/* --- findings */

/* May the finding go on with the next one, as one of the same kind? */
static bool goes_on(const struct finding *one, const struct finding *next) {
    const uint64_t lines = one->last - one->first + 1;
    const bool rising = one->other_last == one->other + lines - 1;
    if (one->last + 1 != next->first || one->kind != next->kind)
        return false;
    if (one->kind == FINDING_HOLDS)
        return (rising && next->other == one->other + lines) ||
               (one->other == one->other_last && next->other == one->other);
    return one->kind == FINDING_FAR_OFF ||
           (one->kind == FINDING_CONSTANT && strcmp(one->text, next->text) == 0);
}

/* Does another suspect hold what this one should, and the other way round? Returns it, or NULL. */
static struct suspect *swapped_with(const struct walk *walk, const struct suspect *one) {
    for (size_t k = 0; k < walk->suspects; k++) {
        struct suspect *other = &walk->suspect[k];
        if (one->finding.kind == FINDING_HOLDS && other->finding.kind == FINDING_HOLDS &&
            other->line == one->finding.other && other->finding.other == one->line)
            return other;
    }
    return NULL;
}

/* One cell isn't enough to know what a lone row holds. */
static void forget_chance(struct walk *walk) {
    for (size_t k = 0; k < walk->suspects && walk->cells == 1; k++) {
        struct suspect *one = &walk->suspect[k];
        bool run = swapped_with(walk, one) != NULL;
        for (size_t n = k > 0 ? k - 1 : k; n <= k + 1 && n < walk->suspects; n++) {
            const struct suspect *next = &walk->suspect[n];
            run |= n != k && next->finding.kind == FINDING_HOLDS &&
                   next->line - one->line == next->finding.other - one->finding.other;
        }
        if (one->finding.kind == FINDING_HOLDS && !run)
            one->finding.kind = FINDING_FAR_OFF;
    }
}

/* Lines that are far off may be all the same. */
static void join_copies(struct walk *walk) {
    for (size_t k = walk->suspects; k-- > 1;) {
        struct suspect *before = &walk->suspect[k - 1], *one = &walk->suspect[k];
        if (before->finding.kind == FINDING_FAR_OFF && one->line == before->line + 1 &&
            (one->finding.kind == FINDING_FAR_OFF || one->finding.kind == FINDING_SAME) &&
            memcmp(one->got, before->got, walk->cells * sizeof *one->got) == 0) {
            before->finding.kind = FINDING_SAME;
            before->finding.other = before->line;
            before->finding.last =
                one->finding.kind == FINDING_SAME ? one->finding.last : one->line;
            one->finding.silent = true;
        }
    }
}

/* Where most rows are odd: is only some of the row as odd as the suspects are? Then its entries are named. */
static bool is_lone(struct walk *walk, const struct suspect *suspect) {
    double away;
    const bool lone = suspect->finding.kind == FINDING_FAR_OFF && !are_columns(walk) &&
                      walk->level > 0 && walk->lones < FOUND_FIRST &&
                      holds(walk, suspect->got, suspect->line, &away);
    if (lone)
        walk->lone[walk->lones++] = (struct odd_row){.row = suspect->line, .wrong = 1};
    return lone;
}

/* Adds a finding for each run of suspects. Returns how many lines are far off. */
static uint64_t add_lines(struct walk *walk) {
    struct findings *findings = walk->findings;
    uint64_t far_off = walk->more;
    const size_t first = findings->count;
    forget_chance(walk);
    join_copies(walk);
    for (size_t k = 0; k < walk->suspects; k++) {
        struct suspect *suspect = &walk->suspect[k], *other = swapped_with(walk, suspect);
        struct finding *finding = &suspect->finding;
        if (finding->silent || is_lone(walk, suspect))
            continue;
        if (other) {
            other->finding.silent = true;
            finding->kind = FINDING_SWAPPED;
            finding->last = finding->other;
        }
        if (finding->kind == FINDING_CONSTANT) {
            char number[ELEMENT_TEXT];
            element_decimal(walk->probe.measure.type,
                            probe_got(&walk->probe, index_of(walk, suspect->line, 0)), number);
            finding->text = text_format("%s", number);
        }
        far_off += finding->kind == FINDING_FAR_OFF;
        struct finding *last =
            findings->count > first ? &findings->list[findings->count - 1] : NULL;
        if (last && goes_on(last, finding)) {
            last->last = finding->last;
            if (finding->other != last->other && finding->kind == FINDING_HOLDS)
                last->other_last = finding->other;
            free(finding->text);
        } else {
            findings_add(findings, *finding);
        }
    }
    if (!are_columns(walk))
        findings->more_rows = walk->more;
    return far_off;
}

/* --- rows */

/* Rows of zeros, unless the table is nearly zero there. */
static void add_zeros(struct walk *walk) {
    walk->findings->more_zero = walk->d->odd->more_zero;
    walk->zero_rows = walk->d->odd->more_zero;
    const double least = 1e-3 * fabs(walk->d->noise->model->amplitude);
    const struct odd_rows *odd = walk->d->odd;
    struct finding run = {.kind = FINDING_ZERO, .unit = FINDING_ROWS};
    for (size_t k = 0; k <= odd->count; k++) {
        const struct odd_row *row = k < odd->count ? &odd->list[k] : NULL;
        const bool zero = row && row->zero && row->error > least;
        if (run.other > 0 && (!zero || row->row != run.last + 1)) {
            run.other = 0;
            findings_add(walk->findings, run);
        }
        if (!zero)
            continue;
        if (run.other == 0)
            run.first = row->row;
        run.last = row->row;
        run.other = 1;
        walk->zero_rows++;
    }
}

/* Cells that are spread over a row, in columns that aren't odd throughout. */
static void choose_row_cells(struct walk *walk) {
    const uint64_t columns = walk->d->table->columns, good = columns - walk->bad_columns;
    uint64_t column = 0, number = 0;
    walk->cells = good < CELLS ? (size_t)good : CELLS;
    for (size_t c = 0; c < walk->cells; c++) {
        const uint64_t wanted = spread_in_pairs(good, walk->cells, c);
        for (; number < wanted || (walk->bad && walk->bad[column]); column++)
            number += !(walk->bad && walk->bad[column]);
        walk->cell[c] = column;
    }
}

static uint64_t find_rows(struct walk *walk) {
    enum { SOME = 64 };
    const bool most = set_level(walk);
    const double level = walk->level;
    walk->level = 0;
    walk->sources = walk->count + (rows_go_on(walk->d->table) ? BEYOND : 0);
    choose_row_cells(walk);
    if (walk->count < 2 || walk->cells == 0)
        return 0;
    if (most)
        collect_rows(walk, SOME, true);
    else
        collect_rows(walk, 0, true);
    find_sources(walk);
    const bool shifted = find_shift(walk);
    walk->level = shifted ? 0 : level;
    if (shifted || most) {
        collect_rows(walk, 0, true);
        find_sources(walk);
    }
    if (shifted)
        findings_add(walk->findings, walk->shift);
    return add_lines(walk);
}

/* --- columns */

/* Columns of which more than half is odd, if they are at most half of all. If errors are small, noise may be larger than is
 * thought: then nearly all odd entries must be theirs. */
static void find_bad_columns(struct walk *walk) {
    enum { OTHERS_ONE_OF = 8 };
    const struct table *table = walk->d->table;
    const uint64_t *wrong = walk->d->comparison->column, rows = walk->count - walk->zero_rows;
    if (!wrong || walk->count < 2)
        return;
    uint64_t others = walk->d->comparison->all.unexplained;
    walk->bad = die_malloc(table->columns);
    memset(walk->bad, 0, table->columns);
    for (uint64_t c = 0; c < table->columns; c++) {
        walk->bad[c] = wrong[c] > walk->zero_rows && 2 * (wrong[c] - walk->zero_rows) > rows;
        walk->bad_columns += walk->bad[c];
        others -= walk->bad[c] ? wrong[c] : 0;
    }
    const bool slight =
        walk->findings->slight > 0 && OTHERS_ONE_OF * others > walk->d->comparison->all.unexplained;
    if (2 * walk->bad_columns <= table->columns && !slight)
        return;
    memset(walk->bad, 0, table->columns);
    walk->bad_columns = 0;
}

/* Looks at columns in some rows that aren't odd otherwise. */
static uint64_t find_columns(struct walk *walk) {
    const struct table *table = walk->d->table;
    const struct odd_rows *odd = walk->d->odd;
    uint64_t far_off = 0;
    size_t k = 0;
    walk->unit = FINDING_COLUMNS;
    walk->suspects = walk->cells = 0;
    walk->more = 0;
    walk->level = 0;
    for (uint64_t n = 0; n < CELLS && n < walk->count; n++) {
        const uint64_t some = walk->count < CELLS ? walk->count : CELLS,
                       row = spread_unevenly(walk->count, some, n);
        while (k < odd->count && odd->list[k].row < row)
            k++;
        const bool is_odd = k < odd->count && odd->list[k].row == row;
        if (!is_odd || (!odd->list[k].zero && own_wrong(walk, &odd->list[k]) == 0))
            walk->cell[walk->cells++] = row;
    }
    if (walk->cells < KEYS)
        return walk->bad_columns;
    const uint64_t rows = walk->count;
    walk->count = walk->sources = table->columns;
    for (uint64_t c = 0; c < table->columns; c++)
        if (walk->bad[c])
            add_suspect(walk, c);
    find_sources(walk);
    for (size_t n = 0; n < walk->suspects; n++) {
        struct suspect *suspect = &walk->suspect[n];
        bool zero = true;
        for (size_t c = 0; c < walk->cells; c++)
            zero &= suspect->got[c] == 0;
        if (zero)
            suspect->finding.kind = FINDING_ZERO;
    }
    far_off = add_lines(walk);
    walk->count = rows;
    return far_off;
}

/* --- entries */

/* The bit whose flip brings the entry nearest to what is wanted, within `usual` of it, and clearly nearer than it is; -1 if
 * none does. */
static int flipped_bit(const struct measure *measure, uint64_t got, uint64_t wanted, double usual) {
    enum { CLEARLY = 16 };
    const double exact = measure_value(measure, wanted), is = measure_value(measure, got);
    double least = usual;
    int found = -1;
    for (int bit = 0; bit < 8 * (int)measure->type->bytes; bit++) {
        const double was = measure_value(measure, got ^ UINT64_C(1) << bit),
                     error = fabs(was - exact);
        if (error <= least && error <= fabs(exact) / CLEARLY &&
            !(CLEARLY * error > fabs(is - was))) {
            least = error;
            found = bit;
        }
    }
    return found;
}

/* What follows the place of an entry. */
static char *entry_text(const struct measure *measure, uint64_t got, uint64_t wanted, double usual,
                        bool is_noise) {
    const int bit = flipped_bit(measure, got, wanted, usual);
    const double value = measure_value(measure, got);
    char got_text[ELEMENT_TEXT], wanted_text[ELEMENT_TEXT];
    if (bit >= 0)
        return text_format(": bit %d is flipped%s", bit,
                           is_noise ? ", or the entry was rounded on the way" : "");
    if (!isfinite(value))
        return text_format(" is %s", isnan(value) ? "not a number" : "infinite");
    element_text(measure->type, got, got_text);
    element_text(measure->type, wanted, wanted_text);
    return text_format(" is far off: got %s, wanted %s", got_text, wanted_text);
}

/* "row 15, column 19: bit 31 is flipped" if that is all that keeps it from an error of at most `usual`, or else "row 15,
 * column 19 is far off: got 2.5 (0x40200000), wanted 0.5 (0x3f000000)" */
static struct finding entry_finding(struct walk *walk, struct cell cell, double usual) {
    const struct damaged *d = walk->d;
    struct probe *probe = &walk->probe;
    const uint64_t index = cell_index(d->table, cell), got = probe_got(probe, index),
                   wanted = probe_wanted(probe, index);
    const struct place place = place_of(d->table, index);
    const bool is_noise =
        noise_explains(d->noise, place.position, place.channel, measure_value(&probe->measure, got),
                       measure_value(&probe->measure, wanted));
    return (struct finding){.kind = FINDING_ENTRY,
                            .unit = FINDING_ENTRIES,
                            .first = index,
                            .last = index,
                            .text = entry_text(&probe->measure, got, wanted, usual, is_noise)};
}

static void add_entry(struct walk *walk, struct cell cell, double usual) {
    findings_add(walk->findings, entry_finding(walk, cell, usual));
}

/* How far noise may take an entry. */
static double usual_error(const struct damaged *d, uint64_t index, double *wanted) {
    const struct place place = place_of(d->table, index);
    const struct model_row row = model_row_at(d->noise->model, place.position);
    const double angle = model_row_angle(d->noise->model, &row, place.channel);
    *wanted = model_row_entry(d->noise->model, &row, place.channel, angle);
    return noise_bound_of_angle(d->noise, place.channel, angle, *wanted);
}

/* Does a row of the array have, within noise, what the table has in another row? */
static bool is_row(struct walk *walk, uint64_t row, uint64_t other) {
    const struct measure *measure = &walk->probe.measure;
    const uint64_t columns = walk->d->table->columns;
    const char *entries = read_row(walk, row);
    bool same = true;
    for (uint64_t c = 0; c < columns && same; c++) {
        double wanted, usual = usual_error(walk->d, other * columns + c, &wanted);
        same = fabs(measure_value(measure, element_load(measure->type, entries, (size_t)c)) -
                    wanted) <= usual;
    }
    return same;
}

/* Rows that differ in few entries may be swapped. These have no odd entries of their own then. */
static void swap_lone_rows(struct walk *walk) {
    const size_t count = walk->lones < FOUND_FIRST ? (size_t)walk->lones : FOUND_FIRST;
    for (size_t k = 0; k < count; k++)
        for (size_t n = k + 1; n < count; n++) {
            struct odd_row *one = &walk->lone[k], *other = &walk->lone[n];
            if (one->wrong < 2 || other->wrong < 2 || !is_row(walk, one->row, other->row) ||
                !is_row(walk, other->row, one->row))
                continue;
            findings_add(walk->findings, (struct finding){FINDING_SWAPPED, FINDING_ROWS,
                                                          .first = one->row, .last = other->row});
            one->wrong = other->wrong = 0;
        }
}

/* Adds the odd entries of rows that have few of them. If those are of one column, one sentence has them. */
static void add_lone_entries(struct walk *walk) {
    enum { FEW = 4 };
    const struct measure *measure = &walk->probe.measure;
    const uint64_t columns = walk->d->table->columns;
    struct findings lone = {.columns = columns};
    bool one_column = walk->d->every;
    walk->unit = FINDING_ROWS;
    swap_lone_rows(walk);
    for (uint64_t n = 0; n < walk->lones; n++) {
        const uint64_t row = walk->lone[n].row;
        if (walk->lone[n].wrong == 0)
            continue;
        const char *entries = read_row(walk, row);
        for (uint64_t c = 0; c < columns; c++) {
            const double got =
                measure_value(measure, element_load(measure->type, entries, (size_t)c));
            double wanted, usual = usual_error(walk->d, row * columns + c, &wanted) + walk->level;
            if (!(fabs(got - wanted) <= usual) && !(walk->bad && walk->bad[c]))
                findings_add(&lone, entry_finding(walk, (struct cell){row, c}, usual));
        }
    }
    for (size_t k = 0; k < lone.count; k++)
        one_column &= lone.list[k].first % columns == lone.list[0].first % columns;
    if (one_column && lone.count > FEW && walk->findings->slight > 0)
        findings_add(walk->findings,
                     (struct finding){.text = text_format("%zu entries of column %" PRIu64
                                                          " are off by up to %.2g",
                                                          lone.count, lone.list[0].first % columns,
                                                          walk->findings->slight)});
    else
        findings_move(walk->findings, &lone);
    findings_free(&lone);
}

/* How many of the first wrong entries are all that need a reason; 0: not all of these are known. */
static size_t known_entries(const struct damaged *d) {
    const struct errors *all = &d->comparison->all;
    const uint64_t count = d->every && all->wrong <= FOUND_FIRST ? all->wrong : all->unexplained;
    return count <= FOUND_FIRST ? (size_t)count : 0;
}

/* Adds all of them, except what a libm may make, and those of rows of zeros, which are named already. */
static void add_entries(struct walk *walk) {
    const struct damaged *d = walk->d;
    const struct odd_rows *odd = d->odd;
    const struct found *first = d->comparison->first;
    double largest = fabs(d->noise->model->amplitude) / 2;
    size_t k = 0;
    for (size_t n = 0; n < known_entries(d); n++)
        largest = fmax(largest, fabs(measure_value(&walk->probe.measure, first[n].wanted)));
    for (size_t n = 0; n < known_entries(d); n++) {
        const struct found *found = &first[n];
        double wanted;
        const double usual = usual_error(d, cell_index(d->table, found->cell), &wanted),
                     libm = measure_libm(&walk->probe.measure, largest);
        while (k + 1 < odd->count && odd->list[k].row < found->cell.row)
            k++;
        if (odd->count > 0 && odd->list[k].row == found->cell.row && odd->list[k].zero)
            continue;
        if (!found->explained || found->error.absolute > libm)
            add_entry(walk, found->cell, usual);
    }
}

/* Few entries are wrong, and each by one bit. */
static bool add_flipped_bits(struct walk *walk) {
    const struct found *first = walk->d->comparison->first;
    const size_t count = known_entries(walk->d);
    bool flipped = count > 0;
    for (size_t k = 0; k < count && flipped; k++) {
        const uint64_t bits = first[k].got ^ first[k].wanted;
        flipped = (bits & (bits - 1)) == 0;
    }
    for (size_t k = 0; k < count && flipped; k++)
        add_entry(walk, first[k].cell, 0);
    return flipped;
}

/* Are all odd entries NaN or infinite, and few? More may be rows of padding. */
static bool are_no_numbers(const struct damaged *d) {
    enum { FEW = 32 };
    const struct errors *all = &d->comparison->all;
    const uint64_t count = all->nan + all->infinite;
    return count > 0 && count == all->unexplained && FEW * count <= all->entries;
}

char *damage_find(const struct damaged *d, struct findings *findings, struct damage_left *left) {
    struct walk *walk = die_malloc(sizeof *walk);
    const double worst = d->comparison->all.worst.error.absolute, slight = 0.05;
    *left = (struct damage_left){.rows = 0};
    *walk = (struct walk){.d = d,
                          .findings = findings,
                          .unit = FINDING_ROWS,
                          .count = d->table->arrays * d->table->rows,
                          .suspect = die_malloc(SUSPECTS_MOST * sizeof *walk->suspect)};
    findings->slight = worst <= slight * fabs(d->noise->model->amplitude) ? worst : 0;
    probe_open(&walk->probe, d->array, d->table);
    const bool flipped = add_flipped_bits(walk);
    if (!flipped)
        add_zeros(walk);
    if (!flipped && (walk->count < 2 || d->comparison->all.unexplained == 0 || are_no_numbers(d))) {
        add_entries(walk);
    } else if (!flipped) {
        find_bad_columns(walk);
        left->rows = find_rows(walk);
        left->usual = walk->level > 0 ? walk->usual : 0;
        const uint64_t lones = walk->lones;
        if (walk->bad_columns > 0)
            left->columns = find_columns(walk);
        walk->lones = lones;
        add_lone_entries(walk);
    }
    char *wrong = walk->probe.wrong;
    probe_close(&walk->probe);
    free(walk->suspect);
    free(walk->entries);
    free(walk->bad);
    free(walk);
    return wrong;
}
