/* Runs of entries through levels of rising cost, of which each decides what it can and hands on the
 * rest. */
#ifndef POSENC_LEVELS_H
#define POSENC_LEVELS_H

#include "engine/reference.h"
#include "engine/simd.h"

/* The level that every entry starts at. */
enum engine { ENGINE_AUTO, ENGINE_DOUBLE, ENGINE_WIDE, ENGINE_MPFR };

/* double: binary64. wide: double-double. mpfr: the reference. */
enum level { LEVEL_DOUBLE, LEVEL_WIDE, LEVEL_MPFR, LEVELS };

struct counts {
    uint64_t decided[LEVELS];
};

/* How the first level rounds. */
enum kernel {
    KERNEL_NONE,       /* not at all: the amplitude is beyond what double holds well */
    KERNEL_ONE_BY_ONE, /* the amplitude is beyond what the others take */
    KERNEL_F32,
    KERNEL_FLOAT,
    KERNEL_FIXED,
    KERNEL_F64 /* in double-double */
};

/* One a thread. */
struct levels {
    const struct element *type;
    enum engine engine;
    enum kernel kernel;
    const struct simd *simd; /* NULL: the reference does all */
    double unit;             /* a power of two, at least the amplitude */
    struct narrow narrow;
    struct reference *reference;
    struct phasors turned; /* room for one */
    struct counts counts;
};

/* Can any level but the reference's compute this table? */
bool levels_take(const struct table *);

void levels_init(struct levels *, const struct table *, enum engine, const struct simd *);
void levels_clear(struct levels *);

/* The pairs that levels_run gets are at most so many turns from seeds (levels.c). */
#define LEVELS_TURNS 8192

/* Where the first entry of a run stands; `along` positions, or across channels. */
struct place {
    uint64_t position, channel;
    bool along;
};

/* Entry k of `entries` is the rounded value of channels[k] turned by turns[k], for k < n; error[k]
 * is levels_error of it. */
void levels_run(struct levels *, size_t n, const struct phasors *channels,
                const struct phasors *turns, const double error[], void *entries, struct place);

/* How far level double can be from the exact value for channel k, turned by angles whose |sine| is
 * at most `reach`. */
double levels_error(const struct levels *, const struct phasors *channels, size_t k, double reach);

#endif
