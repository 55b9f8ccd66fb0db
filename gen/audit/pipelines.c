#include "audit/pipelines.h"
#include "audit/pipeline_slot.h"
#include "base/die.h"
#include "base/text.h"

#include <fenv.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

/* What a channel holds: an end of a slot, which is one frequency of one list, or 0. */
struct slot_channel {
    int list;
    size_t slot, end; /* SINE or COSINE */
};

/* An angle whose sine and cosine were made for a row of these last formats. Pipelines often agree on an angle. */
struct known_angle {
    double x;
    int sine, value;
    uint64_t bits[2];
};

struct pipeline {
    const struct pipeline_row *row;
    char *formats, *name;
    double *w; /* of each slot */
};

struct pipelines {
    const struct table *table;
    struct pipeline_tools tools;
    int lists; /* one, or one for each axis of a grid */
    struct frequency_list list[GRID_AXES];
    struct place place[GRID_AXES];
    size_t first_slot[GRID_AXES + 1];
    size_t channels; /* of all arrays */
    struct slot_channel *channel;
    struct pipeline *pipeline;
    size_t count;
    uint64_t (*bits)[2]; /* of the slots at position `at`, by pipeline `of`; then 0 */
    uint64_t at;
    size_t of;
    struct known_angle
        *known; /* at position `at`: of each slot known_count, with room for `count` */
    size_t *known_count;
};

/* --- to make them */

static bool arithmetic_is_sound(void) {
    return FLT_EVAL_METHOD == 0 && fegetround() == FE_TONEAREST;
}

static void make_lists(struct pipelines *p) {
    bool grid = p->table->grid.axes > 0;
    p->lists = grid ? p->table->grid.axes : 1;
    for (int k = 0; k < p->lists; k++) {
        frequency_list_init(&p->list[k], grid ? p->table->axis[k] : p->table);
        place_init(&p->place[k]);
        p->first_slot[k + 1] = p->first_slot[k] + (size_t)p->list[k].count;
    }
}

static size_t slot_count(const struct pipelines *p) {
    return p->first_slot[p->lists];
}

static void make_channels(struct pipelines *p) {
    const struct table *table = p->table;
    p->channels = (size_t)(table->arrays * table->channel_count);
    p->channel = die_malloc(p->channels * sizeof *p->channel);
    for (size_t j = 0; j < p->channels; j++) {
        struct channel channel = table_channel(table, j);
        uint64_t k = channel.frequency;
        bool zero = channel.function == CHANNEL_ZERO;
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
    p->known = die_malloc(slots * p->count * sizeof *p->known);
    p->known_count = die_malloc(slots * sizeof *p->known_count);
    p->at = UINT64_MAX;
    p->of = SIZE_MAX;
}

static void add(struct pipelines *p, const struct pipeline_row *row) {
    struct pipeline *pipeline = &p->pipeline[p->count++];
    pipeline->row = row;
    pipeline->formats = pipeline_row_formats(row, p->table->type);
    const char *method = pipeline_row_method(row);
    pipeline->name =
        text_format("%s%s%s", pipeline->formats, method ? ", " : "", method ? method : "");
    pipeline->w = die_malloc(slot_count(p) * sizeof *pipeline->w);
    for (int list = 0; list < p->lists; list++)
        for (uint64_t k = 0; k < p->list[list].count; k++)
            pipeline->w[p->first_slot[list] + k] =
                pipeline_frequency(row, &p->list[list], p->tools.ziv, k);
}

struct pipelines *pipelines_new(const struct table *table) {
    struct pipelines *p = die_malloc(sizeof *p);
    *p = (struct pipelines){.table = table};
    p->tools = (struct pipeline_tools){
        .sines = sines_new(), .ziv = ziv_new(), .constant = table_is_constant(table)};
    pipeline_entry_init(&p->tools.entry, table);
    make_lists(p);
    make_channels(p);
    p->pipeline = die_malloc(pipeline_row_count * sizeof *p->pipeline);
    for (size_t k = 0; k < pipeline_row_count && arithmetic_is_sound(); k++)
        if (pipeline_row_applies(&pipeline_rows[k], table))
            add(p, &pipeline_rows[k]);
    make_room(p);
    return p;
}

void pipelines_free(struct pipelines *p) {
    if (!p)
        return;
    for (size_t k = 0; k < p->count; k++) {
        free(p->pipeline[k].formats);
        free(p->pipeline[k].name);
        free(p->pipeline[k].w);
    }
    for (int k = 0; k < p->lists; k++) {
        frequency_list_clear(&p->list[k]);
        place_clear(&p->place[k]);
    }
    pipeline_entry_clear(&p->tools.entry);
    sines_free(p->tools.sines);
    ziv_free(p->tools.ziv);
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

const char *pipelines_formats(const struct pipelines *p, size_t k) {
    return p->pipeline[k].formats;
}

const char *pipelines_meaning(const struct pipelines *p, size_t k) {
    return p->pipeline[k].row->meaning;
}

const char *pipelines_method(const struct pipelines *p, size_t k) {
    return pipeline_row_method(p->pipeline[k].row);
}

const char *pipelines_method_meaning(const struct pipelines *p, size_t k) {
    return pipeline_row_method_meaning(p->pipeline[k].row);
}

/* --- entries */

static void go_to(struct pipelines *p, int list, uint64_t position) {
    const struct table *table = p->table;
    bool grid = table->grid.axes > 0;
    place_go(&p->place[list], p->list[list].table,
             grid ? table_coordinate(table, list, position) : position);
}

static void make_slot(struct pipelines *p, size_t k, int list, size_t slot, uint64_t bits[2]) {
    const struct pipeline *pipeline = &p->pipeline[k];
    pipeline_slot(&p->tools, pipeline->row, &p->list[list], slot - p->first_slot[list],
                  pipeline->w[slot], &p->place[list], bits);
}

static bool is_known(const struct known_angle *known, double x, const struct pipeline_row *row) {
    return memcmp(&known->x, &x, sizeof x) == 0 && known->sine == row->sine &&
           known->value == row->value;
}

/* The same for a row that has an angle, if the places are at position `at`. Each pipeline adds at most one angle. */
static void find_slot(struct pipelines *p, size_t k, int list, size_t slot, uint64_t bits[2]) {
    const struct pipeline_row *row = p->pipeline[k].row;
    struct known_angle *known = p->known + slot * p->count;
    size_t n = 0, count = p->known_count[slot];
    double x = pipeline_angle(row, &p->list[list], slot - p->first_slot[list],
                              p->pipeline[k].w[slot], &p->place[list]);
    while (n < count && !is_known(&known[n], x, row))
        n++;
    if (n == count) {
        known[n] = (struct known_angle){.x = x, .sine = row->sine, .value = row->value};
        pipeline_sines(&p->tools, row, x, known[n].bits);
        p->known_count[slot]++;
    }
    memcpy(bits, known[n].bits, sizeof known[n].bits);
}

/* The slots of a position are made once, for however many pieces of its row. */
static void make_row(struct pipelines *p, size_t k, uint64_t position) {
    bool there = p->at == position;
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

static void read_position(struct pipelines *p, size_t k, uint64_t position, size_t from,
                          size_t count, void *entries) {
    const struct element *type = p->table->type;
    if (table_zero_row(p->table, position)) {
        element_store_zeros(type, entries, 0, count);
        return;
    }
    make_row(p, k, position);
    for (size_t j = 0; j < count; j++) {
        const struct slot_channel *channel = &p->channel[from + j];
        element_store(type, entries, j, p->bits[channel->slot][channel->end]);
    }
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

uint64_t pipelines_same(struct pipelines *p, size_t k, uint64_t position, const uint64_t entries[],
                        uint64_t *digest) {
    uint64_t same = 0, zero = element_zero(p->table->type);
    if (table_zero_row(p->table, position)) {
        for (size_t j = 0; j < p->channels; j++)
            same += entries[j] == zero;
        return same;
    }
    make_row(p, k, position);
    for (size_t j = 0; j < p->channels; j++) {
        const struct slot_channel *channel = &p->channel[j];
        uint64_t bits = p->bits[channel->slot][channel->end];
        same += bits == entries[j];
        *digest = (*digest ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return same;
}

uint64_t pipelines_nan(const struct element *type, uint64_t bits) {
    if (type->fixed)
        return bits;
    uint64_t magnitude = bits & (element_sign(type) - 1);
    bool nan = magnitude > (pipeline_bits(type, INFINITY) & (element_sign(type) - 1));
    return nan ? pipeline_bits(type, NAN) : bits;
}
