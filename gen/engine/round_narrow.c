/* The bound of the rough kernels. v is the exact value, y the computed one, |y - v| <= error.
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
#include "engine/round_narrow.h"
#include "base/integer.h"
#include "engine/levels.h"

#include <math.h>
#include <string.h>

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
    struct narrow to = {.units = ldexp(0x1.8p52 + type->zero_point, unit)};
    if (type->fixed) {
        to.lowest = ldexp((double)type->lowest - type->zero_point, unit);
        to.highest = ldexp((double)type->highest - type->zero_point, unit);
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
    to->lowest = end_of((int64_t)type->lowest - type->zero_point, to->drop);
    to->highest = end_of((int64_t)type->highest - type->zero_point, to->drop);
    return true;
}

struct round_narrow round_narrow_of(const struct element *type, long log2, double error) {
    struct round_narrow narrow = {.type = type, .fine = fine_of(type)};
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
static uint64_t round_fine(const struct round_narrow *narrow, const struct simd *simd, size_t n,
                           const struct phasor_run *run, void *entries) {
    uint32_t block[BLOCK];
    uint64_t undecided = simd->round[run->kind][narrow->to](n, run, &narrow->fine, block);
    narrow_entries(narrow->type->bytes, n * run_entries(run->kind), block, entries);
    return undecided;
}

uint64_t round_narrow(const struct round_narrow *narrow, const struct simd *simd, size_t n,
                      const struct phasor_run *run, void *entries) {
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
