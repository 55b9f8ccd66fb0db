/* SPDX-License-Identifier: MIT */
#include "compare/array_sizes.h"

/* How the elements could be cut in two. */
struct cut {
    uint64_t rows, columns;
};

static struct cut cut_before(const struct array *array, int dimension) {
    struct cut cut = {1, 1};
    for (int k = 0; k < array->dimensions; k++)
        *(k < dimension ? &cut.rows : &cut.columns) *= array->size[k];
    return cut;
}

/* Words with faults have no table, but one array. */
static uint64_t arrays_of(const struct table *like) {
    return like->arrays > 0 ? like->arrays : 1;
}

/* Cuts of an array whose shape says nothing more than its count. */
static size_t flat_cuts(const struct array *array, const struct table *like,
                        struct known_sizes known, struct cut cuts[]) {
    const uint64_t arrays = arrays_of(like), count = array->count / arrays;
    uint64_t positions = known.max_len;
    if (positions == 0 && known.d_model > 0 && like->channel_count > 0)
        positions = count / like->channel_count;
    if (positions == 0 || positions > count)
        positions = 1;
    cuts[0] = (struct cut){positions, count / positions};
    if (like->channel_major)
        cuts[0] = (struct cut){count / positions, positions};
    cuts[0].rows *= arrays;
    return 1;
}

/* The likeliest first: channels are the first dimension, or the last, or the two last if these are pairs. */
static size_t shape_cuts(const struct array *array, bool channel_major, struct cut cuts[]) {
    const int last = array->dimensions - 1;
    size_t count = 0;
    bool pairs = last > 1 && array->size[last] == 2;
    int likely = channel_major ? 1 : pairs ? last - 1 : last;
    cuts[count++] = cut_before(array, likely);
    for (int k = last; k > 0; k--)
        if (k != likely)
            cuts[count++] = cut_before(array, k);
    return count;
}

/* The values of d-model with which a table of these words might have this number of channels, the likeliest first. */
static size_t widths(const struct table *like, uint64_t channels, uint64_t d_models[]) {
    enum { AXIS_LOSES = 2 }; /* columns, at most: those of an incomplete pair */
    size_t count = 0;
    bool both = like->component == COMPONENT_BOTH;
    bool halved = !both && like->repeat == REPEAT_NONE && !like->by_column;
    uint64_t least = halved ? 2 * channels : channels;
    uint64_t most = least + (both ? like->odd == ODD_DROP : 1);
    if (!both && like->grid.axes > 0)
        most = least + (uint64_t)(AXIS_LOSES * like->grid.axes) - 1;
    for (uint64_t d = least; d <= most; d++)
        d_models[count++] = d;
    if (both && like->odd == ODD_EXTEND && channels > 1)
        d_models[count++] = channels - 1;
    return count;
}

size_t array_sizes_find(const struct array *array, const struct table *like,
                        struct known_sizes known, struct array_sizes sizes[ARRAY_SIZES_MOST]) {
    struct cut cuts[ARRAY_DIMENSIONS + 1];
    uint64_t d_models[16];
    size_t count = 0;
    bool flat = array->dimensions == 1;
    size_t cut_count =
        flat ? flat_cuts(array, like, known, cuts) : shape_cuts(array, like->channel_major, cuts);
    for (size_t k = 0; k < cut_count; k++) {
        const uint64_t rows = cuts[k].rows / arrays_of(like);
        const uint64_t channels = like->channel_major ? rows : cuts[k].columns;
        const uint64_t positions = like->channel_major ? cuts[k].columns : rows;
        const uint64_t apart = channels > like->unrotated_columns ? like->unrotated_columns : 0;
        size_t width_count = widths(like, channels - apart, d_models);
        if (known.d_model > 0) {
            d_models[0] = known.d_model;
            width_count = 1;
        }
        for (size_t w = 0; w < width_count && count < ARRAY_SIZES_MOST; w++)
            sizes[count++] = (struct array_sizes){known.max_len > 0 ? known.max_len : positions,
                                                  d_models[w], rows, cuts[k].columns};
    }
    return count;
}

bool array_sizes_match(const struct array *array, const struct table *table) {
    const uint64_t rows = table->arrays * table->rows, columns = table->columns;
    if (array->dimensions == 1)
        return array->count / columns == rows && array->count % columns == 0;
    for (int k = 1; k < array->dimensions; k++) {
        const struct cut cut = cut_before(array, k);
        if (cut.rows == rows && cut.columns == columns)
            return true;
    }
    return false;
}

/* Can a table of width d have this number of channels? Those of an incomplete pair can be lost or gained; of one component
 * each pair has one. */
static bool may_have(uint64_t channels, uint64_t d) {
    const uint64_t lost = UINT64_C(2) * GRID_AXES;
    bool both = channels <= d + 1 && d <= channels + 1;
    bool one = 2 * channels <= d + 1 && d <= 2 * channels + lost;
    return both || one;
}

static bool cut_agrees(struct cut cut, struct known_sizes known) {
    for (int turned = 0; turned < 2; turned++) {
        uint64_t positions = turned ? cut.columns : cut.rows;
        uint64_t channels = turned ? cut.rows : cut.columns;
        if ((known.max_len == 0 || known.max_len == positions) &&
            (known.d_model == 0 || may_have(channels, known.d_model)))
            return true;
    }
    return false;
}

bool array_sizes_contradict(const struct array *array, struct known_sizes known) {
    const uint64_t rows = known.max_len > 0 ? known.max_len : 1;
    if (array->dimensions == 1)
        return array->count % rows != 0 ||
               !cut_agrees((struct cut){rows, array->count / rows}, known);
    for (int k = 1; k < array->dimensions; k++) {
        const struct cut cut = cut_before(array, k);
        const bool pair = k > 1 && array->size[0] == 2; /* perhaps of cosines and of sines */
        if (cut_agrees(cut, known) ||
            (pair && cut_agrees((struct cut){cut.rows / 2, cut.columns}, known)))
            return false;
    }
    return true;
}
