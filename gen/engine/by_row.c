#include "engine/by_row.h"
#include "base/die.h"
#include "engine/digits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The offsets of all channels should stay in the second cache, unless that leaves less than STRIDE_WIDE of them for each
 * channel: then tiles use them. Those of the widest tables would need too much memory. */
enum { STRIDE_WIDE = 16, STRIDE_CACHED = 1 << 15, STRIDE_STORED = 1 << 18 };

enum seed { SEED_CHANNELS, SEED_TURNS };

static size_t all_phasors(const struct bands *bands) {
    return (size_t)bands->table->arrays * bands->phasors;
}

/* Makes the phasors of all arrays at position `at`, or the turns of an array by `at` positions: the arrays have the same
 * turns, and each frequency has one seed. A channel of zeros is computed as the cosine of 0, which the rounding test
 * decides at once, and then overwritten. */
static void seed_phasors(struct bands *bands, enum seed seed, uint64_t at,
                         const struct phasors *to) {
    uint64_t n = bands->table->frequency_count;
    struct double_double(*value)[2] = die_malloc(n * sizeof *value);
    for (uint64_t k = 0; k < n; k++) {
        if (seed == SEED_CHANNELS)
            reference_at(bands->reference, at, k, value[k]);
        else
            reference_turn(bands->reference, at, k, value[k]);
    }
    size_t count = seed == SEED_CHANNELS ? all_phasors(bands) : bands->phasors;
    for (size_t j = 0; j < count; j++) {
        struct channel channel = table_channel(bands->table, j * bands->entries);
        bool zero = channel.function == CHANNEL_ZERO;
        const struct double_double *v = zero ? zero_and_one : value[channel.frequency];
        if (seed == SEED_CHANNELS)
            phasors_set_channel(to, j, (int)channel.function, v);
        else
            phasors_set_turn(to, j, v);
    }
    free(value);
}

static void make_turns(struct bands *bands) {
    size_t d = bands->phasors, stride = bands->stride;
    struct turns *up = &bands->up;
    up->offsets = phasors_new((stride + 1) * d);
    const struct phasors one = phasors_from(&up->offsets, d);
    for (size_t j = 0; j < d; j++)
        phasors_set_turn(&up->offsets, j, zero_and_one);
    seed_phasors(bands, SEED_TURNS, 1, &one);
    for (size_t l = 1; l < stride; l++) {
        const struct phasors here = phasors_from(&up->offsets, l * d);
        const struct phasors next = phasors_from(&up->offsets, (l + 1) * d);
        bands->simd->turn(d, &here, &one, &next);
    }
    up->made = true;
    if (bands->several) {
        up->band = phasors_new(d);
        seed_phasors(bands, SEED_TURNS, bands->rows, &up->band);
    }
    double *reach = bands->reach = die_malloc(d * sizeof *reach);
    for (size_t j = 0; j < d; j++)
        reach[j] = 0;
    for (size_t l = 0; l < stride; l++) {
        const double *sine = up->offsets.a + l * d;
        for (size_t j = 0; j < d; j++)
            /* phasors_new ends the program if there is no memory: NOLINTNEXTLINE(*-core.NullDereference) */
            reach[j] = reach[j] < fabs(sine[j]) ? fabs(sine[j]) : reach[j];
    }
}

/* Makes the turns by the opposite angles. */
static void make_down(struct bands *bands) {
    struct turns *down = &bands->down;
    const size_t n = (bands->stride + 1) * bands->phasors;
    down->offsets = phasors_new(n);
    phasors_opposite(n, &bands->up.offsets, &down->offsets);
    if (bands->several) {
        down->band = phasors_new(bands->phasors);
        phasors_opposite(bands->phasors, &bands->up.band, &down->band);
    }
    down->made = true;
}

/* A stride of offsets costs a turn for each of them, and new memory; an anchor costs a turn for each stride of rows. An
 * offset is some eight times as dear. */
static size_t stride_for(size_t phasors, uint64_t rows) {
    size_t stride = 1;
    while (stride < BANDS_STRIDE && 8 * stride * stride < rows &&
           2 * stride * phasors <= (stride < STRIDE_WIDE ? STRIDE_STORED : STRIDE_CACHED))
        stride *= 2;
    return stride;
}

/* Is every channel with an even number a sine, and the next one its cosine, in all pieces? */
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

/* For `rows` rows of the table, which must outlive the bands, cut into pieces like these. */
static void bands_init(struct bands *bands, const struct table *table, const struct simd *simd,
                       uint64_t rows, const struct pieces *pieces) {
    *bands = (struct bands){.table = table, .simd = simd};
    bands->reference = reference_new(table);
    bands->entries = has_pairs(table, pieces) ? 2 : 1;
    bands->phasors = (size_t)table->channel_count / bands->entries;
    bands->stride = stride_for(bands->phasors, rows);
    bands->rows = pieces->rows_each;
    if (bands->rows > 0 && bands->rows < bands->stride)
        bands->rows *= bands->stride / bands->rows;
    bands->several = rows > bands->rows;
    make_turns(bands);
    for (size_t k = 0; k < table->segment_count; k++)
        if (table->segments[k].direction < 0 && !bands->down.made)
            make_down(bands);
}

static void free_turns(struct turns *turns) {
    phasors_free(&turns->offsets);
    phasors_free(&turns->band);
}

static void bands_clear(struct bands *bands) {
    reference_free(bands->reference);
    free_turns(&bands->up);
    free_turns(&bands->down);
    while (bands->all) {
        struct band *band = bands->all;
        bands->all = band->other;
        phasors_free(&band->phasors);
        free(band);
    }
    free(bands->reach);
}

static const struct turns *bands_turns(const struct bands *bands, int direction) {
    return direction < 0 ? &bands->down : &bands->up;
}

/* A band that no worker holds and that isn't `here`: what it was is forgotten. */
static struct band *unused_band(struct bands *bands) {
    for (struct band *band = bands->all; band; band = band->other)
        if (band->holders == 0 && band != bands->here)
            return band;
    struct band *band = die_malloc(sizeof *band);
    *band = (struct band){.phasors = phasors_new(all_phasors(bands)), .other = bands->all};
    bands->all = band;
    return band;
}

static void turn_band(const struct bands *bands, const struct phasors *turn,
                      const struct band *from, const struct band *to) {
    for (size_t j = 0; j < all_phasors(bands); j += bands->phasors) {
        struct phasors here = phasors_from(&from->phasors, j);
        struct phasors next = phasors_from(&to->phasors, j);
        bands->simd->turn(bands->phasors, &here, turn, &next);
    }
}

/* Goes to the band of a row, in a segment of that direction. If `follows`, the last row gone to was one piece before, in
 * the same segment. A band that has holders stays as it is. */
static void bands_go(void *shared, uint64_t row, int direction, bool follows) {
    struct bands *bands = shared;
    struct band *here = bands->here;
    if (follows && (direction == 0 || row < here->row + bands->rows))
        return;
    struct band *next = unused_band(bands);
    next->row = row;
    next->direction = direction;
    if (!follows || ++bands->turned == BANDS_RESEED) {
        seed_phasors(bands, SEED_CHANNELS, row, &next->phasors);
        bands->turned = 0;
    } else {
        turn_band(bands, &bands_turns(bands, direction)->band, here, next);
    }
    bands->here = next;
}

/* Channels that are computed together, row after row: their offsets stay in the second cache. */
enum { TILE = 1024 };

/* Rows of few channels are computed together, as one run of at most this many entries. */
enum { TOGETHER = 512 };

/* Turns since the seed: from band to band, from anchor to anchor, by an offset, and those that made the offset. */
_Static_assert(BANDS_RESEED + BANDS_ROWS + 2 * BANDS_STRIDE <= LEVELS_TURNS,
               "phasors further from seeds than the bounds allow");

struct band_worker {
    struct band *band;
    struct phasors here, next; /* of a tile, or of rows that are computed together */
    double error[TILE];
};

static void *bands_open(const struct row_setting *setting) {
    struct bands *bands = die_malloc(sizeof *bands);
    bands_init(bands, setting->table, setting->simd, setting->rows, setting->pieces);
    return bands;
}

static void bands_close(void *shared) {
    bands_clear(shared);
    free(shared);
}

static struct engine_error bands_error(const void *shared) {
    const struct bands *bands = shared;
    return reference_error(bands->reference);
}

static void *band_worker_new(const void *shared, const struct row_setting *setting) {
    (void)shared, (void)setting;
    struct band_worker *worker = die_malloc(sizeof *worker);
    worker->band = NULL;
    worker->here = phasors_new(TILE);
    worker->next = phasors_new(TILE);
    return worker;
}

static void band_worker_free(void *own) {
    struct band_worker *worker = own;
    phasors_free(&worker->here);
    phasors_free(&worker->next);
    free(worker);
}

static void band_release(void *own) {
    struct band_worker *worker = own;
    if (worker->band)
        worker->band->holders--;
    worker->band = NULL;
}

static void band_hold(void *shared, void *own) {
    struct bands *bands = shared;
    struct band_worker *worker = own;
    worker->band = bands->here;
    worker->band->holders++;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* How many rows of a tile of n phasors are one run: their offsets and entries follow each other if a tile has all
 * channels. */
static size_t rows_together(const struct bands *bands, const struct band *band, size_t n) {
    const size_t most = TOGETHER / bands->entries;
    const bool whole = n == bands->phasors && n < most && band->direction != 0;
    return whole ? least(most / n, bands->stride) : 1;
}

/* Bounds the errors of an anchor's n phasors. Repeats these and the phasors for each of the rows computed together. */
static void begin_anchor(const struct levels *levels, const struct bands *bands, size_t n,
                         size_t rows, const struct phasors *here, const double reach[],
                         double error[]) {
    (bands->entries == 2 ? levels_errors_of_pairs : levels_errors)(levels, n, here, reach, error);
    for (size_t done = n, count; done < rows * n; done += count) {
        count = least(done, rows * n - done);
        const struct phasors to = phasors_from(here, done);
        phasors_copy(count, here, &to);
        memcpy(error + done * bands->entries, error, count * bands->entries * sizeof *error);
    }
}

/* Computes the channels of n phasors of one array in all rows of a piece, from phasor `first` of all arrays on. */
static void compute_tile(const struct bands *bands, struct band_worker *worker,
                         struct levels *levels, const struct piece *piece, size_t first, size_t n,
                         char *entries) {
    const struct band *band = worker->band;
    const struct turns *turns = bands_turns(bands, band->direction);
    const size_t from = first % bands->phasors;
    const size_t channel = first * bands->entries, channels = n * bands->entries;
    const double *reach = bands->reach + from;
    const bool still = band->direction == 0;
    const size_t row_bytes = piece->columns * bands->table->type->bytes;
    const size_t together = rows_together(bands, band, n);
    struct phasors here = phasors_from(&band->phasors, first), next = worker->next;
    size_t l = still ? 0 : (size_t)(piece->row - band->row); /* rows since the anchor */
    if (together > 1) {
        phasors_copy(n, &here, &worker->here);
        here = worker->here;
    }
    begin_anchor(levels, bands, n, together, &here, reach, worker->error);
    for (uint64_t r = 0, rows; r < piece->rows; r += rows, l += still ? 0 : (size_t)rows) {
        if (l == bands->stride) {
            struct phasors turn = phasors_from(&turns->offsets, l * bands->phasors + from);
            bands->simd->turn(n, &here, &turn, &next);
            begin_anchor(levels, bands, n, together, &next, reach, worker->error);
            here = next;
            next = next.a == worker->next.a ? worker->here : worker->next;
            l = 0;
        }
        rows = least(least(together, bands->stride - l), (size_t)(piece->rows - r));
        struct phasors offset = phasors_from(&turns->offsets, l * bands->phasors + from);
        (bands->entries == 2 ? levels_run_pairs : levels_run)(
            levels, (size_t)rows * n, &here, &offset, worker->error, entries,
            (struct place){.position = piece->row + r, .channel = channel, .channels = channels});
        entries += rows * row_bytes;
    }
}

static void bands_compute(const void *shared, void *own, struct levels *levels,
                          const struct piece *piece) {
    const struct bands *bands = shared;
    const size_t each = bands->entries, bytes = each * bands->table->type->bytes;
    const size_t from = (size_t)piece->from / each, count = piece->columns / each;
    for (uint64_t array = 0; array < bands->table->arrays; array++)
        for (size_t done = 0, n; done < count; done += n) {
            n = least(count - done, TILE / each);
            compute_tile(bands, own, levels, piece, (size_t)array * bands->phasors + from + done, n,
                         (char *)piece->entries + array * piece->bytes + done * bytes);
        }
}

const struct row_method by_row = {bands_open,      bands_close,      bands_error,
                                  band_worker_new, band_worker_free, bands_go,
                                  band_hold,       band_release,     bands_compute};

/* --- listed positions */

/* Bytes for the phasors of digits, if the narrowest digits don't need more. */
enum { ROOM = 16 << 20, PHASOR = 4 * sizeof(double) };

struct listed_rows {
    const struct table *table;
    const struct position_list *list;
    const struct simd *simd;
    size_t frequencies, channels; /* channels: of one array */
    uint32_t *source;             /* of a channel of any array: 4 * its frequency + its function */
    struct digits digits;
    struct digit_phasors higher; /* those of the places above the lowest, by frequency */
    struct phasors lowest;       /* turns by the lowest digit: an array of all channels each */
    double *reach;               /* by channel: max |sine| of these turns */
    struct engine_error error;
};

struct listed_rows_worker {
    uint64_t anchor; /* what the channels are at: the higher digits, or NOWHERE */
    uint64_t from;
    struct phasors here, next; /* by frequency: (sin, cos), times the amplitude */
    struct phasors channels;   /* of one array after the other */
    double *error;
};

static const uint64_t NOWHERE = UINT64_MAX;

/* --- from frequencies to channels */

static uint32_t *sources_of(const struct table *table) {
    const uint64_t count = table->arrays * table->channel_count;
    uint32_t *source = die_malloc(count * sizeof *source);
    for (uint64_t j = 0; j < count; j++) {
        struct channel channel = table_channel(table, j);
        source[j] = 4 * (uint32_t)channel.frequency + (uint32_t)channel.function;
    }
    return source;
}

/* The turns of n sources. A channel of zeros, which may be the only one, isn't turned. */
static void spread_turns(const uint32_t source[], size_t n, const struct phasors *from,
                         const struct phasors *to) {
    for (size_t j = 0; j < n; j++)
        if (source[j] % 4 == CHANNEL_ZERO)
            phasors_set_turn(to, j, zero_and_one);
        else
            phasors_copy_one(from, source[j] / 4, to, j);
}

/* The channels of n sources. One of zeros becomes what the rounding test decides at once. */
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

/* --- what is shared */

/* Makes the turns of all channels by the lowest digit, and their reach. */
static void make_lowest(struct listed_rows *shared, struct reference *reference) {
    size_t n = shared->frequencies, d = shared->channels;
    size_t count = shared->digits.places ? (size_t)1 << shared->digits.bits : 1;
    struct phasors one = phasors_new(n), here = phasors_new(n), next = phasors_new(n);
    shared->lowest = phasors_new(count * d);
    shared->reach = die_malloc(d * sizeof *shared->reach);
    for (size_t k = 0; k < n; k++) {
        struct double_double value[2] = {{0, 0}, {1, 0}};
        phasors_set_turn(&here, k, value);
        if (count > 1)
            reference_turn(reference, 1, k, value);
        phasors_set_turn(&one, k, value);
    }
    for (size_t j = 0; j < d; j++)
        shared->reach[j] = 0;
    for (size_t digit = 0; digit < count; digit++) {
        struct phasors to = phasors_from(&shared->lowest, digit * d), other = here;
        spread_turns(shared->source, d, &here, &to);
        for (size_t j = 0; j < d; j++)
            shared->reach[j] = fmax(shared->reach[j], fabs(to.a[j])); /* NOLINT(*Null*) */
        shared->simd->turn(n, &here, &one, &next);
        here = next;
        next = other;
    }
    phasors_free(&one);
    phasors_free(&here);
    phasors_free(&next);
}

static void *listed_rows_open(const struct row_setting *setting) {
    const struct table *table = setting->table;
    const struct simd *simd = setting->simd;
    struct listed_rows *shared = die_malloc(sizeof *shared);
    *shared = (struct listed_rows){.table = table,
                                   .list = table_list(table),
                                   .simd = simd,
                                   .frequencies = (size_t)table->frequency_count,
                                   .channels = (size_t)table->channel_count};
    const struct digits_room room = {PHASOR * shared->channels, PHASOR * shared->frequencies, ROOM,
                                     shared->list->count > 64 ? shared->list->count : 64};
    struct reference *reference = reference_new(table);
    shared->source = sources_of(table);
    shared->digits = digits_of(shared->list, &room);
    if (shared->digits.places > 0) {
        shared->higher = digit_phasors_new(&shared->digits, 1, shared->frequencies);
        digit_phasors_make(&shared->higher, &shared->digits, simd, reference, 0);
    }
    make_lowest(shared, reference);
    shared->error = reference_error(reference);
    reference_free(reference);
    return shared;
}

static void listed_rows_close(void *of) {
    struct listed_rows *shared = of;
    if (shared->digits.places > 0)
        digit_phasors_free(&shared->higher);
    phasors_free(&shared->lowest);
    free(shared->source);
    free(shared->reach);
    free(shared);
}

static struct engine_error listed_rows_error(const void *of) {
    const struct listed_rows *shared = of;
    return shared->error;
}

/* --- rows */

static void *listed_rows_worker_new(const void *of, const struct row_setting *setting) {
    const struct listed_rows *shared = of;
    struct listed_rows_worker *worker = die_malloc(sizeof *worker);
    const size_t all = (size_t)shared->table->arrays * setting->pieces->columns_each;
    *worker = (struct listed_rows_worker){.anchor = NOWHERE,
                                          .here = phasors_new(shared->frequencies),
                                          .next = phasors_new(shared->frequencies),
                                          .channels = phasors_new(all)};
    worker->error = die_malloc(all * sizeof *worker->error);
    return worker;
}

static void listed_rows_worker_free(void *own) {
    struct listed_rows_worker *worker = own;
    phasors_free(&worker->here);
    phasors_free(&worker->next);
    phasors_free(&worker->channels);
    free(worker->error);
    free(worker);
}

/* The phasors at the higher digits of an offset. They are the worker's, or those of the highest digit. */
static struct phasors at_higher(const struct listed_rows *shared, struct listed_rows_worker *worker,
                                uint32_t m) {
    const struct digits *digits = &shared->digits;
    unsigned place = digits->places - 1;
    struct phasors at = digit_phasors_of(&shared->higher, place, digits_at(digits, m, place));
    while (--place > 0) {
        size_t digit = digits_at(digits, m, place);
        if (digit == 0)
            continue;
        struct phasors turn = digit_phasors_of(&shared->higher, place, digit), other;
        shared->simd->turn(shared->frequencies, &at, &turn, &worker->next);
        other = worker->next;
        worker->next = worker->here;
        worker->here = at = other;
    }
    return at;
}

/* Moves the channels [from, from + n) of all arrays to a row. */
static void go_to(const struct listed_rows *shared, struct listed_rows_worker *worker,
                  const struct levels *levels, uint64_t from, size_t n, const struct phasors *at) {
    for (size_t array = 0; array < shared->table->arrays; array++) {
        struct phasors channels = phasors_from(&worker->channels, array * n);
        spread_channels(shared->source + array * shared->channels + from, n, at, &channels);
        levels_errors(levels, n, &channels, shared->reach + from, worker->error + array * n);
    }
}

/* The phasors of a position that has no digits, in the worker's memory. */
static struct phasors at_seed(const struct listed_rows *shared, struct listed_rows_worker *worker,
                              struct reference *reference, uint64_t row) {
    struct double_double value[2];
    for (size_t k = 0; k < shared->frequencies; k++) {
        reference_at(reference, row, k, value);
        phasors_set_turn(&worker->here, k, value);
    }
    return worker->here;
}

/* Computes the channels of a piece in one row of each array. */
static void compute_listed(const struct listed_rows *shared, struct listed_rows_worker *worker,
                           struct levels *levels, const struct piece *piece, uint64_t row) {
    const size_t n = piece->columns, at = (size_t)(row - piece->row) * n;
    const uint64_t from = piece->from;
    uint32_t m;
    const bool digits = digits_have(&shared->digits, shared->list, row, &m);
    const uint64_t anchor = digits ? m >> shared->digits.bits : NOWHERE;
    if (!digits || worker->anchor != anchor || worker->from != from) {
        const struct phasors here =
            digits ? at_higher(shared, worker, m) : at_seed(shared, worker, levels->reference, row);
        go_to(shared, worker, levels, from, n, &here);
        worker->anchor = anchor;
        worker->from = from;
    }
    const size_t lowest = digits ? digits_at(&shared->digits, m, 0) : 0;
    struct phasors turns = phasors_from(&shared->lowest, lowest * shared->channels + (size_t)from);
    for (size_t array = 0; array < shared->table->arrays; array++) {
        size_t channel = array * shared->channels + (size_t)from;
        struct phasors channels = phasors_from(&worker->channels, array * n);
        levels_run(levels, n, &channels, &turns, worker->error + array * n,
                   (char *)piece->entries + array * piece->bytes + at * levels->type->bytes,
                   (struct place){.position = row, .channel = channel, .channels = n});
    }
}

static void listed_rows_compute(const void *shared, void *own, struct levels *levels,
                                const struct piece *piece) {
    const struct listed_rows *of = shared;
    for (uint64_t row = piece->row; row < piece->row + piece->rows; row++)
        if (of->list->code[row] != 0)
            compute_listed(of, own, levels, piece, row);
        else /* fixed: only the reference decides a sine that is 0 */
            levels->counts.decided[LEVEL_DOUBLE] += of->table->arrays * piece->columns;
}

const struct row_method by_listed_row = {.shared_new = listed_rows_open,
                                         .shared_free = listed_rows_close,
                                         .error = listed_rows_error,
                                         .worker_new = listed_rows_worker_new,
                                         .worker_free = listed_rows_worker_free,
                                         .compute = listed_rows_compute};
