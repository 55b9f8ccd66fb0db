#include "compare/verdict.h"
#include "base/die.h"
#include "base/text.h"
#include "compare/compare.h"
#include "engine/rows.h"
#include "fit/sample.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the parts of a verdict share. */
struct judging {
    struct verdict *verdict;
    const struct array *array;
    const struct table *table;
    struct noise noise;
    unsigned threads;
    char *wrong; /* that the file can't be read any more */

    /* Rows [block_begin, block_end) of the table as emitted: what its entries are. Those of a second array follow. */
    uint64_t block_begin, block_end;
    double *block;
};

/* --- exact entries, in blocks of rows */

static void read_block(struct judging *judging, uint64_t row) {
    enum { ENTRIES = 1 << 16 };
    const struct table *table = judging->table;
    const struct measure measure = measure_of(table);
    const uint64_t most = ENTRIES / table->columns + 1, begin = row,
                   end = begin + most < table->rows ? begin + most : table->rows,
                   entries = (end - begin) * table->columns;
    struct rows *rows = rows_open(table, ENGINE_AUTO, begin, end, ENTRIES);
    struct worker *worker = worker_new(rows);
    judging->block = die_realloc(judging->block, table->arrays * entries * sizeof *judging->block);
    judging->block_begin = begin;
    judging->block_end = end;
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        for (uint64_t array = 0; array < table->arrays; array++) {
            const struct piece part = piece_of(piece, array);
            for (uint64_t r = 0; r < part.rows; r++)
                for (uint64_t c = 0; c < part.columns; c++)
                    judging->block[array * entries + (part.row + r - begin) * table->columns +
                                   part.from + c] =
                        measure_value(&measure, element_load(table->type, part.entries,
                                                             (size_t)(r * part.columns + c)));
        }
    }
    worker_free(worker);
    rows_close(rows);
}

/* What the table has at entry number `index`. */
static double exact_value(struct judging *judging, uint64_t index) {
    const struct table *table = judging->table;
    const uint64_t line = index / table->columns, row = line % table->rows,
                   array = line / table->rows;
    if (row < judging->block_begin || row >= judging->block_end)
        read_block(judging, row);
    return judging
        ->block[(array * (judging->block_end - judging->block_begin) + row - judging->block_begin) *
                    table->columns +
                index % table->columns];
}

static char *compare_all(struct judging *judging) {
    const struct tolerance tolerance = {.has_ulps = false};
    const struct table *table = judging->table;
    const struct compare_options options = {.tolerance = &tolerance,
                                            .noise = &judging->noise,
                                            .threads = judging->threads,
                                            .lines = table->rows <= LINES_USUAL / 4 ? LINES_ROWS
                                                                                    : LINES_NONE};
    comparison_free(&judging->verdict->comparison);
    judging->verdict->level = judging->noise.level;
    return compare(judging->array, table, &options, &judging->verdict->comparison,
                   &judging->verdict->error);
}

static uint64_t unexplained(const struct judging *judging) {
    return judging->verdict->comparison.all.unexplained;
}

/* --- ways that round early: entries are compared with what the pipeline computes */

static bool measure_shares(struct judging *judging) {
    struct shares *shares = &judging->verdict->shares;
    judging->wrong = shares_measure(shares, judging->array, judging->table, &judging->noise.grain,
                                    SHARES_ENTRIES, judging->threads);
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
                                            &judging->noise.grain, judging->threads);
    if (judging->wrong || !shares_explain(&verdict->shares, &judging->noise, judging->array,
                                          judging->table, &judging->wrong))
        return false;
    verdict->coarse = text_format(
        "%s", pipelines_list(verdict->shares.pipelines)[verdict->shares.list[0].pipeline].name);
    return true;
}

/* --- damage */

/* The damage, and how many of the entries that noise doesn't explain it makes what they are. */
struct damaged {
    struct probe probe;
    uint64_t
        entries;    /* that may have any value: named one by one, or where a shift begins or ends */
    uint64_t moved; /* that hold what another one should */
    uint64_t unexplained; /* all others */
    bool far;             /* is one of them off by more than rounding makes? */
};

/* Errors up to so many times that of rounding may be those of a computation, or of other words. */
enum { OF_ROUNDING = 4 };

/* Is a value within the noise of the exact number, which a double is near enough to where floats were rounded? Rows that are
 * lost make room for others after the last one: these have positions, but the table ends before them. */
static bool is_near_double(const struct judging *judging, double value, uint64_t position,
                           uint64_t channel) {
    const struct table_model *model = judging->noise.model;
    const uint64_t last = model->positions - 1;
    const double exact = model_entry(model, position, channel);
    return fabs(value - exact) <=
           noise_bound_of_exact(&judging->noise, position < last ? position : last, channel, exact);
}

/* Is the value what the table has at entry number `index`, within noise? */
static bool is_near(struct judging *judging, double value, uint64_t index) {
    const struct table *table = judging->table;
    if (index >= table_entries(table))
        return rows_go_on(table) &&
               is_near_double(judging, value, index / table->columns, index % table->columns);
    const struct place place = place_of(table, index);
    if (judging->noise.level == NOISE_F32 && table->arrays == 1 &&
        table->component != COMPONENT_FACTOR)
        return is_near_double(judging, value, place.position, place.channel);
    const double wanted = exact_value(judging, index);
    return fabs(value - wanted) <=
           noise_bound(&judging->noise, place.position, place.channel, wanted);
}

/* An error that is little more than noise, or than rounding, is no damage, unless all other entries are exact. Nor is one
 * unit of integers: a scale that is a little off makes such errors. */
static bool is_damage(struct judging *judging, struct probe *probe, double value, uint64_t index) {
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

enum fate { UNEXPLAINED, DAMAGED, EXPLAINED };

/* Is the line one that a finding explains by others? Sets which one it is the same as, if it is padding, or should be. */
static bool has_source(const struct finding *finding, uint64_t line, uint64_t *source) {
    const bool swapped = finding->kind == FINDING_SWAPPED,
               turned = swapped || finding->kind == FINDING_REVERSED,
               in = finding->first <= line && line <= finding->last;
    *source = turned ? finding->first + finding->last - line : finding->other;
    return FINDING_CONSTANT <= finding->kind && finding->kind <= FINDING_REVERSED && in &&
           (!swapped || line == finding->first || line == finding->last);
}

/* What a shift makes of an entry: those after the place hold what others should. */
static enum fate fate_of_shifted(struct judging *judging, const struct finding *shift,
                                 uint64_t index, double value) {
    const struct table *table = judging->table;
    const bool rows = shift->unit == FINDING_ROWS;
    const uint64_t times = rows ? table->columns : 1, at = shift->first * times,
                   source = index + (uint64_t)shift->by * times,
                   inserted = shift->by < 0 ? (uint64_t)-shift->by : 0;
    if (shift->unit == FINDING_COLUMNS || index < at || (rows && source > INT64_MAX))
        return UNEXPLAINED;
    if (!rows && (index - at < inserted || source >= table_entries(table)))
        return DAMAGED;
    return is_near(judging, value, source) ? EXPLAINED : UNEXPLAINED;
}

/* What damage makes of an entry that isn't near its own value. Columns of padding are other words, no damage. */
static enum fate fate_of(struct judging *judging, struct probe *probe,
                         const struct finding *finding, uint64_t index, double value) {
    const uint64_t columns = judging->table->columns, row = index / columns,
                   column = index % columns;
    const bool of_columns = finding->unit == FINDING_COLUMNS;
    uint64_t line;
    if (finding_is_shift(finding))
        return fate_of_shifted(judging, finding, index, value);
    if (finding->kind == FINDING_ENTRY)
        return finding->first == index && is_damage(judging, probe, value, index) ? DAMAGED
                                                                                  : UNEXPLAINED;
    bool explained = has_source(finding, of_columns ? column : row, &line);
    if (finding->kind == FINDING_ZERO)
        explained = !of_columns && finding->first <= row && row <= finding->last && value == 0;
    else if (explained && finding_is_padding(finding))
        explained = !of_columns &&
                    probe_got(probe, index) == probe_got(probe, finding->kind == FINDING_CONSTANT
                                                                    ? row * columns
                                                                    : line * columns + column);
    else if (explained)
        explained =
            is_near(judging, value, of_columns ? row * columns + line : line * columns + column);
    return explained ? EXPLAINED : UNEXPLAINED;
}

static void look_at_row(struct judging *judging, struct damaged *damaged, uint64_t row) {
    const struct findings *findings = &judging->verdict->damage;
    const struct measure measure = measure_of(judging->table);
    const uint64_t columns = judging->table->columns;
    void *stored = die_malloc(columns * measure.type->bytes);
    if (!judging->wrong)
        judging->wrong = array_read(judging->array, row * columns, (size_t)columns, stored);
    for (uint64_t c = 0; c < columns && !judging->wrong; c++) {
        const uint64_t index = row * columns + c;
        const double value = measure_value(&measure, element_load(measure.type, stored, (size_t)c));
        enum fate fate = is_near(judging, value, index) ? EXPLAINED : UNEXPLAINED;
        for (size_t k = 0; k < findings->count && fate == UNEXPLAINED; k++) {
            const struct finding *finding = &findings->list[k];
            fate = fate_of(judging, &damaged->probe, finding, index, value);
            damaged->moved +=
                fate == EXPLAINED && finding->kind >= FINDING_HOLDS && !finding_is_shift(finding);
        }
        damaged->entries += fate == DAMAGED;
        damaged->unexplained += fate == UNEXPLAINED;
        const double wanted = probe_wanted_value(&damaged->probe, index);
        damaged->far |=
            !(fabs(value - wanted) <= OF_ROUNDING * grain_rounding(&judging->noise.grain, wanted));
    }
    free(stored);
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

/* Are more than a quarter of the rows, or of the columns that move, padding, zero, or copies of others? Then most of any
 * words would be damage. */
static bool is_mostly_damage(const struct judging *judging) {
    enum { LINES_ONE_OF = 4 };
    const struct findings *findings = &judging->verdict->damage;
    return LINES_ONE_OF * damaged_lines(findings, FINDING_ROWS) >
               judging->verdict->comparison.lines ||
           LINES_ONE_OF * damaged_lines(findings, FINDING_COLUMNS) > moving_columns(judging);
}

/* Have half of the rows, or more, the positions of the row before? Such rows look alike, so a few shifts of them make any
 * other such table. */
static bool shifts_fit_anything(const struct judging *judging) {
    const struct table_model *model = judging->noise.model;
    const struct findings *findings = &judging->verdict->damage;
    bool shifted = false;
    for (size_t k = 0; k < findings->count; k++)
        shifted |= finding_is_shift(&findings->list[k]) &&
                   findings->list[k].unit != FINDING_COLUMNS && findings->list[k].by != 0;
    bool owns[GRID_AXES] = {false};
    for (uint64_t j = 0; j < model->channels; j++)
        owns[model->channel[j].axis] |= model->channel[j].function != CHANNEL_ZERO;
    uint64_t alike = 0;
    for (uint64_t p = 1; p < model->positions && shifted; p++) {
        const struct model_row before = model_row_at(model, p - 1), row = model_row_at(model, p);
        bool same = before.zero == row.zero;
        for (int a = 0; a < model->axes; a++)
            same &= !owns[a] || before.position[a] == row.position[a];
        alike += same;
    }
    return shifted && 2 * alike >= model->positions;
}

/* Puts all that is named in its place: is every entry explained then? A small table, and one whose words have many rows of
 * zeros, has too few entries to distinguish damage from other words; so has one in which nothing is far off. */
static bool damage_explains(struct judging *judging) {
    enum { DAMAGED_ONE_OF = 128, ENTRIES_LEAST = 256 };
    const struct table *table = judging->table;
    const struct comparison *comparison = &judging->verdict->comparison;
    const uint64_t entries = table_entries(table);
    uint64_t rows = 0;
    struct damaged damaged = {.unexplained = 0};
    probe_open(&damaged.probe, judging->array, table);
    for (uint64_t row = 0; row < comparison->lines && damaged.unexplained == 0; row++)
        if (comparison->line[row].wrong > 0) {
            look_at_row(judging, &damaged, row);
            rows++;
        }
    if (!judging->wrong)
        judging->wrong = damaged.probe.wrong;
    probe_close(&damaged.probe);
    /* two rows that are swapped may be much of a table; more rows that move must be little */
    const struct findings *findings = &judging->verdict->damage;
    const uint64_t named = damaged_lines(findings, FINDING_ENTRIES) +
                           damaged_lines(findings, FINDING_ROWS) +
                           damaged_lines(findings, FINDING_COLUMNS),
                   moved_one_of = named > 2 ? 32 : 8;
    const uint64_t moving = entries / judging->noise.model->channels * moving_columns(judging);
    const bool few = entries < ENTRIES_LEAST || 3 * table->zero_rows.count > table->position_count;
    const bool much = few || damaged.entries > FOUND_FIRST ||
                      damaged.entries > moving / DAMAGED_ONE_OF ||
                      damaged.moved > entries / moved_one_of || is_mostly_damage(judging) ||
                      shifts_fit_anything(judging);
    return rows > 0 && damaged.far && damaged.unexplained == 0 && !much && !judging->wrong;
}

/* Few entries may be damage one by one, whatever rows they are in. */
static bool try_damage(struct judging *judging) {
    struct verdict *verdict = judging->verdict;
    struct audited audited = {.array = judging->array,
                              .table = judging->table,
                              .comparison = &verdict->comparison,
                              .noise = &judging->noise,
                              .shares = &verdict->shares,
                              .threads = judging->threads};
    for (int singly = 0; singly < 2 && !judging->wrong; singly++) {
        findings_free(&verdict->damage);
        audited.singly = singly;
        judging->wrong = diagnose(&audited, &verdict->damage);
        if (!judging->wrong && (unexplained(judging) == 0 || damage_explains(judging)))
            return true;
    }
    return false;
}

/* Takes note of the rows that hold what others should. */
static void find_moved(struct verdict *verdict, const struct table *table) {
    const struct comparison *comparison = &verdict->comparison;
    const struct findings *findings = &verdict->damage;
    verdict->moved_row = die_malloc(comparison->lines * sizeof *verdict->moved_row);
    memset(verdict->moved_row, 0, comparison->lines * sizeof *verdict->moved_row);
    for (int shifts = 1; shifts >= 0; shifts--) /* others may be in rows that are shifted */
        for (size_t k = 0; k < findings->count; k++) {
            const struct finding *one = &findings->list[k];
            const bool entries = one->unit == FINDING_ENTRIES;
            uint64_t row = entries ? one->first / table->columns : one->first, source;
            if (finding_is_shift(one) != shifts || one->unit == FINDING_COLUMNS ||
                (entries && !shifts))
                continue;
            for (; row < comparison->lines && (shifts || row <= one->last); row++)
                if (shifts || one->kind == FINDING_ZERO || has_source(one, row, &source))
                    verdict->moved_row[row] = shifts ? one->by != 0 : one->kind >= FINDING_HOLDS;
        }
    for (uint64_t row = 0; row < comparison->lines; row++)
        verdict->moved += verdict->moved_row[row] ? comparison->line[row].wrong : 0;
}

/* --- entries beside the bits of a pipeline */

/* How the entries of a channel differ from those of a pipeline. */
struct beside {
    uint64_t same, entries;
    double most; /* the largest error beyond what a libm makes */
};

/* Half of the bits of a column show how it was computed. So its other entries have to be what the same pipeline has,
 * except for the last bits of a libm. How far that is: a frequency that is off by some ulps changes half of the bits where
 * the angle is off by half an ulp of the entry, and no entry by more than a few times that. */
static double beyond_libm(const struct judging *judging, double got, double computed) {
    enum { ULPS = 16 };
    const struct grain *grain = &judging->noise.grain;
    const double amplitude = fabs(judging->noise.model->amplitude),
                 ulp = fmax(judging->noise.level == NOISE_F64 ? 0x1p-53 : 0x1p-24,
                            grain_at(grain, amplitude) / amplitude / 2);
    return fabs(got - computed) - ULPS * ulp * amplitude;
}

/* Is the entry damage that has been looked at? */
static bool is_named(const struct judging *judging, uint64_t position, uint64_t channel,
                     double got) {
    const struct table_model *model = judging->noise.model;
    const bool *moved = judging->verdict->moved_row;
    const uint64_t row = judging->table->channel_major ? channel % model->channels : position;
    const double exact = model_entry(model, position, channel);
    return (moved && moved[row]) ||
           !(fabs(got - exact) <= noise_bound_of_exact(&judging->noise, position, channel, exact));
}

static void look_at_positions(struct judging *judging, const uint64_t position[], size_t count,
                              struct beside beside[], uint64_t bits[], uint64_t computed[]) {
    const struct table *table = judging->table;
    const struct shares *shares = &judging->verdict->shares;
    const struct view view = {table->position_count, table->channel_count, table->channel_major};
    const struct measure measure = measure_of(table);
    const uint64_t entries = judging->array->count / table->arrays;
    for (uint64_t k = 0; k < table->arrays && !judging->wrong; k++) {
        const struct array part = array_part(judging->array, k * entries, entries);
        judging->wrong = view_read(&part, &view, &measure, position, count,
                                   bits + k * view.channels * count, NULL);
    }
    const bool exact = shares->list[0].pipeline == PIPELINE_EXACT; /* doubles are near enough */
    for (size_t n = 0; n < count && !judging->wrong; n++) {
        if (!exact)
            pipelines_position(shares->pipelines, shares->list[0].pipeline, position[n], computed);
        for (uint64_t j = 0; j < table->arrays * view.channels; j++) {
            const uint64_t one = pipelines_nan(table->type, bits[j * count + n]);
            const double got = measure_value(&measure, one),
                         wanted = exact ? model_entry(judging->noise.model, position[n], j)
                                        : measure_value(&measure, computed[j]);
            const bool same =
                exact ? fabs(got - wanted) <= grain_rounding(&judging->noise.grain, wanted)
                      : one == computed[j];
            beside[j].entries++;
            beside[j].same += same;
            if (same)
                continue;
            const double beyond = beyond_libm(judging, got, wanted) -
                                  noise_of_position(&judging->noise, position[n], j);
            if (beyond > beside[j].most && !is_named(judging, position[n], j, got))
                beside[j].most = beyond;
        }
    }
}

/* Are the entries of each column that has the bits of the best pipeline in its half near to those that it has elsewhere? */
static bool pipeline_explains_rest(struct judging *judging) {
    enum { ENTRIES = 1 << 14, NEARLY_ALL = 10 };
    const struct table *table = judging->table;
    const struct verdict *verdict = judging->verdict;
    const struct share *best = verdict->shares.list;
    const struct errors *all = &verdict->comparison.all;
    const uint64_t channels = table->arrays * table->channel_count, most = ENTRIES / channels + 1;
    bool explains = true;
    if (judging->noise.grain.printed || all->wrong == 0 || 2 * best->same < best->entries)
        return true;
    if (best->pipeline == PIPELINE_EXACT && judging->noise.level == NOISE_F64)
        return NEARLY_ALL * (best->entries - best->same) > best->entries || all->unexplained > 0 ||
               beyond_libm(judging, all->worst.error.absolute, 0) <= 0;
    uint64_t *position = die_malloc(most * sizeof *position),
             *bits = die_malloc((most + 1) * channels * sizeof *bits);
    struct beside *beside = die_malloc(channels * sizeof *beside);
    memset(beside, 0, channels * sizeof *beside);
    for (uint64_t begin = 0; begin < table->position_count && !judging->wrong; begin += most) {
        size_t count = 0;
        while (count < most && begin + count < table->position_count) {
            position[count] = begin + count;
            count++;
        }
        look_at_positions(judging, position, count, beside, bits, bits + most * channels);
    }
    for (uint64_t j = 0; j < channels; j++)
        explains &= 2 * beside[j].same < beside[j].entries || beside[j].most <= 0;
    free(position);
    free(bits);
    free(beside);
    return explains && !judging->wrong;
}

/* --- the verdict */

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

char *verdict_find(struct verdict *verdict, const struct array *array,
                   const struct table_model *model, const struct grain *grain, unsigned threads) {
    struct judging judging = {
        .verdict = verdict, .array = array, .table = model->table, .threads = threads};
    *verdict = (struct verdict){.match = false};
    noise_open(&judging.noise, model, grain);
    judging.wrong = compare_all(&judging);
    const bool exact = verdict->comparison.all.wrong == 0, /* bit by bit */
        known =
            verdict->error.kind == ENGINE_FINE && (exact || noise_leaves_signal(&judging.noise));
    if (!judging.wrong && known && unexplained(&judging) > 0)
        try_float(&judging);
    if (!judging.wrong && known)
        verdict->match = try_damage(&judging);
    if (!judging.wrong && known && !verdict->match)
        verdict->match = try_coarse(&judging);
    if (!judging.wrong && verdict->match && measure_shares(&judging)) {
        const struct errors *all = &verdict->comparison.all;
        const double whole = 1 - (double)all->unexplained / (double)all->entries;
        verdict->match = shares_have_usual_bits(&verdict->shares, &judging.noise.grain, whole);
    }
    if (verdict->match && verdict->comparison.lines > 0 && !verdict->coarse)
        find_moved(verdict, model->table);
    if (!judging.wrong && verdict->match && !verdict->coarse && verdict->shares.count > 0)
        verdict->strays = !pipeline_explains_rest(&judging);
    verdict->match &= !verdict->strays;
    if (!verdict->match)
        verdict->reason = reason_of(verdict);
    free(judging.block);
    noise_close(&judging.noise);
    return judging.wrong;
}

bool verdict_is_whole(const struct verdict *verdict) {
    return verdict->match && (verdict->coarse || verdict->comparison.all.unexplained == 0);
}

void verdict_free(struct verdict *verdict) {
    free(verdict->reason);
    free(verdict->coarse);
    free(verdict->moved_row);
    comparison_free(&verdict->comparison);
    findings_free(&verdict->damage);
    shares_free(&verdict->shares);
}
