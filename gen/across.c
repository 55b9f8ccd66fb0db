#include "across.h"
#include "die.h"

#include <math.h>
#include <stdlib.h>

enum { STRIDE_MAX = 64 };

/* Turns from seeds: pieces, anchors in a piece, offsets from an anchor, and those that made the offsets. */
_Static_assert(ACROSS_RESEED + ACROSS_ROWS + 2 * STRIDE_MAX <= LEVELS_TURNS,
               "pairs further from seeds than the bounds allow");

/* Turns by l rows, l <= stride, and by a piece; for rising positions or for falling ones. */
struct turns {
    bool made;
    struct pairs offset[STRIDE_MAX + 1], piece;
};

struct across {
    const struct spec *spec;
    const struct lanes *lanes;
    struct reference *reference;
    uint64_t piece_rows;
    size_t piece_columns, channels, stride;
    struct turns up, down;
    double *reach;           /* max |s| of the offsets */
    struct pairs here, next; /* the channels at the row gone to, and room */
    int direction;
    unsigned turned; /* since the seeds */
};

struct across_worker {
    uint64_t from;
    size_t columns;
    int direction;
    struct pairs here, next;
    double *error;
};

static const struct double_double zero_and_one[2] = {{0, 0}, {1, 0}};

enum seed { SEED_CHANNELS, SEED_TURNS };

/* Every channel at position `at`, or its turn by `at` positions. A channel of zeros is the cosine of 0,
 * which the rounding test has no trouble with. */
static void seed_channels(struct across *across, enum seed seed, uint64_t at,
                          const struct pairs *to) {
    uint64_t n = table_frequencies(across->spec);
    struct double_double(*value)[2] = die_malloc(n * sizeof *value);
    for (uint64_t k = 0; k < n; k++) {
        if (seed == SEED_CHANNELS)
            reference_at(across->reference, at, k, value[k]);
        else
            reference_turn(across->reference, at, k, value[k]);
    }
    for (size_t j = 0; j < across->channels; j++) {
        struct channel channel = table_channel(across->spec, j);
        bool zero = channel.function == CHANNEL_ZERO;
        const struct double_double *v = zero ? zero_and_one : value[channel.frequency];
        if (seed == SEED_CHANNELS)
            pairs_set_channel(to, j, (int)channel.function, v);
        else
            pairs_set_turn(to, j, v);
    }
    free(value);
}

static void swap(struct pairs *a, struct pairs *b) {
    struct pairs other = *a;
    *a = *b;
    *b = other;
}

static void make_turns(struct across *across) {
    size_t d = across->channels, stride = across->stride;
    struct turns *up = &across->up;
    for (size_t l = 0; l <= stride; l++)
        up->offset[l] = pairs_new(d);
    for (size_t j = 0; j < d; j++)
        pairs_set_turn(&up->offset[0], j, zero_and_one);
    seed_channels(across, SEED_TURNS, 1, &up->offset[1]);
    for (size_t l = 1; l < stride; l++)
        across->lanes->turn(d, &up->offset[l], &up->offset[1], &up->offset[l + 1]);
    up->piece = pairs_new(d);
    seed_channels(across, SEED_TURNS, across->piece_rows, &up->piece);
    up->made = true;
    across->reach = die_malloc(d * sizeof *across->reach);
    for (size_t j = 0; j < d; j++) {
        across->reach[j] = 0;
        for (size_t l = 0; l < stride; l++)
            across->reach[j] =
                fmax(across->reach[j], fabs(up->offset[l].a[j])); /* NOLINT(*Null*) */
    }
}

/* The same turns the other way round. */
static void make_down(struct across *across) {
    struct turns *down = &across->down;
    for (size_t l = 0; l <= across->stride; l++) {
        down->offset[l] = pairs_new(across->channels);
        pairs_opposite(across->channels, &across->up.offset[l], &down->offset[l]);
    }
    down->piece = pairs_new(across->channels);
    pairs_opposite(across->channels, &across->up.piece, &down->piece);
    down->made = true;
}

struct across *across_new(const struct spec *spec, const struct lanes *lanes, uint64_t piece_rows,
                          size_t piece_columns) {
    struct across *across = die_malloc(sizeof *across);
    *across = (struct across){.spec = spec,
                              .lanes = lanes,
                              .piece_rows = piece_rows,
                              .piece_columns = piece_columns,
                              .channels = (size_t)table_row_columns(spec),
                              .stride = 1};
    across->reference = reference_new(spec);
    while (across->stride < STRIDE_MAX && across->stride < piece_rows)
        across->stride *= 2;
    make_turns(across);
    struct stretch stretches[STRETCHES_MAX];
    size_t count = table_stretches(spec, stretches);
    for (size_t k = 0; k < count; k++)
        if (stretches[k].direction < 0 && !across->down.made)
            make_down(across);
    across->here = pairs_new(across->channels);
    across->next = pairs_new(across->channels);
    return across;
}

static void free_turns(struct turns *turns) {
    for (size_t l = 0; l <= STRIDE_MAX; l++)
        pairs_free(&turns->offset[l]);
    pairs_free(&turns->piece);
}

void across_free(struct across *across) {
    if (!across)
        return;
    reference_free(across->reference);
    free_turns(&across->up);
    free_turns(&across->down);
    pairs_free(&across->here);
    pairs_free(&across->next);
    free(across->reach);
    free(across);
}

static const struct turns *turns_of(const struct across *across, int direction) {
    return direction < 0 ? &across->down : &across->up;
}

void across_go(struct across *across, uint64_t row, int direction, bool follows) {
    across->direction = direction;
    if (follows && direction == 0)
        return;
    if (!follows || ++across->turned == ACROSS_RESEED) {
        seed_channels(across, SEED_CHANNELS, row, &across->here);
        across->turned = 0;
        return;
    }
    across->lanes->turn(across->channels, &across->here, &turns_of(across, direction)->piece,
                        &across->next);
    swap(&across->here, &across->next);
}

struct across_worker *across_worker_new(const struct across *across) {
    struct across_worker *worker = die_malloc(sizeof *worker);
    *worker = (struct across_worker){.here = pairs_new(across->piece_columns),
                                     .next = pairs_new(across->piece_columns)};
    worker->error = die_malloc(across->piece_columns * sizeof *worker->error);
    return worker;
}

void across_worker_free(struct across_worker *worker) {
    if (!worker)
        return;
    pairs_free(&worker->here);
    pairs_free(&worker->next);
    free(worker->error);
    free(worker);
}

void across_copy(const struct across *across, struct across_worker *worker, uint64_t from,
                 size_t columns) {
    struct pairs here = pairs_from(&across->here, (size_t)from);
    pairs_copy(columns, &here, &worker->here);
    worker->from = from;
    worker->columns = columns;
    worker->direction = across->direction;
}

void across_compute(const struct across *across, struct across_worker *worker,
                    struct levels *levels, uint64_t row, uint64_t count, void *entries) {
    const struct turns *turns = turns_of(across, worker->direction);
    size_t n = worker->columns, from = (size_t)worker->from, bytes = across->spec->type->bytes;
    bool still = worker->direction == 0;
    for (uint64_t r = 0; r < count; r++) {
        size_t l = (size_t)(r % across->stride);
        if (l == 0 && r > 0 && !still) {
            struct pairs turn = pairs_from(&turns->offset[across->stride], from);
            across->lanes->turn(n, &worker->here, &turn, &worker->next);
            swap(&worker->here, &worker->next);
        }
        if (l == 0)
            for (size_t j = 0; j < n; j++)
                worker->error[j] = levels_error(levels, &worker->here, j, across->reach[from + j]);
        struct pairs offset = pairs_from(&turns->offset[still ? 0 : l], from);
        levels_run(levels, n, &worker->here, &offset, worker->error, entries,
                   (struct place){row + r, worker->from, false});
        entries = (char *)entries + n * bytes;
    }
}
