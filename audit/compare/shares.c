/* SPDX-License-Identifier: MIT */
#include "compare/shares.h"
#include "base/die.h"
#include "base/text.h"
#include "compare/compare.h"
#include "fit/entries.h"
#include "pipelines/rounded.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The entries of an array that pipelines are compared with. */

/* Of a channel-major table as many positions of a channel are read at once. */
enum { CHANNEL_RUN = 64 };

/* Reads the entries at these positions, as view_read does. The channels of a second array follow those of the first. */
static char *read_positions(const struct array *array, const struct table *table,
                            const uint64_t position[], size_t count, uint64_t bits[]) {
    const struct view view = {table->position_count, table->channel_count, table->channel_major};
    const struct measure measure = measure_of(table);
    const uint64_t entries = array->count / table->arrays;
    char *wrong = NULL;
    for (uint64_t k = 0; k < table->arrays && !wrong; k++) {
        const struct array part = array_part(array, k * entries, entries);
        wrong = view_read(&part, &view, &measure, position, count, bits + k * view.channels * count,
                          NULL);
    }
    return wrong;
}

/* A number that its source replaces. */
static uint64_t source_of(const uint64_t source[], uint64_t k) {
    return source ? source[k] : k;
}

/* Counts the entries at these positions that are those of each pipeline, and makes a digest of what each computes. */
static void count_same(struct shares *shares, const struct table *table,
                       const struct sources *sources, const uint64_t position[], size_t positions,
                       const uint64_t bits[], uint64_t digest[]) {
    const size_t channels = (size_t)(table->arrays * table->channel_count);
    uint64_t *computed = die_malloc(3 * channels * sizeof *computed), *got = computed + channels,
             *of = got + channels; /* the channels that have entries of some channel */
    size_t own = 0;
    memset(digest, 0, shares->count * sizeof *digest);
    for (size_t j = 0; j < channels; j++)
        if (source_of(sources->channel, j) < channels)
            of[own++] = j;
    for (size_t s = 0; s < positions; s++) {
        const uint64_t from = source_of(sources->position, position[s]);
        for (size_t n = 0; n < own; n++)
            got[n] = pipelines_nan(table->type, bits[of[n] * positions + s]);
        for (size_t k = 0; k < shares->count && from < table->position_count; k++) {
            pipelines_position(shares->pipelines, k, from, computed);
            for (size_t n = 0; n < own; n++)
                shares->list[k].same += computed[source_of(sources->channel, of[n])] == got[n];
            for (size_t j = 0; j < channels; j++)
                digest[k] = (digest[k] ^ computed[j]) * UINT64_C(0x9e3779b97f4a7c15);
        }
    }
    free(computed);
}

/* Takes pipelines away that computed the same entries as one before them. */
static void join_equals(struct shares *shares, const uint64_t digest[]) {
    size_t kept = 0;
    for (size_t k = 0; k < shares->count; k++) {
        size_t first = 0;
        while (digest[first] != digest[k])
            first++;
        if (first == k)
            shares->list[kept++] = shares->list[k];
        shares->alike[k] = first;
    }
    shares->count = kept;
}

static int better_first(const void *x, const void *y) {
    const struct share *a = x, *b = y;
    if (a->same != b->same)
        return a->same > b->same ? -1 : 1;
    return a->pipeline < b->pipeline ? -1 : 1;
}

/* Are angles beyond those whose sines are computed fast? */
static bool has_large_angles(const struct table *table) {
    double largest = 0;
    struct table_model model;
    model_open(&model, table);
    const struct model_row row = model_row_at(&model, model.positions - 1);
    for (uint64_t j = 0; j < model.channels && !row.zero; j++)
        largest = fmax(largest, fabs(model_row_angle(&model, &row, j)));
    model_close(&model);
    return largest > SINES_LIMIT;
}

char *shares_measure(struct shares *shares, const struct array *array, const struct table *table,
                     const struct grain *grain, uint64_t most) {
    const struct sources own = {NULL, NULL};
    return shares_measure_moved(shares, array, table, grain, most, &own);
}

char *shares_measure_moved(struct shares *shares, const struct array *array,
                           const struct table *table, const struct grain *grain, uint64_t most,
                           const struct sources *sources) {
    enum { SLOW = 8 }; /* so many times longer a large sine takes */
    if (shares->most >= most || shares->all)
        return NULL;
    const size_t channels = (size_t)(table->arrays * table->channel_count);
    const uint64_t most_positions =
        (most > SHARES_FEW && has_large_angles(table) ? most / SLOW : most) / channels;
    const bool in_runs = table->channel_major && most_positions >= CHANNEL_RUN;
    size_t positions;
    uint64_t *position =
        spread_runs(table->position_count, in_runs ? CHANNEL_RUN : 1, most_positions, &positions);
    if (!in_runs) /* at even distances a pipeline that rounds positions may be right at all of them */
        for (size_t k = 0; k < positions; k++)
            position[k] = spread_unevenly(table->position_count, positions, k);
    const uint64_t compared = positions * channels;
    uint64_t *bits = die_malloc(compared * sizeof *bits);
    char *wrong = read_positions(array, table, position, positions, bits);
    shares_free(shares);
    *shares = (struct shares){.pipelines = pipelines_new(table, grain->narrow), .most = most};
    shares->count = pipelines_count(shares->pipelines);
    shares->all = compared == array->count;
    shares->list = die_malloc(shares->count * sizeof *shares->list);
    shares->alike = die_malloc(shares->count * sizeof *shares->alike);
    for (size_t k = 0; k < shares->count; k++)
        shares->list[k] = (struct share){.pipeline = k, .entries = compared};
    if (!wrong && shares->count > 0) {
        uint64_t *digest = die_malloc(shares->count * sizeof *digest);
        count_same(shares, table, sources, position, positions, bits, digest);
        join_equals(shares, digest);
        qsort(shares->list, shares->count, sizeof *shares->list, better_first);
        free(digest);
    }
    free(position);
    free(bits);
    if (wrong)
        shares_free(shares);
    return wrong;
}

void shares_free(struct shares *shares) {
    pipelines_free(shares->pipelines);
    free(shares->list);
    free(shares->alike);
    *shares = (struct shares){.count = 0};
}

/* --- names */

static struct alike shares_alike(const struct shares *shares, const struct share *share) {
    return (struct alike){shares->pipelines, shares->alike, share->pipeline, share->pipeline};
}

/* The next of them after number k that is the first of its row; the count of all if there is none. */
static size_t next_row(const struct alike *alike, size_t k) {
    const struct pipeline *list = pipelines_list(alike->pipelines);
    while (++k < pipelines_count(alike->pipelines)) {
        size_t n = alike->first;
        while (n < k && !(alike->of[n] == alike->number && list[n].row == list[k].row))
            n++;
        if (alike->of[k] == alike->number && n == k)
            break;
    }
    return k;
}

/* Those of the row of number k: "float32, exp or 1/pow", or if these are many "float32". The caller frees it. */
static char *row_name(const struct alike *alike, size_t k) {
    const struct pipeline *list = pipelines_list(alike->pipelines), *one = &list[k], *second = NULL;
    size_t more = 0;
    for (size_t n = k + 1; n < pipelines_count(alike->pipelines); n++)
        if (alike->of[n] == alike->number && list[n].row == one->row && more++ == 0)
            second = &list[n];
    if (more == 1)
        return text_format("%s, %s or %s", one->formats, method_names[one->method],
                           method_names[second->method]);
    return text_format("%s", more == 0 ? one->name : one->formats);
}

char *alike_names(const struct alike *alike, const char *between, size_t most) {
    struct text names = {NULL, 0, 0};
    size_t named = 0;
    for (size_t k = alike->first; k < pipelines_count(alike->pipelines) && named <= most;
         k = next_row(alike, k)) {
        char *name = named < most ? row_name(alike, k) : text_format("others");
        text_put(&names, "%s%s", named++ > 0 ? between : "", name);
        free(name);
    }
    return text_string(&names);
}

/* --- what the best one explains */

static const struct pipeline *way_of(const struct shares *shares, const struct share *share) {
    return &pipelines_list(shares->pipelines)[share->pipeline];
}

/* Does it explain half of the entries? */
static bool explains_half(const struct share *share) {
    return 2 * share->same >= share->entries;
}

/* Are its errors larger than noise? It rounds an angle to 16 bits, or computes each frequency from the one before. */
static bool is_unusual(const struct shares *shares, const struct share *share) {
    const struct pipeline *way = way_of(shares, share);
    return pipeline_row_is_coarse(way->row) || way->method == METHOD_ITERATED;
}

char *shares_measure_unusual(struct shares *shares, const struct array *array,
                             const struct table *table, const struct grain *grain) {
    enum { OF = 8, LEAST = 3 };
    char *wrong = shares_measure(shares, array, table, grain, SHARES_FEW);
    const bool promising = !wrong && shares->count > 0 && is_unusual(shares, shares->list) &&
                           OF * shares->list->same >= LEAST * shares->list->entries;
    return promising ? shares_measure(shares, array, table, grain, SHARES_ENTRIES) : wrong;
}

/* How many of some entries of each slot have the bits of the best pipeline. */
static void count_slots(struct shares *shares, const struct table *table, const uint64_t position[],
                        size_t count, const struct sources *sources, const uint64_t bits[],
                        size_t same[]) {
    const size_t channels = (size_t)(table->arrays * table->channel_count);
    uint64_t *computed = die_malloc(channels * sizeof *computed);
    memset(same, 0, pipelines_slots(shares->pipelines) * sizeof *same);
    for (size_t s = 0; s < count; s++) {
        const uint64_t from = source_of(sources->position, position[s]);
        if (from >= table->position_count)
            continue;
        pipelines_position(shares->pipelines, shares->list[0].pipeline, from, computed);
        for (size_t j = 0; j < channels; j++)
            if (source_of(sources->channel, j) == j)
                same[pipelines_slot(shares->pipelines, j)] +=
                    computed[j] == pipelines_nan(table->type, bits[j * count + s]);
    }
    free(computed);
}

char *shares_move(struct shares *shares, const struct array *array, const struct table *table,
                  const struct sources *sources) {
    enum { SAMPLED = 128, ULPS = 8 };
    struct pipelines *pipelines = shares->pipelines;
    const size_t channels = (size_t)(table->arrays * table->channel_count),
                 slots = pipelines_slots(pipelines), best = shares->list[0].pipeline;
    size_t count;
    uint64_t *position = spread_runs(table->position_count, 1, SAMPLED, &count),
             *bits = die_malloc(count * channels * sizeof *bits);
    size_t *most = die_malloc(2 * slots * sizeof *most), *same = most + slots;
    int *ulps = die_malloc(2 * slots * sizeof *ulps), *by = ulps + slots;
    char *wrong = read_positions(array, table, position, count, bits);
    memset(ulps, 0, 2 * slots * sizeof *ulps);
    if (!wrong)
        count_slots(shares, table, position, count, sources, bits, most);
    for (int k = -ULPS; k <= ULPS && !wrong; k++) {
        for (size_t slot = 0; slot < slots; slot++)
            by[slot] = k == -ULPS ? k : 1;
        pipelines_move(pipelines, best, by);
        count_slots(shares, table, position, count, sources, bits, same);
        for (size_t slot = 0; slot < slots; slot++)
            if (same[slot] > most[slot]) {
                most[slot] = same[slot];
                ulps[slot] = k;
            }
    }
    for (size_t slot = 0; slot < slots; slot++)
        ulps[slot] -= wrong ? 0 : ULPS;
    pipelines_move(pipelines, best, ulps);
    free(position);
    free(bits);
    free(most);
    free(ulps);
    return wrong;
}

char *shares_look(const struct shares *shares, const struct array *array, const struct noise *noise,
                  const struct sources *sources, shares_fine *fine, const void *context,
                  struct channel_look look[]) {
    const struct table *table = noise->model->table;
    const struct measure measure = measure_of(table);
    const size_t channels = (size_t)(table->arrays * table->channel_count),
                 best = shares->list[0].pipeline;
    uint64_t position[CHANNEL_RUN],
        *computed = die_malloc((CHANNEL_RUN + 1) * channels * sizeof *computed),
        *bits = computed + channels;
    char *wrong = NULL;
    memset(look, 0, channels * sizeof *look);
    for (uint64_t begin = 0, count; begin < table->position_count && !wrong; begin += count) {
        const uint64_t left = table->position_count - begin;
        count = left < CHANNEL_RUN ? left : CHANNEL_RUN;
        for (uint64_t n = 0; n < count; n++)
            position[n] = begin + n;
        wrong = read_positions(array, table, position, (size_t)count, bits);
        for (uint64_t n = 0; n < count && !wrong; n++) {
            const uint64_t from = source_of(sources->position, position[n]);
            if (from >= table->position_count)
                continue;
            if (best != PIPELINE_EXACT)
                pipelines_position(shares->pipelines, best, from, computed);
            for (size_t j = 0; j < channels; j++) {
                const uint64_t one = pipelines_nan(table->type, bits[j * count + n]),
                               of = source_of(sources->channel, j);
                if (of >= channels)
                    continue;
                const double got = measure_value(&measure, one),
                             wanted = best == PIPELINE_EXACT
                                          ? model_entry(noise->model, from, of)
                                          : measure_value(&measure, computed[of]);
                const bool same = best == PIPELINE_EXACT
                                      ? fabs(got - wanted) <= grain_rounding(&noise->grain, wanted)
                                      : one == computed[of];
                look[j].same += same;
                look[j].entries++;
                look[j].stray |= !same && !fine(context, from, of, got, wanted);
            }
        }
    }
    free(computed);
    return wrong;
}

static bool is_noise(const void *context, uint64_t position, uint64_t j, double got,
                     double wanted) {
    return fabs(got - wanted) <= noise_bound(context, position, j, wanted);
}

bool shares_explain(const struct shares *shares, bool unusual, const struct noise *noise,
                    const struct array *array, char **wrong) {
    const struct table *table = noise->model->table;
    const size_t channels = (size_t)(table->arrays * table->channel_count);
    if (shares->count == 0 || !explains_half(&shares->list[0]) ||
        (unusual && !is_unusual(shares, &shares->list[0])))
        return false;
    const struct sources own = {NULL, NULL};
    struct channel_look *look = die_malloc(channels * sizeof *look);
    *wrong = shares_look(shares, array, noise, &own, is_noise, noise, look);
    bool explained = !*wrong;
    for (size_t j = 0; j < channels; j++)
        explained &= !look[j].stray;
    free(look);
    return explained;
}

bool shares_are_float(const struct shares *shares) {
    enum { ONE_OF = 4 };
    const struct share *best = &shares->list[0];
    return shares->count > 0 && ONE_OF * best->same >= best->entries &&
           way_of(shares, best)->row->frequency == ROUND_F32;
}

bool shares_have_usual_bits(const struct shares *shares, const struct grain *grain, double whole) {
    enum { OF = 16, NARROW = 12, FLOAT = 4, DOUBLE = 1, ALL_BELOW = 32, SHOWN_BITS = 320 };
    const double narrow = 0x1p-12;
    if (shares->count == 0)
        return false;
    const struct share *best = &shares->list[0];
    const uint64_t least = grain->relative > narrow ? NARROW : grain->wide ? DOUBLE : FLOAT;
    const bool few = best->entries < ALL_BELOW &&
                     (double)best->entries * (1 - log2(grain_at(grain, 1))) < SHOWN_BITS;
    if (best->entries < SHARES_LEAST || (few && !grain->printed))
        return best->entries >= SHARES_LEAST && best->same == best->entries;
    return grain->printed ||
           OF * (double)best->same >= (double)least * whole * (double)best->entries;
}

/* --- the report */

/* "float32, pow; or float32, frequencies in float64". Nothing explains exact entries better than that they are exact. The
 * caller frees it. */
static char *share_name(const struct shares *shares, const struct share *share) {
    enum { PARTS_NAMED = 3 };
    const struct alike alike = shares_alike(shares, share);
    return share->pipeline == PIPELINE_EXACT ? text_format("%s", way_of(shares, share)->name)
                                             : alike_names(&alike, "; or ", PARTS_NAMED);
}

/* In hundredths of a percent, rounded down, so that 100 % means all. */
static uint64_t hundredths(const struct share *share) {
    return (uint64_t)(1e4 * (double)share->same / (double)share->entries);
}

char *shares_best_text(const struct shares *shares) {
    const struct share *best = shares->list;
    if (shares->count == 0 || !explains_half(best) || best->pipeline == PIPELINE_EXACT)
        return NULL;
    const struct alike alike = shares_alike(shares, best);
    char *name = row_name(&alike, best->pipeline),
         *text = text_format("%s (%.1f %%)", name, floor((double)hundredths(best) / 10) / 10);
    free(name);
    return text;
}

json_t *shares_json(const struct shares *shares) {
    json_t *list = json_array();
    for (size_t k = 0; k < shares->count; k++) {
        const struct share *share = &shares->list[k];
        char *name = share_name(shares, share);
        json_t *object = json_pack("{s:s, s:I, s:I}", "pipeline", name, "same",
                                   (json_int_t)share->same, "entries", (json_int_t)share->entries);
        free(name);
        json_array_append_new(list, object);
    }
    return list;
}

enum { SHARES_SHOWN = 8 };
void shares_print(struct file *out, const struct shares *shares) {
    if (shares->count == 0)
        return;
    file_print(out,
               "pipelines: share of %s%" PRIu64
               "%s entries whose bits each reproduces, with every step correctly rounded\n",
               shares->all ? "all " : "", shares->list[0].entries,
               shares->all ? "" : " evenly spread");
    for (size_t k = 0; k < shares->count && k < SHARES_SHOWN; k++) {
        uint64_t share = hundredths(&shares->list[k]);
        char *name = share_name(shares, &shares->list[k]);
        file_print(out, "  %3" PRIu64 ".%02" PRIu64 " %%  %s\n", share / 100, share % 100, name);
        free(name);
    }
}
