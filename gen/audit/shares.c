#include "audit/shares.h"
#include "base/die.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- the positions that are compared */

/* Runs of positions, evenly spread over all. One position is a row of a position-major table; of the other order many
 * positions of a channel are read at once. */
struct sample {
    uint64_t positions, run, runs; /* of all; how many a run has; how many runs */
    size_t channels;
};
enum { CHANNEL_RUN = 64 };

static struct sample sample_of(const struct table *table) {
    struct sample sample = {.positions = table->position_count,
                            .channels = (size_t)(table->arrays * table->channel_count)};
    uint64_t most = SHARES_ENTRIES / sample.channels;
    if (sample.positions <= most) {
        sample.run = sample.positions;
        sample.runs = 1;
    } else {
        sample.run = table->channel_major && most >= CHANNEL_RUN ? CHANNEL_RUN : 1;
        sample.runs = most > sample.run ? most / sample.run : 1;
    }
    return sample;
}

static uint64_t run_begin(const struct sample *sample, uint64_t run) {
    uint64_t last = sample->positions - sample->run;
    return sample->runs == 1 ? 0
                             : (uint64_t)((double)last * (double)run / (double)(sample->runs - 1));
}

static uint64_t sample_position(const struct sample *sample, uint64_t s) {
    return run_begin(sample, s / sample->run) + s % sample->run;
}

static uint64_t sample_size(const struct sample *sample) {
    return sample->run * sample->runs;
}

/* --- the entries at these positions, as [sample][channel] */

static char *read_rows(const struct array *array, const struct table *table,
                       const struct sample *sample, char *to) {
    size_t bytes = table->type->bytes, columns = (size_t)table->channel_count;
    char *wrong = NULL;
    for (uint64_t s = 0; s < sample_size(sample) && !wrong; s++)
        for (uint64_t k = 0; k < table->arrays && !wrong; k++, to += columns * bytes) {
            uint64_t row = k * sample->positions + sample_position(sample, s);
            wrong = array_read(array, row * columns, columns, to);
        }
    return wrong;
}

static char *read_channels(const struct array *array, const struct table *table,
                           const struct sample *sample, char *to) {
    const struct element *type = table->type;
    char *run = die_malloc(sample->run * type->bytes), *wrong = NULL;
    for (size_t j = 0; j < sample->channels; j++)
        for (uint64_t k = 0; k < sample->runs && !wrong; k++) {
            wrong = array_read(array, j * sample->positions + run_begin(sample, k),
                               (size_t)sample->run, run);
            for (size_t n = 0; n < sample->run && !wrong; n++)
                element_store(type, to, (size_t)(k * sample->run + n) * sample->channels + j,
                              element_load(type, run, n));
        }
    free(run);
    return wrong;
}

/* --- shares */

static int better_first(const void *x, const void *y) {
    const struct share *a = x, *b = y;
    if (a->same != b->same)
        return a->same > b->same ? -1 : 1;
    return a->pipeline < b->pipeline ? -1 : 1;
}

/* Counts, and takes pipelines away that computed the same entries as one before them. */
static void count(struct shares *shares, const struct table *table, const struct sample *sample,
                  const void *entries) {
    uint64_t *row = die_malloc(sample->channels * sizeof *row);
    uint64_t *digest = die_malloc(shares->count * sizeof *digest);
    memset(digest, 0, shares->count * sizeof *digest);
    for (uint64_t s = 0; s < sample_size(sample); s++) {
        for (size_t j = 0; j < sample->channels; j++)
            row[j] = pipelines_nan(
                table->type, element_load(table->type, entries, (size_t)s * sample->channels + j));
        for (size_t k = 0; k < shares->count; k++)
            shares->list[k].same +=
                pipelines_same(shares->pipelines, k, sample_position(sample, s), row, &digest[k]);
    }
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
    free(digest);
    free(row);
}

char *shares_measure(struct shares *shares, const struct array *array, const struct table *table) {
    const struct sample sample = sample_of(table);
    uint64_t compared = sample_size(&sample) * sample.channels;
    *shares = (struct shares){.pipelines = pipelines_new(table)};
    shares->count = pipelines_count(shares->pipelines);
    shares->all = compared == array->count;
    shares->list = die_malloc(shares->count * sizeof *shares->list);
    for (size_t k = 0; k < shares->count; k++)
        shares->list[k] = (struct share){.pipeline = k, .entries = compared};
    if (shares->count == 0)
        return NULL;
    char *entries = die_malloc(compared * table->type->bytes);
    char *wrong =
        (table->channel_major ? read_channels : read_rows)(array, table, &sample, entries);
    if (!wrong)
        count(shares, table, &sample, entries);
    free(entries);
    qsort(shares->list, shares->count, sizeof *shares->list, better_first);
    if (wrong)
        shares_free(shares);
    return wrong;
}

void shares_free(struct shares *shares) {
    pipelines_free(shares->pipelines);
    free(shares->list);
    *shares = (struct shares){.count = 0};
}

/* --- texts */

/* In hundredths of a percent, rounded down, so that 100 % means all. */
static uint64_t hundredths(const struct share *share) {
    return (uint64_t)(1e4 * (double)share->same / (double)share->entries);
}

/* How many of the pipelines that compute the same have the same formats; sets the first few. */
enum { METHODS_NAMED = 2 };
static size_t same_formats(const struct shares *shares, const struct share *share,
                           size_t first[METHODS_NAMED]) {
    const char *formats = pipelines_formats(shares->pipelines, share->pipeline);
    size_t found = 0;
    for (size_t k = 0; k < pipelines_count(shares->pipelines); k++)
        if ((share->like >> k & 1) &&
            strcmp(pipelines_formats(shares->pipelines, k), formats) == 0) {
            if (found < METHODS_NAMED)
                first[found] = k;
            found++;
        }
    return found;
}

char *shares_name(const struct shares *shares, const struct share *share) {
    size_t k[METHODS_NAMED], found = same_formats(shares, share, k);
    const char *formats = pipelines_formats(shares->pipelines, share->pipeline);
    if (found == 2)
        return text_format("%s, %s or %s", formats, pipelines_method(shares->pipelines, k[0]),
                           pipelines_method(shares->pipelines, k[1]));
    return text_format("%s",
                       found > 2 ? formats : pipelines_name(shares->pipelines, share->pipeline));
}

/* What made the array, in a sentence. A share is large if only the last bits of a library's sines can explain the rest. */
enum { LARGE = 8000, SMALL = 5000 };
static void conclude(struct file *out, const struct shares *shares) {
    const struct share *best = shares->list;
    size_t k[METHODS_NAMED];
    bool one_method = same_formats(shares, best, k) == 1;
    const char *method = pipelines_method_meaning(shares->pipelines, best->pipeline);
    if (hundredths(best) < SMALL) {
        file_print(out, "  None of them explains the table.\n");
        return;
    }
    file_print(out, "  %s: %s%s%s.\n",
               hundredths(best) >= LARGE ? "It was probably made so" : "Nearest is",
               pipelines_meaning(shares->pipelines, best->pipeline),
               one_method && method ? ", " : "", one_method && method ? method : "");
}

enum { SHARES_SHOWN = 8 };
void shares_text(struct file *out, const struct shares *shares) {
    if (shares->count == 0)
        return;
    file_print(out,
               "pipelines: the share of %s%" PRIu64
               "%s entries that each gives bit by bit, if its steps are correctly rounded\n",
               shares->all ? "all " : "", shares->list[0].entries,
               shares->all ? "" : " evenly spread");
    for (size_t k = 0; k < shares->count && k < SHARES_SHOWN; k++) {
        uint64_t share = hundredths(&shares->list[k]);
        char *name = shares_name(shares, &shares->list[k]);
        file_print(out, "  %3" PRIu64 ".%02" PRIu64 " %%  %s\n", share / 100, share % 100, name);
        free(name);
    }
    conclude(out, shares);
}

json_t *shares_json(const struct shares *shares) {
    json_t *list = json_array();
    for (size_t k = 0; k < shares->count; k++) {
        const struct share *share = &shares->list[k];
        char *name = shares_name(shares, share);
        json_t *object = json_pack("{s:s, s:I, s:I}", "pipeline", name, "same",
                                   (json_int_t)share->same, "entries", (json_int_t)share->entries);
        free(name);
        json_array_append_new(list, object);
    }
    return list;
}
