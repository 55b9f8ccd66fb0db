/* SPDX-License-Identifier: MIT */
#include "fit/pairs.h"
#include "base/die.h"

#include <complex.h>
#include <float.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* How far off float32 code is, relative to an angle; and float64 code. */
static const double ROUNDING_F32 = 2e-7, ROUNDING_F64 = 1e-14;

/* --- which columns and rows */

static void find_rows(struct along *along, const struct entries *data,
                      const struct table_model *model, int axis) {
    const uint64_t size = model->axis[axis].size;
    along->size = (size_t)(size < ALONG_MOST ? size : ALONG_MOST);
    along->row = die_malloc(along->size * sizeof *along->row);
    for (size_t c = 0; c < along->size; c++)
        along->row[c] = SIZE_MAX;
    size_t left = along->size;
    for (size_t k = 0; k < data->rows && left > 0; k++) {
        if (table_fixed_row(model->table, data->row[k]))
            continue;
        const uint64_t c = model_coordinate(model, axis, data->row[k]);
        if (c < along->size && !along_has(along, (size_t)c)) {
            along->row[c] = k;
            left--;
        }
    }
    along->begin = 0;
    while (along->begin + 1 < along->size && !along_has(along, along->begin) &&
           table_zero_row(model->table, along->begin))
        along->begin++;
    along->count = along->size - along->begin;
}

static int by_axis(const void *a, const void *b) {
    const struct pair *x = a, *y = b;
    if (x->axis != y->axis)
        return x->axis < y->axis ? -1 : 1;
    return x->k < y->k ? -1 : x->k > y->k;
}

static void find_columns(struct pairs *pairs, const struct table_model *model) {
    size_t most = 0, begin[GRID_AXES], single = 0;
    for (int a = 0; a < model->axes; a++) {
        begin[a] = most;
        most += (size_t)model->axis[a].count;
    }
    struct pair *all = die_malloc(most * sizeof *all);
    for (size_t t = 0; t < most; t++)
        all[t] = (struct pair){
            .sine = -1, .cosine = -1, .turn_error = INFINITY, .phase_error = INFINITY};
    for (uint64_t j = 0; j < model->channels; j++) {
        const struct channel *channel = &model->channel[j];
        if (channel->function == CHANNEL_ZERO || channel->unrotated)
            continue;
        struct pair *pair = &all[begin[channel->axis] + channel->frequency];
        int64_t *place = channel->function == CHANNEL_COSINE ? &pair->cosine : &pair->sine;
        pair->axis = channel->axis;
        pair->k = channel->frequency;
        if (*place < 0)
            *place = (int64_t)j;
    }
    pairs->pair = all;
    for (size_t t = 0; t < most; t++) {
        if (all[t].sine < 0 && all[t].cosine < 0)
            continue;
        single += !pair_is_whole(&all[t]);
        all[pairs->count++] = all[t];
    }
    pairs->paired = single == 0 || (single == 1 && pairs->count > 1);
    if (pairs->count > 0)
        qsort(all, pairs->count, sizeof *all, by_axis);
}

void pairs_open(struct pairs *pairs, const struct entries *data, const struct table_model *model) {
    *pairs = (struct pairs){.data = data,
                            .axes = model->axes,
                            .amplitude = 1,
                            .wave_least = WAVE_LEAST,
                            .rounding = data->grain.wide ? ROUNDING_F64 : ROUNDING_F32};
    find_columns(pairs, model);
    for (int a = 0; a < model->axes; a++)
        find_rows(&pairs->axis[a], data, model, a);
}

void pairs_close(struct pairs *pairs) {
    free(pairs->pair);
    for (int a = 0; a < pairs->axes; a++)
        free(pairs->axis[a].row);
}

static int by_value(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* --- pairs: phasors */

static double complex phasor(const struct pairs *pairs, const struct pair *pair, size_t c) {
    const size_t row = pairs->axis[pair->axis].row[c];
    if (row == SIZE_MAX)
        return NAN;
    return entry_at(pairs->data, row, (uint64_t)pair->cosine) +
           I * entry_at(pairs->data, row, (uint64_t)pair->sine);
}

static double angle_error(const struct pairs *pairs, double complex z) {
    const struct grain *grain = &pairs->data->grain;
    const double of_sine = grain_at(grain, cimag(z)), of_cosine = grain_at(grain, creal(z));
    return (fabs(creal(z)) * of_sine + fabs(cimag(z)) * of_cosine + of_sine * of_cosine) /
           (pairs->amplitude * pairs->amplitude);
}

/* The angle of a sine or a cosine that is alone; the other one with the same value is its mirror image. */
static double angle_alone(const struct pairs *pairs, const struct pair *pair, size_t c,
                          double *error) {
    const size_t row = pairs->axis[pair->axis].row[c];
    const int64_t channel = pair->sine >= 0 ? pair->sine : pair->cosine;
    *error = INFINITY;
    if (row == SIZE_MAX)
        return NAN;
    const double entry = entry_at(pairs->data, row, (uint64_t)channel),
                 value = fmax(-1, fmin(1, entry / pairs->amplitude)),
                 noise = grain_at(&pairs->data->grain, entry) / pairs->amplitude +
                         pairs->rounding * fabs(value) + DBL_MIN,
                 steep = sqrt(1 - value * value),
                 angle = pair->sine >= 0 ? asin(value) : acos(value);
    *error = noise / fmax(steep, sqrt(noise)) + DBL_EPSILON * fabs(angle);
    return angle;
}

double pair_angle(const struct pairs *pairs, const struct pair *pair, size_t c, double *error) {
    if (!pair_is_whole(pair))
        return angle_alone(pairs, pair, c, error);
    const double complex z = phasor(pairs, pair, c);
    *error = angle_error(pairs, z) + DBL_EPSILON * fabs(carg(z)) + DBL_MIN;
    return carg(z);
}

/* Narrows [low, high] to the moduli that a pair of entries may have been rounded from. */
static void narrow_modulus(const struct grain *grain, double complex z, double *low, double *high) {
    const double x = fabs(creal(z)), y = fabs(cimag(z)), by_x = grain_rounding(grain, x),
                 by_y = grain_rounding(grain, y);
    *low = fmax(*low, hypot(fmax(0, x - by_x), fmax(0, y - by_y)));
    *high = fmin(*high, hypot(x + by_x, y + by_y));
}

/* The amplitude is the usual modulus: do nearly all pairs have it? It is known best where all of these agree. */
static bool find_amplitude(struct pairs *pairs) {
    enum { MODULI = 2048, EACH = 16 };
    double complex z[MODULI];
    double modulus[MODULI];
    size_t count = 0, near = 0;
    const struct grain *grain = &pairs->data->grain;
    const size_t each = pairs->count / (MODULI / EACH) + 1;
    for (size_t t = 0; t < pairs->count; t += each) {
        const struct pair *pair = &pairs->pair[t];
        const size_t size = pairs->axis[pair->axis].size;
        for (size_t n = 0; n < EACH && n < size && count < MODULI && pair_is_whole(pair); n++) {
            z[count] = phasor(pairs, pair, size <= EACH ? n : n * size / EACH);
            modulus[count] = cabs(z[count]);
            count += isfinite(modulus[count]) ? 1 : 0;
        }
    }
    if (count == 0)
        return false;
    qsort(modulus, count, sizeof *modulus, by_value);
    const double middle = modulus[count / 2], allowed = 1e-5 * middle + 3 * grain_at(grain, middle),
                 slack = 4 * pairs->rounding * middle;
    double sum = 0, low = 0, high = INFINITY;
    for (size_t k = 0; k < count; k++)
        if (fabs(cabs(z[k]) - middle) < allowed) {
            sum += cabs(z[k]);
            narrow_modulus(grain, z[k], &low, &high);
            near++;
        }
    if (near == 0)
        return false;
    pairs->amplitude = sum / (double)near;
    pairs->amplitude_error = 2e-6 * middle + grain_at(grain, middle) / sqrt((double)near);
    if (low <= high) {
        pairs->amplitude = (low + high) / 2;
        pairs->amplitude_error = (high - low) / 2 + slack;
    }
    return middle > 0 && 8 * near >= 7 * count;
}

/* The pair whose usual turn is nearest to 1. */
static const struct pair *turning(const struct pairs *pairs, int axis) {
    enum { LOOKED_AT = 64 };
    const struct along *along = &pairs->axis[axis];
    const struct pair *best = NULL;
    double nearest = INFINITY, turn[LOOKED_AT];
    for (size_t t = 0; t < pairs->count; t++) {
        const struct pair *pair = &pairs->pair[t];
        size_t count = 0;
        if (pair->axis != axis || !pair_is_whole(pair))
            continue;
        for (size_t c = 0; c + 1 < along->size && count < LOOKED_AT; c++) {
            const double by = fabs(carg(phasor(pairs, pair, c + 1) * conj(phasor(pairs, pair, c))));
            if (isfinite(by))
                turn[count++] = by;
        }
        if (count == 0)
            continue;
        qsort(turn, count, sizeof *turn, by_value);
        const double far = fabs(log(turn[count / 2] + 1e-9));
        if (far < nearest) {
            nearest = far;
            best = pair;
        }
    }
    return best;
}

/* The turn from coordinate c to a later one, and how far it may be off. */
static double turn_between(const struct pairs *pairs, const struct pair *pair, size_t c,
                           size_t later, double *unsure) {
    const double complex here = phasor(pairs, pair, c), there = phasor(pairs, pair, later);
    *unsure = angle_error(pairs, here) + angle_error(pairs, there) +
              DBL_EPSILON * fmax(fabs(carg(here)), fabs(carg(there)));
    return carg(there * conj(here));
}

/* The longest run of equal turns whose first, or whose sum, isn't 0. Clamped rows, mirrored positions and wrong rows end
 * it. */
static void find_stretch(struct pairs *pairs, int axis) {
    struct along *along = &pairs->axis[axis];
    const struct pair *pair = turning(pairs, axis);
    size_t begin = 0;
    double first = 0;
    along->begin = 0;
    along->count = 1;
    for (size_t c = 0; c + 1 < along->size && pair; c++) {
        double unsure;
        const double turn = turn_between(pairs, pair, c, c + 1, &unsure);
        if (!isfinite(turn)) {
            begin = c + 1;
            continue;
        }
        if (begin == c ||
            !(fabs(angle_wrapped(turn - first)) < 0.1 * fmin(fabs(first), 1) + 4 * unsure)) {
            begin = c;
            first = turn;
        }
        double more;
        const double all = turn_between(pairs, pair, begin, c + 1, &more);
        if (c + 2 - begin > along->count && (fabs(first) > unsure || fabs(all) > more)) {
            along->begin = begin;
            along->count = c + 2 - begin;
        }
    }
}

/* The mean turn over `lag` coordinates. */
static double turn_over(const struct pairs *pairs, const struct pair *pair, size_t lag) {
    const struct along *along = &pairs->axis[pair->axis];
    double complex sum = 0;
    for (size_t c = along->begin; c + lag < along->begin + along->count; c++)
        sum += phasor(pairs, pair, c + lag) * conj(phasor(pairs, pair, c));
    return carg(sum);
}

static void measure(const struct pairs *pairs, struct pair *pair) {
    enum { SOME = 64 };
    const struct along *along = &pairs->axis[pair->axis];
    double complex sum = 0;
    double error = 0, largest = 0;
    size_t lag = 1, seen = 0;
    pair->turn = along->count > 1 ? turn_over(pairs, pair, 1) : 0;
    for (; 4 * lag <= along->count; lag *= 2) {
        const double far = turn_over(pairs, pair, 2 * lag), near = 2 * (double)lag * pair->turn;
        pair->turn = (near + angle_wrapped(far - near)) / (2 * (double)lag);
    }
    for (size_t c = 0; c < along->count; c++)
        sum += phasor(pairs, pair, along->begin + c) * cexp(-I * pair->turn * (double)c);
    pair->phase = carg(sum);
    for (size_t c = 0; c < along->count; c += along->count / SOME + 1) {
        const double complex z = phasor(pairs, pair, along->begin + c);
        if (isfinite(cabs(z))) {
            error += angle_error(pairs, z);
            largest = fmax(largest, fabs(carg(z)));
            seen++;
        }
    }
    /* angles that stay small are as exact as they are small; others may have turned around a few times */
    error =
        error / (double)seen + (pairs->rounding + DBL_EPSILON) * fmin(16, 64 * largest) + DBL_MIN;
    /* where angles change by less than their error from row to row, these errors are alike */
    const double alike = fmax(1, fmin((double)(along->count - lag + 1), fabs(pair->turn) / error));
    pair->turn_error = INFINITY;
    if (along->count > 1)
        pair->turn_error = 2 * error / (double)lag / sqrt(alike) +
                           pairs->rounding * fmax(fabs(pair->turn), DBL_MIN);
    pair->phase_error = 2 * error;
    if (along->count > 1)
        pair->phase_error += pair->turn_error;
}

/* --- columns that are alone: waves
 *
 * A wave v has v[c+lag] + v[c-lag] = 2 cos(lag * turn) v[c]. The median of these cosines isn't moved by a few wrong
 * entries. */

enum { LOOKED_AT = 200 };

struct wave {
    const struct pairs *pairs;
    const struct along *along;
    const double *column;
    double most; /* the largest magnitude */
};

/* The entry of coordinate c of the stretch. */
static double at(const struct wave *wave, size_t c) {
    const size_t row = wave->along->row[wave->along->begin + c];
    return row == SIZE_MAX ? NAN : wave->column[row];
}

static struct wave wave_of(const struct pairs *pairs, const struct pair *pair) {
    const uint64_t channel = (uint64_t)(pair->sine >= 0 ? pair->sine : pair->cosine);
    struct wave wave = {pairs, &pairs->axis[pair->axis],
                        pairs->data->value + channel * pairs->data->rows, 0};
    for (size_t c = 0; c < wave.along->count; c++)
        if (isfinite(at(&wave, c)))
            wave.most = fmax(wave.most, fabs(at(&wave, c)));
    return wave;
}

/* NaN if no entry is large enough. */
static double cosine_over(const struct wave *wave, size_t lag) {
    double list[LOOKED_AT];
    const size_t size = wave->along->count, every = (size - 2 * lag) / LOOKED_AT + 1;
    size_t count = 0;
    for (size_t c = lag; c + lag < size && count < LOOKED_AT; c += every) {
        const double middle = at(wave, c),
                     cosine = (at(wave, c + lag) + at(wave, c - lag)) / 2 / middle;
        if (fabs(middle) >= wave->most / 4 && isfinite(cosine))
            list[count++] = cosine;
    }
    if (count == 0)
        return NAN;
    qsort(list, count, sizeof *list, by_value);
    return count % 2 ? list[count / 2] : (list[count / 2 - 1] + list[count / 2]) / 2;
}

/* The angle of that cosine that is next to the expected one. */
static double angle_near(double cosine, double expected) {
    const double angle = acos(fmax(-1, fmin(1, cosine)));
    const double up = angle + 2 * pi * round((expected - angle) / (2 * pi)),
                 down = -angle + 2 * pi * round((expected + angle) / (2 * pi));
    return fabs(up - expected) < fabs(down - expected) ? up : down;
}

/* v = p cos(turn * c) + q sin(turn * c), by least squares of the entries that are near to some p and q. */
static void fit_wave(const struct wave *wave, const struct pair *pair, double near, double *p,
                     double *q, double *unsure) {
    double cc = 0, cs = 0, ss = 0, vc = 0, vs = 0;
    for (size_t c = 0; c < wave->along->count; c++) {
        const double v = at(wave, c), x = cos(pair->turn * (double)c),
                     y = sin(pair->turn * (double)c);
        if (!(fabs(v - *p * x - *q * y) <= near))
            continue;
        cc += x * x;
        cs += x * y;
        ss += y * y;
        vc += v * x;
        vs += v * y;
    }
    const double whole = cc * ss - cs * cs;
    *p = (vc * ss - vs * cs) / whole;
    *q = (vs * cc - vc * cs) / whole;
    *unsure = sqrt((cc + ss) / whole);
}

/* What the wave of a column says; NAN if it says nothing. */
struct wave_amplitude {
    double value, error;
};

/* Entries that are far from the fit so far are damaged, or their positions are mirrored. */
static void find_phase(const struct wave *wave, struct pair *pair, double noise,
                       struct wave_amplitude *amplitude) {
    double p = 0, q = 0, unsure;
    fit_wave(wave, pair, DBL_MAX, &p, &q, &unsure);
    for (int part = 4; part <= 64; part *= 4)
        fit_wave(wave, pair, hypot(p, q) / part, &p, &q, &unsure);
    pair->phase = pair->sine >= 0 ? atan2(p, q) : atan2(-q, p);
    pair->phase_error = noise * unsure + pair->turn_error * (double)wave->along->count;
    *amplitude = (struct wave_amplitude){hypot(p, q), hypot(p, q) * noise * unsure};
}

static void measure_wave(struct pairs *pairs, struct pair *pair, struct wave_amplitude *amplitude) {
    const struct wave wave = wave_of(pairs, pair);
    const double noise =
        grain_at(&pairs->data->grain, wave.most) / wave.most + pairs->rounding * 16;
    const size_t size = wave.along->count;
    double cosine = size > 2 ? cosine_over(&wave, 1) : NAN;
    pair->turn_error = pair->phase_error = INFINITY;
    *amplitude = (struct wave_amplitude){NAN, NAN};
    if (isnan(cosine))
        return;
    pair->turn = acos(fmax(-1, fmin(1, cosine)));
    double error = noise / fmax(sin(pair->turn), sqrt(noise));
    for (size_t lag = 2; 3 * lag < size; lag *= 2) {
        const double times = (double)lag;
        cosine = cosine_over(&wave, lag);
        if (isnan(cosine) || error * times > 0.5)
            break;
        const double angle = angle_near(cosine, times * pair->turn);
        const double here = noise / fmax(fabs(sin(angle)), sqrt(noise)) / times;
        if (here > error)
            continue;
        pair->turn = angle / times;
        error = here;
    }
    pair->turn = fabs(pair->turn);
    if (pair->turn > 0 && pair->turn * (double)size > 4 * sqrt(noise)) {
        pair->turn_error = error + pairs->rounding * pair->turn;
        find_phase(&wave, pair, noise, amplitude);
    }
}

/* Measures a column that is slow, or has few entries, by its angles. If it passes no crest, these are evenly spaced, which
 * takes three entries to see. They are taken if they give the turn with less error than its wave does. */
static void measure_slow(const struct pairs *pairs, struct pair *pair) {
    const double mirror = pair->sine >= 0 ? pi : 0;
    const struct along *along = &pairs->axis[pair->axis];
    const size_t last = along->count - 1;
    double unsure, more;
    const double first = angle_alone(pairs, pair, along->begin, &unsure),
                 all = angle_alone(pairs, pair, along->begin + last, &more) - first,
                 turn = all / (double)last,
                 error = (unsure + more) / (double)last +
                         fabs(turn) * (pairs->rounding + pairs->amplitude_error / pairs->amplitude);
    const bool known = last > 1 && error < pair->turn_error;
    pair->bent = false;
    for (size_t n = 1; n < last && known && !pair->bent; n += last / LOOKED_AT + 1) {
        double here;
        const double angle = angle_alone(pairs, pair, along->begin + n, &here);
        pair->bent = fabs(angle - first - turn * (double)n) > unsure + more + here;
    }
    if (known && !pair->bent) {
        pair->turn = fabs(turn);
        pair->turn_error = error;
        pair->phase = turn > 0 ? first : mirror - first;
        pair->phase_error = unsure;
    }
}

/* Is half of the column near to the wave that was measured? */
static bool is_wave(const struct pairs *pairs, const struct pair *pair, double amplitude) {
    const struct wave wave = wave_of(pairs, pair);
    const size_t size = wave.along->count;
    size_t near = 0, seen = 0;
    for (size_t c = 0; c < size && isfinite(amplitude); c += size / LOOKED_AT + 1) {
        const double angle = pair->phase + pair->turn * (double)c;
        near += fabs(at(&wave, c) - amplitude * (pair->sine >= 0 ? sin(angle) : cos(angle))) <
                amplitude / 8;
        seen += isfinite(at(&wave, c)) ? 1 : 0;
    }
    return seen > 0 && 2 * near >= seen;
}

/* Of many pairs, each so many-th is measured. */
static size_t each_of(const struct pairs *pairs) {
    enum { MEASURED = 256 };
    return pairs->count / MEASURED + 1;
}

static bool measure_waves(struct pairs *pairs) {
    struct wave_amplitude *amplitude = die_malloc(pairs->count * sizeof *amplitude);
    double *clear = die_malloc(pairs->count * sizeof *clear), least = INFINITY;
    size_t count = 0, clear_count = 0, waves = 0, measured = 0;
    for (size_t t = 0; t < pairs->count; t += each_of(pairs)) {
        struct pair *pair = &pairs->pair[t];
        if (pairs->axis[pair->axis].count < pairs->wave_least)
            continue;
        measure_wave(pairs, pair, &amplitude[count]);
        measured += isfinite(amplitude[count].value);
        waves += is_wave(pairs, pair, amplitude[count].value);
        if (!(pair->turn_error < 0.05 * pair->turn) || !isfinite(amplitude[count].value))
            continue;
        least = fmin(least, amplitude[count++].error);
    }
    for (size_t n = 0; n < count; n++) /* slow columns show theirs badly */
        if (!(amplitude[n].error > 4 * least))
            clear[clear_count++] = amplitude[n].value;
    pairs->amplitude = pairs->data->largest;
    if (clear_count > 0) {
        qsort(clear, clear_count, sizeof *clear, by_value);
        pairs->amplitude = clear[clear_count / 2];
    }
    pairs->amplitude_error =
        1e-3 * pairs->amplitude + grain_at(&pairs->data->grain, pairs->amplitude);
    free(amplitude);
    free(clear);
    for (size_t t = 0; t < pairs->count; t += each_of(pairs))
        measure_slow(pairs, &pairs->pair[t]);
    return count > 0 && 4 * waves >= 3 * measured;
}

void pairs_orient(struct pairs *pairs, int axis, const double w[], double step) {
    for (size_t t = 0; t < pairs->count; t++) {
        struct pair *pair = &pairs->pair[t];
        if (pair->axis != axis || pair_is_whole(pair))
            continue;
        const double expected = w[pair->k] * step;
        const bool back =
            fabs(angle_wrapped(expected + pair->turn)) < fabs(angle_wrapped(expected - pair->turn));
        if (back && pair->turn_error < INFINITY) {
            pair->turn = -pair->turn;
            pair->phase = angle_wrapped((pair->sine >= 0 ? pi : 0) - pair->phase);
        }
    }
}

/* --- all of them */

bool pairs_measure(struct pairs *pairs) {
    if (!pairs->paired)
        return pairs->count > 0 && measure_waves(pairs);
    if (!find_amplitude(pairs))
        return false;
    for (int a = 0; a < pairs->axes; a++)
        find_stretch(pairs, a);
    for (size_t t = 0; t < pairs->count; t += each_of(pairs))
        if (pair_is_whole(&pairs->pair[t]))
            measure(pairs, &pairs->pair[t]);
    return true;
}

uint64_t pairs_work(const struct pairs *pairs) {
    const uint64_t count = pairs->count / each_of(pairs) + 1, size = pairs->axis[0].size;
    return count * (pairs->paired ? 16 + size : 4096 + 4 * size);
}

bool pairs_read(struct pairs *pairs) {
    size_t known = 0;
    for (size_t t = 0; t < pairs->count; t++) {
        struct pair *pair = &pairs->pair[t];
        const size_t row = pairs->axis[pair->axis].row[0];
        pair->turn = row == SIZE_MAX ? 0 : entry_at(pairs->data, row, (uint64_t)pair->sine);
        if (!(pair->turn > 0) || !isfinite(pair->turn))
            continue;
        pair->turn_error = grain_at(&pairs->data->grain, pair->turn) + pairs->rounding * pair->turn;
        known++;
    }
    return known > 1;
}
