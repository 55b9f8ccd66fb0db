/* The table is swept in double-double. What that knows of an entry's measure is a lower bound, and only an entry whose bound
 * is below the measures found so far is measured exactly: some count * ln(entries / count) of them. So the result is that of
 * measuring every entry. */
#include "engine/hardest.h"
#include "base/die.h"
#include "base/name_set.h"
#include "base/text.h"
#include "element/element_value.h"
#include "engine/sweep.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the best so far */

/* A heap: the easiest comes first. */
struct best {
    struct hard_entry *list;
    size_t count, most;
    struct names seen; /* the numbers that were in it */
};

static bool harder(const struct hard_entry *a, const struct hard_entry *b) {
    if (a->measure != b->measure)
        return a->measure < b->measure;
    if (a->row != b->row)
        return a->row < b->row;
    return a->column != b->column ? a->column < b->column : a->array < b->array;
}

static int by_measure(const void *a, const void *b) {
    return harder(a, b) ? -1 : harder(b, a);
}

static void swap(struct hard_entry *a, struct hard_entry *b) {
    struct hard_entry other = *a;
    *a = *b;
    *b = other;
}

static void sink(struct best *best) {
    for (size_t k = 0, child; (child = 2 * k + 1) < best->count; k = child) {
        if (child + 1 < best->count && harder(&best->list[child], &best->list[child + 1]))
            child++;
        if (!harder(&best->list[k], &best->list[child]))
            break;
        swap(&best->list[k], &best->list[child]);
    }
}

static void rise(struct best *best) {
    for (size_t k = best->count - 1, parent; k > 0; k = parent) {
        parent = (k - 1) / 2;
        if (!harder(&best->list[parent], &best->list[k]))
            break;
        swap(&best->list[parent], &best->list[k]);
    }
}

/* Could an entry of at least this measure be one of them? */
static bool wanted(const struct best *best, double measure) {
    return best->count < best->most || measure <= best->list[0].measure;
}

/* Adds an entry, unless the same number is among them. Numbers of one frequency and function are the same if their elements
 * are, and their measures. */
static void offer(struct best *best, const struct hard_entry *entry,
                  const struct exact_entry *what) {
    if (best->count == best->most && !harder(entry, &best->list[0]))
        return;
    char *name = text_format("%d %d %" PRIu64 " %" PRIx64 " %a", what->axis, (int)what->function,
                             what->frequency, what->bits, entry->measure);
    bool known = names_add(&best->seen, name, 0) != NULL;
    free(name);
    if (known)
        return;
    if (best->count < best->most) {
        best->list = die_grow(best->list, best->count, sizeof *best->list);
        best->list[best->count++] = *entry;
        rise(best);
    } else {
        best->list[0] = *entry;
        sink(best);
    }
}

static struct hard_entries sorted(struct best *best) {
    if (best->count > 0)
        qsort(best->list, best->count, sizeof *best->list, by_measure);
    names_free(&best->seen);
    return (struct hard_entries){best->list, best->count};
}

/* --- exact measures */

/* Midpoints are n + 1/2 units for whole n below this, above 0 and below it. */
static int64_t units_below(const struct element *type, bool negative) {
    if (!type->fixed)
        return INT64_MAX;
    return negative ? type->zero_point - (int64_t)type->lowest
                    : (int64_t)type->highest - type->zero_point;
}

bool hardest_midpoint(const struct element *type, struct exact_value *value, mpq_t midpoint,
                      long *unit) {
    struct affine affine;
    int64_t log2 = 0;
    double near = 0;
    affine_init(&affine);
    bool decided = exact_value_double(value, &affine, &near) &&
                   (type->fixed || exact_value_log2(value, &affine, &log2));
    *unit = type->fixed ? -type->fraction
                        : (log2 > type->emin ? (long)log2 : type->emin) - (type->precision - 1);
    if (signbit(near))
        mpq_neg(affine.times, affine.times);
    element_shift(affine.times, -*unit);
    decided = decided && exact_value_floor(value, &affine, mpq_numref(midpoint));
    int64_t most = units_below(type, signbit(near));
    if (type->fixed && mpz_cmp_si(mpq_numref(midpoint), (long)most) >= 0)
        mpz_set_si(mpq_numref(midpoint), (long)most - 1);
    mpz_mul_ui(mpq_numref(midpoint), mpq_numref(midpoint), 2);
    mpz_add_ui(mpq_numref(midpoint), mpq_numref(midpoint), 1);
    mpz_set_ui(mpq_denref(midpoint), 2);
    element_shift(midpoint, *unit);
    if (signbit(near))
        mpq_neg(midpoint, midpoint);
    affine_clear(&affine);
    return decided;
}

/* Is it an element or a midpoint? Then rounding it takes no bits beyond its own. */
static bool is_exact(const struct element *type, struct exact_value *value, uint64_t bits) {
    mpq_t q, element;
    mpq_inits(q, element, (mpq_ptr)NULL);
    bool exact = exact_value_rational(value, q);
    if (exact && mpq_sgn(q) != 0) {
        long unit;
        element_value(type, bits, element);
        exact = mpq_equal(q, element);
        exact = exact || (hardest_midpoint(type, value, element, &unit) && mpq_equal(q, element));
    }
    mpq_clears(q, element, (mpq_ptr)NULL);
    return exact;
}

/* The distance from the midpoint, in units; negative if there is none. */
static bool measure_nearest(const struct element *type, struct exact_value *value, uint64_t bits,
                            double *measure) {
    struct affine affine;
    long unit;
    *measure = -1;
    if (is_exact(type, value, bits))
        return true;
    affine_init(&affine);
    bool decided = hardest_midpoint(type, value, affine.plus, &unit);
    element_shift(affine.times, -unit);
    element_shift(affine.plus, -unit);
    mpq_neg(affine.plus, affine.plus);
    decided = decided && exact_value_double(value, &affine, measure);
    *measure = fabs(*measure);
    affine_clear(&affine);
    return decided;
}

bool hardest_quarters(struct exact_entries *entries, mpz_t quarters) {
    struct affine half;
    affine_init(&half);
    mpq_set_ui(half.plus, 1, 2);
    bool decided =
        exact_value_floor(exact_entries_angle(entries, EXACT_QUARTERS, NULL), &half, quarters);
    affine_clear(&half);
    return decided;
}

static bool measure_angle(struct exact_entries *entries, enum function function, double *measure) {
    double angle, reduced;
    mpz_t quarters;
    struct affine itself;
    mpz_init(quarters);
    affine_init(&itself);
    *measure = -1;
    bool decided = hardest_quarters(entries, quarters);
    bool near_zero = mpz_odd_p(quarters) == (function == CHANNEL_COSINE);
    if (decided && near_zero && mpz_sgn(quarters) != 0) {
        decided =
            exact_value_double(exact_entries_angle(entries, EXACT_ANGLE, NULL), &itself, &angle) &&
            exact_value_double(exact_entries_angle(entries, EXACT_REDUCED, quarters), &itself,
                               &reduced);
        if (decided && reduced != 0)
            *measure = fabs(reduced / angle);
    }
    affine_clear(&itself);
    mpz_clear(quarters);
    return decided;
}

/* --- search */

enum { SINES, COSINES, FUNCTIONS };
static const uint64_t NONE = UINT64_MAX;

/* Over the table of an axis, or of a table without a grid. */
struct search {
    const struct table *table, *own;
    struct exact_entries *entries;
    struct exact_entry what;
    struct engine_error error;
    struct best nearest, angles;

    struct hardest_within positions; /* rows are positions, columns channels */
    uint64_t *row_of; /* of a grid: the first row that has a coordinate of the axis, or NONE */
    uint64_t *channel[FUNCTIONS]; /* by frequency: the first that has the function of it, or NONE */
    uint64_t frequency;
    double w, error_bound;
};

static void keep_error(struct search *search, struct engine_error error) {
    if (search->error.kind == ENGINE_FINE)
        search->error = error;
}

/* Measures an entry: of a position and a channel of the whole table, counted over its arrays. */
static void measure(struct search *search, uint64_t position, uint64_t channel, bool nearest,
                    bool angle) {
    struct exact_entry *what = &search->what;
    const struct table *table = search->table;
    what->array = channel / table->channel_count;
    channel %= table->channel_count;
    what->row = table->channel_major ? channel : position;
    what->column = table->channel_major ? position : channel;
    keep_error(search, exact_entries_at(search->entries, what));
    if (what->function == CHANNEL_ZERO || search->error.kind != ENGINE_FINE)
        return;
    struct hard_entry entry = {what->array, what->row, what->column, -1};
    bool decided = !nearest || measure_nearest(table->type, exact_entries_value(search->entries),
                                               what->bits, &entry.measure);
    if (decided && entry.measure >= 0)
        offer(&search->nearest, &entry, what);
    entry.measure = -1;
    decided = decided && (!angle || measure_angle(search->entries, what->function, &entry.measure));
    if (decided && entry.measure >= 0)
        offer(&search->angles, &entry, what);
    if (!decided)
        keep_error(search, exact_entries_undecided(search->entries));
}

/* A lower bound of the distance of x from a midpoint, in units. */
static double bound_nearest(const struct search *search, double high, double low) {
    const struct element *type = search->table->type;
    double x = fabs(high);
    int exponent;
    if (high < 0)
        low = -low;
    frexp(x, &exponent);
    int unit = type->fixed ? -type->fraction
                           : (exponent - 1 > type->emin ? exponent - 1 : type->emin) -
                                 (type->precision - 1);
    double units = ldexp(x, -unit), most = (double)units_below(type, high < 0);
    double error = ldexp(search->error_bound, -unit), past = ldexp(low, -unit);
    double whole = floor(units);
    if (type->fixed && whole >= most)
        return units - (most - 0.5) + past - error;
    past += units - whole - 0.5; /* from the midpoint; a low part below 0 may lead to that below */
    return fabs(past - rint(past)) - error - 0x1p-40;
}

/* A lower bound of the measure of an angle from the sine or cosine that is near 0, and the other: tan r >= r and
 * r >= tan r - (tan r)^3 / 3. 1 if the angle isn't reduced. */
static double bound_angle(const struct search *search, double small, double large, double p) {
    const double angle = fabs(p * search->w);
    small = fabs(small) + search->error_bound;
    large = fabs(large);
    if (angle < 0.78 || small > large)
        return 1;
    double tangent = fmax(0, small - 2 * search->error_bound) / (large + search->error_bound);
    return tangent * (1 - tangent * tangent / 3) / angle * (1 - 1e-3);
}

static void look(struct search *search, uint64_t position, int function, double high, double low,
                 double other, double p) {
    const uint64_t channel = search->channel[function][search->frequency];
    if (channel == NONE)
        return;
    bool nearest = wanted(&search->nearest, bound_nearest(search, high, low));
    bool angle = wanted(&search->angles, bound_angle(search, high, other, p));
    if (!nearest && !angle)
        return;
    if (search->row_of)
        position = search->row_of[position];
    if (position != NONE)
        measure(search, position, channel, nearest, angle);
}

static void visit(void *context, const struct sweep_run *run) {
    struct search *search = context;
    const struct phasors *at = run->values;
    for (size_t l = 0; l < run->count; l++) {
        uint64_t position = run->position + l;
        look(search, position, SINES, at->a[l], at->a_low[l], at->b[l], run->p[l]);
        look(search, position, COSINES, at->b[l], at->b_low[l], at->a[l], run->p[l]);
    }
}

/* Measures every position of frequency k. */
static void measure_all(struct search *search, uint64_t k, uint64_t begin, uint64_t end) {
    for (uint64_t at = begin; at < end; at++)
        for (int f = 0; f < FUNCTIONS; f++) {
            uint64_t position = search->row_of ? search->row_of[at] : at;
            if (position != NONE && search->channel[f][k] != NONE)
                measure(search, position, search->channel[f][k], true,
                        !table_is_constant(search->table));
        }
}

/* Which channels the axis has, of those within the columns. */
static void find_channels(struct search *search, int axis) {
    const struct table *table = search->table, *own = search->own;
    for (int f = 0; f < FUNCTIONS; f++) {
        search->channel[f] = die_malloc(own->frequency_count * sizeof *search->channel[f]);
        for (uint64_t k = 0; k < own->frequency_count; k++)
            search->channel[f][k] = NONE;
    }
    for (uint64_t array = 0; array < table->arrays; array++)
        for (uint64_t j = search->positions.column; j < search->positions.column_end; j++) {
            uint64_t number = array * table->channel_count + j;
            struct channel channel = table_channel(table, number);
            if (channel.function == CHANNEL_ZERO || (table != own && channel.axis != axis))
                continue;
            if (table != own)
                channel = table_channel(own, array * own->channel_count + channel.column);
            if (channel.function == CHANNEL_ZERO)
                continue;
            uint64_t *first =
                &search->channel[channel.function == CHANNEL_COSINE][channel.frequency];
            *first = number < *first ? number : *first;
        }
}

/* Which row within those wanted has a coordinate first. */
static void find_rows(struct search *search, int axis) {
    const struct table *table = search->table;
    uint64_t left = search->own->position_count;
    search->row_of = die_malloc(left * sizeof *search->row_of);
    for (uint64_t k = 0; k < search->own->position_count; k++)
        search->row_of[k] = NONE;
    for (uint64_t r = search->positions.row; r < search->positions.row_end && left > 0; r++) {
        if (table_zero_row(table, r))
            continue;
        uint64_t at = table_coordinate(table, axis, r);
        if (search->row_of[at] == NONE) {
            search->row_of[at] = r;
            left--;
        }
    }
}

static bool any_channel(const struct search *search, uint64_t k) {
    return search->channel[SINES][k] != NONE || search->channel[COSINES][k] != NONE;
}

static void search_axis(struct search *search, int axis) {
    const struct table *own = search->own;
    struct reference *reference = reference_new(own);
    struct sweep *sweep = sweep_new(own, reference);
    uint64_t begin = search->row_of ? 0 : search->positions.row,
             end = search->row_of ? own->position_count : search->positions.row_end;
    if (table_is_constant(own))
        end = begin + 1; /* all rows are the same */
    search->error_bound = ldexp(SWEEP_ERROR, (int)reference_log2(reference));
    for (uint64_t k = 0; k < own->frequency_count && search->error.kind == ENGINE_FINE; k++) {
        if (!any_channel(search, k))
            continue;
        search->frequency = k;
        search->w = reference_near(reference, k);
        if (sweep)
            sweep_frequency(sweep, k, begin, end, visit, search);
        else
            measure_all(search, k, begin, end);
        keep_error(search, reference_error(reference));
    }
    sweep_free(sweep);
    reference_free(reference);
    (void)axis;
}

struct hardest hardest_find(const struct table *table, struct exact_entries *entries,
                            const struct hardest_within *within, size_t count) {
    struct search search = {.table = table,
                            .entries = entries,
                            .positions = *within,
                            .nearest = {.most = count},
                            .angles = {.most = count}};
    if (table->channel_major)
        search.positions = (struct hardest_within){within->column, within->column_end, within->row,
                                                   within->row_end};
    exact_entry_init(&search.what);
    for (int axis = 0; axis < table->grid.axes || axis == 0; axis++) {
        search.own = table->grid.axes > 0 ? table->axis[axis] : table;
        find_channels(&search, axis);
        if (table->grid.axes > 0)
            find_rows(&search, axis);
        search_axis(&search, axis);
        free(search.channel[SINES]);
        free(search.channel[COSINES]);
        free(search.row_of);
        search.row_of = NULL;
    }
    exact_entry_clear(&search.what);
    return (struct hardest){sorted(&search.nearest), sorted(&search.angles), search.error};
}
