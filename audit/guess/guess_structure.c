#include "guess/guess_structure.h"
#include "base/die.h"

#include <stdlib.h>
#include <string.h>

/* A column depends only on two digits of the row: floor(row/stride) mod (inner/stride), and floor(row/outer) mod
 * (period/outer). If rows don't come in blocks, inner and outer are both the period: there is no second digit. */
struct pattern {
    uint64_t stride, inner, outer, period;
    uint64_t columns; /* how many are so */
};
enum { PATTERNS = 64 };

struct search {
    const struct entries *data;
    bool tolerant, blocks, one_axis, slow;
    size_t *row; /* the rows that count, among those that are here */
    size_t rows;
    uint64_t all;      /* how many rows of the table count */
    uint64_t *divisor; /* of that, rising */
    size_t divisors;
    const double *column;
};

/* A few wrong entries needn't hide a pattern. */
static size_t allowed(bool tolerant, size_t tests) {
    return tolerant ? tests / 24 + (tests < 18 ? tests / 6 : 3) : 0;
}

/* How many rows are unlike the one of digit `like`, of those that differ from the row `first` in this digit only. It begins
 * at `begin` and has `size` values. */
static size_t unlike(const struct search *search, size_t first, uint64_t begin, uint64_t size,
                     uint64_t like) {
    const size_t row = first + (size_t)(like * begin);
    size_t unequal = 0;
    for (size_t n = 0, k = first; n < size && k < search->rows && row < search->rows; n++) {
        unequal += search->column[search->row[k]] != search->column[search->row[row]];
        k += (size_t)begin;
    }
    return row < search->rows ? unequal : SIZE_MAX;
}

/* Does the column not depend on the digit floor(row/begin) mod (end/begin)? Rows are compared with those whose digit is 0 or
 * 2, since one of these may be wrong. */
static bool skips(const struct search *search, uint64_t begin, uint64_t end) {
    const uint64_t size = end / begin;
    size_t tests = 0, unequal = 0, most = allowed(search->tolerant, search->rows);
    for (size_t k = 0; k < search->rows && unequal <= most; k++) {
        tests += k / begin % size > 0;
        if (k / begin % size > 0)
            continue;
        const size_t first = unlike(search, k, begin, size, 0),
                     third =
                         search->tolerant && size > 2 ? unlike(search, k, begin, size, 2) : first;
        unequal += first < third ? first : third;
    }
    return unequal <= allowed(search->tolerant, tests);
}

static bool is_constant(const struct search *search) {
    return skips(search, 1, search->rows);
}

/* Finds the largest digit [*begin, *end) within [low, high) on which the column doesn't depend, and which begins at `low`,
 * ends at `high`, or does neither. */
enum place { AT_LOW, AT_HIGH, BETWEEN };
static void find_skipped(const struct search *search, uint64_t low, uint64_t high, enum place place,
                         uint64_t *begin, uint64_t *end) {
    uint64_t largest = 1;
    for (size_t k = search->divisors; k-- > 0;)
        for (size_t i = 0; i < k; i++) {
            const uint64_t from = search->divisor[i], to = search->divisor[k];
            if (to % from == 0 && from % low == 0 && high % to == 0 && to / from > largest &&
                (from == low) == (place == AT_LOW) && (to == high) == (place == AT_HIGH) &&
                (place == AT_HIGH ? 2 * from <= search->rows : to < search->rows) &&
                skips(search, from, to)) {
                largest = to / from;
                *begin = from;
                *end = to;
            }
        }
}

static struct pattern pattern_of(const struct search *search) {
    struct pattern pattern = {1, search->all, search->all, search->all, 1};
    uint64_t none;
    find_skipped(search, 1, search->all, AT_LOW, &none, &pattern.stride);
    find_skipped(search, pattern.stride, search->all, AT_HIGH, &pattern.period, &none);
    pattern.inner = pattern.outer = pattern.period;
    if (search->blocks)
        find_skipped(search, pattern.stride, pattern.period, BETWEEN, &pattern.inner,
                     &pattern.outer);
    return pattern;
}

/* Is the digit [begin, end) a part of one of the pattern's? */
static bool has_digit(const struct pattern *pattern, uint64_t begin, uint64_t end) {
    return (begin % pattern->stride == 0 && pattern->inner % end == 0) ||
           (begin % pattern->outer == 0 && pattern->period % end == 0) || begin == end;
}

/* Could a column of pattern `fine` also have the pattern `coarse`? */
static bool is_coarser(const struct pattern *coarse, const struct pattern *fine) {
    return fine->stride > 0 && coarse->period > 0 &&
           has_digit(fine, coarse->stride, coarse->inner) &&
           has_digit(fine, coarse->outer, coarse->period);
}

/* Rounding makes slow columns look coarser than they are: such patterns, and rare ones, go. */
static size_t merge(struct pattern patterns[], size_t count, uint64_t columns) {
    size_t kept = 0;
    for (size_t k = 0; k < count; k++) {
        bool finest = patterns[k].columns * 64 >= columns;
        for (size_t j = 0; j < count && finest; j++)
            finest = j == k || !is_coarser(&patterns[k], &patterns[j]) ||
                     patterns[j].columns * 64 < columns;
        if (finest)
            patterns[kept++] = patterns[k];
    }
    return kept;
}

/* If all columns of an axis are slow, rounding hides its first steps: each axis goes down to the one below it. Patterns that
 * are then the same become one. */
static size_t widen(struct pattern patterns[], size_t count) {
    size_t kept = 0;
    for (size_t k = 0; k < count; k++) {
        uint64_t low = 1;
        for (size_t j = 0; j < count; j++)
            if (patterns[j].period > low && patterns[k].stride % patterns[j].period == 0)
                low = patterns[j].period;
        struct pattern wide = patterns[k];
        size_t n = 0;
        wide.stride = low;
        while (n < kept && (patterns[n].stride != low || patterns[n].period != wide.period))
            n++;
        wide.columns += n < kept ? patterns[n].columns : 0;
        patterns[n] = wide;
        kept += n == kept;
    }
    return kept;
}

static int rising(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void find_divisors(struct search *search) {
    for (uint64_t k = 1; k * k <= search->all; k++) {
        if (search->all % k != 0)
            continue;
        uint64_t both[] = {k, search->all / k};
        for (int n = 0; n < (both[0] == both[1] ? 1 : 2); n++) {
            search->divisor = die_grow(search->divisor, search->divisors, sizeof *search->divisor);
            search->divisor[search->divisors++] = both[n];
        }
    }
    if (search->divisors > 0)
        qsort(search->divisor, search->divisors, sizeof *search->divisor, rising);
}

/* A digit of the row, and the axis to which it belongs. */
struct digit {
    uint64_t begin, end;
    int axis;
};
enum { DIGITS = 2 * GRID_AXES + 1 };

static int slower_first(const void *a, const void *b) {
    const struct digit *x = a, *y = b;
    return x->begin < y->begin ? 1 : x->begin > y->begin ? -1 : 0;
}

/* Digits that leave a gap have another axis between them, which owns no column that changes; the last one may fill two gaps.
 * Sets all digits, the slowest first. Returns how many axes there are; 0 if they aren't those of a grid. */
static int find_digits(struct pattern axis[], int axes, uint64_t all, struct digit digit[],
                       int *digits) {
    struct digit found[DIGITS] = {{0}};
    int count = 0;
    for (int a = 0; a < axes; a++) {
        found[count++] = (struct digit){axis[a].stride, axis[a].inner, a};
        if (axis[a].outer < axis[a].period)
            found[count++] = (struct digit){axis[a].outer, axis[a].period, a};
    }
    qsort(found, (size_t)count, sizeof *found, slower_first);
    found[count] = (struct digit){0, 1, -1};
    uint64_t end = all;
    *digits = 0;
    for (int k = 0; k <= count; k++) {
        if (found[k].end > end || end % found[k].end != 0)
            return 0;
        if (found[k].end < end) {
            const bool full = axes == GRID_AXES;
            axes += !full;
            struct pattern *gap = &axis[axes - 1];
            if (*digits + 2 > DIGITS || (full && (gap->columns > 0 || gap->inner < gap->outer)))
                return 0;
            *gap = (struct pattern){found[k].end, end, full ? gap->stride : end,
                                    full ? gap->period : end, 0};
            digit[(*digits)++] = (struct digit){found[k].end, end, axes - 1};
        }
        if (k < count)
            digit[(*digits)++] = found[k];
        end = found[k].begin;
    }
    return axes;
}

/* Rows count through the outer digits of all axes, then through the inner ones, both in the order of the axes. Puts the axes
 * into that order, with their sizes and blocks. Returns false if there is none. */
static bool order_axes(struct structure *structure, struct pattern axis[], int axes,
                       const struct digit digit[], int digits) {
    int order[GRID_AXES] = {0}, count = 0, next = 0;
    bool seen[GRID_AXES] = {false}, inner[GRID_AXES] = {false}, any = false;
    for (int k = 0; k < digits; k++) {
        const int a = digit[k].axis;
        any |= seen[a]; /* from here on digits are inner ones */
        inner[a] = any;
        int at = any ? next : count;
        if (!seen[a]) {
            memmove(&order[at + 1], &order[at], (size_t)(count++ - at) * sizeof *order);
            order[at] = a;
        }
        while (at < count && order[at] != a)
            at++;
        if (at == count)
            return false;
        seen[a] = true;
        next = any ? at + 1 : 0;
    }
    struct pattern sorted[GRID_AXES] = {{0}};
    for (int k = 0; k < axes; k++) {
        const struct pattern *one = &axis[order[k]];
        structure->size[k] = one->inner / one->stride * (one->period / one->outer);
        structure->block[k] = inner[order[k]] ? one->inner / one->stride : 1;
        sorted[k] = *one;
    }
    memcpy(axis, sorted, (size_t)axes * sizeof *axis);
    return true;
}

static int find_axes(struct structure *structure, const struct pattern patterns[], size_t count,
                     uint64_t all, struct pattern axis[GRID_AXES]) {
    struct digit digit[DIGITS + 1];
    int digits;
    if (count > GRID_AXES)
        return 0;
    memcpy(axis, patterns, count * sizeof *axis);
    const int axes = find_digits(axis, (int)count, all, digit, &digits);
    return axes > 0 && order_axes(structure, axis, axes, digit, digits) ? axes : 0;
}

static bool columns_equal(const struct search *search, uint64_t i, uint64_t j) {
    const struct entries *data = search->data;
    size_t unequal = 0;
    for (size_t k = 0; k < data->rows; k++)
        unequal += entry_at(data, k, i) != entry_at(data, k, j);
    return unequal <= allowed(search->tolerant, data->rows);
}

static void find_copies(struct structure *structure, const struct search *search) {
    const uint64_t channels = search->data->view.channels, half = channels / 2;
    structure->halves = structure->interleaved = channels % 2 == 0;
    for (uint64_t j = 0; j < half && structure->halves; j++)
        structure->halves = columns_equal(search, j, j + half);
    for (uint64_t j = 0; j < half && structure->interleaved; j++)
        structure->interleaved = columns_equal(search, 2 * j, 2 * j + 1);
}

/* All columns of a grid that change repeat, so it is enough to look at a few. Rounding makes slow ones of other tables look
 * so too. */
static bool may_be_grid(struct search *search) {
    enum { FEW = 12 };
    const uint64_t channels = search->data->view.channels;
    int changing = 0, repeating = 0;
    for (uint64_t j = 0; j < channels; j += channels / FEW + 1) {
        search->column = search->data->value + j * search->data->rows;
        if (is_constant(search))
            continue;
        const struct pattern pattern = pattern_of(search);
        repeating += pattern.stride > 1 || pattern.inner < search->all;
        changing++;
    }
    return 2 * repeating >= changing;
}

/* Sorts the channels by axes; a table without a grid has one. */
static void find_grid(struct structure *structure, struct search *search) {
    const uint64_t channels = search->data->view.channels;
    struct pattern *own = die_malloc(channels * sizeof *own), patterns[PATTERNS], axis[GRID_AXES];
    const struct pattern plain = {1, search->all, search->all, search->all, 1};
    const bool repeating = !search->one_axis && may_be_grid(search);
    size_t count = 0;
    uint64_t changing = 0;
    for (uint64_t j = 0; j < channels; j++) {
        search->column = search->data->value + j * search->data->rows;
        own[j].columns = own[j].stride = 0;
        if (is_constant(search))
            continue;
        own[j] = repeating ? pattern_of(search) : plain;
        changing++;
        size_t k = 0;
        while (k < count &&
               !(is_coarser(&patterns[k], &own[j]) && is_coarser(&own[j], &patterns[k])))
            k++;
        if (k < count)
            patterns[k].columns++;
        else if (count < PATTERNS)
            patterns[count++] = own[j];
    }
    count = merge(patterns, search->slow ? widen(patterns, count) : count, changing);
    int axes = search->all > 1 ? find_axes(structure, patterns, count, search->all, axis) : 0;
    if (axes < 2) {
        axes = 1;
        axis[0] = plain;
        structure->size[0] = search->all;
        structure->block[0] = 1;
    }
    structure->axes = axes;
    for (uint64_t j = 0; j < channels; j++) {
        bool zero = true;
        for (size_t k = 0; k < search->rows && zero; k++)
            zero = entry_at(search->data, search->row[k], j) == 0;
        structure->axis[j] = zero ? COLUMN_ZERO : COLUMN_CONSTANT;
        for (int a = 0; a < axes && own[j].columns > 0; a++)
            if (is_coarser(&own[j], &axis[a]))
                structure->axis[j] = a;
    }
    free(own);
}

static void choose_rows(struct search *search, const struct structure_how *how) {
    const struct entries *data = search->data;
    search->row = die_malloc(data->rows * sizeof *search->row);
    for (size_t k = 0; k < data->prefix; k++)
        if (!is_apart(&how->apart, data, k))
            search->row[search->rows++] = k;
}

void structure_find(struct structure *structure, const struct entries *data,
                    const struct structure_how *how) {
    struct search search = {.data = data,
                            .tolerant = how->tolerant,
                            .blocks = how->blocks,
                            .one_axis = how->one_axis,
                            .slow = how->slow};
    *structure = (struct structure){.apart = how->apart, .tolerant = how->tolerant};
    structure->axis = die_malloc(data->view.channels * sizeof *structure->axis);
    choose_rows(&search, how);
    search.all = data->view.positions;
    for (size_t k = 0; k < data->rows; k++)
        search.all -= is_apart(&how->apart, data, k);
    find_copies(structure, &search);
    find_divisors(&search);
    find_grid(structure, &search);
    free(search.divisor);
    free(search.row);
}

bool structure_same(const struct structure *a, const struct structure *b) {
    return a->apart.kind == b->apart.kind && a->apart.begin == b->apart.begin &&
           a->apart.end == b->apart.end && a->axes == b->axes &&
           memcmp(a->size, b->size, (size_t)a->axes * sizeof *a->size) == 0 &&
           memcmp(a->block, b->block, (size_t)a->axes * sizeof *a->block) == 0 &&
           a->halves == b->halves && a->interleaved == b->interleaved;
}

void structure_free(struct structure *structure) {
    free(structure->axis);
}

/* --- the structures that an array may have */

/* Which rows may be apart, beside a grid: padding, class tokens, text before an image. */
enum { APART_FEW = 8, APART_WAYS = 10 + APART_FEW };
struct aparts {
    struct apart way[APART_WAYS];
    int count, usual; /* how many there are; the first of them needn't be beside a grid */
};

/* Adds rows of a kind. All may be apart; or those at the beginning, or these except for the last, since a grid has such a
 * row itself, where all positions are 0; or those at the end; or each of a few. */
static void add_apart(struct aparts *aparts, const struct entries *data, enum row_kind kind) {
    enum { MOST = 1024, OTHERS_LEAST = 4 };
    const size_t rows = data->rows;
    size_t all = 0, first = 0, last = rows;
    for (size_t k = 0; k < rows; k++)
        all += data->kind[k] == kind;
    while (first < rows && data->kind[first] == kind)
        first++;
    while (last > 0 && data->kind[last - 1] == kind)
        last--;
    if (all == 0 || all > MOST || all + OTHERS_LEAST > rows || rows < data->view.positions)
        return;
    aparts->way[aparts->count++] = (struct apart){kind, 0, rows};
    if (kind == ROW_ZERO)
        aparts->way[aparts->count++] = (struct apart){kind, 0, 0};
    aparts->usual = kind == ROW_ZERO ? aparts->count : aparts->usual;
    if (first > 0 && all > first)
        aparts->way[aparts->count++] = (struct apart){kind, 0, first};
    if (first > 1)
        aparts->way[aparts->count++] = (struct apart){kind, 0, first - 1};
    if (last < rows && all > rows - last)
        aparts->way[aparts->count++] = (struct apart){kind, last, rows};
    for (size_t k = 0; k < rows && kind == ROW_ZERO && all > 1 && all <= APART_FEW; k++)
        if (data->kind[k] == kind)
            aparts->way[aparts->count++] = (struct apart){kind, k, k + 1};
}

/* Have several axes columns that change? */
static bool is_grid(const struct structure *structure, uint64_t channels) {
    int first = COLUMN_CONSTANT;
    bool several = false;
    for (uint64_t j = 0; j < channels && !several; j++) {
        several = first >= 0 && structure->axis[j] >= 0 && structure->axis[j] != first;
        first = structure->axis[j] >= 0 ? structure->axis[j] : first;
    }
    return several;
}

void structures_try(struct guess_search *search, enum stage stage) {
    static const struct structure_how hows[] = {{.tolerant = false},
                                                {.tolerant = true},
                                                {.blocks = true},
                                                {.slow = true},
                                                {.one_axis = true}};
    enum { HOWS = sizeof hows / sizeof *hows };
    const struct entries *data = search->data;
    const bool all_rows = data->rows == data->view.positions;
    struct structure structure[APART_WAYS * HOWS];
    struct aparts aparts = {.count = 0};
    int count = 0;
    add_apart(&aparts, data, ROW_ZERO);
    if (aparts.count == 0) {
        aparts.way[aparts.count++] = (struct apart){.end = 0};
        aparts.usual = 1;
    }
    add_apart(&aparts, data, ROW_UNROTATED);
    const int ways = aparts.count * (stage >= STAGE_ALL ? HOWS : 1);
    for (int k = 0; k < ways && !guess_is_clean(search); k++) {
        struct structure_how how = hows[k / aparts.count];
        const bool usual = k % aparts.count < aparts.usual;
        how.apart = aparts.way[k % aparts.count];
        if ((how.blocks && !all_rows) || (how.tolerant && (!usual || stage == STAGE_BITS)))
            continue;
        structure_find(&structure[count], data, &how);
        bool known = !usual && structure[count].axes == 1;
        for (int n = 0; n < count; n++)
            known |= structure_same(&structure[n], &structure[count]);
        const enum stage own = k >= aparts.count                                 ? STAGE_ALL
                               : is_grid(&structure[count], data->view.channels) ? STAGE_GRIDS
                                                                                 : STAGE_EXACT;
        if (!known && (own == stage || stage == STAGE_BITS))
            shape_each(search, &structure[count], guess_solve);
        if (known)
            structure_free(&structure[count]);
        else
            count++;
    }
    for (int k = 0; k < count; k++)
        structure_free(&structure[k]);
}
