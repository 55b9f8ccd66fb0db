/* The numbers of a factored table before any is moved. */
#include "engine/factored_pair.h"

#include <math.h>

/* The integer nearest to (high + low) * 2^bits, or the end of the numbers that is nearest to it.
 * All of this is exact, in any rounding mode: |low| is so small that it only decides what is close to a tie. */
static int64_t nearest(struct double_double x, const struct rotation *rotation) {
    const unsigned bits = rotation->high_bits - 1 + rotation->low_bits;
    const double scaled = ldexp(x.high, (int)bits), more = ldexp(x.low, (int)bits);
    const double integer = rint(scaled), rest = scaled - integer;
    int64_t v = (int64_t)integer;
    if (rest - 0.5 > -more)
        v++;
    if (rest + 0.5 < -more)
        v--;
    const int64_t most = rotation_highest(rotation);
    return v > most ? most : v < -most ? -most : v;
}

static struct fixed_phasor phasor_of(const struct rotation *rotation,
                                     const struct double_double value[2]) {
    return (struct fixed_phasor){
        {nearest(value[SINE], rotation), nearest(value[COSINE], rotation)}};
}

void factored_seed(struct factored_pair *pair, struct reference *reference, uint64_t k) {
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
