#include "engine/position_major.h"
#include "base/die.h"
#include "engine/bands.h"
#include "engine/zero_channels.h"

#include <stdlib.h>
#include <string.h>

/* Channels that are computed together, row after row: their offsets stay in the second cache. */
enum { TILE = 1024 };

/* Rows of few channels are computed together, as one run of at most this many entries. */
enum { TOGETHER = 512 };

/* Turns since the seed: from band to band, from anchor to anchor, by an offset, and those that made the offset. */
_Static_assert(BANDS_RESEED + BANDS_ROWS + 2 * BANDS_STRIDE <= LEVELS_TURNS,
               "phasors further from seeds than the bounds allow");

struct position_major {
    const struct table *table;
    struct bands bands;
    struct zero_channels zeros;
};

struct position_major_worker {
    struct band *band;
    struct phasors here, next; /* of a tile, or of rows that are computed together */
    double error[TILE];
};

struct position_major *position_major_new(const struct table *table, const struct simd *simd,
                                          uint64_t rows, const struct pieces *pieces) {
    struct position_major *shared = die_malloc(sizeof *shared);
    shared->table = table;
    bands_init(&shared->bands, table, simd, rows, pieces);
    shared->zeros = zero_channels_of(table);
    return shared;
}

void position_major_free(struct position_major *shared) {
    if (!shared)
        return;
    bands_clear(&shared->bands);
    zero_channels_free(&shared->zeros);
    free(shared);
}

struct engine_error position_major_error(const struct position_major *shared) {
    return reference_error(shared->bands.reference);
}

void position_major_go(struct position_major *shared, uint64_t row, int direction, bool follows) {
    bands_go(&shared->bands, row, direction, follows);
}

struct position_major_worker *position_major_worker_new(void) {
    struct position_major_worker *worker = die_malloc(sizeof *worker);
    worker->band = NULL;
    worker->here = phasors_new(TILE);
    worker->next = phasors_new(TILE);
    return worker;
}

void position_major_worker_free(struct position_major_worker *worker) {
    if (!worker)
        return;
    phasors_free(&worker->here);
    phasors_free(&worker->next);
    free(worker);
}

void position_major_release(struct position_major_worker *worker) {
    if (worker->band)
        worker->band->holders--;
    worker->band = NULL;
}

void position_major_hold(const struct position_major *shared,
                         struct position_major_worker *worker) {
    worker->band = shared->bands.here;
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
static void compute_tile(const struct position_major *shared, struct position_major_worker *worker,
                         struct levels *levels, const struct piece *piece, size_t first, size_t n,
                         char *entries) {
    const struct band *band = worker->band;
    const struct bands *bands = &shared->bands;
    const struct turns *turns = bands_turns(bands, band->direction);
    const size_t from = first % bands->phasors;
    const size_t channel = first * bands->entries, channels = n * bands->entries;
    const double *reach = bands->reach + from;
    const bool still = band->direction == 0;
    const struct element *type = shared->table->type;
    const size_t row_bytes = piece->columns * type->bytes;
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
        for (uint64_t k = 0; k < rows && shared->zeros.runs > 0; k++)
            zero_channels_put(&shared->zeros, channel, channels, type, entries + k * row_bytes);
        entries += rows * row_bytes;
    }
}

void position_major_compute(const struct position_major *shared,
                            struct position_major_worker *worker, struct levels *levels,
                            const struct piece *piece) {
    const struct bands *bands = &shared->bands;
    const size_t each = bands->entries, bytes = each * shared->table->type->bytes;
    const size_t from = (size_t)piece->from / each, count = piece->columns / each;
    for (uint64_t array = 0; array < shared->table->arrays; array++)
        for (size_t done = 0, n; done < count; done += n) {
            n = least(count - done, TILE / each);
            compute_tile(shared, worker, levels, piece,
                         (size_t)array * bands->phasors + from + done, n,
                         (char *)piece->entries + array * piece->bytes + done * bytes);
        }
}
