/* SPDX-License-Identifier: MIT */
#include "compare/damage.h"
#include "base/die.h"
#include "base/text.h"
#include "fit/entries.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A line, a row or a column, is known by some of its cells. Suspects are sorted by what one of these cells has, and each
 * line of the table is compared with those that have its number there. So the time is that of reading the table once,
 * however many lines are suspect. */

/* In a row one of ODD_ONE_OF cells may be damaged. */
enum { CELLS = 24, ODD_ONE_OF = 8, SUSPECTS_MOST = 1 << 12 };

/* Shifted rows go on after the table's last one, if they are shifted by no more. */
enum { BEYOND = 1024 };

struct suspect {
    uint64_t line;
    uint64_t few; /* how many of its entries are odd, if these are few, else 0 */
    double got[CELLS];
    struct finding finding; /* FINDING_FAR_OFF until more is known */
    double away;            /* how far its cells are from the line that it holds */
    bool said;              /* by a finding about one before it */
};

struct walk {
    const struct damaged *d;
    struct probe probe;
    struct findings *findings;
    enum finding_unit unit;
    uint64_t count, sources; /* lines of the array; lines that one may hold */
    uint64_t cell[CELLS];    /* where they are along a line */
    size_t cells, key;       /* key: the one that suspects are sorted by */
    uint64_t zero_rows;
    uint8_t *bad; /* of each column: is all of it odd? NULL if that isn't known */
    uint64_t bad_columns;
    struct suspect *suspect;
    size_t suspects;
    uint64_t more; /* suspects beyond SUSPECTS_MOST */
    bool shifted;
    struct finding shift;
};

/* --- cells */

static bool are_columns(const struct walk *walk) {
    return walk->unit == FINDING_COLUMNS;
}

static struct cell cell_of(const struct walk *walk, uint64_t line, uint64_t across) {
    return are_columns(walk) ? (struct cell){across, line} : (struct cell){line, across};
}

static uint64_t got_bits(struct walk *walk, struct cell cell) {
    return probe_got(&walk->probe, cell_index(walk->d->table, cell));
}

static double got_at(struct walk *walk, struct cell cell) {
    return measure_value(&walk->probe.measure, got_bits(walk, cell));
}

static double wanted_at(const struct walk *walk, struct cell cell, double *bound) {
    return exact_at(walk->d->noise, cell_index(walk->d->table, cell), bound);
}

static void read_cells(struct walk *walk, uint64_t line, double got[]) {
    for (size_t c = 0; c < walk->cells; c++)
        got[c] = got_at(walk, cell_of(walk, line, walk->cell[c]));
}

/* Has the line of the table, within noise, all but `spare` of these cells? Sets how far they are from it. */
static bool holds(const struct walk *walk, const double got[], uint64_t line, size_t spare,
                  double *away) {
    *away = 0;
    for (size_t c = 0; c < walk->cells; c++) {
        double bound;
        const double far =
            fabs(got[c] - wanted_at(walk, cell_of(walk, line, walk->cell[c]), &bound));
        if (far <= bound)
            *away += far;
        else if (spare-- == 0)
            return false;
    }
    return true;
}

/* Does a row of the array hold what another one should? */
static bool row_holds(struct walk *walk, uint64_t row, uint64_t other) {
    double got[CELLS], away;
    read_cells(walk, row, got);
    return holds(walk, got, other, walk->cells / ODD_ONE_OF, &away);
}

/* --- what lines hold */

/* The key is the cell that differs most between lines. */
static void choose_key(struct walk *walk) {
    enum { LINES = 16 };
    const double small = 1e-3 * fabs(walk->d->noise->model->amplitude);
    const uint64_t lines = walk->count < LINES ? walk->count : LINES;
    double most = -1;
    for (size_t c = 0; c < walk->cells; c++) {
        double differ = 0, before = 0, bound;
        for (uint64_t n = 0; n < lines; n++) {
            const uint64_t line = spread_unevenly(walk->count, lines, n);
            const double wanted = wanted_at(walk, cell_of(walk, line, walk->cell[c]), &bound);
            differ += n > 0 ? fabs(wanted - before) / (bound + small) : 0;
            before = wanted;
        }
        if (differ > most) {
            most = differ;
            walk->key = c;
        }
    }
}

/* Takes note of a line of the table if the suspect holds it. Of lines that are a period apart, and so equally near but for
 * the errors of doubles, the nearest one counts. */
static void try_line(struct walk *walk, struct suspect *suspect, uint64_t line) {
    const size_t spare = are_columns(walk) || suspect->few > 0 ? 0 : walk->cells / ODD_ONE_OF;
    const double nearly = 1e-3;
    double away;
    if (line == suspect->line || !holds(walk, suspect->got, line, spare, &away))
        return;
    const uint64_t other = suspect->finding.other, own = suspect->line,
                   far = line > own ? line - own : own - line,
                   far_other = other > own ? other - own : own - other;
    const bool alike = fabs(away - suspect->away) <= nearly * away;
    if (alike ? far >= far_other : away > suspect->away)
        return;
    suspect->away = away;
    suspect->finding.kind = FINDING_HOLDS;
    suspect->finding.other = suspect->finding.other_last = line;
}

/* What a suspect has in the key's cell. */
struct key {
    double got;
    size_t suspect;
};

static int by_got(const void *a, const void *b) {
    const struct key *x = a, *y = b;
    return (x->got > y->got) - (x->got < y->got);
}

/* Tries the lines of the table; if so many are alike that it would take long, the first ones. */
static void try_lines(struct walk *walk) {
    uint64_t tries = 1 << 22;
    struct key *keys = die_malloc((walk->suspects + 1) * sizeof *keys);
    size_t count = 0;
    for (size_t k = 0; k < walk->suspects; k++) {
        const double got = walk->suspect[k].got[walk->key];
        if (!isnan(got))
            keys[count++] = (struct key){got, k};
    }
    qsort(keys, count, sizeof *keys, by_got);
    for (uint64_t line = 0; line < walk->sources && count > 0 && tries > 0; line++) {
        double bound;
        const double wanted = wanted_at(walk, cell_of(walk, line, walk->cell[walk->key]), &bound),
                     least = wanted - 2 * bound;
        size_t at = 0;
        for (size_t end = count; at < end;) {
            const size_t middle = at + (end - at) / 2;
            if (keys[middle].got < least)
                at = middle + 1;
            else
                end = middle;
        }
        for (; at < count && keys[at].got <= wanted + 2 * bound && tries > 0; at++, tries--)
            try_line(walk, &walk->suspect[keys[at].suspect], line);
    }
    free(keys);
}

/* Is it far nearer to the line that it seems to hold than to its own? Else the two are alike, as rows are that are a whole
 * period apart. */
static bool is_nearer(struct walk *walk, const struct suspect *suspect) {
    double own = 0, bound;
    for (size_t c = 0; c < walk->cells; c++)
        own += fabs(suspect->got[c] -
                    wanted_at(walk, cell_of(walk, suspect->line, walk->cell[c]), &bound));
    return !(own < NEARER * suspect->away);
}

/* Is the whole line one number? Of a long one, as many entries as may be read one by one. */
static bool is_constant(struct walk *walk, const struct suspect *suspect) {
    enum { MOST = 1 << 12 };
    const struct table *table = walk->d->table;
    const uint64_t across = are_columns(walk) ? table->arrays * table->rows : table->columns,
                   some = across < MOST ? across : MOST,
                   first = got_bits(walk, cell_of(walk, suspect->line, 0));
    bool constant = across > 1;
    for (uint64_t n = 0; n < some && constant; n++)
        constant =
            got_bits(walk, cell_of(walk, suspect->line, spread_evenly(across, some, n))) == first;
    return constant;
}

static void find_sources(struct walk *walk) {
    for (size_t k = 0; k < walk->suspects; k++) {
        struct suspect *suspect = &walk->suspect[k];
        read_cells(walk, suspect->line, suspect->got);
        suspect->away = INFINITY;
    }
    choose_key(walk);
    try_lines(walk);
    for (size_t k = 0; k < walk->suspects; k++) {
        struct suspect *suspect = &walk->suspect[k];
        struct finding *finding = &suspect->finding;
        if (is_constant(walk, suspect))
            *finding = (struct finding){
                .kind = suspect->got[0] == 0 ? FINDING_ZERO : FINDING_CONSTANT, .unit = walk->unit};
        else if (finding->kind == FINDING_HOLDS && !is_nearer(walk, suspect))
            finding->kind = FINDING_FAR_OFF;
        finding->first = finding->last = suspect->line;
    }
}

/* --- suspects */

static void add_suspect(struct walk *walk, uint64_t line, uint64_t few) {
    if (walk->suspects == SUSPECTS_MOST)
        walk->more++;
    else
        walk->suspect[walk->suspects++] = (struct suspect){
            .line = line, .few = few, .finding = {.kind = FINDING_FAR_OFF, .unit = walk->unit}};
}

/* How many entries of a row are odd, besides those of columns that are odd throughout. */
static uint64_t own_wrong(const struct walk *walk, const struct odd_row *row) {
    return row->wrong > walk->bad_columns && !row->zero ? row->wrong - walk->bad_columns : 0;
}

/* Odd rows, except those that hold what the shift says. */
static void collect_rows(struct walk *walk) {
    const struct odd_rows *odd = walk->d->odd;
    walk->suspects = 0;
    walk->more = odd->all - odd->count - odd->more_zero;
    for (size_t k = 0; k < odd->count; k++) {
        const uint64_t row = odd->list[k].row, own = own_wrong(walk, &odd->list[k]);
        const bool few = ODD_ONE_OF * own <= odd->columns || own == 1;
        if (own > 0 && !(walk->shifted && row >= walk->shift.first &&
                         row_holds(walk, row, row + (uint64_t)walk->shift.by)))
            add_suspect(walk, row, few ? own : 0);
    }
    find_sources(walk);
}

/* --- shifted rows */

/* Do most rows from `at` on hold what those should that are `by` places further on? */
static bool most_follow(struct walk *walk, uint64_t at, int64_t by) {
    enum { SOME = 16 };
    const uint64_t rows = walk->count - at, some = rows < SOME ? rows : SOME;
    uint64_t follow = 0;
    for (uint64_t n = 0; n < some; n++) {
        const uint64_t row = at + spread_evenly(rows, some, n);
        follow += row_holds(walk, row, row + (uint64_t)by);
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
        if (run < 2 || (run < RUN && first->line + run + (uint64_t)imaxabs(by) < walk->count) ||
            !most_follow(walk, first->line, by))
            continue;
        const uint64_t at = first->line, places = (uint64_t)imaxabs(by),
                       other = by < 0 && at > 0 ? at - places : at;
        walk->shifted = true;
        walk->shift = (struct finding){.kind = by < 0 && at > 0 ? FINDING_INSERTED : FINDING_LOST,
                                       .unit = FINDING_ROWS,
                                       .first = at,
                                       .other = other,
                                       .other_last = other + places - 1,
                                       .by = by};
        return true;
    }
    return false;
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

/* "row 15, column 19: bit 31 is flipped" if that is all that keeps it from an error of at most `usual`, or else "row 15,
 * column 19 is far off: got 2.5 (0x40200000), wanted 0.5 (0x3f000000)" */
static void add_entry(struct walk *walk, struct cell cell, double usual) {
    const struct damaged *d = walk->d;
    struct probe *probe = &walk->probe;
    const struct measure *measure = &probe->measure;
    const uint64_t index = cell_index(d->table, cell), got = probe_got(probe, index),
                   wanted = probe_wanted(probe, index);
    const struct place place = place_of(d->table, index);
    const double value = measure_value(measure, got);
    const bool is_noise = noise_explains(d->noise, place.position, place.channel, value,
                                         measure_value(measure, wanted));
    const int bit = flipped_bit(measure, got, wanted, usual);
    char got_text[ELEMENT_TEXT], wanted_text[ELEMENT_TEXT];
    element_text(measure->type, got, got_text);
    element_text(measure->type, wanted, wanted_text);
    char *text = bit >= 0 ? text_format(": bit %d is flipped%s", bit,
                                        is_noise ? ", or the entry was rounded on the way" : "")
                 : !isfinite(value)
                     ? text_format(" is %s", isnan(value) ? "not a number" : "infinite")
                     : text_format(" is far off: got %s, wanted %s", got_text, wanted_text);
    findings_add(walk->findings, (struct finding){.kind = FINDING_ENTRY,
                                                  .unit = FINDING_ENTRIES,
                                                  .first = index,
                                                  .last = index,
                                                  .text = text});
}

/* Adds the odd entries of a row, in columns that aren't odd throughout. */
static void add_row_entries(struct walk *walk, uint64_t row) {
    for (uint64_t c = 0; c < walk->d->table->columns; c++) {
        const struct cell cell = {row, c};
        double usual;
        const double wanted = wanted_at(walk, cell, &usual);
        if (!(fabs(got_at(walk, cell) - wanted) <= usual) && !(walk->bad && walk->bad[c]))
            add_entry(walk, cell, usual);
    }
}

/* --- findings */

/* May the finding go on with the next one, as one of the same kind? */
static bool goes_on(const struct finding *one, const struct finding *next) {
    const uint64_t lines = one->last - one->first + 1;
    const bool rising = one->other_last == one->other + lines - 1;
    if (one->last + 1 != next->first || one->kind != next->kind || one->few != next->few)
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

/* Is it far off, because of few entries? */
static bool has_few(const struct suspect *suspect) {
    return suspect->finding.kind == FINDING_FAR_OFF && suspect->few > 0;
}

/* Adds a finding for each run of suspects, unless most lines are far off. If few entries of some rows are odd, and these are
 * few in all, they are named one by one. */
static void add_lines(struct walk *walk) {
    struct findings *findings = walk->findings;
    const size_t first = findings->count;
    uint64_t far_off = walk->more, lone = 0, entries = 0;
    for (size_t k = 0; k < walk->suspects; k++) {
        far_off += walk->suspect[k].finding.kind == FINDING_FAR_OFF;
        lone += has_few(&walk->suspect[k]);
        entries += has_few(&walk->suspect[k]) ? walk->suspect[k].few : 0;
    }
    const bool named = entries <= FOUND_FIRST;
    findings->left[walk->unit] = far_off - (named ? lone : 0);
    if (2 * findings->left[walk->unit] > walk->count - walk->zero_rows)
        return;
    for (size_t k = 0; k < walk->suspects; k++) {
        struct suspect *suspect = &walk->suspect[k], *other = swapped_with(walk, suspect);
        struct finding *finding = &suspect->finding;
        if (suspect->said || (named && has_few(suspect)))
            continue;
        finding->few = has_few(suspect);
        if (other) {
            other->said = true;
            finding->kind = FINDING_SWAPPED;
            finding->last = finding->other;
        }
        if (finding->kind == FINDING_CONSTANT) {
            char number[ELEMENT_TEXT];
            element_decimal(walk->probe.measure.type,
                            got_bits(walk, cell_of(walk, suspect->line, 0)), number);
            finding->text = text_format("%s", number);
        }
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
    for (size_t k = 0; k < walk->suspects && named; k++)
        if (has_few(&walk->suspect[k]))
            add_row_entries(walk, walk->suspect[k].line);
    if (!are_columns(walk))
        findings->more_rows = walk->more;
}

/* --- rows */

/* Rows of zeros, unless the table is nearly zero there. */
static void add_zeros(struct walk *walk) {
    walk->findings->more_zero = walk->d->odd->more_zero;
    walk->zero_rows = walk->d->odd->more_zero;
    const double least = 1e-3 * fabs(walk->d->noise->model->amplitude);
    const struct odd_rows *odd = walk->d->odd;
    struct finding *last = NULL;
    for (size_t k = 0; k < odd->count; k++) {
        const struct odd_row *row = &odd->list[k];
        if (!row->zero || row->error <= least)
            continue;
        walk->zero_rows++;
        if (last && last->last + 1 == row->row) {
            last->last++;
            continue;
        }
        if (walk->findings->count == SUSPECTS_MOST) {
            walk->findings->more_zero++;
            last = NULL;
            continue;
        }
        findings_add(walk->findings, (struct finding){FINDING_ZERO, FINDING_ROWS, .first = row->row,
                                                      .last = row->row});
        last = &walk->findings->list[walk->findings->count - 1];
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

static void find_rows(struct walk *walk) {
    walk->sources = walk->count + (rows_go_on(walk->d->table) ? BEYOND : 0);
    choose_row_cells(walk);
    if (walk->cells == 0)
        return;
    collect_rows(walk);
    if (find_shift(walk)) {
        collect_rows(walk);
        findings_add(walk->findings, walk->shift);
    }
    for (size_t k = 0; k < walk->suspects && walk->cells == 1; k++) /* one cell says too little */
        if (walk->suspect[k].finding.kind == FINDING_HOLDS)
            walk->suspect[k].finding.kind = FINDING_FAR_OFF;
    add_lines(walk);
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
static void find_columns(struct walk *walk) {
    enum { LEAST = 3 };
    const struct table *table = walk->d->table;
    const struct odd_rows *odd = walk->d->odd;
    size_t k = 0;
    walk->unit = FINDING_COLUMNS;
    walk->suspects = walk->cells = 0;
    walk->more = 0;
    for (uint64_t n = 0; n < CELLS && n < walk->count; n++) {
        const uint64_t some = walk->count < CELLS ? walk->count : CELLS,
                       row = spread_unevenly(walk->count, some, n);
        while (k < odd->count && odd->list[k].row < row)
            k++;
        const bool is_odd = k < odd->count && odd->list[k].row == row;
        if (!is_odd || (!odd->list[k].zero && own_wrong(walk, &odd->list[k]) == 0))
            walk->cell[walk->cells++] = row;
    }
    walk->findings->left[FINDING_COLUMNS] = walk->bad_columns;
    if (walk->cells < LEAST)
        return;
    walk->count = walk->sources = table->columns;
    walk->zero_rows = 0;
    for (uint64_t c = 0; c < table->columns; c++)
        if (walk->bad[c])
            add_suspect(walk, c, 0);
    find_sources(walk);
    add_lines(walk);
}

/* --- few wrong entries */

/* How many of the first wrong entries are all that need a reason; 0: not all of these are known. */
static size_t known_entries(const struct damaged *d) {
    const struct errors *all = &d->comparison->all;
    const uint64_t count = d->every && all->wrong <= FOUND_FIRST ? all->wrong : all->unexplained;
    return count <= FOUND_FIRST ? (size_t)count : 0;
}

/* Adds all of them, except what a libm may make, and those of rows of zeros, which are named already. If each is wrong by
 * one bit, that is said of all. */
static void add_known_entries(struct walk *walk, bool flipped) {
    const struct damaged *d = walk->d;
    const struct odd_rows *odd = d->odd;
    const struct found *first = d->comparison->first;
    double largest = fabs(d->noise->model->amplitude) / 2;
    size_t k = 0;
    for (size_t n = 0; n < known_entries(d); n++)
        largest = fmax(largest, fabs(measure_value(&walk->probe.measure, first[n].wanted)));
    const double libm = measure_libm(&walk->probe.measure, largest);
    for (size_t n = 0; n < known_entries(d); n++) {
        const struct found *found = &first[n];
        double usual;
        wanted_at(walk, found->cell, &usual);
        while (k + 1 < odd->count && odd->list[k].row < found->cell.row)
            k++;
        const bool zero =
            odd->count > 0 && odd->list[k].row == found->cell.row && odd->list[k].zero;
        if (flipped || (!zero && (!found->explained || found->error.absolute > libm)))
            add_entry(walk, found->cell, flipped ? 0 : usual);
    }
}

/* Few entries are wrong, and each by one bit. */
static bool are_flipped_bits(const struct walk *walk) {
    const struct found *first = walk->d->comparison->first;
    const size_t count = known_entries(walk->d);
    bool flipped = count > 0;
    for (size_t k = 0; k < count && flipped; k++) {
        const uint64_t bits = first[k].got ^ first[k].wanted;
        flipped = (bits & (bits - 1)) == 0;
    }
    return flipped;
}

char *damage_find(const struct damaged *d, struct findings *findings) {
    struct walk *walk = die_malloc(sizeof *walk);
    const double worst = d->comparison->all.worst.error.absolute, slight = 0.05;
    *walk = (struct walk){.d = d,
                          .findings = findings,
                          .unit = FINDING_ROWS,
                          .count = d->table->arrays * d->table->rows,
                          .suspect = die_malloc(SUSPECTS_MOST * sizeof *walk->suspect)};
    findings->slight = worst <= slight * fabs(d->noise->model->amplitude) ? worst : 0;
    probe_open(&walk->probe, d->array, d->table);
    const bool flipped = are_flipped_bits(walk);
    if (!flipped)
        add_zeros(walk);
    if (flipped || walk->count < 2 || d->comparison->all.unexplained == 0) {
        add_known_entries(walk, flipped);
    } else {
        find_bad_columns(walk);
        find_rows(walk);
        if (walk->bad_columns > 0)
            find_columns(walk);
    }
    char *wrong = walk->probe.wrong;
    probe_close(&walk->probe);
    free(walk->suspect);
    free(walk->bad);
    free(walk);
    return wrong;
}
