#include "audit/pipeline_set.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void go_to(struct pipelines *p, int list, uint64_t position) {
    place_go(&p->place[list], p->list[list].table, table_coordinate(p->table, list, position));
}

static void make_slot(struct pipelines *p, size_t k, int list, size_t slot, uint64_t bits[2]) {
    const struct pipeline *pipeline = &p->pipeline[k];
    pipeline_slot(&p->tools, pipeline->row, &p->list[list], slot - p->first_slot[list],
                  pipeline->w[slot], &p->place[list], bits);
}

/* The same for a row that has an angle, if the places are at position `at`. Each pipeline adds at most one angle. */
static void find_slot(struct pipelines *p, size_t k, int list, size_t slot, uint64_t bits[2]) {
    const struct pipeline_row *row = p->pipeline[k].row;
    struct known_angle *known = p->known + slot * p->count;
    size_t n = 0, count = p->known_count[slot];
    double x = pipeline_angle(row, &p->list[list], slot - p->first_slot[list],
                              p->pipeline[k].w[slot], &p->place[list]);
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

void pipelines_position(struct pipelines *p, size_t k, uint64_t position, uint64_t entries[]) {
    const bool zero = table_zero_row(p->table, position);
    if (!zero)
        make_row(p, k, position);
    for (size_t j = 0; j < p->channels; j++) {
        const struct slot_channel *channel = &p->channel[j];
        entries[j] = zero ? element_zero(p->table->type) : p->bits[channel->slot][channel->end];
    }
}

double pipelines_libm_angle(const struct pipelines *p, size_t k, uint64_t position, size_t j) {
    enum { LIBM_ULPS = 4 };
    const struct pipeline *pipeline = &p->pipeline[k];
    const struct slot_channel *channel = &p->channel[j];
    const bool powers =
        pipeline->row->method > METHOD_EXACT && pipeline->row->method < METHOD_OVER_POW;
    if (!powers || pipeline->row->computed != ROUND_F32 || p->tools.constant ||
        channel->slot >= slot_count(p) || table_zero_row(p->table, position))
        return 0;
    return LIBM_ULPS * (double)FLT_EPSILON *
           fabs(p->place[channel->list].pair.high * pipeline->w[channel->slot]);
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
