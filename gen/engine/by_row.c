/* SPDX-License-Identifier: MIT */
/* Rows of position-major tables: a row is a vector of channels in each array. In a table of pairs the cosine of a
 * frequency follows its sine, and one phasor makes both.
 *
 * Rows of equal steps. The channels at an anchor row are turned by the angles l * step * w, for offsets l below the
 * stride. The same turns serve every anchor. The channels are also turned from anchor to anchor. A band is one piece of
 * rows, or several pieces that together have at most as many rows as the stride. The phasors of all arrays at its first
 * row are made once, from a seed or by a turn from the band before. Each thread copies those of its piece and makes the
 * anchors within the piece, tile of columns after tile. Rows of few channels are computed several at a time: their
 * offsets are one run, for which the anchor's phasors are repeated.
 *
 * Listed positions. The next row may be anywhere, so each row gets seeds of its own. */
#include "base/die.h"
#include "engine/row_method.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t fewer(size_t a, size_t b) {
    return a < b ? a : b;
}

/* --- offsets */

/* The turns that serve every anchor. First come those of an array's phasors by 0 rows, then by 1 row, and so on. All
 * arrays have the same turns. */
struct offsets {
    const struct table *table;
    const struct simd *simd;
    enum run_kind run;    /* of a row: RUN_EACH, or RUN_PAIRS */
    size_t entries;       /* of a phasor: 1, or the 2 of a pair */
    size_t phasors;       /* of one array */
    uint32_t *source;     /* by phasor of all arrays: 4 * its frequency + its function */
    size_t stride;        /* rows that an anchor serves */
    struct phasors turns; /* the turns by a band follow those of the stride */
    double *max_sine;     /* by phasor: max |sine| of the turns within the stride */
};

/* In all pieces, is every even channel a sine, and the next one its cosine? */
static bool has_pairs(const struct table *table, const struct pieces *pieces) {
    if (table->channel_count % 2 != 0 || pieces->columns_each % 2 != 0)
        return false;
    for (uint64_t j = 0; j < table->arrays * table->channel_count; j += 2) {
        const struct channel sine = table_channel(table, j), cosine = table_channel(table, j + 1);
        if (sine.function != CHANNEL_SINE || cosine.function != CHANNEL_COSINE ||
            sine.frequency != cosine.frequency)
            return false;
    }
    return true;
}

static size_t all_phasors(const struct offsets *offsets) {
    return (size_t)offsets->table->arrays * offsets->phasors;
}

/* Everything except the turns and their number. */
static struct offsets offsets_of(const struct row_setting *setting) {
    const struct table *table = setting->table;
    const bool pairs = has_pairs(table, setting->pieces);
    struct offsets offsets = {.table = table,
                              .simd = setting->simd,
                              .run = pairs ? RUN_PAIRS : RUN_EACH,
                              .entries = pairs ? 2 : 1};
    offsets.phasors = (size_t)table->channel_count / offsets.entries;
    offsets.source = die_malloc(all_phasors(&offsets) * sizeof *offsets.source);
    for (size_t j = 0; j < all_phasors(&offsets); j++) {
        const struct channel channel = table_channel(table, j * offsets.entries);
        offsets.source[j] = 4 * (uint32_t)channel.frequency + (uint32_t)channel.function;
    }
    return offsets;
}

static void offsets_clear(struct offsets *offsets) {
    phasors_free(&offsets->turns);
    free(offsets->source);
    free(offsets->max_sine);
}

/* Makes the turns of n phasors, whose frequencies `source` gives. A channel of zeros isn't turned; it may be the only
 * channel. */
static void spread_turns(const uint32_t source[], size_t n, const struct phasors *from,
                         const struct phasors *to) {
    for (size_t j = 0; j < n; j++)
        if (source[j] % 4 == CHANNEL_ZERO)
            phasors_set(to, j, zero_and_one);
        else
            phasors_copy_one(from, source[j] / 4, to, j);
}

/* Makes the channels of n phasors. A channel of zeros gets a phasor that the rounding test decides at once; its entries
 * are fixed. */
static void spread_channels(const uint32_t source[], size_t n, const struct phasors *from,
                            const struct phasors *to) {
    const double *restrict sine = from->a, *restrict sine_low = from->a_low;
    const double *restrict cosine = from->b, *restrict cosine_low = from->b_low;
    double *restrict a = to->a, *restrict a_low = to->a_low;
    double *restrict b = to->b, *restrict b_low = to->b_low;
    for (size_t j = 0; j < n; j++) {
        size_t k = source[j] / 4;
        if (source[j] % 4 == CHANNEL_SINE) {
            a[j] = sine[k];
            a_low[j] = sine_low[k];
            b[j] = cosine[k];
            b_low[j] = cosine_low[k];
        } else if (source[j] % 4 == CHANNEL_COSINE) {
            a[j] = cosine[k];
            a_low[j] = cosine_low[k];
            b[j] = -sine[k];
            b_low[j] = -sine_low[k];
        } else {
            a[j] = 1;
            a_low[j] = b[j] = b_low[j] = 0;
        }
    }
}

/* Sets the phasors of one array to turns, or those of all arrays to channels, from reference_seed. */
static void set_seeds(const struct offsets *offsets, struct reference *reference, enum seed kind,
                      uint64_t at, const struct phasors *to) {
    const size_t n = (size_t)offsets->table->frequency_count;
    struct phasors seeds = phasors_new(n);
    phasors_seed(n, reference, kind, at, 0, &seeds);
    if (kind == SEED_TURN)
        spread_turns(offsets->source, offsets->phasors, &seeds, to);
    else
        spread_channels(offsets->source, all_phasors(offsets), &seeds, to);
    phasors_free(&seeds);
}

/* Makes the turns by fewer than `count` rows, and those by `band` rows, unless that is 0. */
static void make_offsets(struct offsets *offsets, struct reference *reference, size_t count,
                         uint64_t band) {
    const size_t d = offsets->phasors;
    offsets->turns = phasors_new((count + (band > 0)) * d);
    const struct phasors one = phasors_from(&offsets->turns, count > 1 ? d : 0);
    for (size_t j = 0; j < d; j++)
        phasors_set(&offsets->turns, j, zero_and_one);
    if (count > 1)
        set_seeds(offsets, reference, SEED_TURN, 1, &one);
    for (size_t l = 2; l < count; l++) {
        const struct phasors here = phasors_from(&offsets->turns, (l - 1) * d);
        const struct phasors next = phasors_from(&offsets->turns, l * d);
        offsets->simd->turn(d, &here, &one, &next);
    }
    const struct phasors last = phasors_from(&offsets->turns, count * d);
    if (band > 0)
        set_seeds(offsets, reference, SEED_TURN, band, &last);
    double *max_sine = offsets->max_sine = die_malloc(d * sizeof *max_sine);
    for (size_t j = 0; j < d; j++)
        max_sine[j] = 0;
    for (size_t l = 0; l < offsets->stride; l++) {
        const double *sine = offsets->turns.a + l * d;
        for (size_t j = 0; j < d; j++)
            /* phasors_new ends the program if there is no memory: NOLINTNEXTLINE(*-core.NullDereference) */
            max_sine[j] = max_sine[j] < fabs(sine[j]) ? fabs(sine[j]) : max_sine[j];
    }
}

/* --- bands */

/* The offsets of all channels should stay in the second cache. If that leaves fewer than STRIDE_WIDE for each channel,
 * tiles keep them there instead. In the widest tables they would need too much memory. */
enum { STRIDE = 64, STRIDE_WIDE = 16, STRIDE_CACHED = 1 << 15, STRIDE_STORED = 1 << 18 };

/* A seed serves RESEED bands. */
enum { RESEED = 1024 };

/* Turns since the seed: from band to band, from anchor to anchor, by an offset, and the turns that made the offset. */
_Static_assert(RESEED + BY_ROW_MOST + 2 * STRIDE <= LEVELS_TURNS,
               "phasors further from seeds than the bounds allow");

struct bands {
    struct offsets offsets;
    struct reference *reference;
    uint64_t rows;             /* of a band, at most */
    struct phasors here, next; /* of all arrays at the first row of a band; room */
    uint64_t row;              /* that row */
    unsigned turned;           /* turns since the seeds */
};

/* Each row of a stride needs an offset, which costs a turn and new memory. Each stride of the table needs an anchor,
 * which costs a turn. An offset costs about eight times as much as an anchor. */
static size_t stride_for(size_t phasors, uint64_t rows) {
    size_t stride = 1;
    while (stride < STRIDE && 8 * stride * stride < rows &&
           2 * stride * phasors <= (stride < STRIDE_WIDE ? STRIDE_STORED : STRIDE_CACHED))
        stride *= 2;
    return stride;
}

static void *bands_open(const struct row_setting *setting, struct engine_error *error) {
    const struct table *table = setting->table;
    struct bands *bands = die_malloc(sizeof *bands);
    *bands = (struct bands){.offsets = offsets_of(setting), .rows = setting->pieces->rows_each};
    bands->reference = reference_new(table);
    bands->here = phasors_new(all_phasors(&bands->offsets));
    bands->next = phasors_new(all_phasors(&bands->offsets));
    struct offsets *offsets = &bands->offsets;
    const size_t d = offsets->phasors, stride = stride_for(d, setting->rows);
    offsets->stride = stride;
    if (bands->rows > 0 && bands->rows < stride)
        bands->rows *= stride / bands->rows;
    const bool several = setting->rows > bands->rows;
    make_offsets(offsets, bands->reference, stride + 1, several ? bands->rows : 0);
    *error = reference_error(bands->reference);
    return bands;
}

static void bands_close(void *shared) {
    struct bands *bands = shared;
    reference_free(bands->reference);
    offsets_clear(&bands->offsets);
    phasors_free(&bands->here);
    phasors_free(&bands->next);
    free(bands);
}

/* From the first row of a band to that of the next. */
static void next_band(struct bands *bands) {
    const struct offsets *offsets = &bands->offsets;
    const struct phasors turns =
        phasors_from(&offsets->turns, (offsets->stride + 1) * offsets->phasors);
    for (size_t j = 0; j < all_phasors(offsets); j += offsets->phasors) {
        const struct phasors from = phasors_from(&bands->here, j);
        const struct phasors to = phasors_from(&bands->next, j);
        offsets->simd->turn(offsets->phasors, &from, &turns, &to);
    }
    const struct phasors here = bands->next;
    bands->next = bands->here;
    bands->here = here;
}

/* Goes to the band of a piece. */
static void bands_go(struct bands *bands, const struct piece *piece) {
    if (piece->follows && piece->row < bands->row + bands->rows)
        return;
    bands->row = piece->row;
    if (piece->follows && ++bands->turned < RESEED) {
        next_band(bands);
    } else {
        set_seeds(&bands->offsets, bands->reference, SEED_POSITION, piece->row, &bands->here);
        bands->turned = 0;
    }
}

/* Channels that are computed together, row after row: their offsets stay in the second cache. */
enum { TILE = 1024 };

/* Rows of few channels are computed together, as one run of at most this many entries. */
enum { TOGETHER = 512 };

/* The state of a worker. */
struct row_worker {
    uint64_t row;              /* the first of its piece's band */
    struct phasors channels;   /* of the piece at that row, array after array */
    struct phasors here, next; /* of a tile, or of rows computed together */
    double *error;             /* of a tile's entries */
};

/* How many channels the pieces of all arrays have. */
static size_t all_channels(const struct row_setting *setting) {
    return (size_t)setting->table->arrays * setting->pieces->columns_each;
}

static void *row_worker_new(const struct row_setting *setting) {
    struct row_worker *worker = die_malloc(sizeof *worker);
    *worker = (struct row_worker){.channels = phasors_new(all_channels(setting)),
                                  .here = phasors_new(TILE),
                                  .next = phasors_new(TILE)};
    worker->error = die_malloc(TILE * sizeof *worker->error);
    return worker;
}

static void row_worker_free(void *own) {
    struct row_worker *worker = own;
    phasors_free(&worker->channels);
    phasors_free(&worker->here);
    phasors_free(&worker->next);
    free(worker->error);
    free(worker);
}

static struct engine_error bands_take(void *shared, void *own, const struct piece *piece) {
    struct bands *bands = shared;
    const struct offsets *offsets = &bands->offsets;
    struct row_worker *worker = own;
    const size_t n = piece->columns / offsets->entries;
    if (piece->from == 0)
        bands_go(bands, piece);
    for (size_t array = 0; array < offsets->table->arrays; array++) {
        const struct phasors from = phasors_from(
            &bands->here, array * offsets->phasors + (size_t)piece->from / offsets->entries);
        const struct phasors to = phasors_from(&worker->channels, array * n);
        phasors_copy(n, &from, &to);
    }
    worker->row = bands->row;
    return reference_error(bands->reference);
}

/* How many rows of a tile of n phasors are one run: more than one only if the tile has all channels, since then their
 * offsets and entries are contiguous. */
static size_t rows_together(const struct offsets *offsets, size_t n) {
    const size_t most = TOGETHER / offsets->entries;
    return n == offsets->phasors && n < most ? fewer(most / n, offsets->stride) : 1;
}

/* Bounds the errors of an anchor's n phasors. Repeats these and the phasors for each of the rows computed together. */
static void set_anchor(const struct levels *levels, const struct offsets *offsets, size_t n,
                       size_t rows, const struct phasors *here, const double max_sine[],
                       double error[]) {
    const size_t each = offsets->entries;
    levels_errors(levels, offsets->run, n, here, max_sine, error);
    for (size_t done = n, count; done < rows * n; done += count) {
        count = fewer(done, rows * n - done);
        const struct phasors to = phasors_from(here, done);
        phasors_copy(count, here, &to);
        memcpy(error + done * each, error, count * each * sizeof *error);
    }
}

/* Computes the channels of n phasors of one array in all rows of a piece, from phasor `done` of the piece on. */
static void compute_tile(const struct offsets *offsets, struct row_worker *worker,
                         struct levels *levels, const struct piece *piece, size_t array,
                         size_t done, size_t n) {
    const struct phasors *turns = &offsets->turns;
    const size_t each = offsets->entries, bytes = offsets->table->type->bytes;
    const size_t first = (size_t)piece->from / each + done, stride = offsets->stride;
    const size_t channel = (array * offsets->phasors + first) * each, channels = n * each;
    const double *max_sine = offsets->max_sine + first;
    const size_t together = rows_together(offsets, n);
    struct phasors here = phasors_from(&worker->channels, array * (piece->columns / each) + done);
    struct phasors next = worker->next;
    size_t l = (size_t)(piece->row - worker->row); /* rows since the anchor */
    char *entries = (char *)piece->entries + array * piece->bytes + done * each * bytes;
    if (together > 1) {
        phasors_copy(n, &here, &worker->here);
        here = worker->here;
    }
    set_anchor(levels, offsets, n, together, &here, max_sine, worker->error);
    for (uint64_t r = 0, rows; r < piece->rows; r += rows, l += (size_t)rows) {
        if (l == stride) {
            struct phasors turn = phasors_from(turns, l * offsets->phasors + first);
            offsets->simd->turn(n, &here, &turn, &next);
            set_anchor(levels, offsets, n, together, &next, max_sine, worker->error);
            here = next;
            next = next.a == worker->next.a ? worker->here : worker->next;
            l = 0;
        }
        rows = fewer(fewer(together, stride - l), (size_t)(piece->rows - r));
        struct phasors offset = phasors_from(turns, l * offsets->phasors + first);
        levels_run(levels, offsets->run, (size_t)rows * n, &here, &offset, worker->error, entries,
                   (struct first_entry){piece->row + r, channel, channels});
        entries += rows * piece->columns * bytes;
    }
}

static void bands_compute(const void *shared, void *own, struct levels *levels,
                          const struct piece *piece) {
    const struct offsets *offsets = &((const struct bands *)shared)->offsets;
    const size_t each = offsets->entries, count = piece->columns / each;
    for (size_t array = 0; array < offsets->table->arrays; array++)
        for (size_t done = 0, n; done < count; done += n) {
            n = fewer(count - done, TILE / each);
            compute_tile(offsets, own, levels, piece, array, done, n);
        }
}

const struct row_method by_row = {bands_open,      bands_close, row_worker_new,
                                  row_worker_free, bands_take,  bands_compute};

/* --- listed positions */

static void *listed_rows_open(const struct row_setting *setting, struct engine_error *error) {
    struct offsets *offsets = die_malloc(sizeof *offsets);
    *offsets = offsets_of(setting);
    offsets->stride = 1; /* no turns but those by 0 */
    make_offsets(offsets, NULL, 1, 0);
    *error = (struct engine_error){.kind = ENGINE_FINE};
    return offsets;
}

static void listed_rows_close(void *shared) {
    offsets_clear(shared);
    free(shared);
}

/* The state of a worker. */
struct listed_worker {
    struct phasors seeds;    /* by frequency, at a listed row */
    struct phasors channels; /* of the piece at that row, array after array */
    double *error;           /* of their entries */
};

static void *listed_worker_new(const struct row_setting *setting) {
    const size_t all = all_channels(setting);
    struct listed_worker *worker = die_malloc(sizeof *worker);
    *worker = (struct listed_worker){.seeds = phasors_new((size_t)setting->table->frequency_count),
                                     .channels = phasors_new(all)};
    worker->error = die_malloc(all * sizeof *worker->error);
    return worker;
}

static void listed_worker_free(void *own) {
    struct listed_worker *worker = own;
    phasors_free(&worker->seeds);
    phasors_free(&worker->channels);
    free(worker->error);
    free(worker);
}

/* Widens [*low, *high) to the frequencies of n phasors that aren't zeros. */
static void widen(const uint32_t source[], size_t n, size_t *low, size_t *high) {
    for (size_t j = 0; j < n; j++)
        if (source[j] % 4 != CHANNEL_ZERO) {
            *low = fewer(*low, source[j] / 4);
            *high = *high > source[j] / 4 ? *high : source[j] / 4 + 1;
        }
}

/* Computes the channels of a piece in one row of each array. */
static void compute_listed(const struct offsets *offsets, struct listed_worker *worker,
                           struct levels *levels, const struct piece *piece, uint64_t row) {
    const struct table *table = offsets->table;
    const size_t n = piece->columns / offsets->entries, bytes = levels->type->bytes;
    const size_t from = (size_t)piece->from / offsets->entries;
    const struct phasors turns = phasors_from(&offsets->turns, from);
    char *to = (char *)piece->entries + (size_t)(row - piece->row) * piece->columns * bytes;
    size_t low = SIZE_MAX, high = 0;
    for (size_t array = 0; array < table->arrays; array++)
        widen(offsets->source + array * offsets->phasors + from, n, &low, &high);
    if (low < high) {
        const struct phasors seeds = phasors_from(&worker->seeds, low);
        phasors_seed(high - low, levels->reference, SEED_POSITION, row, low, &seeds);
    }
    for (size_t array = 0; array < table->arrays; array++, to += piece->bytes) {
        const size_t channel = array * (size_t)table->channel_count + (size_t)piece->from;
        const struct phasors channels = phasors_from(&worker->channels, array * n);
        double *error = worker->error + array * piece->columns;
        spread_channels(offsets->source + array * offsets->phasors + from, n, &worker->seeds,
                        &channels);
        levels_errors(levels, offsets->run, n, &channels, offsets->max_sine + from, error);
        levels_run(levels, offsets->run, n, &channels, &turns, error, to,
                   (struct first_entry){row, channel, piece->columns});
    }
}

static void listed_rows_compute(const void *shared, void *own, struct levels *levels,
                                const struct piece *piece) {
    const struct offsets *offsets = shared;
    const struct position_list *list = table_list(offsets->table);
    for (uint64_t row = piece->row; row < piece->row + piece->rows; row++)
        if (!position_list_zero(list, row))
            compute_listed(offsets, own, levels, piece, row);
        else /* fixed entries: only the reference engine decides a sine that is 0 */
            levels->counts.decided[LEVEL_DOUBLE] += offsets->table->arrays * piece->columns;
}

const struct row_method by_listed_row = {.shared_new = listed_rows_open,
                                         .shared_free = listed_rows_close,
                                         .worker_new = listed_worker_new,
                                         .worker_free = listed_worker_free,
                                         .compute = listed_rows_compute};
