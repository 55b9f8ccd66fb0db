#include "compare/shares.h"
#include "base/cpus.h"
#include "base/die.h"
#include "base/text.h"
#include "compare/compare.h"
#include "fit/sample.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
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

/* Threads, and how many entries each takes at once. */
enum { THREADS_MOST = 64, PART_ENTRIES = 1 << 16 };

/* What the threads share: each takes some of the positions at a time, and compares them with each pipeline. */
struct counting {
    const struct table *table;
    const uint64_t *position;
    size_t positions, channels;
    const uint64_t *bits; /* of channel j at position[s]: bits[j * positions + s] */
    int narrow;

    pthread_mutex_t lock; /* on what follows */
    size_t next;          /* position */
    bool taken;           /* the pipelines of the shares; a thread that comes later has its own */
    struct shares *shares;
    uint64_t *digest; /* of what each pipeline computed */
};

/* Counts the entries of positions [begin, end) that are those of each pipeline. */
static void count_part(const struct counting *all, struct pipelines *pipelines, size_t begin,
                       size_t end, uint64_t same[], uint64_t digest[]) {
    const size_t channels = all->channels, count = all->shares->count;
    uint64_t *row = die_malloc(2 * channels * sizeof *row), *computed = row + channels;
    memset(same, 0, count * sizeof *same);
    memset(digest, 0, count * sizeof *digest);
    for (size_t s = begin; s < end; s++) {
        for (size_t j = 0; j < channels; j++)
            row[j] = pipelines_nan(all->table->type, all->bits[j * all->positions + s]);
        for (size_t k = 0; k < count; k++) {
            pipelines_position(pipelines, k, all->position[s], computed);
            for (size_t j = 0; j < channels; j++) {
                same[k] += computed[j] == row[j];
                digest[k] = (digest[k] ^ computed[j]) * UINT64_C(0x9e3779b97f4a7c15);
            }
        }
    }
    free(row);
}

static void *count_parts(void *context) {
    struct counting *all = context;
    struct shares *shares = all->shares;
    const size_t size = all->positions, step = PART_ENTRIES / all->channels + 1;
    uint64_t *same = die_malloc(2 * shares->count * sizeof *same), *digest = same + shares->count;
    pthread_mutex_lock(&all->lock);
    const bool first = !all->taken;
    all->taken = true;
    pthread_mutex_unlock(&all->lock);
    struct pipelines *own = first ? NULL : pipelines_new(all->table, all->narrow);
    pthread_mutex_lock(&all->lock);
    while (all->next < size) {
        const size_t begin = all->next, end = begin + step < size ? begin + step : size;
        all->next = end;
        pthread_mutex_unlock(&all->lock);
        count_part(all, own ? own : shares->pipelines, begin, end, same, digest);
        pthread_mutex_lock(&all->lock);
        for (size_t k = 0; k < shares->count; k++) {
            shares->list[k].same += same[k];
            all->digest[k] +=
                digest[k] * (2 * begin + UINT64_C(0x9e3779b97f4a7c15)); /* an odd number */
        }
    }
    pthread_mutex_unlock(&all->lock);
    pipelines_free(own);
    free(same);
    return NULL;
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

char *shares_measure(struct shares *shares, const struct array *array, const struct table *table,
                     const struct grain *grain, uint64_t most, unsigned threads) {
    if (shares->most >= most || shares->all)
        return NULL;
    const size_t channels = (size_t)(table->arrays * table->channel_count);
    const uint64_t most_positions = most / channels;
    const bool in_runs = table->channel_major && most_positions >= CHANNEL_RUN;
    size_t positions;
    uint64_t *position =
        spread_runs(table->position_count, in_runs ? CHANNEL_RUN : 1, most_positions, &positions);
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
        const uint64_t parts = compared / PART_ENTRIES + 1;
        struct counting all = {.table = table,
                               .position = position,
                               .positions = positions,
                               .channels = channels,
                               .bits = bits,
                               .narrow = grain->narrow,
                               .shares = shares,
                               .digest = die_malloc(shares->count * sizeof *all.digest)};
        memset(all.digest, 0, shares->count * sizeof *all.digest);
        threads = threads < THREADS_MOST ? threads : THREADS_MOST;
        pthread_mutex_init(&all.lock, NULL);
        threads_run(threads < parts ? threads : (unsigned)parts, count_parts, &all);
        pthread_mutex_destroy(&all.lock);
        join_equals(shares, all.digest);
        qsort(shares->list, shares->count, sizeof *shares->list, better_first);
        free(all.digest);
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

/* The pipelines that have the same formats, of those that a report names together: the first two, and how many. */
enum { PARTS_MOST = 64 };
struct part {
    const struct pipeline *first, *second;
    size_t count;
};

static size_t parts_of(const struct alike *alike, struct part part[PARTS_MOST]) {
    const struct pipeline *list = pipelines_list(alike->pipelines);
    size_t parts = 1;
    part[0] = (struct part){.first = &list[alike->first]};
    for (size_t k = alike->first; k < pipelines_count(alike->pipelines); k++) {
        const struct pipeline *one = &list[k];
        size_t n = 0;
        if (alike->of[k] != alike->number)
            continue;
        while (n < parts && part[n].first->row != one->row)
            n++;
        if (n == PARTS_MOST)
            break;
        if (n == parts)
            part[parts++] = (struct part){.first = one};
        if (++part[n].count == 2)
            part[n].second = one;
    }
    return parts;
}

/* "float32, exp or 1/pow", or if these are many "float32". The caller frees it. */
static char *part_name(const struct part *part) {
    const struct pipeline *one = part->first;
    if (part->count == 2)
        return text_format("%s, %s or %s", one->formats, method_texts[one->method].name,
                           method_texts[part->second->method].name);
    return text_format("%s", part->count == 1 ? one->name : one->formats);
}

char *alike_names(const struct alike *alike, const char *between, size_t most) {
    struct part part[PARTS_MOST];
    struct text names = {NULL, 0, 0};
    const size_t parts = parts_of(alike, part);
    for (size_t k = 0; k < parts && k <= most; k++) {
        char *name = k < most ? part_name(&part[k]) : text_format("others");
        text_put(&names, "%s%s", k > 0 ? between : "", name);
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
                             const struct table *table, const struct grain *grain,
                             unsigned threads) {
    enum { OF = 8, LEAST = 3 };
    char *wrong = shares_measure(shares, array, table, grain, SHARES_FEW, threads);
    bool promising = false;
    for (size_t k = 0; k < shares->count && !wrong; k++)
        promising |= is_unusual(shares, &shares->list[k]) &&
                     OF * shares->list[k].same >= LEAST * shares->list[k].entries;
    return promising ? shares_measure(shares, array, table, grain, SHARES_ENTRIES, threads) : wrong;
}

bool shares_explain(const struct shares *shares, bool unusual, const struct noise *noise,
                    const struct array *array, const struct table *table, char **wrong) {
    if (shares->count == 0 || !explains_half(&shares->list[0]) ||
        (unusual && !is_unusual(shares, &shares->list[0])))
        return false;
    const struct measure measure = measure_of(table);
    const size_t channels = (size_t)(table->arrays * table->channel_count);
    uint64_t *computed = die_malloc(2 * channels * sizeof *computed), *got = computed + channels;
    bool explained = true;
    for (uint64_t p = 0; p < table->position_count && explained; p++) {
        pipelines_position(shares->pipelines, shares->list[0].pipeline, p, computed);
        *wrong = read_positions(array, table, &p, 1, got);
        for (size_t j = 0; j < channels && explained && !*wrong; j++) {
            const double wanted = measure_value(&measure, computed[j]),
                         value = measure_value(&measure, got[j]);
            explained = fabs(value - wanted) <= noise_bound(noise, p, j, wanted);
        }
        explained = explained && !*wrong;
    }
    free(computed);
    return explained;
}

bool shares_are_float(const struct shares *shares) {
    enum { ONE_OF = 4 };
    const struct share *best = &shares->list[0];
    return shares->count > 0 && ONE_OF * best->same >= best->entries &&
           way_of(shares, best)->row->frequency == ROUND_F32;
}

bool shares_have_usual_bits(const struct shares *shares, const struct grain *grain, double whole) {
    enum { OF = 16, NARROW = 12, FLOAT = 4, DOUBLE = 1, ALL_BELOW = 32, BITS = 320 };
    const double narrow = 0x1p-12;
    if (shares->count == 0)
        return false;
    const struct share *best = &shares->list[0];
    const uint64_t least = grain->relative > narrow ? NARROW : grain->wide ? DOUBLE : FLOAT;
    const bool few =
        best->entries < ALL_BELOW && (double)best->entries * (1 - log2(grain_at(grain, 1))) < BITS;
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
    struct part part[PARTS_MOST];
    if (shares->count == 0 || !explains_half(&shares->list[0]))
        return NULL;
    const struct share *best = &shares->list[0];
    const struct alike alike = shares_alike(shares, best);
    if (best->pipeline == PIPELINE_EXACT)
        return NULL;
    parts_of(&alike, part);
    char *name = part_name(&part[0]),
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

static void print_meaning(struct file *out, const struct part *part, bool with_method) {
    const struct pipeline *one = part->first;
    file_print(out, "%s", one->row->meaning);
    if (with_method && part->count == 1 && method_texts[one->method].name)
        file_print(out, ", %s", method_texts[one->method].meaning);
}

/* Does the best share have a tenth more than the n-th? */
static bool ahead_of(const struct shares *shares, size_t n) {
    const struct share *best = shares->list;
    return n == shares->count || shares->list[n].same <= best->same - best->same / 10;
}

/* The first share whose pipeline has other formats than the best. */
static size_t next_formats(const struct shares *shares) {
    const struct pipeline_row *best = way_of(shares, &shares->list[0])->row;
    size_t n = 0;
    while (n < shares->count && way_of(shares, &shares->list[n])->row == best)
        n++;
    return n;
}

/* What made the array, in a sentence. A share is large if only the last bits of a library's sines can explain the rest. A
 * library that errs more leaves less: then formats that are ahead of others are named, and the method if it is. */
enum { LARGE = 8000, MEDIUM = 5000, SMALL = 1000 };
static void conclude(struct file *out, const struct shares *shares) {
    const struct share *best = shares->list;
    const struct alike alike = shares_alike(shares, best);
    struct part part[PARTS_MOST];
    const size_t parts = parts_of(&alike, part);
    const uint64_t share = hundredths(best);
    const bool ahead = share >= SMALL && ahead_of(shares, next_formats(shares)),
               with_method = share >= LARGE || ahead_of(shares, 1);
    if (share < MEDIUM && !ahead) {
        file_print(out, "  None of them computes most of its entries.\n");
        return;
    }
    file_print(out, "  ");
    if (share < LARGE && ahead)
        file_print(out, "%" PRIu64 " %%: more than any other; the rest may be the local libm. ",
                   share / 100);
    file_print(out, "%s: ", share >= LARGE ? "Probably computed as" : "Nearest is");
    print_meaning(out, &part[0], with_method);
    if (parts > 1 && best->pipeline != PIPELINE_EXACT) {
        file_print(out, "; or, with the same bits here: ");
        print_meaning(out, &part[1], with_method);
    }
    file_print(out, ".\n");
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
    conclude(out, shares);
}
