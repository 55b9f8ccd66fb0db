#include "fit/sample.h"
#include "base/die.h"

#include <stdlib.h>

/* --- which entries */

uint64_t spread_evenly(uint64_t all, uint64_t count, uint64_t k) {
    return count < 2 ? 0 : (uint64_t)((double)(all - 1) * (double)k / (double)(count - 1));
}

uint64_t spread_beyond(uint64_t beginning, uint64_t all, uint64_t count, uint64_t k) {
    return k < beginning
               ? k
               : beginning - 1 +
                     spread_evenly(all - beginning + 1, count - beginning + 1, k - beginning + 1);
}

uint64_t *spread_runs(uint64_t all, uint64_t run, uint64_t most, size_t *count) {
    const bool whole = all <= most;
    const uint64_t length = whole ? all : run, runs = whole || most < run ? 1 : most / run;
    *count = (size_t)(length * runs);
    uint64_t *number = die_malloc(*count * sizeof *number);
    for (size_t k = 0; k < *count; k++)
        number[k] = spread_evenly(all - length + 1, runs, k / length) + k % length;
    return number;
}

uint64_t spread_in_pairs(uint64_t all, uint64_t count, uint64_t k) {
    if (all <= count)
        return k;
    const uint64_t number = k * all / count;
    return number + (number % 2 != k % 2 && number + 1 < all);
}

uint64_t spread_unevenly(uint64_t all, uint64_t count, uint64_t k) {
    const uint64_t begin = k * all / count, end = (k + 1) * all / count;
    return begin + k * k * UINT64_C(7919) % (end - begin);
}

/* --- how they are read */

/* Of the positions from the k-th on, how many follow each other in the array, as far as a block of entries goes. */
static size_t positions_together(const uint64_t position[], size_t count, size_t k,
                                 uint64_t width) {
    enum { BLOCK = 1 << 16 };
    size_t together = 1;
    while (k + together < count && position[k + together] == position[k] + together &&
           (together + 1) * width <= BLOCK)
        together++;
    return together;
}

/* Reads as many positions as follow each other at once: all of their channels, or where channels are slower one by one. */
char *view_read(const struct array *array, const struct view *view, const struct measure *measure,
                const uint64_t position[], size_t count, uint64_t bits[], double value[]) {
    const uint64_t width = view->channel_major ? 1 : view->channels;
    void *block = NULL;
    char *wrong = NULL;
    size_t room = 0;
    for (uint64_t j = 0; j < view->channels; j += width)
        for (size_t k = 0, together; k < count && !wrong; k += together) {
            together = positions_together(position, count, k, width);
            if (together > room) {
                room = together;
                block = die_realloc(block, room * width * measure->type->bytes);
            }
            wrong = array_read(array, (j / width * view->positions + position[k]) * width,
                               (size_t)(together * width), block);
            for (size_t n = 0; n < together * width && !wrong; n++) {
                const uint64_t one = element_load(measure->type, block, n);
                const size_t to = (size_t)(j + n % width) * count + k + (size_t)(n / width);
                if (bits)
                    bits[to] = one;
                if (value)
                    value[to] = measure_value(measure, one);
            }
        }
    free(block);
    return wrong;
}
