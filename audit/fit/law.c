/* SPDX-License-Identifier: MIT */
#include "fit/law.h"
#include "base/die.h"

#include <float.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* An angle that is known except for multiples of 2 pi. A column that is alone has two angles: `mirror` less this one is the
 * other. */
struct known {
    double w, angle, error;
    bool either;
    double mirror;
};

/* The angle that is meant, next to the expected one. */
static double unwrapped(const struct known *known, double expected) {
    const double up = expected + angle_wrapped(known->angle - expected),
                 down = expected + angle_wrapped(known->mirror - known->angle - expected);
    return known->either && fabs(down - expected) < fabs(up - expected) ? down : up;
}

/* --- numbers, if frequencies are known */

static int slowest_first(const void *a, const void *b) {
    const struct known *x = a, *y = b;
    return (x->w > y->w) - (x->w < y->w);
}

/* An expected angle that is more unsure than this doesn't tell which turn is meant. */
static const double UNSURE_MOST = 0.7;

/* The phase of a wave is taken if it is known that well, or if its angles don't go in even steps; else the entries at the
 * beginning are. */
static const double SURE = 1e-3;

/* An angle of 0 is exact, but the square of its error is not 0. */
static const double LEAST_ERROR = 1e-140;

/* The number whose products with w are the angles. Low frequencies tell it roughly, and which turn of the high ones is
 * meant; these tell it precisely. The angle of the lowest is `start`. */
static struct estimate follow_from(const struct known list[], size_t count, double start,
                                   double rounding) {
    struct estimate estimate = {.known = false};
    double weights = 0, sum = 0, distance = 0;
    for (size_t n = 0; n < count; n++) {
        const double w = list[n].w;
        double angle = start;
        if (weights > 0) {
            const double expected = sum / weights * w, unsure = w / sqrt(weights);
            if (unsure > UNSURE_MOST)
                break;
            angle = unwrapped(&list[n], expected);
            estimate.among++;
            const double allowed = 8 * (unsure + list[n].error) + 1e-3 * fmin(1, fabs(expected));
            distance += fmin(1, fabs(angle - expected) / allowed);
            if (fabs(angle - expected) > allowed) {
                const size_t apart = estimate.among - estimate.agree;
                if (4 * apart > count + 4 || (estimate.among >= 4 && apart > estimate.agree))
                    break;
                continue;
            }
        } else {
            estimate.among++;
        }
        const double error =
            (list[n].error + (rounding + DBL_EPSILON) * fabs(angle)) / w + LEAST_ERROR;
        weights += 1 / (error * error);
        sum += angle / w / (error * error);
        estimate.agree++;
    }
    estimate.known = weights > 0 && isfinite(sum / weights);
    estimate.value = sum / weights;
    estimate.distance = distance / (double)estimate.among;
    estimate.error = 1 / sqrt(weights);
    return estimate;
}

/* The lowest frequency may have turned around itself already, if the number is large. It may be the number `like`, if that
 * is known. If several numbers of turns agree, the least is meant. */
static struct estimate follow_known(struct known list[], size_t count, double rounding,
                                    int turns_most, const struct estimate *like) {
    struct estimate best = {.known = false};
    if (count == 0)
        return best;
    qsort(list, count, sizeof *list, slowest_first);
    const double angle = list[0].angle, other = list[0].mirror - angle;
    if (like && like->known) {
        const double expected = like->value * list[0].w, near = unwrapped(&list[0], expected);
        if (fabs(near - expected) <= 8 * (list[0].error + like->error * list[0].w))
            best = follow_from(list, count, near, rounding);
    }
    for (int turn = 0; turn <= 2 * turns_most && 8 * best.agree < 7 * count; turn++)
        for (int side = 0; side < (list[0].either ? 2 : 1); side++) {
            const double turns = turn % 2 ? (turn + 1) / 2 : -turn / 2,
                         start = (side ? other : angle) + 2 * pi * turns;
            const struct estimate here = follow_from(list, count, start, rounding);
            if (here.known && (!best.known || here.agree > best.agree))
                best = here;
        }
    return best;
}

/* Which angle of each pair is taken: from a coordinate to the next, at the beginning of the stretch, or at a coordinate. */
enum angle { TURN, PHASE, POSITION };

static struct known known_of(const struct pairs *pairs, const struct pair *pair, enum angle which,
                             size_t c) {
    const bool alone = !pair_is_whole(pair);
    if (which == TURN)
        return (struct known){0, pair->turn, pair->turn_error, alone, 0};
    if (which == PHASE && (!alone || pair->phase_error < SURE || pair->bent))
        return (struct known){0, pair->phase, pair->phase_error, false, 0};
    struct known known = {.either = alone, .mirror = alone && pair->sine >= 0 ? pi : 0};
    known.angle = pair_angle(pairs, pair, c, &known.error);
    return known;
}

/* Of all axes whose frequencies are given. */
static struct estimate follow_angles(const struct pairs *pairs, const double *const w[],
                                     enum angle which, size_t c, const struct estimate *like,
                                     double rounding, int turns) {
    struct known *list = die_malloc((pairs->count + 1) * sizeof *list);
    size_t count = 0;
    for (size_t n = 0; n < pairs->count; n++) {
        const struct pair *pair = &pairs->pair[n];
        if (!w[pair->axis] || !(w[pair->axis][pair->k] > 0))
            continue;
        struct known known = known_of(pairs, pair, which, c);
        known.w = w[pair->axis][pair->k];
        if (known.error < UNSURE_MOST / 2 && isfinite(known.angle))
            list[count++] = known;
    }
    const struct estimate estimate = follow_known(list, count, rounding, turns, like);
    free(list);
    return estimate;
}

/* How many turns the angle of the lowest frequency may have. */
enum { TURNS = 64 };

/* Columns that are alone don't show their turns along a few coordinates, but positions. The nearest of two that tell the
 * step well is taken, since angles that are far apart may be mirrored. */
struct estimate estimate_step(const struct pairs *pairs, int axis, const double w[],
                              const struct estimate *like) {
    enum { FEW = 8 };
    const double sharp = 1e-4;
    const struct along *along = &pairs->axis[axis];
    const double *of_axis[GRID_AXES] = {NULL};
    of_axis[axis] = w;
    struct estimate step = follow_angles(pairs, of_axis, TURN, 0, like, pairs->rounding, TURNS);
    if (step.known || pairs->paired || along->count < 2)
        return step;
    const struct estimate first =
        estimate_position(pairs, axis, w, along->begin, pairs->rounding, NULL);
    for (size_t n = 1; n < along->count && n <= FEW && !(step.error < sharp * fabs(step.value));
         n++) {
        step = estimate_position(pairs, axis, w, along->begin + n, pairs->rounding, NULL);
        step.value = (step.value - first.value) / (double)n;
        step.error = (step.error + first.error) / (double)n;
        step.known &= first.known;
    }
    return step;
}

struct estimate estimate_first(const struct pairs *pairs, int axis, const double w[],
                               const struct estimate *step, const struct estimate *like) {
    const struct along *along = &pairs->axis[axis];
    const double *of_axis[GRID_AXES] = {NULL};
    of_axis[axis] = w;
    struct estimate first = follow_angles(pairs, of_axis, PHASE, along->begin,
                                          along->begin > 0 ? NULL : like, pairs->rounding, TURNS);
    if (step->known) {
        first.value -= step->value * (double)along->begin;
        first.error += step->error * (double)along->begin;
    }
    return first;
}

struct estimate estimate_position(const struct pairs *pairs, int axis, const double w[], size_t c,
                                  double rounding, const struct estimate *like) {
    const double *of_axis[GRID_AXES] = {NULL};
    of_axis[axis] = w;
    if (!along_has(&pairs->axis[axis], c))
        return (struct estimate){.known = false};
    return follow_angles(pairs, of_axis, POSITION, c, like, rounding, TURNS);
}

/* --- frequencies of unknown base */

/* Weighted least squares of y = start - slope*x: the means of x and y, and sums of products of differences from them. */
struct regression {
    double weight, x, y, xx, xy;
    size_t count;
};

static void regression_add(struct regression *sums, double x, double y, double error) {
    const double weight = 1 / (error * error), all = sums->weight + weight, part = weight / all,
                 from_x = x - sums->x, from_y = y - sums->y;
    sums->xx += sums->weight * part * from_x * from_x;
    sums->xy += sums->weight * part * from_x * from_y;
    sums->x += part * from_x;
    sums->y += part * from_y;
    sums->weight = all;
    sums->count++;
}

static double slope(const struct regression *sums) {
    return -sums->xy / sums->xx;
}

static double expected_at(const struct regression *sums, double x, double *error) {
    const double from_x = x - sums->x;
    *error = sqrt(1 / sums->weight + from_x * from_x / sums->xx);
    return sums->y - slope(sums) * from_x;
}

struct point {
    double k;
    struct known known;
};

/* The turns of an axis, from the lowest frequency on: the last, or the first if frequencies rise. */
static size_t points_of(const struct pairs *pairs, int axis, bool rising, struct point *list) {
    size_t count = 0;
    for (size_t n = 0; n < pairs->count; n++) {
        const struct pair *pair = &pairs->pair[rising ? n : pairs->count - 1 - n];
        if (pair->axis == axis && pair->turn_error < 0.1 * fabs(pair->turn))
            list[count++] = (struct point){
                (double)pair->k, {0, pair->turn, pair->turn_error, !pair_is_whole(pair), 0}};
    }
    return count;
}

/* Follows the turns from low frequencies, whose first is below half a turn, to high ones. */
static struct line follow(const struct pairs *pairs, int axis, bool rising) {
    struct point *list = die_malloc((pairs->count + 1) * sizeof *list);
    const size_t count = points_of(pairs, axis, rising, list);
    const double sign = count > 0 && list[0].known.angle < 0 ? -1 : 1;
    /* frequencies of code err by more than angles do, those of an exact table don't */
    const double slack = pairs->rounding > 0 ? 1e-5 : 1e-13;
    struct regression sums = {.count = 0};
    struct line line = {.sound = false};
    size_t outside = 0;
    for (size_t n = 0; n < count && 4 * outside <= count; n++) {
        struct known known = list[n].known;
        known.angle *= sign;
        double angle = known.angle;
        if (sums.count >= 2) {
            double unsure;
            const double y = expected_at(&sums, list[n].k, &unsure);
            if (!(exp(y) * unsure < UNSURE_MOST))
                break;
            angle = unwrapped(&known, exp(y));
            const double allowed = 8 * unsure + 8 * known.error / angle + slack;
            if (angle <= 0 || fabs(log(angle) - y) > allowed) {
                outside++;
                continue;
            }
        }
        if (angle > 0)
            regression_add(&sums, list[n].k, log(angle), known.error / angle + pairs->rounding);
        else
            outside++;
    }
    if (sums.count >= 2 && 4 * outside <= count && sums.xx > 0) {
        line.slope = slope(&sums);
        line.slope_error = 1 / sqrt(sums.xx);
        const bool level = fabs(line.slope) <= 8 * line.slope_error; /* neither way */
        line.sound = isfinite(line.slope) && (level || (line.slope < 0) == rising);
    }
    free(list);
    return line;
}

struct line line_of(const struct pairs *pairs, int axis) {
    const struct line line = follow(pairs, axis, false);
    return line.sound ? line : follow(pairs, axis, true);
}

/* --- the numbers that all entries leave */

/* The least and the largest that may be added to a number, or to 1, which multiplies it. */
struct interval {
    double low, high;
};

/* An angle of the model once the number has moved: all logarithms of frequencies by a part of themselves, or the first
 * position or the step. `by` is that logarithm, or how much the angle moves with the number. */
static double moved(enum wave_number which, double angle, double by, double off) {
    return which == NUMBER_LOGARITHM ? angle * exp(-by * off) : angle + by * off;
}

/* Narrows the interval to the numbers for which an entry is within its bound. The entry is a sine, or a cosine; both it and
 * the bound are relative to the amplitude. Where the wave may have passed a crest or more within the interval, this
 * stays. */
static void narrow_by(struct interval *off, enum wave_number which, double angle, double by,
                      bool cosine, double entry, double bound) {
    const bool slopes = which == NUMBER_LOGARITHM, rising = (by > 0) != (slopes && angle > 0);
    const double quarter = cosine ? pi / 2 : 0,
                 half_turns = rint((moved(which, angle, by, off->low) + quarter) / pi),
                 sign = fmod(half_turns, 2) == 0 ? 1 : -1;
    if (rint((moved(which, angle, by, off->high) + quarter) / pi) != half_turns)
        return;
    for (int side = -1; side <= 1; side += 2) {
        const double sine = sign * (entry + side * bound),
                     limit = half_turns * pi + asin(sine) - quarter;
        if (!(fabs(sine) < 1) || (slopes && !(limit / angle > 0)))
            continue;
        const double found = slopes ? -log(limit / angle) / by : (limit - angle) / by;
        if ((side * sign > 0) != rising)
            off->low = fmax(off->low, found);
        else
            off->high = fmin(off->high, found);
    }
}

/* The same of an entry that is a frequency. */
static void narrow_by_frequency(struct interval *off, double w, double by, double entry,
                                double bound) {
    for (int side = -1; side <= 1; side += 2) {
        const double found = -log((entry + side * bound) / w) / by;
        if ((side > 0) != (by < 0))
            off->low = fmax(off->low, found);
        else
            off->high = fmin(off->high, found);
    }
}

/* How much an angle moves with the number; 0 if it stays. Clamped positions do. */
static double moves_by(const struct table_model *model, enum wave_number which, int a,
                       const struct channel *channel, uint64_t position) {
    const struct model_axis *axis = &model->axis[channel->axis];
    const double w = axis->w[channel->frequency];
    if (which == NUMBER_LOGARITHM)
        return -log(w);
    const double c = (double)model_coordinate(model, a, position);
    const bool even = channel->axis == a && !axis->listed &&
                      model_position(axis, (uint64_t)c) == axis->first + axis->step * c;
    return !even ? 0 : which == NUMBER_STEP ? w * c : w;
}

/* Narrows the interval to the numbers for which noise explains the entry of the k-th row in channel j. */
static void narrow_by_entry(struct interval *off, const struct entries *data,
                            const struct noise *noise, enum wave_number which, int axis, size_t k,
                            uint64_t j) {
    const struct table_model *model = noise->model;
    const struct model_row row = model_row_at(model, data->row[k]);
    const struct channel *channel = &model->channel[j];
    const bool cosine = channel->function == CHANNEL_COSINE,
               frequency = channel->function == CHANNEL_FREQUENCY;
    if (row.zero || channel->unrotated || channel->function == CHANNEL_ZERO)
        return;
    const double angle = model_row_angle(model, &row, j),
                 entry = entry_at(data, k, j) / model->amplitude,
                 bound = noise_bound_of_angle(noise, j, angle, entry_at(data, k, j)) /
                         fabs(model->amplitude),
                 by = moves_by(model, which, axis, channel, data->row[k]);
    if (which == NUMBER_AMPLITUDE) {
        const double wave = frequency ? angle
                            : cosine  ? cos(angle)
                                      : sin(angle),
                     same = wave < 0 ? -entry : entry;
        off->low = fmax(off->low, (same - bound) / fabs(wave) - 1);
        off->high = fmin(off->high, (same + bound) / fabs(wave) - 1);
    } else if (frequency) {
        if (which == NUMBER_LOGARITHM && by != 0)
            narrow_by_frequency(off, angle, by, entry, bound);
    } else if (by != 0 && (which != NUMBER_LOGARITHM || angle != 0)) {
        narrow_by(off, which, angle, by, cosine, entry, bound);
    }
}

/* Of a large array not all entries are looked at, but each so many. */
enum { CHANNELS = 512, ENTRIES = 128 * CHANNELS };
static uint64_t every_channel(const struct table_model *model) {
    return model->channels / CHANNELS + 1;
}
static size_t every_row(const struct entries *data, const struct table_model *model) {
    return (size_t)(data->rows * (model->channels / every_channel(model)) / ENTRIES) + 1;
}

/* What may be added to a number that is off by at most `near`. */
static struct estimate narrow_within(const struct entries *data, const struct noise *noise,
                                     enum wave_number which, int axis, double near) {
    enum { ROUNDS = 4 };
    const struct table_model *model = noise->model;
    struct interval off = {-near, near}, before = {-INFINITY, INFINITY};
    for (int round = 0; round < ROUNDS && (off.low > before.low || off.high < before.high);
         round++) {
        before = off;
        for (size_t k = 0; k < data->rows && off.low <= off.high; k += every_row(data, model))
            for (uint64_t j = 0; j < model->channels; j += every_channel(model))
                narrow_by_entry(&off, data, noise, which, axis, k, j);
    }
    return (struct estimate){.known = off.low <= off.high,
                             .value = (off.low + off.high) / 2,
                             .error = fabs(off.high - off.low) / 2};
}

static int ascending(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

struct estimate narrow_to_most(const struct entries *data, const struct noise *noise,
                               const struct estimate *within) {
    const struct table_model *model = noise->model;
    const struct interval all = {within->value - within->error, within->value + within->error};
    double *low = die_malloc(4 * (size_t)ENTRIES * sizeof *low), *high = low + 2 * (size_t)ENTRIES;
    size_t count = 0, never = 0, most = 0, least = 0;
    struct interval off = {INFINITY, -INFINITY};
    for (size_t k = 0; k < data->rows; k += every_row(data, model))
        for (uint64_t j = 0; j < model->channels && count < 2 * (size_t)ENTRIES;
             j += every_channel(model)) {
            struct interval one = all;
            narrow_by_entry(&one, data, noise, NUMBER_LOGARITHM, 0, k, j);
            never += !(one.low <= one.high);
            if (one.low <= one.high && (one.low > all.low || one.high < all.high)) {
                low[count] = one.low;
                high[count++] = one.high;
            }
        }
    qsort(low, count, sizeof *low, ascending);
    qsort(high, count, sizeof *high, ascending);
    for (int pass = 0; pass < 2;
         pass++) { /* from low[n] on, n + 1 - m of the intervals hold a number */
        for (size_t n = 0, m = 0; n < count; n++) {
            while (high[m] < low[n])
                m++;
            most = n + 1 - m > most ? n + 1 - m : most;
            if (pass == 1 && n + 1 - m >= least) {
                off.low = fmin(off.low, low[n]);
                off.high = high[n + 1 - least];
            }
        }
        least = most - (size_t)fmin((double)most, sqrt((double)(count + never - most)));
        least = least > 0 ? least : 1;
    }
    free(low);
    return (struct estimate){.known = count > 0,
                             .value = (off.low + off.high) / 2,
                             .error = (off.high - off.low) / 2,
                             .agree = most,
                             .among = count + never};
}

/* Only slow waves tell logarithms that are far off: others may pass a crest on the way. */
struct estimate narrow_number(const struct entries *data, const struct noise *noise,
                              enum wave_number which, int axis) {
    enum { CLEARLY = 16 };
    const struct model_axis *along = &noise->model->axis[axis];
    const double step = fabs(along->step), of_none = 0.01, of_logarithms = 0.1,
                 near = 0.02 * (which == NUMBER_STEP    ? (step > 0 ? step : of_none)
                                : which == NUMBER_FIRST ? fmax(step, fabs(along->first))
                                                        : 1);
    if (which == NUMBER_LOGARITHM) {
        const struct estimate found = narrow_within(data, noise, which, axis, of_logarithms);
        if (found.known && found.error < near / CLEARLY)
            return found;
    }
    return narrow_within(data, noise, which, axis, near);
}
