#include "engine/levels.h"
#include "base/die.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Arrays start on cache lines, but at different offsets in a page: otherwise a store to one would look
 * to the CPU like a store to all of them. */
enum { LINE = 64, PADDING = 5 * LINE };

struct phasors phasors_new(size_t n) {
    size_t each = (n * sizeof(double) + LINE - 1) / LINE * LINE + PADDING;
    char *at = die_malloc_lines(n > SIZE_MAX / 64 ? SIZE_MAX : 4 * each);
    return (struct phasors){(double *)(void *)at, (double *)(void *)(at + each),
                            (double *)(void *)(at + 2 * each), (double *)(void *)(at + 3 * each)};
}

void phasors_free(struct phasors *phasors) {
    die_free_lines(phasors->a);
    *phasors = (struct phasors){NULL, NULL, NULL, NULL};
}

struct phasors phasors_from(const struct phasors *phasors, size_t k) {
    return (struct phasors){phasors->a + k, phasors->a_low + k, phasors->b + k, phasors->b_low + k};
}

void phasors_copy(size_t n, const struct phasors *from, const struct phasors *to) {
    memcpy(to->a, from->a, n * sizeof(double));
    memcpy(to->a_low, from->a_low, n * sizeof(double));
    memcpy(to->b, from->b, n * sizeof(double));
    memcpy(to->b_low, from->b_low, n * sizeof(double));
}

void phasors_set(const struct phasors *phasors, size_t k, const struct double_double value[2]) {
    phasors->a[k] = value[SINE].high;
    phasors->a_low[k] = value[SINE].low;
    phasors->b[k] = value[COSINE].high;
    phasors->b_low[k] = value[COSINE].low;
}

void phasors_seed(size_t n, struct reference *reference, enum seed kind, uint64_t at,
                  uint64_t frequency, const struct phasors *to) {
    struct double_double value[2];
    for (size_t k = 0; k < n; k++) {
        reference_seed(reference, kind, at, frequency + k, value);
        phasors_set(to, k, value);
    }
}

void phasors_cosines(size_t n, const struct phasors *sines, const struct phasors *to) {
    for (size_t k = 0; k < n; k++) {
        to->a[k] = sines->b[k];
        to->a_low[k] = sines->b_low[k];
        to->b[k] = -sines->a[k];
        to->b_low[k] = -sines->a_low[k];
    }
}

void phasors_opposite(size_t n, const struct phasors *from, const struct phasors *to) {
    for (size_t k = 0; k < n; k++) {
        to->a[k] = -from->a[k];
        to->a_low[k] = -from->a_low[k];
        to->b[k] = from->b[k];
        to->b_low[k] = from->b_low[k];
    }
}

void phasors_fill(size_t n, const struct phasors *one, const struct phasors *to) {
    for (size_t k = 0; k < n; k++)
        phasors_copy_one(one, 0, to, k);
}

/* Bounds of the errors, in units of u = 2^-53.
 *
 * Phasors. After t turns, one after the other, a seed's phasor has components of absolute error at most sqrt(2) * (t *
 * SIMD_TURN_ERROR + (t + 1) * ZIV_DOUBLE_ERROR). A turn rotates the error that the phasor already has (at first that of
 * its seed), and adds the error of its arithmetic and that of its own seed, each in two components
 * (tests/exact/proofs/turn.gappa, growth.gappa). A turn that itself comes from t turns counts as t. PHASOR_ERROR is
 * that for LEVELS_TURNS, with room for what turns scale. The cosine of a pair has the components of its sine, b and -a,
 * with their errors.
 *
 * Level double. x = a*c + b*s, computed from inputs rounded once each, with two or three roundings.
 * Either product gets at most four factors 1 + d, |d| <= u, so x errs by (4 + 6.1u) * u * M, with
 * M = |a*c| + |b*s|, and by 4.1 * PHASOR_ERROR for the errors that the inputs had before rounding.
 * The test's x - e and x + e are rounded too, by at most u * (M + e). M <= |a| + |b| * max|s|, which
 * is computed with relative error 4u. So e = DOUBLE_SLOPE * (|a| + |b| * max|s|) + DOUBLE_ERROR is
 * above the sum of all these (tests/exact/proofs/double.gappa).
 *
 * An amplitude A <= 2^k multiplies the phasors of channels, and the absolute errors by at most 2^k.
 * Nothing underflows, since the errors stay far above 2^-1022, and nothing overflows, since |k| is
 * limited.
 *
 * Level wide. x errs by 4.1 * PHASOR_ERROR for its inputs and by SIMD_TURN_ERROR, and the test's
 * low - e and low + e err by 2^-105. WIDE_ERROR is above their sum (tests/exact/proofs/wide.gappa). */

#define DOUBLE_SLOPE (POSENC_BOUND * 5.02 * SIMD_ROUNDOFF)
#define DOUBLE_ERROR (POSENC_BOUND * 8 * PHASOR_ERROR)
#define WIDE_ERROR (POSENC_BOUND * 5 * PHASOR_ERROR)

/* Kernels for f32 round as if exponents had no limits, and decide only values above their error,
 * which is at least 2^(k - 84.6). With k limited like this, no limit of binary32 is reached. */
enum { KERNEL_LOG2_MIN = -40, KERNEL_LOG2_MAX = 100 };

/* If a run has an undecided entry, its turns are decided again in parts of this size. */
enum { SETTLE_PART = 16 };

static enum kernel kernel_of(const struct element *type, long log2) {
    if (labs(log2) > ZIV_DOUBLE_LOG2)
        return KERNEL_NONE;
    if (type->precision == 53)
        return KERNEL_F64;
    if (log2 < KERNEL_LOG2_MIN || log2 > KERNEL_LOG2_MAX)
        return KERNEL_ONE_BY_ONE;
    return type->precision == 24 ? KERNEL_F32 : KERNEL_NARROW;
}

bool levels_take(const struct table *table) {
    struct amplitude *amplitude = table_amplitude(table);
    enum kernel kernel = kernel_of(table->type, amplitude_log2(amplitude));
    amplitude_free(amplitude);
    return kernel != KERNEL_NONE && !table_is_constant(table);
}

void levels_init(struct levels *levels, const struct table *table, enum engine engine,
                 const struct simd *simd) {
    *levels = (struct levels){.table = table, .type = table->type, .engine = engine, .simd = simd};
    levels->reference = reference_new(table);
    if (!simd)
        return;
    levels->turned = phasors_new(1);
    levels->cosine = phasors_new(1);
    levels->kernel = kernel_of(table->type, reference_log2(levels->reference));
    levels->unit = ldexp(1, (int)reference_log2(levels->reference));
    /* |a| + |b| * max_sine <= sqrt(2) * unit */
    double error = (DOUBLE_SLOPE * 1.41422 + DOUBLE_ERROR) * levels->unit;
    levels->narrow = round_narrow_of(table->type, reference_log2(levels->reference), error);
}

void levels_clear(struct levels *levels) {
    reference_free(levels->reference);
    phasors_free(&levels->turned);
    phasors_free(&levels->cosine);
}

/* The expansion of high + low, |low| <= u * |high|. Only the sign of `low` counts: no type of less than 50 bits has a
 * number, or a midpoint between two numbers, so near to `high` that the size of `low` would matter. */
static struct expansion expand(double high, double low) {
    int exponent;
    const uint64_t significand = (uint64_t)ldexp(frexp(fabs(high), &exponent), 64);
    struct expansion v = {high < 0, low != 0, significand, exponent - 64};
    if (low != 0 && (low < 0) != (high < 0)) { /* the number is below `high` */
        if (significand == UINT64_C(1) << 63) {
            v.significand = 0; /* 2^64 */
            v.exponent--;
        }
        v.significand--;
    }
    return v;
}

static double normalise(double high, double low, double *rest) {
    double sum = high + low;
    *rest = low - (sum - high);
    return sum;
}

/* Turns a channel in double-double. Returns whether both ends of the value's enclosure round to the same bits. */
static bool decide_wide(struct levels *levels, const struct phasors *channel,
                        const struct phasors *turn, uint64_t *bits) {
    double low, error = WIDE_ERROR * levels->unit;
    levels->simd->turn(1, channel, turn, &levels->turned);
    double high = normalise(levels->turned.a[0], levels->turned.a_low[0] - error, &low);
    *bits = element_round(levels->type, expand(high, low));
    high = normalise(levels->turned.a[0], levels->turned.a_low[0] + error, &low);
    return element_round(levels->type, expand(high, low)) == *bits;
}

/* Computes a run of n turns at the first level. Returns 0 if all entries were decided. */
static uint64_t round_run(const struct levels *levels, size_t n, const struct phasor_run *run,
                          void *entries) {
    rounding_kernel *const *kernels = levels->simd->round[run->kind];
    if (levels->kernel == KERNEL_F64) {
        const double error = WIDE_ERROR * levels->unit;
        struct phasor_run wide = *run;
        wide.error = &error;
        return kernels[TO_F64](n, &wide, NULL, entries);
    }
    if (levels->engine == ENGINE_WIDE || levels->kernel == KERNEL_ONE_BY_ONE)
        return 1;
    if (levels->kernel == KERNEL_F32)
        return kernels[TO_F32](n, run, NULL, entries);
    return round_narrow(&levels->narrow, levels->simd, n, run, entries);
}

static enum level first_level(const struct levels *levels) {
    return levels->kernel == KERNEL_F64 ? LEVEL_WIDE : LEVEL_DOUBLE;
}

/* Entry k of a run as a run of its own. The cosine of a pair gets a phasor of its own. */
static struct phasor_run single_entry(const struct levels *levels, const struct phasor_run *run,
                                      size_t k) {
    struct phasor_run single = phasor_run_from(run, k / run_entries(run->kind));
    if (run->kind != RUN_PAIRS)
        return single;
    single.kind = RUN_EACH;
    if (k % 2 == 1) {
        phasors_cosines(1, &single.channels, &levels->cosine);
        single.channels = levels->cosine;
        single.error++;
    }
    return single;
}

/* Decides entry k of a run, which its kernel may have left undecided. */
static void settle_entry(struct levels *levels, size_t k, const struct phasor_run *run,
                         void *entries, struct first_entry first) {
    const struct phasor_run single = single_entry(levels, run, k);
    void *entry = (char *)entries + k * levels->type->bytes;
    uint64_t bits;
    if (round_run(levels, 1, &single, entry) == 0)
        return;
    enum level level = LEVEL_WIDE;
    if (levels->kernel == KERNEL_F64 ||
        !decide_wide(levels, &single.channels, &single.turns, &bits)) {
        level = LEVEL_MPFR;
        bits = reference_entry(levels->reference, first.position + k / first.channels,
                               first.channel + k % first.channels);
    }
    element_store(levels->type, entry, 0, bits);
    levels->counts.decided[level]++;
    levels->counts.decided[first_level(levels)]--;
}

/* Decides at higher levels the entries of a run of n turns that its kernel left undecided. Usually they are few, so the
 * kernel first finds the parts with undecided entries. */
static void settle(struct levels *levels, size_t n, const struct phasor_run *run, void *entries,
                   struct first_entry first) {
    for (size_t done = 0, count; done < n; done += count) {
        count = n - done < SETTLE_PART ? n - done : SETTLE_PART;
        const struct phasor_run part = phasor_run_from(run, done);
        const size_t each = run_entries(run->kind), from = done * each, end = from + count * each;
        if (round_run(levels, count, &part, (char *)entries + from * levels->type->bytes))
            for (size_t k = from; k < end; k++)
                settle_entry(levels, k, run, entries, first);
    }
}

void levels_run(struct levels *levels, enum run_kind kind, size_t n, const struct phasors *channels,
                const struct phasors *turns, const double error[], void *entries,
                struct first_entry first) {
    const struct phasor_run run = {kind, *channels, *turns, error};
    levels->counts.decided[first_level(levels)] += n * run_entries(kind);
    if (round_run(levels, n, &run, entries))
        settle(levels, n, &run, entries, first);
}

static double error_of(const struct levels *levels, double a, double b, double max_sine) {
    return DOUBLE_SLOPE * (fabs(a) + fabs(b) * max_sine) + DOUBLE_ERROR * levels->unit;
}

void levels_errors(const struct levels *levels, enum run_kind kind, size_t n,
                   const struct phasors *channels, const double max_sine[], double error[]) {
    for (size_t k = 0; k < n && kind != RUN_PAIRS; k++)
        error[k] = error_of(levels, channels->a[k], channels->b[k], max_sine[k]);
    for (size_t k = 0; k < n && kind == RUN_PAIRS; k++) {
        error[2 * k] = error_of(levels, channels->a[k], channels->b[k], max_sine[k]);
        error[2 * k + 1] = error_of(levels, channels->b[k], channels->a[k], max_sine[k]);
    }
}
