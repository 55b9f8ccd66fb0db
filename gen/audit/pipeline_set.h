/* What struct pipelines consists of. */
#ifndef POSENC_PIPELINE_SET_H
#define POSENC_PIPELINE_SET_H

#include "audit/pipeline_slot.h"
#include "audit/pipelines.h"

/* What a channel holds: an end of a slot, which is one frequency of one list, or 0. */
struct slot_channel {
    int list;
    size_t slot, end; /* SINE or COSINE */
};

/* An angle whose sine and cosine were rounded to a format. Pipelines often agree on an angle. */
struct known_angle {
    uint64_t angle; /* its bits: NaN equals itself */
    int sine;
    struct pipeline_sines sines;
};

struct pipeline {
    const struct pipeline_row *row;
    char *formats, *name;
    double *computed, *w; /* of each slot: what the method computes, and what that is rounded to */
};

struct pipelines {
    const struct table *table;
    struct pipeline_tools tools;
    int lists; /* one, or one for each axis of a grid */
    struct frequency_list list[GRID_AXES];
    struct place place[GRID_AXES];
    size_t first_slot[GRID_AXES + 1];
    size_t channels; /* of all arrays */
    struct slot_channel *channel;
    struct pipeline *pipeline;
    size_t count;
    uint64_t (*bits)[2]; /* of the slots at position `at`, by pipeline `of`; then 0 */
    uint64_t at;
    size_t of;
    struct known_angle
        *known; /* at position `at`: of each slot known_count, with room for `count` */
    size_t *known_count;
};

static inline size_t slot_count(const struct pipelines *p) {
    return p->first_slot[p->lists];
}

#endif
