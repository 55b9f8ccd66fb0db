#include "audit/pipelines.h"
#include "audit/pipeline_set.h"
#include "base/arithmetic.h"
#include "base/die.h"
#include "base/text.h"
#include "engine/reference.h"

#include <stdlib.h>

static bool arithmetic_is_sound(void) {
    return ARITHMETIC_BINARY64 && arithmetic_rounds_to_nearest();
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

/* What the method of a row computes; rows whose methods take the same steps share that. */
static double *computed_by(const struct pipelines *p, const struct pipeline_row *row) {
    for (size_t k = 0; k < p->count; k++)
        if (p->pipeline[k].row->method == row->method &&
            p->pipeline[k].row->computed == row->computed)
            return p->pipeline[k].computed;
    double *computed = die_malloc(slot_count(p) * sizeof *computed);
    for (int list = 0; list < p->lists; list++)
        for (uint64_t k = 0; k < p->list[list].count; k++)
            computed[p->first_slot[list] + k] =
                pipeline_frequency(&p->list[list], row->method, row->computed, p->tools.ziv, k);
    return computed;
}

static void add(struct pipelines *p, const struct pipeline_row *row) {
    const char *method = pipeline_row_method(row);
    struct pipeline pipeline = {.row = row, .computed = computed_by(p, row)};
    pipeline.formats = pipeline_row_formats(row, p->table->type);
    pipeline.name =
        text_format("%s%s%s", pipeline.formats, method ? ", " : "", method ? method : "");
    pipeline.w = die_malloc(slot_count(p) * sizeof *pipeline.w);
    for (size_t slot = 0; slot < slot_count(p); slot++)
        pipeline.w[slot] = row->frequency == ROUND_NOT
                               ? NAN
                               : rounded((enum rounding)row->frequency, pipeline.computed[slot]);
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
    p->tools = (struct pipeline_tools){
        .sines = sines_new(), .ziv = ziv_new(), .constant = table_is_constant(table)};
    pipeline_entry_init(&p->tools.entry, table);
    make_lists(p);
    make_channels(p);
    p->pipeline = die_malloc(pipeline_row_count * sizeof *p->pipeline);
    for (size_t k = 0; k < pipeline_row_count && arithmetic_is_sound(); k++)
        if (pipeline_row_applies(&pipeline_rows[k], table, narrow))
            add(p, &pipeline_rows[k]);
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

static bool is_narrow(int format) {
    return format == ROUND_BF16 || format == ROUND_F16;
}

bool pipelines_coarse(const struct pipelines *p, size_t k) {
    const struct pipeline_row *row = p->pipeline[k].row;
    return is_narrow(row->frequency) || is_narrow(row->position) || is_narrow(row->product) ||
           is_narrow(row->angle);
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
