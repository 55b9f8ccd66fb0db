/* SPDX-License-Identifier: MIT */
#include "compare/hardest.h"
#include "base/die.h"
#include "base/integer.h"
#include "base/text.h"
#include "element/element.h"
#include "engine/levels.h"
#include "pipelines/rounded.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool harder(const struct hard_entry *a, const struct hard_entry *b) {
    if (a->measure != b->measure)
        return a->measure < b->measure;
    if (a->row != b->row)
        return a->row < b->row;
    return a->column != b->column ? a->column < b->column : a->array < b->array;
}

static int by_hardness(const void *a, const void *b) {
    return harder(a, b) ? -1 : harder(b, a);
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The largest measure with which an entry may still be one of the hardest. */
static double limit_of(const struct hard_list *list) {
    double *measures = die_malloc(list->count * sizeof *measures);
    for (size_t k = 0; k < list->count; k++)
        measures[k] = list->entry[k].measure;
    qsort(measures, list->count, sizeof *measures, by_size);
    const double limit = measures[list->most - 1];
    free(measures);
    return limit;
}

/* Adds an entry, whose number has this name (name_of). The list has each number once: its first entry, by rows. The
 * limit is updated only from time to time, which costs less than the extra measurements that it causes. */
static void hard_list_add(struct hard_list *list, const struct hard_entry *entry,
                          const char *name) {
    const uint64_t *known = names_add(&list->names, name, list->count);
    if (known) {
        struct hard_entry *first = &list->entry[*known], same = *entry;
        same.measure = first->measure;
        if (harder(&same, first))
            *first = same;
        return;
    }
    list->entry = die_grow(list->entry, list->count, sizeof *list->entry);
    list->entry[list->count++] = *entry;
    if (list->count % list->most == 0)
        list->limit = limit_of(list);
}

/* Keeps the hardest and sorts them; entries of equal measure are in the order of rows. Nothing can be added after
 * that. */
static void hard_list_finish(struct hard_list *list) {
    if (list->count > 0)
        qsort(list->entry, list->count, sizeof *list->entry, by_hardness);
    list->count = list->count < list->most ? list->count : list->most;
    names_free(&list->names);
}

/* The lower bounds. As a function of the size |v|, the distance from a midpoint is continuous also at powers of two,
 * where units change, since it is 1/2 there on both sides; and at 0 and at the ends of fixed point. So it changes by at
 * most error / unit, for the smallest unit within `error` of the value. That is the unit of high + low, or half of it,
 * if `error` reaches below the binade: it reaches no further if high is at least 8 errors. If high is less, an error is
 * more than 2^4 units of a normal float, and the bound is useless.
 *
 * With r the distance of the angle from the nearest multiple of pi/2, the quotient of the two values is tan r. That function
 * is convex and 1 at pi/4, so r >= pi/4 * tan r. (tests/exact/proofs/hardest.gappa has the roundings of both.) */

/* How many units of fixed point there are between 0 and the type's upper or lower end; INT64_MAX for floats. Midpoints
 * are n + 1/2 units, for whole n below that. */
static int64_t hard_units(const struct element *type, bool negative) {
    if (!type->fixed)
        return INT64_MAX;
    return negative ? type->zero_point - type->lowest : type->highest - type->zero_point;
}

bool hard_midpoint(const struct element *type, struct exact_value *value, mpq_t midpoint,
                   long *unit) {
    struct affine affine;
    int64_t log2 = 0;
    double near = 0;
    affine_init(&affine);
    bool decided = exact_value_double(value, NULL, &near) &&
                   (type->fixed || exact_value_log2(value, NULL, &log2));
    *unit = type->fixed ? -type->fraction
                        : (log2 > type->emin ? (long)log2 : type->emin) - (type->precision - 1);
    if (signbit(near))
        mpq_neg(affine.times, affine.times);
    element_shift(affine.times, -*unit);
    decided = decided && exact_value_floor(value, &affine, mpq_numref(midpoint));
    int64_t most = hard_units(type, signbit(near));
    if (type->fixed && integer_compare(mpq_numref(midpoint), most) >= 0)
        integer_set(mpq_numref(midpoint), most - 1);
    mpz_mul_ui(mpq_numref(midpoint), mpq_numref(midpoint), 2);
    mpz_add_ui(mpq_numref(midpoint), mpq_numref(midpoint), 1);
    mpz_set_ui(mpq_denref(midpoint), 2);
    element_shift(midpoint, *unit);
    if (signbit(near))
        mpq_neg(midpoint, midpoint);
    affine_clear(&affine);
    return decided;
}

/* The distance from the midpoint in units. Negative if the value is 0, an element or a midpoint, which is rounded
 * without further bits. */
static bool hard_to_round(const struct element *type, struct exact_value *value, uint64_t bits,
                          double *measure) {
    struct affine affine;
    long unit = 0;
    mpq_t q, element;
    mpq_inits(q, element, (mpq_ptr)NULL);
    affine_init(&affine);
    const bool rational = exact_value_rational(value, q), zero = rational && mpq_sgn(q) == 0;
    bool decided = zero || hard_midpoint(type, value, affine.plus, &unit);
    element_value(type, bits, element);
    *measure = -1;
    if (decided && !zero && !(rational && (mpq_equal(q, element) || mpq_equal(q, affine.plus)))) {
        element_shift(affine.times, -unit);
        element_shift(affine.plus, -unit);
        mpq_neg(affine.plus, affine.plus);
        decided = exact_value_double(value, &affine, measure);
        *measure = fabs(*measure);
    }
    affine_clear(&affine);
    mpq_clears(q, element, (mpq_ptr)NULL);
    return decided;
}

bool hard_quarters(struct exact_entries *entries, mpz_t quarters) {
    struct affine half;
    affine_init(&half);
    mpq_set_ui(half.plus, 1, 2);
    bool decided =
        exact_value_floor(exact_entries_angle(entries, EXACT_QUARTERS, NULL), &half, quarters);
    affine_clear(&half);
    return decided;
}

/* |x - k*pi/2| / |x| for the angle x and the nearest k. Negative if k or the reduced angle is 0, and for the function
 * that isn't near 0 there. */
static bool hard_to_reduce(struct exact_entries *entries, enum function function, double *measure) {
    mpz_t quarters;
    mpz_init(quarters);
    *measure = -1;
    bool decided = hard_quarters(entries, quarters);
    bool near_zero = mpz_odd_p(quarters) == (function == CHANNEL_COSINE);
    if (decided && near_zero && mpz_sgn(quarters) != 0) {
        decided =
            exact_value_double(exact_entries_angle(entries, EXACT_LEFT, quarters), NULL, measure);
        *measure = *measure == 0 ? -1 : fabs(*measure);
    }
    mpz_clear(quarters);
    return decided;
}

/* Folds quarter turns q of a function to those of a sine within [-1, 1]. */
static void fold(mpq_t q, enum function function) {
    mpq_t turn;
    mpq_init(turn);
    if (function == CHANNEL_COSINE)
        mpz_add(mpq_numref(q), mpq_numref(q), mpq_denref(q));
    mpz_mul_ui(mpq_numref(turn), mpq_denref(q), 4);
    mpz_fdiv_r(mpq_numref(q), mpq_numref(q), mpq_numref(turn));
    mpq_canonicalize(q);
    if (mpq_cmp_ui(q, 1, 1) > 0) { /* sin x = sin(2 - x) */
        mpq_set_ui(turn, 2, 1);
        mpq_sub(q, turn, q);
        if (mpq_cmp_si(q, -1, 1) < 0) { /* beyond 3 quarters */
            mpq_set_si(turn, -2, 1);
            mpq_sub(q, turn, q);
        }
    }
    mpq_clear(turn);
}

/* A name that two entries share if they are one number: the same function of the same angle, up to the sign of a
 * cosine's angle. The entry is the one found last. `folded`: sines and cosines of other rational multiples of pi may
 * also be one number. Returns NULL if it is undecided. Two angles that agree in DIGITS digits, and whose values have
 * the same nearest double, count as one. */
enum { DIGITS = 60 };
static char *name_of(struct exact_entries *entries, enum function function, bool folded) {
    struct exact_value *value = exact_entries_value(entries);
    struct exact_digits digits;
    double near = 0;
    char *name = NULL;
    mpq_t q;
    mpq_init(q);
    bool angle = function != CHANNEL_FREQUENCY, decided = exact_value_double(value, NULL, &near);
    bool rational = folded && exact_value_rational(value, q);
    if (!rational && folded && angle &&
        exact_value_rational(exact_entries_angle(entries, EXACT_QUARTERS, NULL), q)) {
        fold(q, function);
        rational = true;
    }
    const uint64_t bits = bits_of_double(near);
    if (decided && rational) {
        char *number = mpq_get_str(NULL, 10, q);
        name = text_format("%" PRIx64 " %s", bits, number);
        free(number);
    } else if (decided &&
               exact_value_digits(angle ? exact_entries_angle(entries, EXACT_ANGLE, NULL) : value,
                                  NULL, DIGITS, &digits)) {
        bool negative = digits.negative && function != CHANNEL_COSINE;
        name = text_format("%" PRIx64 " %d %s%s %" PRId64, bits, (int)function, negative ? "-" : "",
                           digits.digits, digits.exponent);
        exact_digits_clear(&digits);
    }
    mpq_clear(q);
    return name;
}

/* floor(log2 v) for v just below x > 0, or for v = x. */
static int binade_of(double x, bool below) {
    return (int)((bits_of_double(x) - below) >> 52) - 1023;
}

double hard_to_round_bound(const struct hard_bounds *bounds, double high, double low) {
    static const double integers = 0x1p52; /* from here on there are no others */
    const struct element *type = bounds->type;
    const double size = fabs(high), more = high < 0 ? -low : low;
    int unit = -type->fraction;
    if (!type->fixed) {
        if (size < 8 * bounds->error)
            return 0;
        const int binade = binade_of(size, more < 0);
        unit = (binade > type->emin ? binade : type->emin) - (type->precision - 1);
    }
    const double scale = power_of_2(-unit), units = size * scale, past = more * scale;
    const double most = (double)hard_units(type, high < 0), error = 2 * bounds->error * scale;
    if (units >= most) {
        const double beyond = (units - (most - 0.5)) + past;
        return beyond - (error + HARD_ROUNDING * beyond);
    }
    const double integer = units < integers ? (units + integers) - integers : units;
    return fabs(0.5 - fabs((units - integer) + past)) - (error + HARD_ROUNDING);
}

double hard_to_reduce_bound(const struct hard_bounds *bounds, double small, double large,
                            double angle) {
    const double over = fabs(small) - bounds->error, under = fabs(large) + bounds->error;
    if (angle < HARD_EIGHTH || over > under)
        return INFINITY;
    return angle < INFINITY ? HARD_EIGHTH * over / (under * angle) : 0;
}

/* --- the sweep */

/* Positions that one seed serves, each by a turn from the one before. */
enum { RESEED = 512 };
_Static_assert(RESEED <= LEVELS_TURNS, "phasors further from seeds than the bounds allow");

void hard_sweep(const struct table *table, struct reference *reference, uint64_t frequency,
                uint64_t begin, uint64_t end, hard_visit *visit, void *context) {
    const struct simd *simd =
        table_list(table) ? NULL : simd_choose(0); /* without vectors, every position gets a seed */
    struct phasors at = phasors_new(3), next = phasors_from(&at, 1), one = phasors_from(&at, 2);
    const double step = fabs(rounded_number(ROUND_F64, table_step(table)));
    double near = 0;
    struct number p;
    number_init(&p);
    if (simd)
        phasors_seed(1, reference, SEED_TURN, 1, frequency, &one);
    for (uint64_t r = begin, turns = 0; r < end; r++, turns = simd ? (turns + 1) % RESEED : 0) {
        if (turns == 0) {
            phasors_seed(1, reference, SEED_POSITION, r, frequency, &at);
            table_position(table, r, &p);
            near = fabs(rounded_number(ROUND_F64, &p));
        } else {
            simd->turn(1, &at, &one, &next);
            phasors_copy(1, &next, &at);
        }
        visit(context, &(struct hard_value){r,
                                            {{*at.a, *at.a_low}, {*at.b, *at.b_low}},
                                            near + (double)turns * step});
    }
    phasors_free(&at);
    number_clear(&p);
}

/* The table is swept in double-double. It gives lower bounds of the measures, and only an entry whose bound is below
 * the measures found so far is measured exactly: some count * ln(entries / count) entries. So the result is the same as
 * if every entry were measured. */

enum { FUNCTIONS = 2 }; /* SINE and COSINE */
static const uint64_t NONE = UINT64_MAX;

/* The search through the table of an axis, or through a table without a grid. */
struct search {
    const struct table *table, *own;
    struct exact_entries *entries;
    struct exact_entry what;
    struct engine_error error;
    struct hard_list nearest, angles;

    struct range positions, channels; /* that are wanted, of the whole table */
    uint64_t *row_of; /* of a grid: the first row that has a coordinate of the axis, or NONE */
    uint64_t
        *channel[FUNCTIONS]; /* by frequency: the first channel with that function of it, or NONE */
    uint64_t frequency;
    double w;
    struct hard_bounds bounds;
};

static void keep_error(struct search *search, struct engine_error error) {
    if (search->error.kind == ENGINE_FINE)
        search->error = error;
}

/* Offers a measured entry to a list. Returns false if it is undecided which number it is. */
static bool offer(struct search *search, struct hard_list *list, const struct hard_entry *entry) {
    if (entry->measure < 0 || entry->measure > list->limit)
        return true;
    char *name = name_of(search->entries, search->what.function, list == &search->nearest);
    if (name)
        hard_list_add(list, entry, name);
    free(name);
    return name != NULL;
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
    bool decided = !nearest || hard_to_round(table->type, exact_entries_value(search->entries),
                                             what->bits, &entry.measure);
    decided = decided && offer(search, &search->nearest, &entry);
    entry.measure = -1;
    decided =
        decided && (!angle || hard_to_reduce(search->entries, what->function, &entry.measure));
    if (!decided || !offer(search, &search->angles, &entry))
        keep_error(search, exact_entries_undecided(search->entries));
}

/* Measures both entries of a position, if by their bounds they may be among the hardest. */
static void look(void *context, const struct hard_value *at) {
    struct search *search = context;
    const uint64_t position = search->row_of ? search->row_of[at->position] : at->position;
    const double angle = at->size * search->w;
    for (int f = SINE; f <= COSINE && position != NONE; f++) {
        const uint64_t channel = search->channel[f][search->frequency];
        const double high = at->value[f].high, low = at->value[f].low;
        const double round = hard_to_round_bound(&search->bounds, high, low),
                     reduce =
                         hard_to_reduce_bound(&search->bounds, high, at->value[!f].high, angle);
        const bool nearest = round <= search->nearest.limit,
                   angles = reduce < INFINITY && reduce <= search->angles.limit &&
                            !table_is_constant(search->own);
        if (channel != NONE && (nearest || angles))
            measure(search, position, channel, nearest, angles);
    }
}

/* Finds the channels of the axis within the wanted columns. */
static void find_channels(struct search *search, int axis) {
    const struct table *table = search->table, *own = search->own;
    for (int f = 0; f < FUNCTIONS; f++) {
        search->channel[f] = die_malloc(own->frequency_count * sizeof *search->channel[f]);
        for (uint64_t k = 0; k < own->frequency_count; k++)
            search->channel[f][k] = NONE;
    }
    for (uint64_t array = 0; array < table->arrays; array++)
        for (uint64_t j = search->channels.begin; j < search->channels.end; j++) {
            uint64_t number = array * table->channel_count + j;
            struct channel channel = table_channel(table, number);
            if (channel_is_fixed(channel) || (table != own && channel.axis != axis))
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

/* Finds, for each coordinate, the first wanted row that has it. */
static void find_rows(struct search *search, int axis) {
    const struct table *table = search->table;
    uint64_t left = search->own->position_count;
    search->row_of = die_malloc(left * sizeof *search->row_of);
    for (uint64_t k = 0; k < search->own->position_count; k++)
        search->row_of[k] = NONE;
    for (uint64_t r = search->positions.begin; r < search->positions.end && left > 0; r++) {
        if (table_fixed_row(table, r))
            continue;
        uint64_t at = table_coordinate(table, axis, r);
        if (search->row_of[at] == NONE) {
            search->row_of[at] = r;
            left--;
        }
    }
}

static bool any_channel(const struct search *search, uint64_t k) {
    return search->channel[SINE][k] != NONE || search->channel[COSINE][k] != NONE;
}

/* Searches the table of an axis. If errors have no bound, nothing is known about the values, and every entry is
 * measured. */
static void search_axis(struct search *search) {
    const struct table *own = search->own;
    struct reference *reference = reference_new(own);
    struct bases bases = frequencies_bases(&own->frequencies);
    const bool swept = levels_take(own);
    uint64_t begin = search->row_of ? 0 : search->positions.begin,
             end = search->row_of ? own->position_count : search->positions.end;
    if (table_is_constant(own))
        end = begin + 1; /* all rows are the same */
    search->bounds = (struct hard_bounds){
        own->type, swept ? ldexp(PHASOR_ERROR, (int)reference_log2(reference)) : INFINITY};
    for (uint64_t k = 0; k < own->frequency_count && search->error.kind == ENGINE_FINE; k++) {
        if (!any_channel(search, k))
            continue;
        search->frequency = k;
        struct frequency *w = table_frequency(own, &bases, k);
        search->w = rounded_pair(&(struct exact_parts){.frequency = w}).high;
        frequency_free(w);
        if (swept)
            hard_sweep(own, reference, k, begin, end, look, search);
        struct hard_value at = {.position = begin, .size = INFINITY};
        for (; at.position < end && !swept; at.position++)
            look(search, &at);
        keep_error(search, reference_error(reference));
    }
    bases_free(&bases);
    reference_free(reference);
}

struct hardest hardest_find(const struct table *table, struct exact_entries *entries,
                            struct range rows, struct range columns, size_t count) {
    struct search search = {.table = table,
                            .entries = entries,
                            .positions = table->channel_major ? columns : rows,
                            .channels = table->channel_major ? rows : columns,
                            .nearest = {.most = count, .limit = INFINITY},
                            .angles = {.most = count, .limit = INFINITY}};
    for (int axis = 0; axis < table->grid.axes || axis == 0; axis++) {
        if (table->grid.axes > 0 && !grid_owns(&table->grid, axis))
            continue;
        search.own = table->grid.axes > 0 ? table->axis[axis] : table;
        find_channels(&search, axis);
        if (table->grid.axes > 0)
            find_rows(&search, axis);
        search_axis(&search);
        free(search.channel[SINE]);
        free(search.channel[COSINE]);
        free(search.row_of);
        search.row_of = NULL;
    }
    hard_list_finish(&search.nearest);
    hard_list_finish(&search.angles);
    return (struct hardest){search.nearest, search.angles, search.error};
}
