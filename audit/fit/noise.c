/* SPDX-License-Identifier: MIT */
#include "fit/noise.h"
#include "base/die.h"
#include "pipelines/pipelines.h"
#include "pipelines/rounded.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const noise_names[NOISE_LEVELS] = {"float64", "float32"};
static const enum rounded_type format_of[NOISE_LEVELS] = {ROUND_F64, ROUND_F32};
enum { LIBM_ULPS = 4 };
static const double epsilon_of[NOISE_LEVELS] = {DBL_EPSILON, FLT_EPSILON};

/* --- what a computation rounds */

/* If a computation is far more exact than the numbers of the array, an entry whose bits are wrong must be close to a
 * midpoint, which doubles show, except in a table of factors, which the model doesn't have. */
static bool noise_is_coarse(const struct noise *noise) {
    const struct table *table = noise->model->table;
    return (noise->grain.relative > 0x1p11 * epsilon_of[noise->level] || table->type->fixed) &&
           table->component != COMPONENT_FACTOR;
}

/* How far a number is beyond those of an integer type, which hold the first or the last of them then. */
static double beyond_type(const struct noise *noise, double exact) {
    const struct element *type = noise->model->table->type;
    const double unit = 2 * noise->grain.absolute,
                 low = (double)(type->lowest - type->zero_point) * unit,
                 high = (double)(type->highest - type->zero_point) * unit;
    return !type->fixed ? 0 : fmax(0, fmax(low - exact, exact - high));
}

/* A frequency may be right by chance: those beside it say how it might have been. */
static double largest_near(const double error[], uint64_t count, uint64_t j) {
    enum { BESIDE = 4 };
    double largest = 0;
    for (uint64_t k = j > BESIDE ? j - BESIDE : 0; k <= j + BESIDE && k < count; k++)
        largest = fmax(largest, error[k]);
    return largest;
}

void noise_open(struct noise *noise, const struct table_model *model, const struct grain *grain) {
    enum { TIMES = 2 };
    struct pipelines *pipelines = pipelines_new(model->table, PIPELINES_WIDE);
    double *error = die_malloc(model->channels * sizeof *error);
    *noise = (struct noise){
        .model = model, .grain = *grain, .level = grain->wide ? NOISE_F64 : NOISE_F32};
    for (int level = 0; level < NOISE_LEVELS; level++) {
        noise->relative[level] = die_malloc(model->channels * sizeof *error);
        for (uint64_t j = 0; j < model->channels; j++)
            error[j] = pipelines_frequency_error(pipelines, format_of[level], (size_t)j);
        for (uint64_t j = 0; j < model->channels; j++)
            noise->relative[level][j] =
                TIMES * largest_near(error, model->channels, j) + LIBM_ULPS * epsilon_of[level];
    }
    free(error);
    pipelines_free(pipelines);
}

void noise_close(struct noise *noise) {
    for (int level = 0; level < NOISE_LEVELS; level++)
        free(noise->relative[level]);
}

/* How far off the angle of a computation may be. The first position may be a number that no float is. */
static double error_of_angle(const struct noise *noise, int level, uint64_t j, double angle) {
    const struct table_model *model = noise->model;
    const struct channel *channel = &model->channel[j % model->channels];
    const struct model_axis *axis = &model->axis[channel->axis];
    const bool turns = channel->function == CHANNEL_SINE || channel->function == CHANNEL_COSINE,
               rounded = turns && (double)(float)axis->first != axis->first;
    return fabs(angle) * noise->relative[level][j % model->channels] +
           (rounded ? fabs(axis->first) * axis->w[channel->frequency] * epsilon_of[level] : 0);
}

static double angle_at(const struct noise *noise, uint64_t position, uint64_t j) {
    const struct model_row row = model_row_at(noise->model, position);
    return model_row_angle(noise->model, &row, j);
}

double noise_of_position(const struct noise *noise, uint64_t position, uint64_t j) {
    const struct table_model *model = noise->model;
    const struct channel *channel = &model->channel[j % model->channels];
    const struct model_axis *axis = &model->axis[channel->axis];
    const double numbers[] = {
        axis->first, axis->step,
        model_position(axis, model_coordinate(model, channel->axis, position))};
    bool is_number = axis->dyadic;
    for (size_t k = 0; k < 3 && noise->level == NOISE_F32; k++)
        is_number &= (double)(float)numbers[k] == numbers[k];
    return is_number || channel->function == CHANNEL_ZERO
               ? 0
               : 2 * epsilon_of[noise->level] *
                     fabs(angle_at(noise, position, j) * model->amplitude);
}

/* The largest error of an angle that leaves something to tell entries by: an eighth of what the angles of its column differ
 * by, or of a whole wave. Positions that are closer to each other than their errors explain nearly any column. */
static double largest_error(const struct noise *noise, uint64_t j) {
    const double eighth = 0.125, wave = 2;
    const struct channel *channel = &noise->model->channel[j % noise->model->channels];
    const struct model_axis *axis = &noise->model->axis[channel->axis];
    if (channel->function == CHANNEL_ZERO || axis->size == 1)
        return eighth * wave;
    const double turned = fabs(axis->step) * (double)(axis->size - 1) * axis->w[channel->frequency];
    return eighth * fmin(turned, wave);
}

/* How far off a computation may be, before its result is rounded to the array's grain. Where the errors of its angles are
 * too large, only what doubles leave is explained. */
static double bound_of_steps(const struct noise *noise, uint64_t j, double angle, double wanted) {
    const double most = largest_error(noise, j),
                 libm = LIBM_ULPS * epsilon_of[noise->level] * fabs(wanted);
    double error = error_of_angle(noise, noise->level, j, angle);
    if (error > most)
        error = error_of_angle(noise, NOISE_F64, j, angle);
    return libm + (error > most ? 0 : error) * noise->model->amplitude;
}

double noise_bound(const struct noise *noise, uint64_t position, uint64_t j, double wanted) {
    return bound_of_steps(noise, j, angle_at(noise, position, j), wanted) +
           grain_at(&noise->grain, wanted);
}

double noise_bound_of_angle(const struct noise *noise, uint64_t j, double angle, double exact) {
    const struct grain *grain = &noise->grain;
    const double steps = bound_of_steps(noise, j, angle, exact);
    int exponent;
    if (!noise_is_coarse(noise))
        return steps + grain_at(grain, exact);
    /* Numbers in [2^(exponent - 1), 2^exponent) are 2^(exponent - precision) apart, and relative is 2^(1 - precision). */
    frexp(fabs(exact) + steps, &exponent);
    const bool is_cut_to_0 =
        grain->cut == CUT_TO_ZERO && fabs(exact) <= 2 * grain->absolute + steps;
    return steps + ldexp(grain->relative, exponent - 2) + grain->absolute * (is_cut_to_0 ? 2 : 1) +
           beyond_type(noise, exact);
}

double noise_bound_of_exact(const struct noise *noise, uint64_t position, uint64_t j,
                            double exact) {
    return noise_bound_of_angle(noise, j, angle_at(noise, position, j), exact);
}

bool noise_explains(const struct noise *noise, uint64_t position, uint64_t j, double got,
                    double wanted) {
    if (!noise_is_coarse(noise))
        return fabs(got - wanted) <= noise_bound(noise, position, j, wanted);
    const double exact = model_entry(noise->model, position, j);
    return fabs(grain_middle(&noise->grain, got) - exact) <=
           noise_bound_of_exact(noise, position, j, exact);
}

bool noise_leaves_signal(const struct noise *noise) {
    enum { ROWS = 16 };
    const struct table_model *model = noise->model;
    const uint64_t every = model->positions / ROWS + 1;
    const double most = fabs(model->amplitude) / 8;
    uint64_t seen = 0, hidden = 0;
    for (uint64_t p = 0; p < model->positions; p += every)
        for (uint64_t j = 0; j < model->channels; j++) {
            const double error = error_of_angle(noise, noise->level, j, angle_at(noise, p, j));
            hidden += error * fabs(model->amplitude) + grain_at(&noise->grain, 0) > most;
            seen++;
        }
    return 2 * hidden <= seen;
}
