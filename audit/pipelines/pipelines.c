/* SPDX-License-Identifier: MIT */
#include "pipelines/pipelines.h"
#include "base/die.h"
#include "base/integer.h"
#include "base/text.h"
#include "engine/reference.h"
#include "pipelines/pipeline_steps.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A slot is one frequency of one list. It has two entries at each position, a sine and a cosine, and a channel holds one of
 * them. One more slot, the last, is for channels that are 0 or not rotated. */
struct slot_channel {
    int list;
    size_t slot, function; /* SINE or COSINE */
};

enum { FORMATS = ROUND_NOT + 1 };

struct pipelines {
    const struct table *table;
    struct pipeline_tools tools;
    int lists; /* one, or one for each axis of a grid */
    struct frequency_list list[GRID_AXES];
    struct pipeline_position position[GRID_AXES];
    size_t first_slot[GRID_AXES + 1];
    size_t channels; /* of all arrays */
    struct slot_channel *channel;
    struct pipeline *pipeline;
    size_t count;
    /* What a method computes for each slot in steps of one format, rounded to another or the same; NULL: no row needs it. */
    double *w[METHODS][FORMATS][FORMATS];
    uint64_t (*bits)[2]; /* entries of each slot, computed for position `at` by pipeline `by` */
    uint64_t at;
    size_t by;
    bool zero;                  /* was the last row one of zeros? */
    struct known_angles *known; /* of each slot at position `at` */
};

static size_t slot_count(const struct pipelines *p) {
    return p->first_slot[p->lists];
}

static bool arithmetic_is_sound(void) {
    return ARITHMETIC_BINARY64 && arithmetic_rounds_to_nearest();
}

static void make_lists(struct pipelines *p) {
    bool grid = p->table->grid.axes > 0;
    p->lists = grid ? p->table->grid.axes : 1;
    for (int k = 0; k < p->lists; k++) {
        frequency_list_init(&p->list[k], grid ? p->table->axis[k] : p->table);
        pipeline_position_init(&p->position[k]);
        p->first_slot[k + 1] = p->first_slot[k] + (size_t)p->list[k].count;
    }
}

static void make_channels(struct pipelines *p) {
    const struct table *table = p->table;
    p->channels = (size_t)(table->arrays * table->channel_count);
    p->channel = die_malloc(p->channels * sizeof *p->channel);
    for (size_t j = 0; j < p->channels; j++) {
        struct channel channel = table_channel(table, j);
        uint64_t k = channel.frequency;
        bool zero = channel.function == CHANNEL_ZERO || channel.unrotated;
        if (table->grid.axes > 0 && !zero)
            k = table_channel(table->axis[channel.axis], channel.column).frequency;
        p->channel[j] = (struct slot_channel){
            channel.axis, zero ? slot_count(p) : p->first_slot[channel.axis] + (size_t)k,
            channel.function == CHANNEL_COSINE ? COSINE : SINE};
    }
}

static void make_room(struct pipelines *p) {
    size_t slots = slot_count(p);
    p->bits = die_malloc((slots + 1) * sizeof *p->bits);
    p->bits[slots][SINE] = element_zero(p->table->type);
    if (p->table->unrotated_columns > 0)
        reference_origin(p->table, p->bits[slots]);
    p->known = die_malloc((slots + 1) * sizeof *p->known);
    struct known_angle *list = die_malloc((slots + 1) * p->count * sizeof *list);
    for (size_t slot = 0; slot <= slots; slot++)
        p->known[slot].list = list + slot * p->count;
    p->at = UINT64_MAX;
    p->by = SIZE_MAX;
}

static double *make_frequencies(const struct pipelines *p, enum method method, int format) {
    double *w = die_malloc(slot_count(p) * sizeof *w);
    for (int list = 0; list < p->lists; list++)
        for (uint64_t k = 0; k < p->list[list].count; k++)
            w[p->first_slot[list] + k] =
                pipeline_frequency(&p->list[list], method, format, p->tools.ziv, k);
    return w;
}

static const double *frequencies_of(struct pipelines *p, enum method method, int computed,
                                    int format) {
    double **w = &p->w[method][computed][format];
    if (!*w && format == computed) {
        *w = make_frequencies(p, method, format);
    } else if (!*w) {
        const double *from = frequencies_of(p, method, computed, computed);
        *w = die_malloc(slot_count(p) * sizeof **w);
        for (size_t slot = 0; slot < slot_count(p); slot++)
            (*w)[slot] = rounded((enum rounded_type)format, from[slot]);
    }
    return *w;
}

static void add(struct pipelines *p, const struct pipeline_row *row, enum method method) {
    const char *name = method_names[method];
    struct pipeline *pipeline = &p->pipeline[p->count++];
    *pipeline = (struct pipeline){.row = row, .method = method};
    pipeline->formats = pipeline_row_formats(row, p->table->type);
    pipeline->name = text_format("%s%s%s", pipeline->formats, name ? ", " : "", name ? name : "");
    pipeline->w = frequencies_of(p, method, row->computed, row->frequency);
}

struct pipelines *pipelines_new(const struct table *table, int narrow) {
    struct pipelines *p = die_malloc(sizeof *p);
    *p = (struct pipelines){.table = table};
    pipeline_tools_init(&p->tools, table);
    make_lists(p);
    make_channels(p);
    p->pipeline = die_malloc(pipeline_row_count * METHODS * sizeof *p->pipeline);
    for (size_t k = 0; k < pipeline_row_count && arithmetic_is_sound(); k++) {
        const struct pipeline_row *row = &pipeline_rows[k];
        const bool applies = pipeline_row_applies(row, table, narrow);
        for (enum method method = METHOD_EXACT; applies && method < METHODS; method++)
            if (pipeline_row_has(row, method, table))
                add(p, row, method);
    }
    make_room(p);
    return p;
}

void pipelines_free(struct pipelines *p) {
    if (!p)
        return;
    for (size_t k = 0; k < p->count; k++) {
        free(p->pipeline[k].formats);
        free(p->pipeline[k].name);
    }
    for (int method = 0; method < METHODS; method++)
        for (int k = 0; k < FORMATS * FORMATS; k++)
            free(p->w[method][k / FORMATS][k % FORMATS]);
    for (int k = 0; k < p->lists; k++) {
        frequency_list_clear(&p->list[k]);
        pipeline_position_clear(&p->position[k]);
    }
    pipeline_tools_clear(&p->tools);
    free(p->pipeline);
    free(p->channel);
    free(p->bits);
    free(p->known[0].list);
    free(p->known);
    free(p);
}

size_t pipelines_count(const struct pipelines *p) {
    return p->count;
}

const struct pipeline *pipelines_list(const struct pipelines *p) {
    return p->pipeline;
}

/* Computes all slots of a position, unless the last call did. */
static void make_row(struct pipelines *p, size_t k, uint64_t position) {
    bool there = p->at == position;
    p->zero = table_zero_row(p->table, position);
    if (p->zero)
        return;
    if (p->by == k && (there || p->tools.constant))
        return;
    for (size_t slot = 0; slot < slot_count(p) && !there; slot++)
        p->known[slot].count = 0;
    p->by = k;
    p->at = position;
    for (int list = 0; list < p->lists; list++) {
        const struct pipeline *pipeline = &p->pipeline[k];
        const size_t first = p->first_slot[list];
        pipeline_position_go(&p->position[list], p->list[list].table,
                             table_coordinate(p->table, list, position));
        for (size_t slot = first; slot < p->first_slot[list + 1]; slot++)
            pipeline_slot(&p->tools, pipeline->row, pipeline->method, &p->list[list], slot - first,
                          pipeline->w[slot], &p->position[list], &p->known[slot], p->bits[slot]);
    }
}

/* The entry of channel j at the position of the last row. */
static uint64_t entry_of(const struct pipelines *p, size_t j) {
    const struct slot_channel *channel = &p->channel[j];
    return p->zero ? element_zero(p->table->type) : p->bits[channel->slot][channel->function];
}

void pipelines_position(struct pipelines *p, size_t k, uint64_t position, uint64_t entries[]) {
    make_row(p, k, position);
    for (size_t j = 0; j < p->channels; j++)
        entries[j] = entry_of(p, j);
}

size_t pipelines_slots(const struct pipelines *p) {
    return slot_count(p) + 1;
}

size_t pipelines_slot(const struct pipelines *p, size_t j) {
    return p->channel[j].slot;
}

static double moved(int format, double w, int ulps) {
    const double way = ulps > 0 ? INFINITY : -INFINITY;
    for (int n = abs(ulps); n > 0; n--)
        w = format == ROUND_F32   ? (double)nextafterf((float)w, (float)way)
            : format == ROUND_F64 ? nextafter(w, way)
                                  : w;
    return w;
}

void pipelines_move(struct pipelines *p, size_t k, const int ulps[]) {
    const struct pipeline *pipeline = &p->pipeline[k];
    const struct pipeline_row *row = pipeline->row;
    double *w = p->w[pipeline->method][row->computed][row->frequency];
    for (size_t slot = 0; slot < slot_count(p); slot++)
        w[slot] = moved(row->frequency, w[slot], ulps[slot]);
    p->at = UINT64_MAX; /* no row is complete any more */
    p->by = SIZE_MAX;
}

double pipelines_frequency_error(const struct pipelines *p, int format, size_t j) {
    const struct slot_channel *channel = &p->channel[j];
    double largest = 0;
    if (channel->slot >= slot_count(p))
        return 0;
    const struct double_double *exact =
        &p->list[channel->list].pair[channel->slot - p->first_slot[channel->list]];
    for (size_t k = 0; k < p->count; k++) {
        const struct pipeline *pipeline = &p->pipeline[k];
        const double w = pipeline->w[channel->slot],
                     times = pipeline->method == METHOD_OVER_POW ? 1 / w : w;
        if (pipeline->row->frequency == format && pipeline->method != METHOD_ITERATED && times > 0)
            largest = fmax(largest, fabs((times - exact->high - exact->low) / exact->high));
    }
    return largest;
}

uint64_t pipelines_nan(const struct element *type, uint64_t bits) {
    const bool nan = !type->fixed && (bits & (element_sign(type) - 1)) > element_infinity(type);
    return nan ? pipeline_bits(type, NAN) : bits;
}
