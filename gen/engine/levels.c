/* SPDX-License-Identifier: MIT */
#include "engine/levels.h"
#include "base/die.h"
#include "base/integer.h"

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

/* --- narrow types
 *
 * The bound of the rough kernels. v is the exact value, y the computed one, |y - v| <= error.
 *
 * Float. f, the binary32 nearest to y, is at least 2^27 * error. In its binade numbers are ulp > 2^-24 * f >= 8 * error
 * apart, so |f - v| <= ulp / 2 + error < ulp. If f is a power of two and v is below it, numbers are ulp / 2 apart there, y
 * is rounded by ulp / 4 at most, and f - v <= ulp / 4 + error < ulp / 2. So v lies between the two neighbours of f.
 * Neighbours have successive bits, whatever their exponents: FLOAT_SLACK is 1.
 *
 * Fixed point. y + units is rounded to a whole number of units, so that number is off by at most 1/2 and the error in
 * units. The slack is the next whole number (tests/exact/proofs/rough.gappa has both).
 *
 * Rounding is monotonic: if both ends are rounded to the same number, so is v. How ties are rounded doesn't matter: v
 * is never at an end. */

#define FLOAT_SLACK (POSENC_BOUND * 1)
#define FLOAT_LEAST 0x1p27

/* Entries of a block, few enough that a rough kernel decides nearly every block; and of a block whose type drops fewer
 * than BLOCK_DROP bits. */
enum { BLOCK = 512, BLOCK_SHORT = 256, BLOCK_DROP = 16 };

/* A rough kernel is a waste of time if it leaves too many entries: if it drops fewer than ROUGH_DROP bits of a
 * fixed-point number, or if the largest values are within ROUGH_BINADES of subnormal numbers. */
enum { ROUGH_DROP = 12, ROUGH_BINADES = 8 };

static struct narrow fine_of(const struct element *type) {
    int unit = type->fixed ? -type->fraction : type->emin - (type->precision - 1);
    struct narrow to = {.units = ldexp(0x1.8p52 + (double)type->zero_point, unit)};
    if (type->fixed) {
        to.lowest = ldexp((double)(type->lowest - type->zero_point), unit);
        to.highest = ldexp((double)(type->highest - type->zero_point), unit);
        return to;
    }
    to.drop = 53 - (uint64_t)type->precision;
    to.least = (uint64_t)(1023 + type->emin) << 52;
    to.rebias = (to.least >> to.drop) - (UINT64_C(1) << (type->precision - 1));
    to.infinity = (UINT64_C(1) << 15) - (UINT64_C(1) << (type->precision - 1));
    return to;
}

/* No value is rounded to infinity. */
static bool rough_float_of(const struct element *type, long log2, double error, struct rough *to) {
    const uint32_t slack = FLOAT_SLACK;
    if (type->bytes != 2 || log2 < type->emin + ROUGH_BINADES || log2 > -type->emin)
        return false;
    to->drop = 24 - (unsigned)type->precision;
    to->width = 2 * slack;
    to->bias = (UINT32_C(1) << (to->drop - 1)) - slack - ((uint32_t)(126 + type->emin) << 23);
    to->least = bits_of_float((float)fmax(ldexp(1, type->emin), FLOAT_LEAST * error)) + 1;
    return true;
}

/* An end of the type in units, as the kernel has it. */
static uint32_t end_of(int64_t integer, unsigned drop) {
    const int64_t most = INT32_MAX, units = integer * (INT64_C(1) << drop);
    return (uint32_t)((units > most ? most : units < -most ? -most : units) + most + 1);
}

/* Values must be at most 2^30 units, and the kept bits must include all bits of the type. */
static bool rough_fixed_of(const struct element *type, long log2, double error, struct rough *to) {
    const long most = 32 - 8 * (long)type->bytes, drop = 30 - log2 - type->fraction;
    if (most < ROUGH_DROP || drop < ROUGH_DROP)
        return false;
    to->drop = (unsigned)(drop < most ? drop : most);
    const int unit = -type->fraction - (int)to->drop;
    const uint32_t slack = POSENC_BOUND * (1 + (uint32_t)(ldexp(error, -unit) + 0.5));
    to->width = 2 * slack;
    to->bias = ((uint32_t)type->zero_point << to->drop) + (UINT32_C(1) << (to->drop - 1)) - slack -
               (UINT32_C(1) << 31);
    to->units = ldexp(0x1.8p52 + 0x1p31, unit);
    to->lowest = end_of(type->lowest - type->zero_point, to->drop);
    to->highest = end_of(type->highest - type->zero_point, to->drop);
    return true;
}

struct narrow_rounding narrow_rounding_of(const struct element *type, long log2, double error) {
    struct narrow_rounding narrow = {.type = type, .fine = fine_of(type)};
    narrow.to = type->fixed ? TO_FIXED : TO_FLOAT;
    narrow.to_roughly = !type->fixed       ? ROUGH_FLOAT
                        : type->bytes == 1 ? ROUGH_FIXED8
                                           : ROUGH_FIXED16;
    narrow.roughly = POSENC_ROUGH && (type->fixed ? rough_fixed_of : rough_float_of)(
                                         type, log2, error, &narrow.rough);
    return narrow;
}

/* Compilers vectorise these loops, since their stores can't overwrite what they read. */
static void narrow_entries(unsigned bytes, size_t n, const uint32_t *restrict from,
                           void *restrict to) {
    uint8_t *restrict byte = to;
    uint16_t *restrict half = to;
    for (size_t k = 0; k < n && bytes == 1; k++)
        byte[k] = (uint8_t)from[k]; /* cppcheck-suppress uninitvar ; a kernel set them */
    for (size_t k = 0; k < n && bytes == 2; k++)
        half[k] = (uint16_t)from[k];
    if (bytes == 4)
        memcpy(to, from, n * sizeof *from);
}

struct phasor_run phasor_run_from(const struct phasor_run *run, size_t k) {
    struct phasor_run from = *run;
    const size_t channels = run->kind == RUN_ONE ? 0 : k;
    from.channels = phasors_from(&run->channels, channels);
    from.turns = phasors_from(&run->turns, k);
    from.error += channels * run_entries(run->kind);
    return from;
}

/* Rounds a block by a fine kernel, which makes 32 bits of each entry. */
static uint64_t round_fine(const struct narrow_rounding *narrow, const struct simd *simd, size_t n,
                           const struct phasor_run *run, void *entries) {
    uint32_t block[BLOCK];
    uint64_t undecided = simd->round[run->kind][narrow->to](n, run, &narrow->fine, block);
    narrow_entries(narrow->type->bytes, n * run_entries(run->kind), block, entries);
    return undecided;
}

/* Rounds each entry, if the value less and plus its error rounds to the same. Returns 0 if all are decided. */
static uint64_t round_narrow(const struct narrow_rounding *narrow, const struct simd *simd,
                             size_t n, const struct phasor_run *run, void *entries) {
    uint64_t undecided = 0;
    const size_t block = narrow->rough.drop < BLOCK_DROP ? BLOCK_SHORT : BLOCK;
    const size_t each = run_entries(run->kind), most = block / each;
    rounding_kernel *const roughly = simd->round[run->kind][narrow->to_roughly];
    for (size_t done = 0; done < n; done += most) {
        const size_t count = n - done < most ? n - done : most;
        const struct phasor_run part = phasor_run_from(run, done);
        void *to = (char *)entries + done * each * narrow->type->bytes;
        if (!narrow->roughly || roughly(count, &part, &narrow->rough, to))
            undecided |= round_fine(narrow, simd, count, &part, to);
    }
    return undecided;
}

/* --- all types
 *
 * The bounds of the errors, in units of u = 2^-53.
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
    if (log2 < KERNEL_LOG2_MIN || log2 > KERNEL_LOG2_MAX || !element_is_usual(type) ||
        type->bytes == 8)
        return KERNEL_ONE_BY_ONE; /* the kernels round to nearest, and to at most 32 bits */
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
    if (levels->kernel == KERNEL_NARROW)
        levels->narrow = narrow_rounding_of(table->type, reference_log2(levels->reference), error);
}

void levels_clear(struct levels *levels) {
    reference_free(levels->reference);
    phasors_free(&levels->turned);
    phasors_free(&levels->cosine);
}

/* The expansion of high + low, |low| <= u * |high|. Only the sign of `low` counts: no type of less than 50 bits has a
 * number, or a midpoint between two numbers, so near to `high` that the size of `low` would matter. */
static struct expansion expand(double high, double low) {
    struct expansion v = expansion_of_double(high);
    v.more = low != 0;
    if (low != 0 && (low < 0) != (high < 0)) { /* the number is below `high` */
        if (v.significand == UINT64_C(1) << 63) {
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
