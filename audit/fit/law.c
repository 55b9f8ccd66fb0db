#include "fit/law.h"
#include "base/die.h"
#include "base/integer.h"
#include "fit/simplest.h"

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

/* How much less likely an angle beside a line makes it: its logarithm, as the evidence of a line is. */
static const double OF_OUTSIDE = 3;

/* The phase of a wave is taken if it is known that well, or if its angles don't go in even steps; else the entries at the
 * beginning are. */
static const double SURE = 1e-3;

/* Frequencies that differ by less are one. */
static const double SAME = 1.0001;

/* An angle of 0 is exact, but the square of its error is not 0. */
static const double LEAST_ERROR = 1e-140;

/* The number whose products with w are the angles. Low frequencies tell it roughly, and which turn of the high ones is
 * meant; these tell it precisely. The angle of the lowest is `start`. */
static struct estimate follow_from(const struct known list[], size_t count, double start,
                                   double rounding) {
    struct estimate estimate = {.known = false};
    /* the evidence: of how many numbers these angles would show one */
    double weights = 0, sum = 0, of_one = 1,
           allowed = 8 * list[0].error + (rounding + DBL_EPSILON) * fabs(start);
    for (size_t n = 0; n < count; n++) {
        const double w = list[n].w;
        double angle = start;
        if (weights > 0) {
            const double expected = sum / weights * w, unsure = w / sqrt(weights);
            if (unsure > UNSURE_MOST)
                break;
            angle = unwrapped(&list[n], expected);
            estimate.among++;
            allowed = 8 * (unsure + list[n].error) + 1e-3 * fmin(1, fabs(expected));
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
        if (n == 0 || w > SAME * list[n - 1].w)
            of_one *= fmax(1, pi / (allowed + DBL_EPSILON));
        weights += 1 / (error * error);
        sum += angle / w / (error * error);
        estimate.agree++;
    }
    estimate.known = weights > 0 && isfinite(sum / weights);
    estimate.value = sum / weights;
    estimate.error = 1 / sqrt(weights);
    estimate.evidence = log10(of_one);
    return estimate;
}

/* Does the second frequency agree with an angle of the first? This rules out most of many turns quickly. */
static bool second_agrees(const struct known list[], double start, double rounding) {
    const double ratio = list[1].w / list[0].w, expected = ratio * start,
                 allowed = 8 * (ratio * list[0].error + list[1].error) + 1e-3;
    return fabs(unwrapped(&list[1], expected) - expected) <=
           allowed + 8 * (rounding + DBL_EPSILON) * fabs(expected);
}

/* Turns of the lowest frequency that are always looked at, if many are asked for; and no further number than this is looked
 * for with more of them. */
enum { TURNS_OF_FIRST = 1 << 12 };
static const double FARTHEST = 0x1p21;

/* How unlikely it is that a person gave the number. The measure is digits: those of the number, perhaps with pi, and those
 * of its whole turns. One frequency alone shows none, so no sum with some of them is simple. */
static double cost_of_number(struct number_cost kept[], const struct estimate *estimate,
                             double turns, bool alone) {
    const double error = 4 * estimate->error, none = 16;
    struct number_cost one = {0}, *known = &one;
    const double key = estimate->value + 8 * error; /* errors of the same number differ */
    if (kept)
        known = &kept[(bits_of_double(key) * 0x9e3779b97f4a7c15 >> 32) % COSTS_KEPT];
    if (known->value != estimate->value || known->error != error || known->alone != alone) {
        char *text = simplest_number(estimate->value - error, estimate->value + error,
                                     alone ? SIMPLEST_PI : SIMPLEST_PI | SIMPLEST_SUM);
        *known = (struct number_cost){estimate->value, error, text ? text_cost(text) : none, alone};
        free(text);
    }
    return known->cost + log10(1 + fabs(turns));
}

/* Is it a multiple of a sixth? This is found quickly. */
static bool is_near_fraction(const struct estimate *estimate) {
    return fabs(remainder(6 * estimate->value, 1)) <= 64 * estimate->error;
}

/* The lowest frequency may have turned around itself already, if the number is large. It may be the number `like`, if that
 * is known. If a few frequencies agree on several numbers, the simplest is meant; if there is only one frequency, any of
 * them makes the same table. */
static struct estimate follow_known(struct number_cost kept[], struct known list[], size_t count,
                                    double rounding, int turns_most, const struct estimate *like) {
    struct estimate best = {.known = false, .cost = INFINITY}, nearest = best;
    if (count == 0)
        return best;
    qsort(list, count, sizeof *list, slowest_first);
    if (like && like->known) {
        const double expected = like->value * list[0].w, near = unwrapped(&list[0], expected);
        if (fabs(near - expected) <= 8 * (list[0].error + like->error * list[0].w))
            best = follow_from(list, count, near, rounding);
        if (best.known && 8 * best.agree >= 7 * count)
            return best;
    }
    enum { FEW = 3, COMPARED = 256, NEAR = 64 };
    const double NEAR_WHOLE = 1e-12, SIMPLE = 3, angle = list[0].angle,
                 other = list[0].mirror - angle;
    const int sides = list[0].either ? 2 : 1;
    size_t different = 1;
    bool whole = true; /* do all of them turn whole turns while the lowest does? */
    for (size_t n = 1; n < count; n++) {
        const double times = list[n].w / list[0].w;
        different += list[n].w > SAME * list[n - 1].w;
        whole &= fabs(times - rint(times)) <= NEAR_WHOLE * times;
    }
    const bool unique = (different > FEW && !whole) || list[0].either;
    const double turns_far =
        fmin(turns_most, fmax(TURNS_OF_FIRST, FARTHEST * list[0].w / (2 * pi)));
    int compared = 0;
    bool done = false;
    for (int turn = 0; turn <= 2 * turns_far && !done; turn++)
        for (int side = 0; side < sides && !done; side++) {
            const double turns = turn % 2 ? (turn + 1) / 2 : -turn / 2,
                         start = (side ? other : angle) + 2 * pi * turns;
            if (turn > NEAR && count > 1 && !second_agrees(list, start, rounding))
                continue;
            struct estimate here = follow_from(list, count, start, rounding);
            if (!unique && log10(1 + fabs(turns)) > fmin(here.evidence, best.cost))
                return best.known ? best : nearest; /* further ones cost more */
            const bool enough = here.known && 8 * here.agree >= 7 * count;
            if (turn == 0 && different == 1 && !list[0].either)
                nearest = here;
            if (enough && compared >= COMPARED && !is_near_fraction(&here))
                continue;
            here.cost = !enough  ? INFINITY
                        : unique ? 0
                                 : cost_of_number(kept, &here, turns, different == 1);
            here.known &= !enough || here.cost <= here.evidence; /* some number always agrees */
            if (here.known && (!best.known || here.agree > best.agree || here.cost < best.cost))
                best = here;
            compared += enough;
            done = (enough && here.cost < SIMPLE && here.agree == count) ||
                   (compared == COMPARED && different <= FEW && rounding > 0);
        }
    return best.known ? best : nearest;
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
    const struct estimate estimate = follow_known(pairs->cost, list, count, rounding, turns, like);
    free(list);
    return estimate;
}

/* How many turns the angle of the lowest frequency may have, usually. */
enum { TURNS = 512 };

/* If the pairs agree on a step, their frequencies are right, so it is worth while to look far. Angles of far positions are
 * only known if the table is exact. */
static struct estimate first_of(const struct pairs *pairs, const double *const w[], size_t begin,
                                const struct estimate *step, const struct estimate *like) {
    enum { TURNS_FAR = 1 << 18, AGREE_LEAST = 2 };
    const double simple = 5, COARSE = 1e-5;
    const bool right = (pairs->paired || grain_at(&pairs->data->grain, 0.5) < COARSE) &&
                       step->agree >= AGREE_LEAST && 8 * step->agree >= 7 * step->among;
    const struct estimate near = follow_angles(pairs, w, PHASE, begin, like, pairs->rounding,
                                               pairs->paired ? TURNS_OF_FIRST : TURNS);
    if (!right || (8 * near.agree >= 7 * near.among && near.cost < simple))
        return near;
    /* to its end only if entries were rounded once */
    const double rounding = pairs->rounding > 0 ? DBL_MIN : 0;
    const struct estimate far = follow_angles(pairs, w, PHASE, begin, like, rounding, TURNS_FAR);
    return far.agree > near.agree || (far.agree == near.agree && far.cost < near.cost) ? far : near;
}

/* Columns that are alone don't show their turns along a few coordinates, but positions. The nearest of two that tell the
 * step well is taken, since angles that are far apart may be mirrored. */
struct estimate estimate_step(const struct pairs *pairs, int axis, const double w[],
                              const struct estimate *like) {
    const double sharp = 1e-4;
    const struct along *along = &pairs->axis[axis];
    const double *of_axis[GRID_AXES] = {NULL};
    of_axis[axis] = w;
    struct estimate step = follow_angles(pairs, of_axis, TURN, 0, like, pairs->rounding, TURNS);
    if (step.known || pairs->paired || along->count < 2)
        return step;
    const struct estimate first =
        estimate_position(pairs, axis, w, along->begin, pairs->rounding, NULL);
    for (size_t n = 1; n < along->count && !(step.error < sharp * fabs(step.value)); n++) {
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
    struct estimate first =
        first_of(pairs, of_axis, along->begin, step, along->begin > 0 ? NULL : like);
    if (step->known) {
        first.value -= step->value * (double)along->begin;
        first.error += step->error * (double)along->begin;
    }
    return first;
}

void estimate_common(const struct pairs *pairs, const double *const w[], struct estimate *step,
                     struct estimate *first) {
    const double SHARP = 0.25;
    const double *from_first[GRID_AXES] = {NULL};
    for (int a = 0; a < pairs->axes; a++)
        from_first[a] = pairs->axis[a].begin == 0 ? w[a] : NULL;
    *step = follow_angles(pairs, w, TURN, 0, NULL, pairs->rounding, TURNS);
    *first = first_of(pairs, from_first, 0, step, NULL);
    struct estimate *const both[] = {step, first};
    for (int n = 0; n < 2; n++)
        both[n]->known &= both[n]->error < SHARP && 8 * both[n]->agree >= 7 * both[n]->among &&
                          2 * both[n]->agree >= pairs->count;
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

/* The angles of an axis, from the lowest frequency on: the last, or the first if frequencies rise. */
static size_t points_of(const struct pairs *pairs, int axis, bool rising, bool phases,
                        struct point *list) {
    size_t count = 0;
    for (size_t n = 0; n < pairs->count; n++) {
        const struct pair *pair = &pairs->pair[rising ? n : pairs->count - 1 - n];
        const double angle = phases ? pair->phase : pair->turn,
                     error = phases ? pair->phase_error : pair->turn_error;
        if (pair->axis == axis && error < 0.1 * fabs(angle))
            list[count++] = (struct point){(double)pair->k,
                                           {0, angle, error, !pair_is_whole(pair) && !phases, 0}};
    }
    return count;
}

/* How the angles of an axis are followed. */
struct way {
    bool rising;    /* the lowest frequency comes first, not last */
    bool beginning; /* only as far as they are on a line */
    bool phases;    /* the angles of the first row, not those from a row to the next */
    int turns;      /* whole turns that are added to the second angle */
};

/* Follows the angles from low frequencies, whose first is below half a turn, to high ones. */
static struct line follow(const struct pairs *pairs, int axis, struct way way) {
    struct point *list = die_malloc((pairs->count + 1) * sizeof *list);
    const size_t count = points_of(pairs, axis, way.rising, way.phases, list);
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
        if (sums.count == 1) {
            angle += 2 * pi * way.turns;
            angle = known.either ? fabs(angle) : angle;
        }
        if (sums.count >= 2) {
            double unsure;
            const double y = expected_at(&sums, list[n].k, &unsure);
            if (!(exp(y) * unsure < UNSURE_MOST))
                break;
            angle = unwrapped(&known, exp(y));
            const double allowed = 8 * unsure + 8 * known.error / angle + slack;
            if (angle <= 0 || fabs(log(angle) - y) > allowed) {
                outside++;
                line.evidence -= OF_OUTSIDE;
                if (way.beginning)
                    break;
                continue;
            }
            line.evidence += fmax(0, log(pi / (allowed * angle)));
        }
        if (angle > 0)
            regression_add(&sums, list[n].k, log(angle), known.error / angle + pairs->rounding);
        else
            outside++;
    }
    const bool enough = way.beginning ? sums.count > 2 : 4 * outside <= count;
    if (sums.count >= 2 && enough && sums.xx > 0) {
        line.slope = slope(&sums);
        line.slope_error = 1 / sqrt(sums.xx);
        line.start = sums.y + line.slope * sums.x;
        const bool level = fabs(line.slope) <= 8 * line.slope_error; /* neither way */
        line.sound =
            isfinite(line.slope) && (way.beginning || level || (line.slope < 0) == way.rising);
    }
    free(list);
    return line;
}

/* Of steep frequencies the second lowest may have turned around itself already. A line that needs that has to be the
 * likelier one by far, or the only one. */
struct line line_of(const struct pairs *pairs, int axis) {
    enum { SECOND_TURNS = 64 };
    const double likelier = 8, only = 3;
    struct line best = {.sound = false};
    const bool moves = pairs->axis[axis].count > 1;
    int best_turns = 0;
    const int sides = pairs->paired ? 1 : 2; /* of columns that are alone the turns may go back */
    for (int n = 0; n <= sides * SECOND_TURNS; n++)
        for (int rising = 0; rising < 2; rising++) {
            const int turns = n <= SECOND_TURNS ? n : SECOND_TURNS - n;
            const struct way way = {.rising = rising, .phases = !moves, .turns = turns};
            const struct line line = follow(pairs, axis, way);
            const double more = turns == 0                     ? 0
                                : turns < 0 && best_turns != 0 ? likelier / 2
                                                               : likelier;
            if (line.sound && (!best.sound || line.evidence > best.evidence + more) &&
                (turns == 0 || line.evidence > only)) {
                best = line;
                best_turns = turns;
            }
        }
    return best;
}

struct line line_with_turns(const struct pairs *pairs, int axis, bool rising, int turns) {
    const bool moves = pairs->axis[axis].count > 1;
    return follow(pairs, axis, (struct way){.rising = rising, .phases = !moves, .turns = turns});
}

struct line line_of_end(const struct pairs *pairs, int axis, bool last) {
    const bool moves = pairs->axis[axis].count > 1;
    return follow(pairs, axis, (struct way){.rising = !last, .beginning = true, .phases = !moves});
}

/* --- all numbers at once, by least squares (Gauss and Newton) */

/* The normal equations of the numbers, and the sum of the squares of what is left. */
struct normal {
    double matrix[WAVE_NUMBERS][WAVE_NUMBERS], right[WAVE_NUMBERS], squares;
    size_t entries;
};

static void normal_add(struct normal *normal, const struct wave_numbers *numbers,
                       const double slopes[WAVE_NUMBERS], double rest) {
    for (int a = 0; a < WAVE_NUMBERS; a++) {
        for (int b = 0; b < WAVE_NUMBERS && !numbers->fixed[a]; b++)
            normal->matrix[a][b] += numbers->fixed[b] ? 0 : slopes[a] * slopes[b];
        normal->right[a] += numbers->fixed[a] ? 0 : slopes[a] * rest;
    }
    normal->squares += rest * rest;
    normal->entries++;
}

/* Of the first `reach` coordinates of the stretch, in which an entry that is far off counts as damaged. */
static struct normal normal_of(const struct pairs *pairs, int axis, const double exponent[],
                               const struct wave_numbers *numbers, size_t reach) {
    enum { COORDINATES = 256, COLUMNS = 256 };
    const struct along *along = &pairs->axis[axis];
    const double far = 0.7, *value = numbers->value, amplitude = value[NUMBER_AMPLITUDE];
    const size_t every = reach / COORDINATES + 1;
    struct normal normal = {.entries = 0};
    for (int a = 0; a < WAVE_NUMBERS; a++) /* a number that is fixed doesn't move */
        normal.matrix[a][a] = numbers->fixed[a] ? 1 : 0;
    for (size_t t = 0; t < pairs->count; t += pairs->count / COLUMNS + 1) {
        const struct pair *pair = &pairs->pair[t];
        const double x = exponent[pair->k], w = exp(-value[NUMBER_LOGARITHM] * x);
        if (pair->axis != axis || !isfinite(x))
            continue;
        for (size_t n = 0; n < reach; n += every) {
            const size_t c = along->begin + n;
            if (!along_has(along, c))
                continue;
            const double angle = (value[NUMBER_FIRST] + value[NUMBER_STEP] * (double)c) * w,
                         sine = sin(angle), cosine = cos(angle);
            for (int of_cosine = 0; of_cosine < 2; of_cosine++) {
                const int64_t channel = of_cosine ? pair->cosine : pair->sine;
                if (channel < 0)
                    continue;
                const double wave = of_cosine ? cosine : sine,
                             by = amplitude * (of_cosine ? -sine : cosine),
                             rest = entry_at(pairs->data, along->row[c], (uint64_t)channel) -
                                    amplitude * wave;
                const double slopes[WAVE_NUMBERS] = {-x * angle * by, w * by, (double)c * w * by,
                                                     wave};
                if (fabs(rest) < far * amplitude)
                    normal_add(&normal, numbers, slopes, rest);
            }
        }
    }
    return normal;
}

/* Inverts the matrix in place, which is symmetric and positive, after scaling it. */
static bool invert(double m[WAVE_NUMBERS][WAVE_NUMBERS]) {
    enum { N = WAVE_NUMBERS };
    double scale[N], whole[N][2 * N] = {{0}};
    for (int a = 0; a < N; a++) {
        scale[a] = sqrt(m[a][a]);
        if (!(scale[a] > 0))
            return false;
    }
    for (int a = 0; a < N; a++) {
        for (int b = 0; b < N; b++)
            whole[a][b] = m[a][b] / scale[a] / scale[b];
        whole[a][N + a] = 1;
    }
    for (int a = 0; a < N; a++) {
        const double pivot = whole[a][a];
        if (!(pivot > 1e-12))
            return false;
        for (int c = 0; c < 2 * N; c++)
            whole[a][c] /= pivot;
        for (int b = 0; b < N; b++)
            for (int c = 2 * N - 1; c >= a && b != a; c--)
                whole[b][c] -= whole[b][a] * whole[a][c];
    }
    for (int a = 0; a < N; a++)
        for (int b = 0; b < N; b++)
            m[a][b] = whole[a][N + b] / scale[a] / scale[b];
    return true;
}

bool least_squares(const struct pairs *pairs, int axis, const double exponent[],
                   struct wave_numbers *numbers) {
    enum { ROUNDS = 8, BEGINNING = 8 };
    const size_t count = pairs->axis[axis].count;
    double turn = 0; /* the largest */
    for (size_t t = 0; t < pairs->count; t++)
        if (pairs->pair[t].axis == axis)
            turn =
                fmax(turn, fabs(numbers->value[NUMBER_STEP]) *
                               exp(-numbers->value[NUMBER_LOGARITHM] * exponent[pairs->pair[t].k]));
    const double grain = grain_at(&pairs->data->grain, pairs->amplitude / 2) / 2,
                 near = 0.1 * pairs->amplitude;
    size_t reach = 0;
    /* waves of less than a radian look like lines, which show no amplitude */
    while (reach < count) {
        reach = reach > 0              ? 2 * reach
                : turn * BEGINNING < 1 ? (size_t)fmin(1 / turn, 1e9)
                                       : BEGINNING;
        reach = reach < count ? reach : count;
        struct normal normal = {.entries = 0};
        double moved = 1;
        for (int round = 0; round < ROUNDS && moved > 1e-3; round++) {
            normal = normal_of(pairs, axis, exponent, numbers, reach);
            if (normal.entries < 6 || !invert(normal.matrix))
                return false;
            const double square = normal.squares / (double)normal.entries + grain * grain;
            moved = 0;
            for (int a = 0; a < WAVE_NUMBERS; a++) {
                double by = 0;
                for (int b = 0; b < WAVE_NUMBERS; b++)
                    by += normal.matrix[a][b] * normal.right[b];
                numbers->error[a] = sqrt(normal.matrix[a][a] * square);
                moved = fmax(moved, fabs(by) / numbers->error[a]);
                numbers->value[a] += by;
            }
        }
        if (!(normal.squares <= near * near * (double)normal.entries) || !isfinite(moved))
            return false;
    }
    return true;
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

/* What may be added to a number that is off by at most `near`. */
static struct estimate narrow_within(const struct entries *data, const struct noise *noise,
                                     enum wave_number which, int axis, double near) {
    enum { ROUNDS = 4, CHANNELS = 512, ENTRIES = 128 * CHANNELS };
    const struct table_model *model = noise->model;
    const uint64_t every = model->channels / CHANNELS + 1;
    const size_t every_row = (size_t)(data->rows * (model->channels / every) / ENTRIES) + 1;
    struct interval off = {-near, near}, before = {-INFINITY, INFINITY};
    for (int round = 0; round < ROUNDS && (off.low > before.low || off.high < before.high);
         round++) {
        before = off;
        for (size_t k = 0; k < data->rows && off.low <= off.high; k += every_row) {
            const struct model_row row = model_row_at(model, data->row[k]);
            for (uint64_t j = 0; j < model->channels; j += every) {
                const struct channel *channel = &model->channel[j];
                const double angle = model_row_angle(model, &row, j);
                const bool cosine = channel->function == CHANNEL_COSINE,
                           frequency = channel->function == CHANNEL_FREQUENCY;
                if (row.zero || channel->unrotated || channel->function == CHANNEL_ZERO)
                    continue;
                const double entry = entry_at(data, k, j) / model->amplitude,
                             bound = noise_bound_of_angle(noise, j, angle, entry_at(data, k, j)) /
                                     fabs(model->amplitude),
                             by = moves_by(model, which, axis, channel, data->row[k]);
                if (which == NUMBER_AMPLITUDE) {
                    const double wave = frequency ? angle
                                        : cosine  ? cos(angle)
                                                  : sin(angle),
                                 same = wave < 0 ? -entry : entry;
                    off.low = fmax(off.low, (same - bound) / fabs(wave) - 1);
                    off.high = fmin(off.high, (same + bound) / fabs(wave) - 1);
                } else if (frequency) {
                    if (which == NUMBER_LOGARITHM && by != 0)
                        narrow_by_frequency(&off, angle, by, entry, bound);
                } else if (by != 0 && (which != NUMBER_LOGARITHM || angle != 0)) {
                    narrow_by(&off, which, angle, by, cosine, entry, bound);
                }
            }
        }
    }
    return (struct estimate){.known = off.low <= off.high,
                             .value = (off.low + off.high) / 2,
                             .error = fabs(off.high - off.low) / 2};
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
