#include "audit/array_source.h"
#include "base/die.h"

#include <stdlib.h>
#include <string.h>

/* In Fortran order the first dimension is the fastest of the file, and the slowest of what is asked for. So elements that
 * differ only in their first index are a run of the file, in which each is a stride after the one before it. */
struct gather {
    const struct array *array;
    uint64_t inner;  /* elements with one first index */
    uint64_t stride; /* 1, or 2 if the elements are parts of pairs */
    char *run;
    uint64_t room; /* elements in it */
};

/* The place in the file of the element whose first index is 0, and that is number `rest` of those. */
static uint64_t place_of(const struct array *array, uint64_t rest) {
    uint64_t place = 0, stride = array->count;
    for (int k = array->dimensions - 1; k > 0; k--) {
        const uint64_t index = rest % array->size[k];
        rest /= array->size[k];
        if (k < array->source->gathered)
            stride /= array->size[k];
        place += index * (k < array->source->gathered ? stride : 1);
    }
    return place;
}

/* Reads the elements number `rest` of first indices [begin, end) into every inner-th value. */
static char *read_run(struct gather *g, uint64_t rest, uint64_t begin, uint64_t end, char *values) {
    const unsigned width = g->array->type->bytes;
    const uint64_t length = (end - begin - 1) * g->stride + 1;
    if (length > g->room || !g->run) {
        g->run = die_realloc(g->run, length * width);
        g->room = length;
    }
    const uint64_t place = place_of(g->array, rest) + begin * g->stride;
    char *wrong = array_read_run(g->array, place, (size_t)length, g->run);
    for (uint64_t k = 0; k < end - begin && !wrong; k++)
        memcpy(values + k * g->inner * width, g->run + k * g->stride * width, width);
    return wrong;
}

char *array_gather(const struct array *array, uint64_t first, size_t count, void *values) {
    const uint64_t inner = array->count / array->size[0], end = first + count;
    struct gather gather = {.array = array, .inner = inner, .stride = 1};
    for (int k = array->source->gathered; k < array->dimensions; k++)
        gather.stride *= array->size[k];
    char *wrong = NULL;
    for (uint64_t at = first; at < end && at - first < inner && !wrong; at++) {
        const uint64_t rest = at % inner, runs = (end - at + inner - 1) / inner;
        wrong = read_run(&gather, rest, at / inner, at / inner + runs,
                         (char *)values + (at - first) * array->type->bytes);
    }
    free(gather.run);
    return wrong;
}
