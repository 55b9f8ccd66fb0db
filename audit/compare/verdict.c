/* SPDX-License-Identifier: MIT */
#include "compare/verdict.h"
#include "base/die.h"
#include "base/progress.h"
#include "base/text.h"
#include "compare/compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* More entries than damage_find names one by one. */
enum { NAMED_MOST = 4 * FOUND_FIRST };

/* What the parts of a verdict share. */
struct judging {
    struct verdict *verdict;
    const struct array *array;
    const struct table *table;
    const struct judging_options *options;
    struct noise noise;
    char *wrong;                /* that the file can't be read any more */
    uint64_t *rows, *columns;   /* what lines of an array with damage hold, as find_lines says */
    uint64_t named[NAMED_MOST]; /* entries that are named one by one */
    size_t named_count;
};

static char *compare_all(struct judging *judging) {
    static const struct tolerance none = {.given = false};
    const struct judging_options *judged = judging->options;
    const struct compare_options options = {
        .tolerance = judged->tolerance ? judged->tolerance : &none,
        .noise = &judging->noise,
        .threads = judged->threads,
        .progress = judged->shows_progress ? progress_new(judging->array->count) : NULL};
    comparison_free(&judging->verdict->comparison);
    judging->verdict->level = judging->noise.level;
    char *wrong =
        compare_odd(judging->array, judging->table, &options, &judging->verdict->comparison,
                    &judging->verdict->odd, &judging->verdict->error);
    progress_end(options.progress);
    return wrong;
}

static uint64_t unexplained(const struct judging *judging) {
    return judging->verdict->comparison.all.unexplained;
}

/* --- ways that round early: entries are compared with what the pipeline computes */

static bool measure_shares(struct judging *judging) {
    struct shares *shares = &judging->verdict->shares;
    judging->wrong = shares_measure(shares, judging->array, judging->table, &judging->noise.grain,
                                    SHARES_ENTRIES);
    return !judging->wrong && shares->count > 0;
}

/* Doubles whose frequencies were computed in float: that needs evidence, since doubles tell bases apart that floats
 * don't. */
static void try_float(struct judging *judging) {
    if (judging->noise.level != NOISE_F64 || !measure_shares(judging) ||
        !shares_are_float(&judging->verdict->shares))
        return;
    judging->noise.level = NOISE_F32;
    judging->wrong = compare_all(judging);
}

static bool try_coarse(struct judging *judging) {
    struct verdict *verdict = judging->verdict;
    judging->wrong = shares_measure_unusual(&verdict->shares, judging->array, judging->table,
                                            &judging->noise.grain);
    if (judging->wrong ||
        !shares_explain(&verdict->shares, true, &judging->noise, judging->array, &judging->wrong))
        return false;
    findings_free(&verdict->damage); /* rows of rounded positions are those of other rows */
    verdict->coarse =
        pipelines_list(verdict->shares.pipelines)[verdict->shares.list[0].pipeline].name;
    return true;
}

/* --- damage */

/* What lines hold that are no lines of a table: zeros, one number, or what is before the first line. */
static const uint64_t ZEROS = UINT64_MAX, ONE_NUMBER = UINT64_MAX - 1, NOTHING = UINT64_MAX - 2;

/* The damage, and how many of the entries that noise doesn't explain it makes what they are. */
struct looked {
    struct probe probe;
    const struct finding *shift; /* or NULL */
    uint64_t
        entries;    /* that may have any value: named one by one, or where a shift begins or ends */
    uint64_t moved; /* that hold what another one should */
    uint64_t unexplained; /* all others, */
    uint64_t first;       /* and the first of them */
    bool far;             /* is one of them off by more than rounding makes? */
};

/* Errors up to so many times that of rounding may be those of a computation, or of other words. */
enum { OF_ROUNDING = 4 };

/* Is the value what the table has at entry number `index`, within noise? Rows that are lost make room for others after the
 * last one: these have positions, but the table ends before them. */
static bool is_near(const struct judging *judging, double value, uint64_t index) {
    double bound;
    const double exact = exact_at(&judging->noise, index, &bound);
    return (index < table_entries(judging->table) || rows_go_on(judging->table)) &&
           fabs(value - exact) <= bound;
}

/* An error that is little more than noise, or than rounding, is no damage, unless all other entries are exact. Nor is one
 * unit of integers: a scale that is a little off makes such errors. */
static bool is_damage(const struct judging *judging, struct probe *probe, double value,
                      uint64_t index) {
    enum { OF_NOISE = 16 };
    const struct measure measure = measure_of(judging->table);
    const double wanted = probe_wanted_value(probe, index), error = fabs(value - wanted),
                 rounding = grain_rounding(&judging->noise.grain, wanted);
    const struct place place = place_of(judging->table, index);
    if (measure.type->fixed && error < 1.5 * measure.unit)
        return false;
    const double noise =
        noise_bound_of_exact(&judging->noise, place.position, place.channel, wanted) - rounding;
    return judging->verdict->comparison.all.wrong == unexplained(judging) ||
           !(error <= OF_NOISE * noise + OF_ROUNDING * rounding);
}

/* What each line holds in place of its own entries, as the findings say: which line of the table. Lines that are shifted
 * may hold other things, too. Those that are far off are their own, or if `far` nothing. */
static uint64_t *find_lines(const struct findings *findings, enum finding_unit unit, uint64_t count,
                            bool far) {
    uint64_t *line = die_malloc(count * sizeof *line);
    for (uint64_t k = 0; k < count; k++)
        line[k] = k;
    const struct finding *shift = findings_shift(findings);
    for (uint64_t k = shift && shift->unit == unit ? shift->first : count; k < count; k++) {
        const uint64_t other = k + (uint64_t)shift->by;
        line[k] = other <= INT64_MAX ? other : NOTHING;
    }
    for (size_t n = 0; n < findings->count; n++) {
        const struct finding *one = &findings->list[n];
        if (one->unit != unit || one->kind < (far ? FINDING_FAR_OFF : FINDING_ZERO) ||
            finding_is_shift(one))
            continue;
        for (uint64_t k = one->first; k <= one->last && one->kind != FINDING_SWAPPED; k++)
            line[k] = one->kind == FINDING_ZERO       ? ZEROS
                      : one->kind == FINDING_CONSTANT ? ONE_NUMBER
                      : one->kind == FINDING_FAR_OFF  ? NOTHING
                      : one->other_last > one->other  ? one->other + k - one->first
                                                      : one->other;
        if (one->kind == FINDING_SWAPPED) {
            line[one->first] = one->last;
            line[one->last] = one->first;
        }
    }
    return line;
}

/* Is the entry what its row holds in place of its own? */
static bool row_explains(const struct judging *judging, struct probe *probe, uint64_t held,
                         uint64_t index, double value) {
    const uint64_t columns = judging->table->columns, column = index % columns;
    if (held == ZEROS)
        return value == 0;
    if (held == ONE_NUMBER)
        return probe_got(probe, index) == probe_got(probe, index - column);
    return held < NOTHING && is_near(judging, value, held * columns + column);
}

static bool is_named_entry(const struct judging *judging, struct probe *probe, uint64_t index,
                           double value) {
    bool named = false;
    for (size_t k = 0; k < judging->named_count && !named; k++)
        named = judging->named[k] == index;
    return named && (judging->options->every || is_damage(judging, probe, value, index));
}

/* Finds what makes each entry of a row what it is. Columns of padding are damage if the words are the user's; else they are
 * other words. */
static void look_at_row(struct judging *judging, struct looked *damaged, uint64_t row) {
    const uint64_t columns = judging->table->columns, held = judging->rows[row];
    const struct finding *shift = damaged->shift;
    const bool shifted = shift && row >= shift->first && held == row + (uint64_t)shift->by;
    struct probe *probe = &damaged->probe;
    for (uint64_t c = 0; c < columns && !probe->wrong; c++) {
        const uint64_t index = row * columns + c, column = judging->columns[c];
        const double value = probe_got_value(probe, index);
        if (!damaged->far && damaged->unexplained == 0) {
            const double wanted = probe_wanted_value(probe, index),
                         rounding = grain_rounding(&judging->noise.grain, wanted);
            damaged->far = !(fabs(value - wanted) <= OF_ROUNDING * rounding);
        }
        const bool padded = judging->options->every && column >= NOTHING;
        if (padded || (shifted && row_explains(judging, probe, held, index, value)) ||
            is_near(judging, value, index))
            continue;
        if (held != row && row_explains(judging, probe, held, index, value))
            damaged->moved += held < NOTHING && !shifted;
        else if (column != c && column < NOTHING && is_near(judging, value, row * columns + column))
            damaged->moved++;
        else if (is_named_entry(judging, probe, index, value))
            damaged->entries++;
        else if (damaged->unexplained++ == 0)
            damaged->first = index;
    }
}

/* Columns of a frequency above 0, and of several positions: all others are the same for any words. */
static uint64_t moving_columns(const struct judging *judging) {
    const struct table_model *model = judging->noise.model;
    uint64_t count = 0;
    for (uint64_t j = 0; j < model->channels; j++) {
        const struct channel *channel = &model->channel[j];
        const struct model_axis *axis = &model->axis[channel->axis];
        count +=
            channel->function != CHANNEL_ZERO && axis->size > 1 && axis->w[channel->frequency] > 0;
    }
    return count;
}

/* How many lines of that unit are padding, zero, or hold what others should; or how many entries are wrong. */
static uint64_t damaged_lines(const struct findings *findings, enum finding_unit unit) {
    uint64_t lines = 0;
    for (size_t k = 0; k < findings->count; k++) {
        const struct finding *finding = &findings->list[k];
        if (finding->unit == unit && finding->kind != FINDING_SENTENCE &&
            !finding_is_shift(finding))
            lines += finding->kind == FINDING_SWAPPED ? 2 : finding->last - finding->first + 1;
    }
    return lines;
}

/* May other words explain as much? A small table, and one whose words have many rows of zeros, has too few entries to
 * distinguish damage from other words. Two rows that are swapped may be much of a table; more rows that move must be little.
 * If more than a quarter of the rows, or of the columns that move, are padding, zero, or copies of others, most of any words
 * would be damage. */
static bool is_too_much(const struct judging *judging, const struct looked *damaged) {
    enum { DAMAGED_ONE_OF = 128, ENTRIES_LEAST = 256, LINES_ONE_OF = 4, FINDINGS_MOST = 256 };
    const struct table *table = judging->table;
    const struct findings *findings = &judging->verdict->damage;
    const uint64_t entries = table_entries(table), columns = moving_columns(judging),
                   moving = entries / judging->noise.model->channels * columns,
                   rows_named = damaged_lines(findings, FINDING_ROWS),
                   columns_named = damaged_lines(findings, FINDING_COLUMNS),
                   named = damaged_lines(findings, FINDING_ENTRIES) + rows_named + columns_named;
    return entries < ENTRIES_LEAST || 3 * table->zero_rows.count > table->position_count ||
           damaged->entries > FOUND_FIRST || damaged->entries > moving / DAMAGED_ONE_OF ||
           damaged->moved > entries / (named > 2 ? 32 : 8) || findings->count > FINDINGS_MOST ||
           LINES_ONE_OF * rows_named > table->arrays * table->rows ||
           LINES_ONE_OF * columns_named > columns;
}

/* Puts all that is named in its place: is every entry explained then, and one of them far off? If not, and every wrong entry
 * needs a reason, counts those that have none; those of lines that are far off have one, unless the first is a shift. */
static bool damage_explains(struct judging *judging) {
    struct findings *findings = &judging->verdict->damage;
    const struct table *table = judging->table;
    const struct odd_rows *odd = &judging->verdict->odd;
    struct looked damaged = {.shift = findings_shift(findings)};
    const bool every = judging->options->every,
               far = every && !(damaged.shift && damaged.shift == findings->list);
    probe_open(&damaged.probe, judging->array, table);
    judging->rows = find_lines(findings, FINDING_ROWS, table->arrays * table->rows, far);
    judging->columns = find_lines(findings, FINDING_COLUMNS, table->columns, far);
    for (size_t k = 0; k < findings->count && judging->named_count < NAMED_MOST; k++)
        if (findings->list[k].kind == FINDING_ENTRY)
            judging->named[judging->named_count++] = findings->list[k].first;
    const struct finding *shift = damaged.shift;
    for (uint64_t k = shift ? shift->other : 0; /* an inserted row may hold anything */
         every && shift && shift->kind == FINDING_INSERTED && k <= shift->other_last; k++)
        judging->rows[k] = judging->rows[k] == k ? NOTHING : judging->rows[k];
    for (size_t k = 0; k < odd->count && (every || damaged.unexplained == 0); k++)
        if (!every || (judging->rows[odd->list[k].row] != NOTHING && !odd->list[k].zero))
            look_at_row(judging, &damaged, odd->list[k].row);
    judging->wrong = damaged.probe.wrong;
    probe_close(&damaged.probe);
    bool says_more = false; /* of rows that are far off, how many there are */
    for (size_t k = 0; k < findings->count; k++)
        says_more |= findings->list[k].kind == FINDING_FAR_OFF &&
                     findings->list[k].unit == FINDING_ROWS && findings->more_rows > 0;
    if (every && (damaged.shift || !says_more)) {
        findings->others = damaged.unexplained;
        findings->first_other = damaged.first;
    }
    return odd->count > 0 && odd->count == odd->all && damaged.far && damaged.unexplained == 0 &&
           !is_too_much(judging, &damaged) && !judging->wrong;
}

/* "2 zeros of the wrong sign, the first at row 3, column 5" */
static void add_zero_signs(struct findings *findings, const struct errors *all) {
    if (all->zero_sign > 0)
        findings_add(findings,
                     (struct finding){
                         .text = text_format("%" PRIu64
                                             " zero%s of the wrong sign, the first at row %" PRIu64
                                             ", column %" PRIu64,
                                             all->zero_sign, all->zero_sign == 1 ? "" : "s",
                                             all->zero_sign_at.row, all->zero_sign_at.column)});
}

static bool try_damage(struct judging *judging) {
    struct verdict *verdict = judging->verdict;
    const struct table *table = judging->table;
    const bool every = judging->options->every;
    const struct damaged damaged = {.array = judging->array,
                                    .table = table,
                                    .comparison = &verdict->comparison,
                                    .odd = &verdict->odd,
                                    .noise = &judging->noise,
                                    .every = every};
    findings_free(&verdict->damage);
    verdict->damage =
        (struct findings){.rows = table->arrays * table->rows, .columns = table->columns};
    if (!every)
        add_zero_signs(&verdict->damage, &verdict->comparison.all);
    if (every ? verdict->comparison.all.wrong > 0 : unexplained(judging) > 0)
        judging->wrong = damage_find(&damaged, &verdict->damage);
    return !judging->wrong && (unexplained(judging) == 0 || damage_explains(judging));
}

/* Takes note of the rows that hold what others should. */
static void find_moved(struct judging *judging) {
    struct verdict *verdict = judging->verdict;
    const uint64_t count = judging->table->arrays * judging->table->rows, *rows = judging->rows;
    verdict->moved_row = die_malloc(count * sizeof *verdict->moved_row);
    for (uint64_t row = 0; row < count; row++)
        verdict->moved_row[row] =
            rows && rows[row] != row && rows[row] != ZEROS && rows[row] != ONE_NUMBER;
    for (size_t k = 0; k < verdict->odd.count; k++)
        verdict->moved +=
            verdict->moved_row[verdict->odd.list[k].row] ? verdict->odd.list[k].wrong : 0;
}

/* --- entries beside the bits of a pipeline */

/* Half of the bits of an array show how it was computed. So its other entries have to be what the same pipeline has, except
 * for the last bits of a libm, which may also round to the next number of the type, or of integers that a cast makes to the
 * one after it. */
static bool is_libm(const struct judging *judging, double error, double computed) {
    enum { ULPS = 16, UNITS = 2 };
    const struct grain *grain = &judging->noise.grain;
    const double ulp = judging->noise.level == NOISE_F64 ? 0x1p-53 : 0x1p-24,
                 next = grain->relative * fabs(computed) + UNITS * 2 * grain->absolute;
    return error <= ULPS * ulp * fabs(judging->noise.model->amplitude) + next;
}

/* Is the entry damage that has been looked at? */
static bool is_named(const struct judging *judging, uint64_t position, uint64_t channel,
                     double got) {
    const struct table_model *model = judging->noise.model;
    const bool *moved = judging->table->arrays == 1 ? NULL : judging->verdict->moved_row;
    const uint64_t row = judging->table->channel_major ? channel % model->channels : position;
    const double exact = model_entry(model, position, channel);
    return (moved && moved[row]) ||
           !(fabs(got - exact) <= noise_bound_of_exact(&judging->noise, position, channel, exact));
}

/* Is the entry near to that of the pipeline, except for the last bits of a libm and of a rounded first position? */
static bool is_fine(const void *context, uint64_t position, uint64_t channel, double got,
                    double wanted) {
    const struct judging *judging = context;
    const double error = fabs(got - wanted) - noise_of_position(&judging->noise, position, channel);
    return is_libm(judging, error, wanted) || is_named(judging, position, channel, got);
}

/* Are all entries near to those of the best pipeline, if half of them have its bits? */
static bool best_explains_rest(struct judging *judging, struct shares *shares,
                               const struct sources *sources) {
    const struct table *table = judging->table;
    const uint64_t channels = table->arrays * table->channel_count;
    struct channel_look *look = die_malloc(channels * sizeof *look);
    if (shares->list->pipeline != PIPELINE_EXACT)
        judging->wrong = shares_move(shares, judging->array, table, sources);
    if (!judging->wrong)
        judging->wrong =
            shares_look(shares, judging->array, &judging->noise, sources, is_fine, judging, look);
    uint64_t same = 0, entries = 0;
    bool stray = false;
    for (uint64_t j = 0; j < channels && !judging->wrong; j++) {
        same += look[j].same;
        entries += look[j].entries;
        stray |= look[j].stray;
    }
    free(look);
    return (!stray || 2 * same < entries) && !judging->wrong;
}

/* If rows are shifted, the best pipeline is that of the rows that they hold. */
static bool pipeline_explains_rest(struct judging *judging) {
    enum { NEARLY_ALL = 10 };
    const struct table *table = judging->table;
    struct verdict *verdict = judging->verdict;
    const struct share *best = verdict->shares.list;
    const struct errors *all = &verdict->comparison.all;
    const bool damaged = verdict->damage.count > 0 && table->arrays == 1;
    const struct sources sources = !damaged ? (struct sources){NULL, NULL}
                                   : table->channel_major
                                       ? (struct sources){judging->columns, judging->rows}
                                       : (struct sources){judging->rows, judging->columns};
    if (judging->noise.grain.printed || all->wrong == 0 ||
        (!damaged && 2 * best->same < best->entries))
        return true;
    if (best->pipeline == PIPELINE_EXACT && judging->noise.level == NOISE_F64 && !damaged)
        return NEARLY_ALL * (best->entries - best->same) > best->entries || all->unexplained > 0 ||
               is_libm(judging, all->worst.error.absolute, 1);
    if (!damaged || !findings_shift(&verdict->damage))
        return best_explains_rest(judging, &verdict->shares, &sources);
    struct shares moved = {.count = 0};
    judging->wrong = shares_measure_moved(&moved, judging->array, table, &judging->noise.grain,
                                          SHARES_FEW, &sources);
    const bool explained = !judging->wrong && best_explains_rest(judging, &moved, &sources);
    shares_free(&moved);
    return explained;
}

/* --- the verdict */

/* Are the errors those of a computation that rounds on the way? If so, all numbers are what the words say. */
static bool is_rounded(struct judging *judging, bool signal) {
    const struct verdict *verdict = judging->verdict;
    const struct errors *all = &verdict->comparison.all;
    const uint64_t no_numbers = all->nan + all->infinite;
    const struct measure measure = measure_of(judging->table);
    const double libm = measure_libm(&measure, judging->noise.model->amplitude);
    if (verdict->match || verdict->strays)
        return (verdict->match || all->worst.error.absolute <= libm) &&
               (verdict->coarse || all->unexplained == 0);
    return (signal && no_numbers > 0 && all->unexplained == no_numbers) ||
           shares_explain(&verdict->shares, false, &judging->noise, judging->array,
                          &judging->wrong);
}

static char *reason_of(const struct verdict *verdict) {
    const struct errors *all = &verdict->comparison.all;
    const struct found *worst = &all->worst;
    const uint64_t no_numbers = all->nan + all->infinite;
    if (verdict->error.kind != ENGINE_FINE)
        return text_format("an entry can't be computed");
    if (verdict->strays)
        return text_format(
            "some entries aren't what the way of computing makes that made most others");
    if (all->unexplained == 0 && verdict->shares.pipelines)
        return text_format(all->entries < SHARES_LEAST
                               ? "so few entries are near to many tables"
                               : "no usual computation has the bits of its entries");
    if (all->unexplained == 0)
        return text_format("the noise of %s is as large as the entries there",
                           noise_names[verdict->level]);
    if (all->unexplained == no_numbers)
        return text_format("%" PRIu64
                           " entries are infinite or not a number, the first at row %" PRIu64
                           ", column %" PRIu64,
                           no_numbers, verdict->comparison.first[0].cell.row,
                           verdict->comparison.first[0].cell.column);
    return text_format(
        "%.3g %% of entries are beyond the noise of %s; the largest error is %.2g, at "
        "row %" PRIu64 ", column %" PRIu64,
        100 * (double)all->unexplained / (double)all->entries, noise_names[verdict->level],
        worst->error.absolute, worst->cell.row, worst->cell.column);
}

char *verdict_judge(struct verdict *verdict, const struct array *array,
                    const struct table_model *model, const struct grain *grain,
                    const struct judging_options *options) {
    struct judging judging = {
        .verdict = verdict, .array = array, .table = model->table, .options = options};
    *verdict = (struct verdict){.match = false};
    noise_open(&judging.noise, model, grain);
    judging.wrong = compare_all(&judging);
    const bool exact = verdict->comparison.all.wrong == 0, /* bit by bit */
        fine = !judging.wrong && verdict->error.kind == ENGINE_FINE,
               known = fine && (exact || noise_leaves_signal(&judging.noise));
    if (fine && (known || options->every) && unexplained(&judging) > 0)
        try_float(&judging);
    if (!judging.wrong && (known || (fine && options->every)))
        verdict->match = try_damage(&judging);
    if (!judging.wrong && known && !verdict->match)
        verdict->match = try_coarse(&judging);
    if (!judging.wrong && verdict->match && measure_shares(&judging)) {
        const struct errors *all = &verdict->comparison.all;
        const double whole = 1 - (double)all->unexplained / (double)all->entries;
        verdict->match = shares_have_usual_bits(&verdict->shares, &judging.noise.grain, whole);
    }
    if (verdict->match && verdict->damage.count > 0 && !verdict->coarse)
        find_moved(&judging);
    if (!judging.wrong && verdict->match && !verdict->coarse && verdict->shares.count > 0)
        verdict->strays = !pipeline_explains_rest(&judging);
    verdict->match &= !verdict->strays;
    if (!verdict->match)
        verdict->reason = reason_of(verdict);
    if (!judging.wrong && fine && options->every && !exact) {
        measure_shares(&judging);
        verdict->rounded = !judging.wrong && is_rounded(&judging, known);
    }
    free(judging.rows);
    free(judging.columns);
    noise_close(&judging.noise);
    return judging.wrong;
}

char *verdict_find(struct verdict *verdict, const struct array *array,
                   const struct table_model *model, const struct grain *grain, unsigned threads) {
    const struct judging_options options = {.threads = threads};
    return verdict_judge(verdict, array, model, grain, &options);
}

void verdict_free(struct verdict *verdict) {
    free(verdict->reason);
    free(verdict->moved_row);
    comparison_free(&verdict->comparison);
    odd_rows_free(&verdict->odd);
    findings_free(&verdict->damage);
    shares_free(&verdict->shares);
}
