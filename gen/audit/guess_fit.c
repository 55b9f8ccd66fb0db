#include "audit/guess_fit.h"
#include "base/die.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* How far float32 code is off, relative to an angle. */
static const double FLOAT_ERROR = 2e-7;

/* An angle is known except for multiples of 2 pi: the one next to the expected angle. */
static double unwrapped(double angle, double expected) {
    return angle + 2 * pi * round((expected - angle) / (2 * pi));
}

/* --- frequencies of unknown base */

/* Weighted least squares of y = start - slope*x. */
struct regression {
    double weight, x, y, xx, xy;
    size_t count;
};

static void regression_add(struct regression *sums, double x, double y, double error) {
    double weight = 1 / (error * error);
    sums->weight += weight;
    sums->x += weight * x;
    sums->y += weight * y;
    sums->xx += weight * x * x;
    sums->xy += weight * x * y;
    sums->count++;
}

static double spread(const struct regression *sums) {
    return sums->xx - sums->x * sums->x / sums->weight;
}

static double slope(const struct regression *sums) {
    return -(sums->xy - sums->x * sums->y / sums->weight) / spread(sums);
}

static double expected(const struct regression *sums, double x, double *error) {
    double middle = sums->x / sums->weight;
    *error = sqrt(1 / sums->weight + (x - middle) * (x - middle) / spread(sums));
    return sums->y / sums->weight - slope(sums) * (x - middle);
}

/* The tracks of an axis, from its lowest frequency on: the last, or the first if frequencies rise. */
static size_t tracks_of(const struct tracks *tracks, int axis, bool rising,
                        const struct track **list) {
    size_t count = 0;
    for (size_t n = 0; n < tracks->count; n++) {
        const struct track *track = &tracks->track[rising ? n : tracks->count - 1 - n];
        if (track->axis == axis && track->error < 0.1)
            list[count++] = track;
    }
    return count;
}

/* Follows the turns from low frequencies, whose angles are below half a turn, to high ones. */
static struct fit_line follow(const struct tracks *tracks, int axis, bool rising, bool beginning) {
    const struct track **list = die_malloc(tracks->count * sizeof *list);
    size_t count = tracks_of(tracks, axis, rising, list), outside = 0;
    struct regression sums = {.count = 0};
    struct fit_line line = {.sound = false};
    double sign = count > 0 && list[0]->turn < 0 ? -1 : 1;
    for (size_t n = 0; n < count; n++) {
        double turn = sign * list[n]->turn, error = list[n]->error;
        if (sums.count >= 2) {
            double unsure, y = expected(&sums, (double)list[n]->k, &unsure);
            if (exp(y) * unsure > 0.7)
                break;
            turn = unwrapped(turn, exp(y));
            if (turn <= 0 || fabs(log(turn) - y) > 8 * unsure + 8 * error + 1e-5) {
                outside++;
                if (beginning)
                    break;
                continue;
            }
            error = error * fabs(list[n]->turn) / turn + FLOAT_ERROR;
        }
        if (turn > 0)
            regression_add(&sums, (double)list[n]->k, log(turn), error);
        else
            outside++;
    }
    const bool enough = beginning ? sums.count > 2 : 4 * outside <= count;
    if (sums.count >= 2 && enough && spread(&sums) > 0) {
        line.slope = slope(&sums);
        line.slope_error = 1 / sqrt(spread(&sums));
        line.start = sums.y / sums.weight + line.slope * sums.x / sums.weight;
        line.sound = (line.slope < 0) == (rising && !beginning) &&
                     fabs(line.slope) * (double)sums.count > 0.2;
    }
    free(list);
    return line;
}

struct fit_line fit_axis(const struct tracks *tracks, int axis) {
    struct fit_line line = follow(tracks, axis, false, false);
    return line.sound ? line : follow(tracks, axis, true, false);
}

struct fit_line fit_highest(const struct tracks *tracks, int axis) {
    return follow(tracks, axis, true, true);
}

double fit_factor(const struct tracks *tracks, int axis, const struct fit_line *line) {
    double weights = 0, sum = 0;
    size_t count = 0;
    for (size_t n = tracks->count; n-- > 0 && count < 3;) {
        const struct track *track = &tracks->track[n];
        if (track->axis != axis || !(track->error < 0.1))
            continue;
        double factor = exp(line->start - line->slope * (double)track->k) / fabs(track->turn);
        weights += 1 / (track->error * track->error);
        sum += factor / (track->error * track->error);
        count++;
    }
    return sum / weights;
}

/* --- positions, if frequencies are known */

struct known {
    double w, angle, error; /* of the angle, which is that of the unknown number times w */
};

static int slowest_first(const void *a, const void *b) {
    const struct known *x = a, *y = b;
    return (x->w > y->w) - (x->w < y->w);
}

/* The number whose products with w are the angles. Low frequencies tell it roughly, and which turn of the high ones is
 * meant; these tell it precisely. */
static struct fit_number follow_from(const struct known list[], size_t count, double turns,
                                     size_t *agree) {
    double weights = 0, sum = 0;
    *agree = 0;
    for (size_t n = 0; n < count; n++) {
        double w = list[n].w, angle = list[n].angle + (n == 0 ? 2 * pi * turns : 0);
        if (weights > 0) {
            double guess = sum / weights * w, unsure = w / sqrt(weights);
            if (unsure > 0.7)
                break;
            angle = unwrapped(angle, guess);
            if (fabs(angle - guess) > 8 * (unsure + list[n].error) + 1e-2 * fmin(1, fabs(guess)))
                continue;
        }
        double error = (list[n].error + FLOAT_ERROR * fabs(angle)) / w;
        weights += 1 / (error * error);
        sum += angle / w / (error * error);
        ++*agree;
    }
    if (weights == 0)
        return (struct fit_number){.known = false};
    return (struct fit_number){true, sum / weights, 1 / sqrt(weights)};
}

/* The lowest frequency may have turned around itself already, if the number is large. */
static struct fit_number follow_known(struct known list[], size_t count) {
    enum { TURNS = 64 };
    struct fit_number best = {.known = false};
    size_t most = 0;
    qsort(list, count, sizeof *list, slowest_first);
    for (int turn = 0; turn <= 2 * TURNS && (turn == 0 || 4 * most < 3 * count); turn++) {
        size_t agree;
        double turns = turn % 2 ? (turn + 1) / 2 : -turn / 2;
        struct fit_number number = follow_from(list, count, turns, &agree);
        if (agree > most) {
            most = agree;
            best = number;
        }
    }
    return best;
}

struct fit_number fit_step(const struct tracks *tracks, int axis, const double w[]) {
    struct known *list = die_malloc(tracks->count * sizeof *list);
    size_t count = 0;
    for (size_t n = 0; n < tracks->count; n++) {
        const struct track *track = &tracks->track[n];
        if (track->axis == axis && track->error < 0.1 && w[track->k] > 0)
            list[count++] =
                (struct known){w[track->k], track->turn, track->error * fabs(track->turn)};
    }
    struct fit_number number = follow_known(list, count);
    free(list);
    return number;
}

struct fit_number fit_first(const struct tracks *tracks, int axis, const double w[],
                            const struct fit_number *step) {
    const struct stretch *stretch = &tracks->axis[axis];
    struct known *list = die_malloc(tracks->count * sizeof *list);
    size_t count = 0;
    for (size_t n = 0; n < tracks->count; n++) {
        const struct track *track = &tracks->track[n];
        if (track->axis != axis || !(w[track->k] > 0) || !(track->phase_error < 0.5))
            continue;
        list[count++] = (struct known){w[track->k], track->phase, track->phase_error};
    }
    struct fit_number number = follow_known(list, count);
    if (step->known) {
        number.value -= step->value * (double)stretch->begin;
        number.error += step->error * (double)stretch->begin;
    }
    free(list);
    return number;
}

struct fit_number fit_position(const struct tracks *tracks, int axis, const double w[], size_t c) {
    struct known *list = die_malloc(tracks->count * sizeof *list);
    size_t count = 0;
    for (size_t n = 0; n < tracks->count && stretch_has(&tracks->axis[axis], c); n++) {
        const struct track *track = &tracks->track[n];
        if (track->axis == axis && track->sine >= 0 && track->cosine >= 0 && w[track->k] > 0)
            list[count++] = (struct known){w[track->k], track_angle(tracks, track, c),
                                           4 * tracks->search->data->quantum / tracks->amplitude};
    }
    struct fit_number number = {.known = false};
    if (count > 0)
        number = follow_known(list, count);
    free(list);
    return number;
}
