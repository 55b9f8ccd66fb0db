/* The numbers of a factored table before any is moved. */
#include "base/die.h"
#include "engine/factored_pair.h"

#include <math.h>
#include <stdlib.h>

/* With more, nothing would be left of a product that the accessor shifts back. */
enum { SHIFT_MOST = 30 };

/* The integer nearest to (high + low) * 2^bits, or the end of the numbers that is nearest to it. All of this is exact, in
 * any rounding mode: |low| is so small that it only decides what is close to a tie. */
static int64_t nearest(struct double_double x, const struct rotation *rotation, unsigned shift) {
    const int bits = (int)(rotation->high_bits - 1 + rotation->low_bits + shift);
    const double scaled = ldexp(x.high, bits), more = ldexp(x.low, bits);
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
        {nearest(value[SINE], rotation, rotation->shift), nearest(value[COSINE], rotation, 0)}};
}

/* The largest s with 2^s * |sine| <= 1/2 for all sines, or 0: a sum of two products is never above 1. */
static unsigned shift_of(struct double_double (*value)[2], size_t count) {
    double most = ldexp(1, -SHIFT_MOST - 1);
    for (size_t k = 0; k < count; k++)
        most = fmax(most, fabs(value[k][SINE].high));
    unsigned shift = 0;
    while (ldexp(most, (int)shift + 2) <= 1)
        shift++;
    return shift;
}

void factored_seed(struct factored_pair *pair, struct reference *reference, uint64_t k) {
    const size_t count = pair->coarse_rows + pair->fine_rows;
    struct double_double(*value)[2] = die_malloc(count * sizeof *value);
    for (size_t h = 0; h < pair->coarse_rows; h++)
        reference_at(reference, (uint64_t)h << pair->rotation.block_log2, k, value[h]);
    for (size_t l = 0; l < pair->fine_rows; l++)
        reference_turn(reference, l, k, value[pair->coarse_rows + l]);
    pair->rotation.shift = pair->shifted ? shift_of(value, count) : 0;
    for (size_t h = 0; h < pair->coarse_rows; h++)
        pair->coarse[h] = phasor_of(&pair->rotation, value[h]);
    for (size_t l = 0; l < pair->fine_rows; l++)
        pair->fine[l] = phasor_of(&pair->rotation, value[pair->coarse_rows + l]);
    free(value);
}
