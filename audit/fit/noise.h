/* How far an entry may be from the exact one if a usual computation made it, and a type or a text rounded it. */
#ifndef POSENC_NOISE_H
#define POSENC_NOISE_H

#include "fit/measure.h"
#include "fit/table_model.h"
#include "read/array.h"

/* Integers may be rounded toward 0 or downward, as a cast in C does. Then an entry stands for the middle of such numbers. */
enum cut { CUT_NONE, CUT_TO_ZERO, CUT_DOWN, CUTS };

/* What the array's own numbers are rounded to: an entry v by at most relative*|v| + absolute, or half a unit of its
 * `digits`-th digit if that is more (0: no such limit). */
struct grain {
    double relative, absolute;
    int digits;
    int narrow;   /* their format, if the type has more bits: as pipelines_new takes it */
    bool wide;    /* are they numbers that only float64 has? */
    bool printed; /* are they decimals of few places? */
    enum cut cut;
};

/* Finds it from some of the array's values, evenly spread. It is that of the array's type; or of a narrower type, if nearly
 * all values are numbers of that; or of decimals, if the text of a source has few places or the values show it. Returns
 * NULL, or a message if the file can't be read any more. */
char *grain_read(struct grain *, const struct array *, const struct measure *);
double grain_at(const struct grain *, double value);

/* The number that an entry stands for. */
double grain_middle(const struct grain *, double entry);

/* How far rounding takes an exact number that becomes such a number: half a unit in the last place, and of a text. */
double grain_rounding(const struct grain *, double exact);

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
