/* SPDX-License-Identifier: MIT */
/* How far an entry may be from the exact one if a usual computation made it, and a type or a text rounded it. */
#ifndef POSENC_NOISE_H
#define POSENC_NOISE_H

#include "fit/entries.h"
#include "fit/table_model.h"

/* The steps of a computation are rounded to double, or to float. */
enum noise_level { NOISE_F64, NOISE_F32, NOISE_LEVELS };
extern const char *const noise_names[NOISE_LEVELS];

/* Twice the largest errors of the usual ways, of frequencies, positions, angles and sines. */
struct noise {
    const struct table_model *model; /* outlives it */
    struct grain grain;
    enum noise_level level;
    double *relative[NOISE_LEVELS]; /* of the angle in channel j */
};
void noise_open(struct noise *, const struct table_model *, const struct grain *);
void noise_close(struct noise *);

/* How far the entry that is `wanted` there may be off, at noise->level. */
double noise_bound(const struct noise *, uint64_t position, uint64_t j, double wanted);

/* The same for the exact number, before it is rounded to the element that is wanted: it may be off by half a unit less. */
double noise_bound_of_exact(const struct noise *, uint64_t position, uint64_t j, double exact);
double noise_bound_of_angle(const struct noise *, uint64_t j, double angle, double exact);

/* How far an entry is off if the first position or the step is rounded before the others are computed; 0 if the format of
 * noise->level has both. */
double noise_of_position(const struct noise *, uint64_t position, uint64_t j);

/* Does noise explain an entry? */
bool noise_explains(const struct noise *, uint64_t position, uint64_t j, double got, double wanted);

/* Does noise leave a signal? Far from 0 the angles of float are so wrong that they explain any entry. Of some evenly spread
 * entries, most must have bounds well below the amplitude. */
bool noise_leaves_signal(const struct noise *);

#endif
