/* The bounds of the errors, in units of u = 2^-53.
 *
 * Pairs. A pair that t turns, one after the other, lead to from the seeds has components of
 * absolute error at most t * sqrt(2) * (LANES_TURN_ERROR + REAL_DOUBLE_ERROR): a turn rotates the
 * error that a pair has, and adds its arithmetic's and its own seed's, each in two components
 * (tests/proofs/turn.gappa, growth.gappa). A turn that itself comes from t turns counts as t.
 *
 * Level double. x = a*c + b*s from inputs rounded once each, with two or three roundings: either
 * product gets at most four factors 1 + d, |d| <= u, so that x errs by (4 + 6.1u) * u * M, M =
 * |a*c| + |b*s|, and by 4.1 * PAIR_ERROR for what the inputs were wrong before they were rounded.
 * The test's x - e and x + e are rounded too, by u * (M + e) at most. With M <= |a| + |b| * max|s|,
 * computed with relative error 4u, e = DOUBLE_SLOPE * (|a| + |b| * max|s|) + DOUBLE_ERROR is above
 * them all together (tests/proofs/double.gappa).
 *
 * Level wide. x errs by 4.1 * PAIR_ERROR for its inputs and by LANES_TURN_ERROR, and the test's low
 * - e and low + e by 2^-105: WIDE_ERROR is above them together (tests/proofs/wide.gappa). */
#include "levels.h"
#include "pairs.h"

#include <math.h>

#define PAIR_ERROR (LEVELS_TURNS * 1.41422 * (LANES_TURN_ERROR + REAL_DOUBLE_ERROR))

#ifndef POSENC_BOUND /* 0 in the test that shows that the bounds are needed */
#define POSENC_BOUND 1
#endif
#define DOUBLE_SLOPE (POSENC_BOUND * 5.02 * LANES_ROUNDOFF)
#define DOUBLE_ERROR (POSENC_BOUND * 8 * PAIR_ERROR)
#define WIDE_ERROR (POSENC_BOUND * 5 * PAIR_ERROR)

static bool is_f32(const struct levels *levels) {
    return levels->type->bytes == 4;
}

void levels_init(struct levels *levels, const struct spec *spec, enum engine engine,
                 const struct lanes *lanes) {
    *levels = (struct levels){.type = spec->type, .engine = engine, .lanes = lanes};
    levels->reference = reference_new(spec);
    levels->turned = pairs_new(1);
}

void levels_clear(struct levels *levels) {
    reference_free(levels->reference);
    pairs_free(&levels->turned);
}

/* high + low, |low| <= u * |high|, cut after 64 bits. */
static struct expansion expand(double high, double low) {
    struct expansion v = {.negative = high < 0};
    int exponent;
    double fraction = frexp(fabs(high), &exponent);
    if (high == 0)
        return v;
    double rest = ldexp(high < 0 ? -low : low, 64 - exponent); /* at most 2^11, in units of 2^-64 */
    double whole = floor(rest);
    v.significand = (uint64_t)ldexp(fraction, 53) << 11;
    v.exponent = exponent - 64;
    if (whole < 0 && v.significand == UINT64_C(1) << 63) { /* just below a power of two */
        v.significand <<= 1;
        v.exponent--;
        whole = floor(rest * 2);
        v.more = whole != rest * 2;
    } else {
        v.more = whole != rest;
    }
    v.significand += (uint64_t)(int64_t)whole;
    return v;
}

static double normalise(double high, double low, double *rest) {
    double sum = high + low;
    *rest = low - (sum - high);
    return sum;
}

/* Channel k turned by turn k, in double-double: do both ends of its enclosure round to the same
 * bits? */
static bool decide_wide(struct levels *levels, const struct pairs *channel,
                        const struct pairs *turn, uint64_t *bits) {
    double low;
    levels->lanes->turn(1, channel, turn, &levels->turned);
    double high = normalise(levels->turned.a[0], levels->turned.a_low[0] - WIDE_ERROR, &low);
    *bits = element_round(levels->type, expand(high, low));
    high = normalise(levels->turned.a[0], levels->turned.a_low[0] + WIDE_ERROR, &low);
    return element_round(levels->type, expand(high, low)) == *bits;
}

static bool decide_lanes(struct levels *levels, const struct pairs *channel, const double *error,
                         const struct pairs *turn, void *entry) {
    if (levels->engine == ENGINE_WIDE && is_f32(levels))
        return false;
    return (is_f32(levels) ? levels->lanes->round_f32(1, channel, error, turn, entry)
                           : levels->lanes->round_f64(1, channel, WIDE_ERROR, turn, entry)) == 0;
}

static enum level first_level(const struct levels *levels) {
    return is_f32(levels) ? LEVEL_DOUBLE : LEVEL_WIDE;
}

/* The entries of a run that its kernel left undecided: one by one, by the levels above. */
static void settle(struct levels *levels, size_t n, const struct pairs *channels,
                   const struct pairs *turns, const double error[], void *entries,
                   struct place place) {
    const struct element *type = levels->type;
    for (size_t k = 0; k < n; k++) {
        struct pairs channel = pairs_from(channels, k), turn = pairs_from(turns, k);
        void *entry = (char *)entries + k * type->bytes;
        uint64_t bits;
        if (decide_lanes(levels, &channel, error + k, &turn, entry))
            continue;
        enum level level = LEVEL_WIDE;
        if (!is_f32(levels) || !decide_wide(levels, &channel, &turn, &bits)) {
            level = LEVEL_MPFR;
            bits = reference_entry(levels->reference, place.position + (place.along ? k : 0),
                                   place.channel + (place.along ? 0 : k));
        }
        element_store(type, entry, 0, bits);
        levels->counts.decided[level]++;
        levels->counts.decided[first_level(levels)]--;
    }
}

void levels_run(struct levels *levels, size_t n, const struct pairs *channels,
                const struct pairs *turns, const double error[], void *entries,
                struct place place) {
    uint64_t undecided = 1;
    levels->counts.decided[first_level(levels)] += n;
    if (!is_f32(levels))
        undecided = levels->lanes->round_f64(n, channels, WIDE_ERROR, turns, entries);
    else if (levels->engine != ENGINE_WIDE)
        undecided = levels->lanes->round_f32(n, channels, error, turns, entries);
    if (undecided)
        settle(levels, n, channels, turns, error, entries, place);
}

double levels_error(const struct pairs *channels, size_t k, double reach) {
    return DOUBLE_SLOPE * (fabs(channels->a[k]) + fabs(channels->b[k]) * reach) + DOUBLE_ERROR;
}
