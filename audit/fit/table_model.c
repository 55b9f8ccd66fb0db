/* SPDX-License-Identifier: MIT */
#include "fit/table_model.h"
#include "base/die.h"
#include "engine/reference.h"
#include "fit/entries.h"
#include "fit/simplest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- frequencies */

/* Rules of scaling are real numbers that only the reference engine computes. */
static void scaled_frequencies(const struct table *source, uint64_t count, double unit,
                               double w[]) {
    struct table table = *source;
    table.component = COMPONENT_FREQUENCY;
    table.zero_rows.count = table.unrotated_rows.count = 0; /* row 0 has the frequencies */
    table.repeat = REPEAT_NONE;
    table.grid.axes = table.grid.shared = 0;
    table.by_column = false;
    table.arrays = 1;
    table.frequency_count = table.pairs = table.channel_count = count;
    for (const struct element *type = elements; table.type->bytes != 8 || table.type->fixed; type++)
        table.type = type;
    struct reference *reference = reference_new(&table);
    for (uint64_t k = 0; k < count; k++) {
        uint64_t bits = reference_entry(reference, 0, k);
        memcpy(&w[k], &bits, sizeof bits);
        w[k] /= unit;
    }
    reference_free(reference);
}

static double divisor_of(const struct frequencies *frequencies, const struct sizes *sizes) {
    switch (frequencies->spacing) {
    case SPACING_PAIR:
        return (double)sizes->d_model / 2;
    case SPACING_ENDPOINT:
        return (double)sizes->pairs - 1;
    case SPACING_COLUMN:
        return (double)sizes->d_model;
    case SPACING_OVER:
    case SPACINGS:
        break;
    }
    return mpq_get_d(frequencies->over[0]);
}

static void plain_frequencies(const struct table *source, uint64_t count, double w[]) {
    const struct frequencies *frequencies = &source->frequencies;
    const struct sizes sizes = table_sizes(source);
    double logarithm = log(mpq_get_d(frequencies->base));
    double divisor = divisor_of(frequencies, &sizes);
    for (uint64_t k = 0; k < count; k++)
        w[k] = exp(-logarithm * (double)k / divisor);
}

/* --- a model */

static bool is_dyadic(const struct number *x) {
    return mpq_sgn(x->pi) == 0 && mpz_popcount(mpq_denref(x->rational)) == 1;
}

static void axis_open(struct model_axis *axis, const struct table *table) {
    const struct positions *positions = &table->positions;
    *axis = (struct model_axis){.size = table->position_count,
                                .first = number_value(&positions->first[0]),
                                .step = number_value(&positions->step[0]),
                                .low = -INFINITY,
                                .high = INFINITY,
                                .dyadic = is_dyadic(&positions->first[0]) &&
                                          is_dyadic(&positions->step[0]),
                                .absolute = positions->kind == POSITIONS_ABSOLUTE};
    if (positions->has_low)
        axis->low = number_value(&positions->low);
    if (positions->has_high)
        axis->high = number_value(&positions->high);
    if (!positions_list(positions))
        return;
    struct number p;
    number_init(&p);
    axis->listed = die_malloc(axis->size * sizeof *axis->listed);
    for (uint64_t c = 0; c < axis->size; c++) {
        positions_at(positions, c, &p);
        axis->listed[c] = number_value(&p);
        axis->dyadic &= is_dyadic(&p);
    }
    number_clear(&p);
}

/* The axes of a grid may share the frequencies of the table; otherwise each has its own. */
static void open_frequencies(struct model_axis *axis, const struct table *source, uint64_t count,
                             double unit) {
    axis->count = count;
    axis->w = die_malloc(count * sizeof *axis->w);
    if (scaling_is_given(&source->frequencies.scaling) || source->frequencies.list.count > 0)
        scaled_frequencies(source, count, unit, axis->w);
    else
        plain_frequencies(source, count, axis->w);
}

/* What sines and cosines are multiplied by before they are rounded. That of a rule of scaling only the engine knows. */
static double multiplier_of(const struct table *table) {
    double multiplier = sqrt(mpq_get_d(table->multiplier_squared));
    if (table->amplitude_negative)
        multiplier = -multiplier;
    if (!table->multiplier_rule)
        return multiplier;
    const struct table *any = table->grid.axes > 0 ? table->axis[table->grid.columns[0]] : table;
    struct double_double value[2];
    struct reference *reference = reference_new(any);
    reference_seed(reference, SEED_POSITION, 0, 0, value);
    reference_free(reference);
    return hypot(value[0].high, value[1].high);
}

void model_open(struct table_model *model, const struct table *table) {
    const bool grid = table->grid.axes > 0;
    const double multiplier = multiplier_of(table);
    const struct measure measure = measure_of(table);
    *model = (struct table_model){.table = table,
                                  .positions = table->position_count,
                                  .channels = table->channel_count,
                                  .amplitude = multiplier,
                                  .axes = grid ? table->grid.axes : 1};
    if (table->type->scaled)
        model->amplitude *= measure.unit;
    else if (table->type->fixed)
        model->amplitude /= table->type->factor;
    for (int a = 0; a < model->axes; a++) {
        const struct table *own = grid ? table->axis[a] : table;
        const struct table *source = table->grid.shared ? table : own;
        axis_open(&model->axis[a], own);
        open_frequencies(&model->axis[a], source,
                         table->grid.shared ? table->pairs : own->frequency_count, multiplier);
    }
    const uint64_t channels = table->arrays * model->channels;
    model->channel = die_malloc(channels * sizeof *model->channel);
    for (uint64_t j = 0; j < channels; j++)
        model->channel[j] = table_channel(table, j);
}

void model_close(struct table_model *model) {
    for (int a = 0; a < model->axes; a++) {
        free(model->axis[a].w);
        free(model->axis[a].listed);
    }
    free(model->channel);
}

/* --- words */

static void resolve_listed(struct trial *trial, const char *const given[WORDS],
                           const struct text *positions, struct faults *faults) {
    memcpy(trial->given, given, sizeof trial->given);
    trial->model = (struct table_model){.table = NULL};
    request_begin(&trial->request, trial->given, NULL);
    if (given[POSITIONS_FILE] && positions) {
        struct request_file *file = &trial->request.file[POSITIONS_FILE];
        file->path = text_format("%s", given[POSITIONS_FILE]);
        text_append(&file->text, *positions);
    }
    request_open(&trial->request, faults);
    trial->table = faults->count == 0 ? table_resolve(&trial->request) : NULL;
}

void trial_resolve(struct trial *trial, const char *const given[WORDS], struct faults *faults) {
    resolve_listed(trial, given, NULL, faults);
}

bool trial_open(struct trial *trial, const char *const given[WORDS]) {
    return trial_open_listed(trial, given, NULL);
}

bool trial_open_listed(struct trial *trial, const char *const given[WORDS],
                       const struct text *positions) {
    struct faults faults = {NULL, 0};
    resolve_listed(trial, given, positions, &faults);
    const bool sound = faults.count == 0;
    faults_free(&faults);
    if (!sound)
        trial_close(trial);
    return sound;
}

struct table_model *trial_model(struct trial *trial) {
    if (!trial->model.table)
        model_open(&trial->model, trial->table);
    return &trial->model;
}

void trial_close(struct trial *trial) {
    model_close(&trial->model);
    table_free(trial->table);
    request_free(&trial->request);
    trial->table = NULL;
}

uint64_t model_coordinate(const struct table_model *model, int axis, uint64_t position) {
    return table_coordinate(model->table, axis, position);
}

double model_position(const struct model_axis *axis, uint64_t coordinate) {
    if (coordinate == TABLE_ORIGIN)
        return 0;
    double p =
        axis->listed ? axis->listed[coordinate] : axis->first + axis->step * (double)coordinate;
    p = p < axis->low ? axis->low : p > axis->high ? axis->high : p;
    return axis->absolute ? fabs(p) : p;
}

struct model_row model_row_at(const struct table_model *model, uint64_t position) {
    struct model_row row = {.zero = table_zero_row(model->table, position)};
    for (int a = 0; a < model->axes; a++)
        row.position[a] = model_position(&model->axis[a], model_coordinate(model, a, position));
    return row;
}

double model_row_angle(const struct table_model *model, const struct model_row *row, uint64_t j) {
    const struct channel *channel = &model->channel[j];
    if (channel->function == CHANNEL_ZERO || channel->unrotated || row->zero)
        return 0;
    const double w = model->axis[channel->axis].w[channel->frequency];
    return channel->function == CHANNEL_FREQUENCY ? w : w * row->position[channel->axis];
}

double model_row_entry(const struct table_model *model, const struct model_row *row, uint64_t j,
                       double angle) {
    const enum function function = model->channel[j].function;
    if (function == CHANNEL_ZERO || row->zero)
        return 0;
    return model->amplitude * (function == CHANNEL_FREQUENCY ? angle
                               : function == CHANNEL_SINE    ? sin(angle)
                                                             : cos(angle));
}

double model_entry(const struct table_model *model, uint64_t position, uint64_t j) {
    const struct model_row row = model_row_at(model, position);
    return model_row_entry(model, &row, j, model_row_angle(model, &row, j));
}
