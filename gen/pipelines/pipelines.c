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

/* What a channel holds: an end of a slot, which is one frequency of one list, or 0. */
struct slot_channel {
    int list;
    size_t slot, end; /* SINE or COSINE */
};

/* An angle whose sine and cosine were rounded to a format. Pipelines often agree on an angle, and mostly on the format
 * after that, too: then on the entries. */
struct known_angle {
    uint64_t angle; /* its bits: NaN equals itself */
    int sine, value;
    struct pipeline_sines sines;
    uint64_t bits[2];
};

struct pipeline {
    const struct pipeline_row *row;
    enum method method;
    char *formats, *name;
    double *computed, *w; /* of each slot: what the method computes, and what that is rounded to */
};

struct pipelines {
    const struct table *table;
    struct pipeline_tools tools;
    int lists; /* one, or one for each axis of a grid */
    struct frequency_list list[GRID_AXES];
    struct pipeline_position place[GRID_AXES];
    size_t first_slot[GRID_AXES + 1];
    size_t channels; /* of all arrays */
    struct slot_channel *channel;
    struct pipeline *pipeline;
    size_t count;
    uint64_t (*bits)[2]; /* of the slots at position `at`, by pipeline `of`; then 0 */
    uint64_t at;
    size_t of;
    bool zero; /* is the last row that was made one of zeros? */
    struct known_angle
        *known; /* at position `at`: of each slot known_count, with room for `count` */
    size_t *known_count;
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
        pipeline_position_init(&p->place[k]);
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
    p->known = die_malloc(slots * p->count * sizeof *p->known);
    p->known_count = die_malloc(slots * sizeof *p->known_count);
    p->at = UINT64_MAX;
    p->of = SIZE_MAX;
}

/* What the method of a row computes; pipelines whose methods take the same steps share that. */
static double *computed_by(const struct pipelines *p, const struct pipeline_row *row,
                           enum method method) {
    for (size_t k = 0; k < p->count; k++)
        if (p->pipeline[k].method == method && p->pipeline[k].row->computed == row->computed)
            return p->pipeline[k].computed;
    double *computed = die_malloc(slot_count(p) * sizeof *computed);
    for (int list = 0; list < p->lists; list++)
        for (uint64_t k = 0; k < p->list[list].count; k++)
            computed[p->first_slot[list] + k] =
                pipeline_frequency(&p->list[list], method, row->computed, p->tools.ziv, k);
    return computed;
}

static void add(struct pipelines *p, const struct pipeline_row *row, enum method method) {
    const char *name = method_texts[method].name;
    struct pipeline pipeline = {
        .row = row, .method = method, .computed = computed_by(p, row, method)};
    pipeline.formats = pipeline_row_formats(row, p->table->type);
    pipeline.name = text_format("%s%s%s", pipeline.formats, name ? ", " : "", name ? name : "");
    pipeline.w = die_malloc(slot_count(p) * sizeof *pipeline.w);
    for (size_t slot = 0; slot < slot_count(p); slot++)
        pipeline.w[slot] = row->frequency == ROUND_NOT ? NAN
                                                       : rounded((enum rounded_type)row->frequency,
                                                                 pipeline.computed[slot]);
    p->pipeline[p->count++] = pipeline;
}

static void free_pipeline(struct pipelines *p, size_t k) {
    const double *computed = p->pipeline[k].computed;
    bool last = true; /* of those that share it */
    for (size_t after = k + 1; after < p->count; after++)
        last = last && p->pipeline[after].computed != computed;
    if (last)
        free(p->pipeline[k].computed);
    free(p->pipeline[k].formats);
    free(p->pipeline[k].name);
    free(p->pipeline[k].w);
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
    for (size_t k = 0; k < p->count; k++)
        free_pipeline(p, k);
    for (int k = 0; k < p->lists; k++) {
        frequency_list_clear(&p->list[k]);
        pipeline_position_clear(&p->place[k]);
    }
    pipeline_tools_clear(&p->tools);
    free(p->pipeline);
    free(p->channel);
    free(p->bits);
    free(p->known);
    free(p->known_count);
    free(p);
}

size_t pipelines_count(const struct pipelines *p) {
    return p->count;
}

const char *pipelines_name(const struct pipelines *p, size_t k) {
    return p->pipeline[k].name;
}

static bool is_narrow(int format) {
    return format == ROUND_BF16 || format == ROUND_F16;
}

bool pipelines_coarse(const struct pipelines *p, size_t k) {
    const struct pipeline_row *row = p->pipeline[k].row;
    return is_narrow(row->frequency) || is_narrow(row->position) || is_narrow(row->product) ||
           is_narrow(row->angle);
}

bool pipelines_iterated(const struct pipelines *p, size_t k) {
    return p->pipeline[k].method == METHOD_ITERATED;
}

const char *pipelines_formats(const struct pipelines *p, size_t k) {
    return p->pipeline[k].formats;
}

const struct pipeline_row *pipelines_row(const struct pipelines *p, size_t k) {
    return p->pipeline[k].row;
}

const char *pipelines_method(const struct pipelines *p, size_t k) {
    return method_texts[p->pipeline[k].method].name;
}

const char *pipelines_method_meaning(const struct pipelines *p, size_t k) {
    return method_texts[p->pipeline[k].method].meaning;
}

static void go_to(struct pipelines *p, int list, uint64_t position) {
    pipeline_position_go(&p->place[list], p->list[list].table,
                         table_coordinate(p->table, list, position));
}

static void make_slot(struct pipelines *p, size_t k, int list, size_t slot, uint64_t bits[2]) {
    const struct pipeline *pipeline = &p->pipeline[k];
    pipeline_slot(&p->tools, pipeline->row, pipeline->method, &p->list[list],
                  slot - p->first_slot[list], pipeline->w[slot], &p->place[list], bits);
}

/* The same for a row that has an angle, if the places are at position `at`. Each pipeline adds at most one angle. */
static void find_slot(struct pipelines *p, size_t k, int list, size_t slot, uint64_t bits[2]) {
    const struct pipeline_row *row = p->pipeline[k].row;
    struct known_angle *known = p->known + slot * p->count;
    size_t n = 0, count = p->known_count[slot];
    double x = pipeline_angle(row, p->pipeline[k].method, &p->list[list],
                              slot - p->first_slot[list], p->pipeline[k].w[slot], &p->place[list]);
    uint64_t angle;
    memcpy(&angle, &x, sizeof angle);
    while (n < count && !(known[n].angle == angle && known[n].sine == row->sine))
        n++;
    if (n == count) {
        known[n] = (struct known_angle){.angle = angle,
                                        .sine = row->sine,
                                        .value = row->value,
                                        .sines = pipeline_sines(&p->tools, row, x)};
        pipeline_sine_bits(&p->tools, row, &known[n].sines, known[n].bits);
        p->known_count[slot]++;
    }
    if (known[n].value == row->value)
        memcpy(bits, known[n].bits, sizeof known[n].bits);
    else
        pipeline_sine_bits(&p->tools, row, &known[n].sines, bits);
}

/* The slots of a position are made once, for however many pieces of its row. */
static void make_row(struct pipelines *p, size_t k, uint64_t position) {
    bool there = p->at == position;
    p->zero = table_zero_row(p->table, position);
    if (p->zero)
        return;
    if (p->of == k && (there || p->tools.constant))
        return;
    if (!there)
        memset(p->known_count, 0, slot_count(p) * sizeof *p->known_count);
    p->of = k;
    p->at = position;
    bool has_angle = pipeline_has_angle(&p->tools, p->pipeline[k].row);
    for (int list = 0; list < p->lists; list++) {
        go_to(p, list, position);
        for (size_t slot = p->first_slot[list]; slot < p->first_slot[list + 1]; slot++)
            (has_angle ? find_slot : make_slot)(p, k, list, slot, p->bits[slot]);
    }
}

/* The entry of channel j at the position of the last row. */
static uint64_t entry_of(const struct pipelines *p, size_t j) {
    const struct slot_channel *channel = &p->channel[j];
    return p->zero ? element_zero(p->table->type) : p->bits[channel->slot][channel->end];
}

static void read_position(struct pipelines *p, size_t k, uint64_t position, size_t from,
                          size_t count, void *entries) {
    make_row(p, k, position);
    for (size_t j = 0; j < count; j++)
        element_store(p->table->type, entries, j, entry_of(p, from + j));
}

static void read_channel(struct pipelines *p, size_t k, size_t j, uint64_t from, size_t count,
                         void *entries) {
    const struct slot_channel *channel = &p->channel[j];
    const uint64_t zero = element_zero(p->table->type);
    for (size_t n = 0; n < count; n++) {
        uint64_t bits[2] = {zero, zero};
        if (channel->slot < slot_count(p) && !table_zero_row(p->table, from + n)) {
            go_to(p, channel->list, from + n);
            make_slot(p, k, channel->list, channel->slot, bits);
        }
        element_store(p->table->type, entries, n, bits[channel->end]);
    }
}

void pipelines_compute(struct pipelines *p, size_t k, uint64_t row, uint64_t from, size_t count,
                       void *entries) {
    const struct table *table = p->table;
    if (table->channel_major)
        read_channel(p, k, (size_t)row, from, count, entries);
    else
        read_position(p, k, row % table->rows,
                      (size_t)(row / table->rows * table->channel_count + from), count, entries);
}

void pipelines_position(struct pipelines *p, size_t k, uint64_t position, uint64_t entries[]) {
    make_row(p, k, position);
    for (size_t j = 0; j < p->channels; j++)
        entries[j] = entry_of(p, j);
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

uint64_t pipelines_same(struct pipelines *p, size_t k, uint64_t position, const uint64_t entries[],
                        uint64_t *digest) {
    uint64_t same = 0;
    make_row(p, k, position);
    for (size_t j = 0; j < p->channels; j++) {
        const uint64_t bits = entry_of(p, j);
        same += bits == entries[j];
        *digest = (*digest ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return same;
}

uint64_t pipelines_nan(const struct element *type, uint64_t bits) {
    if (type->fixed)
        return bits;
    /* the exponent of infinity is all ones, and that of NaN, whose fraction isn't 0 */
    const uint64_t sign = element_sign(type),
                   infinity = sign - (UINT64_C(1) << (type->precision - 1));
    return (bits & (sign - 1)) > infinity ? pipeline_bits(type, NAN) : bits;
}
