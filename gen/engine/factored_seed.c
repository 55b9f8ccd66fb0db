/* The numbers of a factored table before any is moved. */
#include "engine/factored_pair.h"

#include <math.h>

/* The integer nearest to (high + low) * 2^bits, or the nearest end of +-(2^bits - 1): 1 itself has a bit too many.
 * All of this is exact, in any rounding mode: |low| is so small that it only decides what is close to a tie. */
static int64_t nearest(struct double_double x, unsigned bits) {
    const double scaled = ldexp(x.high, (int)bits), more = ldexp(x.low, (int)bits);
    const double integer = rint(scaled), rest = scaled - integer;
    int64_t v = (int64_t)integer;
    if (rest - 0.5 > -more)
        v++;
    if (rest + 0.5 < -more)
        v--;
    const int64_t most = (INT64_C(1) << bits) - 1;
    return v > most ? most : v < -most ? -most : v;
}

static struct fixed_phasor phasor_of(const struct rotation *rotation,
                                     const struct double_double value[2]) {
    const unsigned bits = rotation->high_bits - 1 + rotation->low_bits;
    return (struct fixed_phasor){{nearest(value[SINE], bits), nearest(value[COSINE], bits)}};
}

void factored_pair_seed(struct factored_pair *pair, struct reference *reference, uint64_t k) {
    struct double_double value[2];
    for (size_t h = 0; h < pair->coarse_rows; h++) {
        reference_at(reference, (uint64_t)h << pair->rotation.block_log2, k, value);
        pair->coarse[h] = phasor_of(&pair->rotation, value);
    }
    for (size_t l = 0; l < pair->fine_rows; l++) {
        reference_turn(reference, l, k, value);
        pair->fine[l] = phasor_of(&pair->rotation, value);
    }
}
