#include "audit/shares.h"
#include "audit/errors.h"
#include "audit/share_sample.h"
#include "base/die.h"
#include "base/threads.h"
#include "exact/rounded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <pthread.h>

/* Threads, and how many entries each should have. */
enum { PARTS = 64, PART_ENTRIES = 1 << 16 };

/* A part of the sample, which a thread compares with each pipeline. */
struct part {
    const struct table *table;
    const struct share_sample *sample;
    const void *entries;
    int narrow;
    uint64_t begin, end;
    struct pipelines *pipelines;
    uint64_t *same, *digest; /* of each pipeline */
};

static void count_same(struct part *part) {
    const struct element *type = part->table->type;
    const size_t channels = part->sample->channels, count = pipelines_count(part->pipelines);
    uint64_t *row = die_malloc(channels * sizeof *row);
    for (uint64_t s = part->begin; s < part->end; s++) {
        uint64_t position = sample_position(part->sample, s);
        for (size_t j = 0; j < channels; j++)
            row[j] =
                pipelines_nan(type, element_load(type, part->entries, (size_t)s * channels + j));
        for (size_t k = 0; k < count; k++)
            part->same[k] += pipelines_same(part->pipelines, k, position, row, &part->digest[k]);
    }
    free(row);
}

/* A thread has pipelines of its own. */
static void *run_part(void *argument) {
    struct part *part = argument;
    part->pipelines = pipelines_new(part->table, part->narrow);
    count_same(part);
    pipelines_free(part->pipelines);
    return NULL;
}

static void count_in_parts(struct part parts[], size_t count) {
    pthread_t thread[PARTS];
    size_t started = 0;
    for (size_t k = 1; k < count; k++, started++)
        if (!threads_start(&thread[k], run_part, &parts[k]))
            break;
    count_same(&parts[0]);
    for (size_t k = started + 1; k < count; k++) /* no thread could be had */
        run_part(&parts[k]);
    for (size_t k = 1; k <= started; k++)
        pthread_join(thread[k], NULL);
}

/* Counts all, and gives each pipeline a digest of what it computed. */
static void count(struct shares *shares, const struct table *table,
                  const struct share_sample *sample, const void *entries, int narrow,
                  unsigned threads, uint64_t digest[]) {
    struct part parts[PARTS];
    uint64_t size = sample_size(sample), room = size * sample->channels / PART_ENTRIES + 1;
    size_t most = threads < PARTS ? threads : PARTS;
    size_t used = room < most ? (size_t)room : most;
    uint64_t *counts = die_malloc(2 * used * shares->count * sizeof *counts);
    memset(counts, 0, 2 * used * shares->count * sizeof *counts);
    for (size_t k = 0; k < used; k++)
        parts[k] = (struct part){.table = table,
                                 .sample = sample,
                                 .entries = entries,
                                 .narrow = narrow,
                                 .begin = size * k / used,
                                 .end = size * (k + 1) / used,
                                 .pipelines = shares->pipelines,
                                 .same = counts + 2 * k * shares->count,
                                 .digest = counts + (2 * k + 1) * shares->count};
    count_in_parts(parts, used);
    for (size_t k = 0; k < shares->count; k++) {
        digest[k] = 0;
        for (size_t n = 0; n < used; n++) {
            shares->list[k].same += parts[n].same[k];
            digest[k] = digest[k] * UINT64_C(0x9e3779b97f4a7c15) + parts[n].digest[k];
        }
    }
    free(counts);
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
        for (size_t n = 0; n < kept; n++)
            if (shares->list[n].pipeline == first)
                shares->list[n].like |= UINT64_C(1) << k;
    }
    shares->count = kept;
}

static int better_first(const void *x, const void *y) {
    const struct share *a = x, *b = y;
    if (a->same != b->same)
        return a->same > b->same ? -1 : 1;
    return a->pipeline < b->pipeline ? -1 : 1;
}

/* Are nearly all the floats numbers of a narrower format? The rest may be damaged. */
static int narrow_format(const struct element *type, const void *entries, size_t count) {
    static const enum rounding formats[] = {ROUND_BF16, ROUND_F16};
    for (size_t k = 0; k < 2 && type->name == elements[ROUND_F32].name; k++) {
        size_t fit = 0;
        for (size_t n = 0; n < count; n++) {
            double x = rounded_value(ROUND_F32, element_load(type, entries, n));
            fit += rounded(formats[k], x) == x;
        }
        if (fit >= count - count / 10)
            return (int)formats[k];
    }
    return PIPELINES_WIDE;
}

char *shares_measure(struct shares *shares, const struct array *array, const struct table *table,
                     unsigned threads) {
    const struct share_sample sample = sample_of(table, SHARES_ENTRIES);
    uint64_t compared = sample_size(&sample) * sample.channels;
    char *entries = die_malloc(compared * table->type->bytes);
    char *wrong = sample_read(&sample, array, table, entries);
    int narrow = wrong ? PIPELINES_WIDE : narrow_format(table->type, entries, (size_t)compared);
    *shares = (struct shares){.pipelines = pipelines_new(table, narrow)};
    shares->count = pipelines_count(shares->pipelines);
    shares->all = compared == array->count;
    shares->list = die_malloc(shares->count * sizeof *shares->list);
    for (size_t k = 0; k < shares->count; k++)
        shares->list[k] = (struct share){.pipeline = k, .entries = compared};
    if (!wrong && shares->count > 0) {
        uint64_t *digest = die_malloc(shares->count * sizeof *digest);
        count(shares, table, &sample, entries, narrow, threads, digest);
        join_equals(shares, digest);
        qsort(shares->list, shares->count, sizeof *shares->list, better_first);
        free(digest);
    }
    free(entries);
    if (wrong)
        shares_free(shares);
    return wrong;
}

void shares_free(struct shares *shares) {
    pipelines_free(shares->pipelines);
    free(shares->list);
    *shares = (struct shares){.count = 0};
}

/* --- sizes of errors */

/* What comparing a pipeline with the exact table needs: a position's entries of both. */
struct erring {
    struct pipelines *pipelines;
    const struct table *table;
    struct measure measure;
    uint64_t *exact, *got;
    double largest[CHANNEL_GROUPS]; /* error so far in an octave */
    double libm[CHANNEL_GROUPS];    /* and that of angles, if the powers of a libm err too */
    double magnitude;               /* the largest of an exact entry so far */
};

static void err_at(struct erring *erring, size_t pipeline, uint64_t position) {
    pipelines_position(erring->pipelines, PIPELINE_EXACT, position, erring->exact);
    pipelines_position(erring->pipelines, pipeline, position, erring->got);
    for (uint64_t j = 0; j < erring->table->channel_count; j++) {
        const double wanted = measure_value(&erring->measure, erring->exact[j]);
        erring->magnitude = fmax(erring->magnitude, fabs(wanted));
        const size_t group = group_of(erring->table, j);
        double *largest = &erring->largest[group], *libm = &erring->libm[group];
        *largest = fmax(*largest, fabs(measure_value(&erring->measure, erring->got[j]) - wanted));
        *libm = fmax(*libm, pipelines_libm_angle(erring->pipelines, pipeline, position, j));
    }
}

/* The largest error in a group of channels, or in one beside it: frequencies that are right by chance are few. */
static double largest_near(const struct erring *erring, size_t group) {
    const size_t begin = group > 0 ? group - 1 : 0;
    double largest = 0;
    for (size_t g = begin; g <= group + 1 && g < CHANNEL_GROUPS; g++)
        largest = fmax(largest, erring->largest[g]);
    return largest;
}

/* Does a pipeline err half as much as the array in each group of channels, in rows [begin, end)? */
static bool errs_between(struct erring *erring, size_t pipeline,
                         const struct largest array[CHANNEL_GROUPS], uint64_t begin, uint64_t end) {
    enum { SPREAD = 8, TIMES = 2 };
    const uint64_t count = end - begin, samples = count < SPREAD ? count : SPREAD;
    bool any = false;
    erring->magnitude = 0;
    memset(erring->largest, 0, sizeof erring->largest);
    memset(erring->libm, 0, sizeof erring->libm);
    for (size_t g = 0; g < CHANNEL_GROUPS; g++)
        if (array[g].error > 0) {
            err_at(erring, pipeline, array[g].row);
            any = true;
        }
    for (uint64_t n = 0; n < samples && any; n++)
        err_at(erring, pipeline, begin + n * count / samples);
    for (size_t g = 0; g < CHANNEL_GROUPS; g++)
        if (array[g].error > TIMES * largest_near(erring, g) + erring->magnitude * erring->libm[g] +
                                 measure_libm(&erring->measure, erring->magnitude))
            return false;
    return true;
}

static bool errs_so(struct erring *erring, size_t pipeline, const struct octaves *octaves) {
    const uint64_t rows = erring->table->position_count;
    for (size_t k = 0; octave_begin(octaves, k) < rows; k++) {
        const uint64_t begin = octave_begin(octaves, k), next = octave_begin(octaves, k + 1);
        if (!errs_between(erring, pipeline, octaves->of[k], begin, next < rows ? next : rows))
            return false;
    }
    return true;
}

/* Does it explain half of the entries? */
static bool explains_half(const struct share *share) {
    return 2 * share->same >= share->entries;
}

bool shares_coarse(const struct shares *shares, size_t *pipeline) {
    if (shares->count == 0 || !explains_half(&shares->list[0]) ||
        !pipelines_coarse(shares->pipelines, shares->list[0].pipeline))
        return false;
    *pipeline = shares->list[0].pipeline;
    return true;
}

bool shares_err_so(const struct shares *shares, const struct table *table,
                   const struct comparison *comparison) {
    const size_t bytes = (size_t)(table->arrays * table->channel_count) * sizeof(uint64_t);
    struct erring erring = {.pipelines = shares->pipelines,
                            .table = table,
                            .measure = measure_of(table),
                            .exact = die_malloc(bytes),
                            .got = die_malloc(bytes)};
    bool so = false;
    for (size_t k = 0; k < shares->count && !so; k++) {
        const struct share *share = &shares->list[k];
        if (explains_half(share) || !pipelines_coarse(erring.pipelines, share->pipeline))
            so = errs_so(&erring, share->pipeline, &comparison->octaves);
    }
    free(erring.exact);
    free(erring.got);
    return so;
}
