#include "audit/guess_search.h"

#include <math.h>

/* An error above LIMIT times the amplitude says only that the entry is another number. A part of the sample is near if its
 * mean error is below NEAR times the amplitude, and well below that of the mean of the row or the column, whichever is
 * nearer: a table of zeros is near to very slow waves, but they explain nothing. All parts together must be explained too,
 * but less well: positions in bf16 leave only the slow columns of large positions. */
static const double LIMIT = 0.05, NEAR = 0.01, EXPLAINED = 0.3, ALL_EXPLAINED = 0.7;
enum { PARTS = 8 };

static double limited(double error, double limit) {
    return error < limit ? error : limit; /* NaN too */
}

/* The errors of a part of the sample, of every so many rows and channels. */
struct sum {
    double error, plain; /* of the model; of the mean of the row or the column */
    size_t entries;
    size_t large;     /* how many errors are larger than those of float32 code */
    size_t unrounded; /* and how many larger than those of rounding */
};

/* Float32 code is off by so much, relative to the angle. */
static const double FLOAT_ERROR = 6e-7;

/* And a model. */
static const double DOUBLE_ERROR = 1e-15;

static double angle_of(const struct guess_model *model, uint64_t position, uint64_t j) {
    const struct channel *channel = &model->channel[j];
    const struct model_axis *axis = &model->axis[channel->axis];
    if (channel->function == CHANNEL_ZERO)
        return 0;
    uint64_t coordinate = model_coordinate(model, channel->axis, position);
    return fabs(axis->w[channel->frequency] * model_position(axis, coordinate));
}

/* Frequencies span many magnitudes: their errors are relative. */
static double unit_of(const struct guess_model *model) {
    return table_is_constant(model->table) ? 1 : model->amplitude;
}

/* At a number of the array's type. */
static double half_ulp(const struct guess_data *data, double number) {
    int exponent = 0;
    if (!data->fixed)
        frexp(number, &exponent);
    return ldexp(data->quantum, exponent);
}

static void add_part(const struct guess_search *search, const struct guess_model *model, int axis,
                     size_t part, size_t every, struct sum *sum) {
    const struct sample *sample = &search->sample;
    const struct guess_data *data = search->data;
    const bool constant = table_is_constant(model->table);
    const double unit = unit_of(model), limit = LIMIT * unit;
    const double rounding = 3 * data->quantum * (data->fixed ? 1 : unit);
    size_t begin = sample->rows * part / PARTS, end = sample->rows * (part + 1) / PARTS;
    for (size_t n = 0; n < sample->channels; n += every) {
        uint64_t j = sample->channel[n];
        if (axis >= 0 && model->channel[j].axis != axis)
            continue;
        for (size_t k = begin; k<end; k += every> 1 ? 5 : 1) {
            double got = guess_value(data, sample->row[k], j);
            double wanted = model_entry(model, data->row[sample->row[k]], j);
            double apart = fabs(got - wanted), error = constant ? apart / fabs(wanted) : apart;
            double angle = constant ? 1 : angle_of(model, data->row[sample->row[k]], j);
            sum->unrounded +=
                !(apart <= half_ulp(data, got) + DOUBLE_ERROR * (1 + angle) * model->amplitude);
            sum->large += !(error <= rounding + FLOAT_ERROR * angle * unit);
            sum->entries++;
            sum->error += limited(error, limit);
            double plain = fmin(fabs(got - sample->mean[n]), fabs(got - sample->row_mean[k]));
            sum->plain += constant ? limit : limited(plain, limit);
        }
    }
}

/* Is a part near, by a few entries of each? */
static bool may_be_near(const struct guess_search *search, const struct guess_model *model,
                        int axis) {
    enum { FEW = 48 };
    size_t every = search->sample.channels / FEW | 1; /* odd, to see sines and cosines */
    if (every == 1)
        return true;
    for (size_t part = 0; part < PARTS; part++) {
        struct sum sum = {.entries = 0};
        add_part(search, model, axis, part, every, &sum);
        if (sum.error <= 3 * NEAR * unit_of(model) * (double)sum.entries)
            return true;
    }
    return false;
}

/* Rows that are 0 throughout are in no sample, but should be 0 in the table too. */
static void add_zeros(const struct guess_search *search, const struct guess_model *model, int axis,
                      struct sum *sum) {
    enum { ZEROS = 8 };
    const struct sample *sample = &search->sample;
    const struct guess_data *data = search->data;
    const double limit = LIMIT * model->amplitude;
    size_t zeros = 0;
    for (size_t k = 0; k < data->rows && zeros < ZEROS && data->zeros > 0; k++) {
        if (!data->zero[k])
            continue;
        zeros++;
        for (size_t n = 0; n < sample->channels; n++) {
            uint64_t j = sample->channel[n];
            if (axis >= 0 && model->channel[j].axis != axis)
                continue;
            double error = fabs(model_entry(model, data->row[k], j));
            sum->error += limited(error, limit);
            sum->large += error > data->quantum ? 100 : 0; /* it shouldn't be there at all */
            sum->entries++;
        }
    }
}

double guess_error(const struct guess_search *search, const struct guess_model *model, int axis,
                   struct explained *explained) {
    const size_t rows = search->sample.rows;
    struct sum all = {.entries = 0};
    size_t near = 0;
    if (explained)
        *explained = (struct explained){false, false};
    if (!may_be_near(search, model, axis))
        return INFINITY;
    for (size_t part = 0; part < PARTS; part++) {
        struct sum sum = {.entries = 0};
        add_part(search, model, axis, part, 1, &sum);
        near += sum.entries > 0 && sum.error <= EXPLAINED * sum.plain &&
                sum.error <= NEAR * unit_of(model) * (double)sum.entries;
        all.plain += sum.plain;
        all.error += sum.error;
        all.large += sum.large;
        all.unrounded += sum.unrounded;
        all.entries += sum.entries;
    }
    add_zeros(search, model, axis, &all);
    if (explained)
        *explained = (struct explained){.clean = 100 * all.large <= all.entries,
                                        .exact = 50 * all.unrounded <= all.entries};
    if (axis < 0 && all.error > ALL_EXPLAINED * all.plain)
        return INFINITY;
    return near >= (rows < (size_t)2 * PARTS ? 1 : 2) ? all.error / (double)all.entries : INFINITY;
}

double guess_merit(const struct guess_search *search, double error, double cost) {
    const double per_cost = 0.06;
    return log(error + 2 * search->data->quantum) + per_cost * cost;
}
