/* The table is swept in double-double. What that knows of an entry's measure is a lower bound, and only an entry whose bound
 * is below the measures found so far is measured exactly: some count * ln(entries / count) of them. So the result is that of
 * measuring every entry. */
#include "engine/hardest.h"
#include "base/die.h"
#include "engine/hard_measures.h"
#include "engine/sweep.h"

#include <math.h>
#include <stdlib.h>

enum { SINES, COSINES, FUNCTIONS };
static const uint64_t NONE = UINT64_MAX;

/* Over the table of an axis, or of a table without a grid. */
struct search {
    const struct table *table, *own;
    struct exact_entries *entries;
    struct exact_entry what;
    struct engine_error error;
    struct hard_heap nearest, angles;

    struct hardest_within positions; /* rows are positions, columns channels */
    uint64_t *row_of; /* of a grid: the first row that has a coordinate of the axis, or NONE */
    uint64_t *channel[FUNCTIONS]; /* by frequency: the first that has the function of it, or NONE */
    uint64_t frequency;
    double w;
    struct hard_bounds bounds;
};

static void keep_error(struct search *search, struct engine_error error) {
    if (search->error.kind == ENGINE_FINE)
        search->error = error;
}

/* Offers the entry that was measured. Returns false if it stays undecided which number it is. */
static bool offer(struct search *search, struct hard_heap *heap, const struct hard_entry *entry) {
    if (entry->measure < 0 || !hard_heap_takes(heap, entry))
        return true;
    char *name = hard_name(search->entries, search->what.function, heap == &search->nearest);
    if (name)
        hard_heap_offer(heap, entry, name);
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
    struct hard_entry entry = {what->array, what->row, what->column, -1, 0};
    bool decided = !nearest || hard_to_round(table->type, exact_entries_value(search->entries),
                                             what->bits, &entry.measure);
    decided = decided && offer(search, &search->nearest, &entry);
    entry.measure = -1;
    decided =
        decided && (!angle || hard_to_reduce(search->entries, what->function, &entry.measure));
    if (!decided || !offer(search, &search->angles, &entry))
        keep_error(search, exact_entries_undecided(search->entries));
}

static void look(struct search *search, uint64_t position, int function, double high, double low,
                 double other, double p) {
    const uint64_t channel = search->channel[function][search->frequency];
    if (channel == NONE)
        return;
    const struct hard_bounds *bounds = &search->bounds;
    bool nearest = hard_heap_wants(&search->nearest, hard_to_round_bound(bounds, high, low));
    const double least = hard_to_reduce_bound(bounds, high, other, p * search->w);
    bool angle = least < INFINITY && hard_heap_wants(&search->angles, least);
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
            if (channel.function == CHANNEL_ZERO || channel.unrotated ||
                (table != own && channel.axis != axis))
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
        if (table_row_apart(table, r))
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

static void search_axis(struct search *search) {
    const struct table *own = search->own;
    struct reference *reference = reference_new(own);
    struct sweep *sweep = sweep_new(own, reference);
    uint64_t begin = search->row_of ? 0 : search->positions.row,
             end = search->row_of ? own->position_count : search->positions.row_end;
    if (table_is_constant(own))
        end = begin + 1; /* all rows are the same */
    search->bounds = hard_bounds_of(own->type, ldexp(SWEEP_ERROR, (int)reference_log2(reference)));
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
        if (table->grid.axes > 0 && !grid_owns(&table->grid, axis))
            continue;
        search.own = table->grid.axes > 0 ? table->axis[axis] : table;
        find_channels(&search, axis);
        if (table->grid.axes > 0)
            find_rows(&search, axis);
        search_axis(&search);
        free(search.channel[SINES]);
        free(search.channel[COSINES]);
        free(search.row_of);
        search.row_of = NULL;
    }
    exact_entry_clear(&search.what);
    hard_heap_sort(&search.nearest);
    hard_heap_sort(&search.angles);
    return (struct hardest){search.nearest, search.angles, search.error};
}
