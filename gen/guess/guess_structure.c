#include "guess/guess_structure.h"
#include "base/die.h"

#include <stdlib.h>
#include <string.h>

/* A column depends only on floor(row/stride) mod (period/stride). */
struct pattern {
    uint64_t stride, period;
    uint64_t columns; /* how many are so */
};
enum { PATTERNS = 64 };

struct search {
    const struct entries *data;
    bool tolerant;
    size_t *row; /* the rows that count, among those that are here */
    size_t rows;
    uint64_t all;      /* how many rows of the table count */
    uint64_t *divisor; /* of that, rising */
    size_t divisors;
    const double *column;
};

/* A few wrong entries needn't hide a pattern. */
static size_t allowed(bool tolerant, size_t tests) {
    return tolerant ? tests / 24 + (tests < 20 ? tests / 5 : 4) : 0;
}

static bool repeats(const struct search *search, uint64_t stride, uint64_t period) {
    size_t tests = 0, unequal = 0, most = allowed(search->tolerant, search->rows);
    for (size_t k = 1; k < search->rows && unequal <= most; k++) {
        uint64_t back = k % stride ? 1 : period;
        if (back > k)
            continue;
        tests++;
        unequal += search->column[search->row[k]] != search->column[search->row[k - back]];
    }
    return unequal <= most && unequal <= allowed(search->tolerant, tests);
}

/* The same for one of the two alone. */
static bool has_stride(const struct search *search, uint64_t stride) {
    return repeats(search, stride, search->all);
}

static bool has_period(const struct search *search, uint64_t stride, uint64_t period) {
    return 2 * period <= search->rows && repeats(search, stride, period);
}

static bool is_constant(const struct search *search) {
    size_t unequal = 0;
    for (size_t k = 1; k < search->rows; k++)
        unequal += search->column[search->row[k]] != search->column[search->row[k - 1]];
    return unequal <= allowed(search->tolerant, search->rows - 1);
}

static struct pattern pattern_of(const struct search *search) {
    struct pattern pattern = {1, search->all, 1};
    for (size_t k = search->divisors - 1; k-- > 1;) {
        uint64_t s = search->divisor[k];
        if (s < search->rows && has_stride(search, s)) {
            pattern.stride = s;
            break;
        }
    }
    for (size_t k = 1; k + 1 < search->divisors; k++) {
        uint64_t p = search->divisor[k];
        if (p > pattern.stride && p % pattern.stride == 0 &&
            has_period(search, pattern.stride, p)) {
            pattern.period = p;
            break;
        }
    }
    return pattern;
}

/* Could a column of pattern `fine` also have the pattern `coarse`? */
static bool is_coarser(const struct pattern *coarse, const struct pattern *fine) {
    return fine->stride > 0 && coarse->period > 0 && coarse->stride % fine->stride == 0 &&
           fine->period % coarse->period == 0;
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

static int slower_first(const void *a, const void *b) {
    const struct pattern *x = a, *y = b;
    return x->stride < y->stride ? 1 : x->stride > y->stride ? -1 : 0;
}

/* Axes whose patterns leave a gap have another one between them, which owns no column that changes. */
static int find_axes(struct structure *structure, const struct pattern patterns[], size_t count,
                     uint64_t all, struct pattern axis[GRID_AXES]) {
    uint64_t period = all;
    int axes = 0;
    for (size_t k = 0; k <= count; k++) {
        uint64_t next = k < count ? patterns[k].period : 1;
        if (next > period || period % next != 0)
            return 0;
        if (next < period && axes < GRID_AXES)
            axis[axes++] = (struct pattern){next, period, 0};
        period = next;
        if (k == count)
            break;
        if (axes == GRID_AXES || period % patterns[k].stride != 0)
            return 0;
        axis[axes++] = patterns[k];
        period = patterns[k].stride;
    }
    if (period != 1)
        return 0;
    for (int a = 0; a < axes; a++)
        structure->size[a] = axis[a].period / axis[a].stride;
    return axes;
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

/* Sorts the channels by axes; a table without a grid has one. */
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
        repeating += pattern.stride > 1 || pattern.period < search->all;
        changing++;
    }
    return 2 * repeating >= changing;
}

static void find_grid(struct structure *structure, struct search *search) {
    const uint64_t channels = search->data->view.channels;
    struct pattern *own = die_malloc(channels * sizeof *own), patterns[PATTERNS], axis[GRID_AXES];
    const struct pattern plain = {1, search->all, 1};
    const bool repeating = may_be_grid(search);
    size_t count = 0;
    uint64_t changing = 0;
    for (uint64_t j = 0; j < channels; j++) {
        search->column = search->data->value + j * search->data->rows;
        own[j].columns = 0;
        if (is_constant(search))
            continue;
        own[j] = repeating ? pattern_of(search) : plain;
        changing++;
        size_t k = 0;
        while (k < count &&
               (patterns[k].stride != own[j].stride || patterns[k].period != own[j].period))
            k++;
        if (k < count)
            patterns[k].columns++;
        else if (count < PATTERNS)
            patterns[count++] = own[j];
    }
    count = merge(patterns, count, changing);
    qsort(patterns, count, sizeof *patterns, slower_first);
    int axes = find_axes(structure, patterns, count, search->all, axis);
    if (axes < 2) {
        axes = 1;
        axis[0] = (struct pattern){1, search->all, 0};
        structure->size[0] = search->all;
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

/* Which row the k-th is if those of each frame are taken out of their blocks. */
static uint64_t unblocked(const struct structure_how *how, uint64_t k) {
    const uint64_t b = how->block, frame = how->height * how->width;
    uint64_t y = k % frame / how->width, x = k % how->width;
    return k / frame * frame + (y / b * (how->width / b) + x / b) * b * b + y % b * b + x % b;
}

static void choose_rows(struct search *search, const struct structure_how *how) {
    const struct entries *data = search->data;
    search->row = die_malloc(data->rows * sizeof *search->row);
    for (size_t k = 0; k < data->prefix; k++)
        if (!(how->without_zeros && data->zero[k]))
            search->row[search->rows++] = k;
    for (size_t k = 0; how->block > 1 && k < search->rows; k++)
        search->row[k] = (size_t)unblocked(how, k);
}

void structure_find(struct structure *structure, const struct entries *data,
                    const struct structure_how *how) {
    struct search search = {.data = data, .tolerant = how->tolerant};
    *structure = (struct structure){.without_zeros = how->without_zeros,
                                    .block = how->block > 1 ? how->block : 1};
    structure->axis = die_malloc(data->view.channels * sizeof *structure->axis);
    choose_rows(&search, how);
    search.all = data->view.positions - (how->without_zeros ? data->zeros : 0);
    find_copies(structure, &search);
    find_divisors(&search);
    find_grid(structure, &search);
    free(search.divisor);
    free(search.row);
}

bool structure_same(const struct structure *a, const struct structure *b) {
    return a->axes == b->axes && memcmp(a->size, b->size, (size_t)a->axes * sizeof *a->size) == 0 &&
           a->halves == b->halves && a->interleaved == b->interleaved;
}

void structure_free(struct structure *structure) {
    free(structure->axis);
}
