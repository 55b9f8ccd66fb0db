#include "along.h"
#include "die.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS_MAX = 512 };

_Static_assert(ALONG_MAX / TURNS_MAX + 2 * TURNS_MAX <= LEVELS_TURNS,
               "pairs further from seeds than the bounds allow");

struct along {
    const struct spec *spec;
    const struct lanes *lanes;
    size_t most; /* turns */
    struct pairs turns, opposite, here, room, one;
    double *error;
    uint64_t frequency; /* whose turns these are */
    double reach;
    size_t stretch_count;
    struct stretch stretches[STRETCHES_MAX];
};

static const struct double_double zero_and_one[2] = {{0, 0}, {1, 0}};

struct along *along_new(const struct spec *spec, const struct lanes *lanes, size_t columns) {
    struct along *along = die_malloc(sizeof *along);
    *along = (struct along){.spec = spec, .lanes = lanes, .frequency = UINT64_MAX};
    along->most = columns < TURNS_MAX ? columns : TURNS_MAX;
    struct pairs *const arrays[] = {&along->turns, &along->opposite, &along->here, &along->room};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        *arrays[k] = pairs_new(along->most);
    along->one = pairs_new(4);
    along->error = die_malloc(along->most * sizeof *along->error);
    along->stretch_count = table_stretches(spec, along->stretches);
    return along;
}

void along_free(struct along *along) {
    if (!along)
        return;
    pairs_free(&along->turns);
    pairs_free(&along->opposite);
    pairs_free(&along->here);
    pairs_free(&along->room);
    pairs_free(&along->one);
    free(along->error);
    free(along);
}

/* turns[l] = the turn by l positions, for l < most, in rounds that double what is known. */
static void make_turns(struct along *along, struct reference *reference, uint64_t frequency) {
    if (along->frequency == frequency)
        return;
    along->frequency = frequency;
    struct double_double step[2];
    reference_turn(reference, 1, frequency, step);
    struct pairs *turns = &along->turns, one = along->one;
    struct pairs single = pairs_from(&one, 1);
    size_t n = along->most;
    pairs_set_turn(turns, 0, zero_and_one);
    pairs_set_turn(&one, 0, step);
    for (size_t known = 1; known < n; known *= 2) {
        /* one is the turn by `known` */
        size_t count = n - known < known ? n - known : known;
        struct pairs more = pairs_from(turns, known);
        pairs_fill(count, &one, &along->room);
        along->lanes->turn(count, turns, &along->room, &more);
        along->lanes->turn(1, &one, &one, &single);
        pairs_copy(1, &single, &one);
    }
    pairs_opposite(n, turns, &along->opposite);
    along->reach = 0;
    for (size_t l = 0; l < n; l++)
        along->reach = fmax(along->reach, fabs(turns->a[l]));
}

/* A run within one stretch. */
static void compute_run(struct along *along, struct levels *levels, uint64_t j,
                        struct channel channel, uint64_t from, size_t columns, int direction,
                        char *entries) {
    const size_t n = columns < along->most ? columns : along->most;
    struct pairs anchor = pairs_from(&along->one, 1), turned = pairs_from(&along->one, 2);
    struct pairs turn = pairs_from(&along->one, 3);
    const struct pairs *turns = direction < 0 ? &along->opposite : &along->turns;
    struct double_double value[2];
    reference_at(levels->reference, from, channel.frequency, value);
    pairs_set_channel(&anchor, 0, (int)channel.function, value);
    if (columns > n) {
        reference_turn(levels->reference, n, channel.frequency, value);
        pairs_set_turn(&turn, 0, value);
        if (direction < 0)
            pairs_opposite(1, &turn, &turn);
    }
    for (size_t done = 0; done < columns; done += n) {
        size_t count = columns - done < n ? columns - done : n;
        if (done > 0) {
            along->lanes->turn(1, &anchor, &turn, &turned);
            pairs_copy(1, &turned, &anchor);
        }
        pairs_fill(count, &anchor, &along->here);
        double error = levels_error(levels, &anchor, 0, along->reach);
        for (size_t l = 0; l < count; l++)
            along->error[l] = error;
        levels_run(levels, count, &along->here, turns, along->error,
                   entries + done * along->spec->type->bytes, (struct place){from + done, j, true});
    }
}

/* Positions that are all the same. */
static void compute_still(struct along *along, struct levels *levels, uint64_t j, uint64_t from,
                          size_t columns, void *entries) {
    const struct element *type = along->spec->type;
    uint64_t bits = reference_entry(levels->reference, from, j);
    for (size_t k = 0; k < columns; k++)
        element_store(type, entries, k, bits);
    levels->counts.decided[LEVEL_MPFR]++;
    levels->counts.decided[LEVEL_DOUBLE] += columns - 1;
}

void along_compute(struct along *along, struct levels *levels, uint64_t j, uint64_t from,
                   size_t columns, void *entries) {
    struct channel channel = table_channel(along->spec, j);
    if (channel.function == CHANNEL_ZERO) {
        memset(entries, 0, columns * along->spec->type->bytes);
        levels->counts.decided[LEVEL_DOUBLE] += columns;
        return;
    }
    make_turns(along, levels->reference, channel.frequency);
    uint64_t end = from + columns;
    for (size_t k = 0; k < along->stretch_count; k++) {
        const struct stretch *stretch = &along->stretches[k];
        uint64_t first = stretch->begin > from ? stretch->begin : from;
        uint64_t last = stretch->end < end ? stretch->end : end;
        if (first >= last)
            continue;
        char *to = (char *)entries + (first - from) * along->spec->type->bytes;
        if (stretch->direction == 0)
            compute_still(along, levels, j, first, (size_t)(last - first), to);
        else
            compute_run(along, levels, j, channel, first, (size_t)(last - first),
                        stretch->direction, to);
    }
}
