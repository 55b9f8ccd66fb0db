#include "engine/position_major.h"
#include "base/die.h"
#include "engine/bands.h"
#include "engine/zero_channels.h"

#include <stdlib.h>

/* Channels that are computed together, row after row: their offsets stay in the second cache. */
enum { TILE = 1024 };

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
    struct phasors here, next; /* of a tile */
    double error[TILE];
};

struct position_major *position_major_new(const struct table *table, const struct simd *simd,
                                          uint64_t rows, uint64_t piece_rows) {
    struct position_major *shared = die_malloc(sizeof *shared);
    shared->table = table;
    bands_init(&shared->bands, table, simd, rows, piece_rows);
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

/* Computes n channels of one array in all rows of a piece, from `channel` of all arrays on. */
static void compute_tile(const struct position_major *shared, struct position_major_worker *worker,
                         struct levels *levels, const struct piece *piece, size_t channel, size_t n,
                         char *entries) {
    const struct band *band = worker->band;
    const struct bands *bands = &shared->bands;
    const struct turns *turns = bands_turns(bands, band->direction);
    const size_t from = channel % bands->channels;
    const double *reach = bands->reach + from;
    const bool still = band->direction == 0;
    struct phasors here = phasors_from(&band->channels, channel), next = worker->next;
    size_t l = still ? 0 : (size_t)(piece->row - band->row); /* rows since the anchor */
    levels_errors(levels, n, &here, reach, worker->error);
    for (uint64_t r = 0; r < piece->rows; r++, l += !still) {
        if (l == bands->stride) {
            struct phasors turn = phasors_from(&turns->offset[l], from);
            bands->simd->turn(n, &here, &turn, &next);
            levels_errors(levels, n, &next, reach, worker->error);
            here = next;
            next = next.a == worker->next.a ? worker->here : worker->next;
            l = 0;
        }
        struct phasors offset = phasors_from(&turns->offset[l], from);
        levels_run(levels, n, &here, &offset, worker->error, entries,
                   (struct place){.position = piece->row + r, .channel = channel});
        zero_channels_put(&shared->zeros, channel, n, shared->table->type, entries);
        entries += piece->columns * shared->table->type->bytes;
    }
}

void position_major_compute(const struct position_major *shared,
                            struct position_major_worker *worker, struct levels *levels,
                            const struct piece *piece) {
    const size_t bytes = shared->table->type->bytes;
    for (uint64_t array = 0; array < shared->table->arrays; array++)
        for (size_t done = 0, n; done < piece->columns; done += n) {
            n = piece->columns - done < TILE ? piece->columns - done : TILE;
            compute_tile(shared, worker, levels, piece,
                         (size_t)(array * shared->bands.channels + piece->from) + done, n,
                         (char *)piece->entries + array * piece->bytes + done * bytes);
        }
}
