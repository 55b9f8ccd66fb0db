#include "guess/guess_measure.h"
#include "base/die.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* --- which columns and rows */

static void find_rows(struct stretch *stretch, const struct guess_search *search,
                      const struct table_model *model, int axis) {
    const struct guess_data *data = search->data;
    uint64_t size = model->axis[axis].size;
    stretch->size = (size_t)(size < STRETCH_MOST ? size : STRETCH_MOST);
    stretch->row = die_malloc(stretch->size * sizeof *stretch->row);
    for (size_t c = 0; c < stretch->size; c++)
        stretch->row[c] = SIZE_MAX;
    size_t left = stretch->size;
    for (size_t k = 0; k < data->rows && left > 0; k++) {
        if (table_row_apart(model->table, data->row[k]))
            continue;
        uint64_t c = model_coordinate(model, axis, data->row[k]);
        if (c < stretch->size && !stretch_has(stretch, (size_t)c)) {
            stretch->row[c] = k;
            left--;
        }
    }
    stretch->count = stretch->size;
}

static int by_axis(const void *a, const void *b) {
    const struct track *x = a, *y = b;
    if (x->axis != y->axis)
        return x->axis < y->axis ? -1 : 1;
    return x->k < y->k ? -1 : x->k > y->k;
}

static void find_columns(struct tracks *tracks, const struct table_model *model) {
    size_t most = 0, begin[GRID_AXES];
    for (int a = 0; a < model->axes; a++) {
        begin[a] = most;
        most += (size_t)model->axis[a].count;
    }
    struct track *all = die_malloc(most * sizeof *all);
    for (size_t t = 0; t < most; t++)
        all[t] =
            (struct track){.sine = -1, .cosine = -1, .error = INFINITY, .phase_error = INFINITY};
    for (uint64_t j = 0; j < model->channels; j++) {
        const struct channel *channel = &model->channel[j];
        if (channel->function == CHANNEL_ZERO)
            continue;
        struct track *track = &all[begin[channel->axis] + channel->frequency];
        int64_t *place = channel->function == CHANNEL_COSINE ? &track->cosine : &track->sine;
        track->axis = channel->axis;
        track->k = channel->frequency;
        if (*place < 0)
            *place = (int64_t)j;
    }
    tracks->track = all;
    tracks->paired = true;
    for (size_t t = 0; t < most; t++) {
        if (all[t].sine < 0 && all[t].cosine < 0)
            continue;
        tracks->paired &= all[t].sine >= 0 && all[t].cosine >= 0;
        all[tracks->count++] = all[t];
    }
    qsort(all, tracks->count, sizeof *all, by_axis);
}

void tracks_open(struct tracks *tracks, const struct guess_search *search,
                 const struct table_model *model) {
    *tracks = (struct tracks){.search = search, .axes = model->axes, .amplitude = 1};
    find_columns(tracks, model);
    for (int a = 0; a < model->axes; a++)
        find_rows(&tracks->axis[a], search, model, a);
}

void tracks_close(struct tracks *tracks) {
    free(tracks->track);
    for (int a = 0; a < tracks->axes; a++)
        free(tracks->axis[a].row);
}

/* --- amplitude */

static double complex phasor(const struct tracks *tracks, const struct track *track, size_t c) {
    const struct guess_data *data = tracks->search->data;
    size_t row = tracks->axis[track->axis].row[c];
    return guess_value(data, row, (uint64_t)track->cosine) +
           I * guess_value(data, row, (uint64_t)track->sine);
}

/* The angle of a pair at a coordinate. */
static double track_angle(const struct tracks *tracks, const struct track *track, size_t c) {
    return carg(phasor(tracks, track, c));
}

static int by_value(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

bool tracks_find_amplitude(struct tracks *tracks) {
    enum { MODULI = 2048, EACH = 16 };
    double modulus[MODULI];
    size_t count = 0, each = tracks->count / (MODULI / EACH) + 1;
    for (size_t t = 0; t < tracks->count; t += each) {
        const struct track *track = &tracks->track[t];
        const struct stretch *stretch = &tracks->axis[track->axis];
        if (track->sine < 0 || track->cosine < 0)
            continue;
        for (size_t n = 0; n < EACH && n < stretch->size && count < MODULI; n++) {
            size_t c = stretch->size <= EACH ? n : n * stretch->size / EACH;
            double complex z = stretch_has(stretch, c) ? phasor(tracks, track, c) : NAN;
            if (cabs(z) < 1e6)
                modulus[count++] = cabs(z);
        }
    }
    if (count == 0)
        return false;
    qsort(modulus, count, sizeof *modulus, by_value);
    double middle = modulus[count / 2];
    double allowed = 0.02 * middle + 4 * tracks->search->data->quantum;
    size_t near = 0;
    for (size_t k = 0; k < count; k++)
        near += fabs(modulus[k] - middle) < allowed;
    tracks->amplitude = middle;
    return middle > 0 && 8 * near >= 7 * count;
}

/* --- where positions rise evenly */

static double wrap(double angle) {
    return angle - 2 * pi * round(angle / (2 * pi));
}

/* The track whose usual turn is nearest to 1. */
static const struct track *turning(const struct tracks *tracks, int axis) {
    const struct stretch *stretch = &tracks->axis[axis];
    const struct track *best = NULL;
    double nearest = INFINITY;
    enum { LOOKED_AT = 64 };
    for (size_t t = 0; t < tracks->count; t++) {
        const struct track *track = &tracks->track[t];
        double turn[LOOKED_AT];
        size_t count = 0;
        if (track->axis != axis)
            continue;
        for (size_t c = 0; c + 1 < stretch->size && count < LOOKED_AT; c++)
            if (stretch_has(stretch, c) && stretch_has(stretch, c + 1))
                turn[count++] =
                    fabs(wrap(track_angle(tracks, track, c + 1) - track_angle(tracks, track, c)));
        if (count == 0)
            continue;
        qsort(turn, count, sizeof *turn, by_value);
        double far = fabs(log(turn[count / 2] + 1e-9));
        if (far < nearest) {
            nearest = far;
            best = track;
        }
    }
    return best;
}

/* The longest run of equal turns that aren't 0: clamped rows and mirrored positions end it, and so do wrong rows. */
static void find_stretch(struct tracks *tracks, int axis) {
    struct stretch *stretch = &tracks->axis[axis];
    const struct track *track = turning(tracks, axis);
    size_t begin = 0, longest = 0;
    double first = 0;
    stretch->begin = 0;
    stretch->count = 1;
    if (!track)
        return;
    for (size_t c = 0; c + 1 < stretch->size; c++) {
        if (!stretch_has(stretch, c) || !stretch_has(stretch, c + 1)) {
            begin = c + 1;
            continue;
        }
        double turn = wrap(track_angle(tracks, track, c + 1) - track_angle(tracks, track, c));
        double allowed = 0.1 * fmin(fabs(first), 1) + 8 * tracks->search->data->quantum;
        if (begin == c || !(fabs(wrap(turn - first)) < allowed)) {
            begin = c;
            first = turn;
        }
        if (c + 2 - begin > longest && fabs(first) > 4 * tracks->search->data->quantum) {
            longest = c + 2 - begin;
            stretch->begin = begin;
            stretch->count = longest;
        }
    }
}

/* --- turns */

/* The mean turn over `lag` coordinates. */
static double turn_over(const struct tracks *tracks, const struct track *track, size_t lag) {
    const struct stretch *stretch = &tracks->axis[track->axis];
    double complex sum = 0;
    for (size_t c = stretch->begin; c + lag < stretch->begin + stretch->count; c++)
        sum += phasor(tracks, track, c + lag) * conj(phasor(tracks, track, c));
    return carg(sum);
}

static void measure(const struct tracks *tracks, struct track *track) {
    const struct stretch *stretch = &tracks->axis[track->axis];
    const double rounding = 2e-7; /* of frequencies, in tables that were computed in float32 */
    double complex sum = 0;
    size_t lag = 1;
    track->turn = stretch->count > 1 ? turn_over(tracks, track, 1) : 0;
    for (; 4 * lag <= stretch->count; lag *= 2) {
        double far = turn_over(tracks, track, 2 * lag), near = 2 * (double)lag * track->turn;
        track->turn = (near + wrap(far - near)) / (2 * (double)lag);
    }
    for (size_t c = 0; c < stretch->count; c++)
        sum += phasor(tracks, track, stretch->begin + c) * cexp(-I * track->turn * (double)c);
    track->phase = carg(sum);

    /* the sine of a small angle is rounded relative to itself, unless it is an integer */
    double angle = fmin(1, fabs(track->turn) * (double)stretch->count);
    double noise = tracks->search->data->quantum * (tracks->search->data->fixed ? 1 : angle);
    double of_lag = 2 * noise / tracks->amplitude / ((double)lag * fabs(track->turn));
    double of_phase = tracks->search->data->fixed ? 1 : fmin(1, fabs(track->phase) + 0.01);
    track->phase_error = 2 * tracks->search->data->quantum * of_phase / tracks->amplitude;
    track->error = stretch->count > 1 && track->turn != 0
                       ? of_lag / sqrt((double)(stretch->count - lag)) + rounding
                       : INFINITY;
}

bool tracks_read(struct tracks *tracks) {
    for (size_t t = 0; t < tracks->count; t++) {
        struct track *track = &tracks->track[t];
        const size_t row = tracks->axis[track->axis].row[0];
        track->turn =
            row == SIZE_MAX ? 0 : guess_value(tracks->search->data, row, (uint64_t)track->sine);
        track->error = track->turn > 0 && track->turn < 1e6
                           ? 2 * tracks->search->data->quantum + 1e-7
                           : INFINITY;
        track->phase_error = INFINITY;
    }
    return tracks->count > 1;
}

void tracks_measure(struct tracks *tracks) {
    for (int a = 0; a < tracks->axes; a++)
        find_stretch(tracks, a);
    for (size_t t = 0; t < tracks->count; t++)
        if (tracks->track[t].sine >= 0 && tracks->track[t].cosine >= 0)
            measure(tracks, &tracks->track[t]);
}

/* A wave v has v[c+lag] + v[c-lag] = 2 cos(lag * turn) v[c]. The median of these cosines isn't moved by a few wrong
 * entries. */
enum { COORDINATES_LEAST = 6, LOOKED_AT = 200 };

struct wave {
    const struct tracks *tracks;
    const struct stretch *stretch;
    const double *column;
};

static double at(const struct wave *wave, size_t c) {
    return stretch_has(wave->stretch, c) ? wave->column[wave->stretch->row[c]] : NAN;
}

static double largest(const struct wave *wave) {
    double most = 0;
    for (size_t c = 0; c < wave->stretch->size; c++)
        if (fabs(at(wave, c)) < 4 * wave->tracks->amplitude)
            most = fmax(most, fabs(at(wave, c)));
    return most;
}

/* NaN if no entry is large enough. */
static double cosine_over(const struct wave *wave, size_t lag, double least) {
    double list[LOOKED_AT];
    const size_t size = wave->stretch->size;
    size_t count = 0, every = (size - 2 * lag) / LOOKED_AT + 1;
    for (size_t c = lag; c + lag < size && count < LOOKED_AT; c += every) {
        double middle = at(wave, c), cosine = (at(wave, c + lag) + at(wave, c - lag)) / 2 / middle;
        if (fabs(middle) >= least && isfinite(cosine))
            list[count++] = cosine;
    }
    if (count == 0)
        return NAN;
    qsort(list, count, sizeof *list, by_value);
    return count % 2 ? list[count / 2] : (list[count / 2 - 1] + list[count / 2]) / 2;
}

/* The angle of that cosine that is next to the expected one. */
static double angle_near(double cosine, double expected) {
    double angle = acos(fmax(-1, fmin(1, cosine)));
    double up = angle + 2 * pi * round((expected - angle) / (2 * pi));
    double down = -angle + 2 * pi * round((expected + angle) / (2 * pi));
    return fabs(up - expected) < fabs(down - expected) ? up : down;
}

/* v = p cos(turn * c) + q sin(turn * c), by least squares. */
static void find_phase(const struct wave *wave, struct track *track, double noise,
                       double *amplitude) {
    double cc = 0, cs = 0, ss = 0, vc = 0, vs = 0;
    for (size_t c = 0; c < wave->stretch->size; c++) {
        double v = at(wave, c), x = cos(track->turn * (double)c), y = sin(track->turn * (double)c);
        if (!(fabs(v) < 4 * wave->tracks->amplitude))
            continue;
        cc += x * x;
        cs += x * y;
        ss += y * y;
        vc += v * x;
        vs += v * y;
    }
    double whole = cc * ss - cs * cs;
    double p = (vc * ss - vs * cs) / whole, q = (vs * cc - vc * cs) / whole;
    track->phase = track->sine >= 0 ? atan2(p, q) : atan2(-q, p);
    track->phase_error = noise * sqrt((cc + ss) / whole) +
                         track->error * track->turn * (double)wave->stretch->size / 2;
    *amplitude = hypot(p, q);
}

static void guess_waves_measure(struct tracks *tracks, struct track *track, double *amplitude) {
    const struct guess_data *data = tracks->search->data;
    const int64_t channel = track->sine >= 0 ? track->sine : track->cosine;
    const struct wave wave = {tracks, &tracks->axis[track->axis],
                              data->value + (uint64_t)channel * data->rows};
    const double most = largest(&wave), least = most / 4;
    const double noise = 4 * data->quantum * (data->fixed ? 1 / fmax(most, data->quantum) : 1);
    double cosine = cosine_over(&wave, 1, least), error = INFINITY;
    track->error = track->phase_error = INFINITY;
    *amplitude = NAN;
    if (isnan(cosine))
        return;
    track->turn = acos(fmax(-1, fmin(1, cosine)));
    error = noise / fmax(sin(track->turn), sqrt(noise));
    for (size_t lag = 2; 3 * lag < wave.stretch->size; lag *= 2) {
        double times = (double)lag;
        cosine = cosine_over(&wave, lag, least);
        if (isnan(cosine) || error * times > 0.5)
            break;
        double angle = angle_near(cosine, times * track->turn);
        double here = noise / fmax(fabs(sin(angle)), sqrt(noise)) / times;
        if (here > error)
            continue;
        track->turn = angle / times;
        error = here;
    }
    track->turn = fabs(track->turn);
    if (track->turn > 0 && track->turn * (double)wave.stretch->size > 4 * sqrt(noise)) {
        track->error = error / track->turn + 2e-7;
        find_phase(&wave, track, noise, amplitude);
    }
}

/* Is half of the column near to the wave that was measured? */
static bool is_wave(const struct tracks *tracks, const struct track *track, double amplitude) {
    const struct guess_data *data = tracks->search->data;
    const bool sine = track->sine >= 0;
    const struct wave wave = {tracks, &tracks->axis[track->axis],
                              data->value +
                                  (uint64_t)(sine ? track->sine : track->cosine) * data->rows};
    const size_t size = wave.stretch->size;
    size_t near = 0, seen = 0;
    for (size_t c = 0; c < size && isfinite(amplitude); c += size / LOOKED_AT + 1) {
        double angle = track->phase + track->turn * (double)c;
        near += fabs(at(&wave, c) - amplitude * (sine ? sin(angle) : cos(angle))) < amplitude / 8;
        seen += stretch_has(wave.stretch, c);
    }
    return seen > 0 && 2 * near >= seen;
}

/* Looks at a few tracks: noise isn't worth the time. */
static bool has_waves(struct tracks *tracks) {
    enum { FEW = 16, WAVES_LEAST = 2 };
    size_t waves = 0, looked_at = 0;
    for (size_t t = 0; t < tracks->count; t += tracks->count / FEW + 1) {
        struct track *track = &tracks->track[t];
        double amplitude;
        if (tracks->axis[track->axis].size < COORDINATES_LEAST)
            continue;
        guess_waves_measure(tracks, track, &amplitude);
        waves += is_wave(tracks, track, amplitude);
        looked_at++;
    }
    return waves >= WAVES_LEAST || looked_at < FEW / 2;
}

bool waves_measure(struct tracks *tracks) {
    double *amplitude = die_malloc(tracks->count * sizeof *amplitude);
    size_t count = 0, most = 0;
    tracks->amplitude = tracks->search->data->largest < 1e3 ? tracks->search->data->largest : 1;
    for (int a = 0; a < tracks->axes; a++) {
        tracks->axis[a].begin = 0;
        tracks->axis[a].count = tracks->axis[a].size;
        most = tracks->axis[a].size > most ? tracks->axis[a].size : most;
    }
    const bool worth = most >= COORDINATES_LEAST && has_waves(tracks);
    for (size_t t = 0; t < tracks->count && worth; t++) {
        struct track *track = &tracks->track[t];
        if (tracks->axis[track->axis].size < COORDINATES_LEAST)
            continue;
        guess_waves_measure(tracks, track, &amplitude[count]);
        count += track->error < 0.01 && isfinite(amplitude[count]);
    }
    if (count > 0) {
        qsort(amplitude, count, sizeof *amplitude, by_value);
        tracks->amplitude = amplitude[count / 2];
    }
    free(amplitude);
    return count >= 2;
}

/* A rough scan over all bases looks at small positions, where angles change slowly with the base. Then the window shrinks
 * as larger positions come in. */
enum { TRACKS = 64, FEW = 16, ROWS = 8, POINTS = 17 };
static const double LEAST = 0.3, MOST = 26, STEP_OF_SCAN = 0.08; /* of the logarithm of the base */
static const double NEAR_ENOUGH = 0.03;

/* An entry, and its angle if the logarithm of the base is l: position * exp(-l * x). */
struct known_entry {
    double value, position, x;
    bool sine;
};

struct entries {
    struct known_entry entry[TRACKS * ROWS];
    size_t count;
};

struct placed {
    double position;
    size_t coordinate;
};

static int nearest_first(const void *a, const void *b) {
    const struct placed *x = a, *y = b;
    double p = fabs(x->position), q = fabs(y->position);
    return p < q ? -1 : p > q;
}

/* The coordinates of an axis by the magnitude of their positions; those of position 0 say nothing. */
static size_t place(const struct tracks *tracks, const struct table_model *model, int axis,
                    struct placed *list) {
    const struct stretch *stretch = &tracks->axis[axis];
    size_t count = 0;
    for (size_t c = 0; c < stretch->size; c++) {
        double p = model_position(&model->axis[axis], c);
        if (stretch_has(stretch, c) && p != 0)
            list[count++] = (struct placed){p, c};
    }
    if (count > 0)
        qsort(list, count, sizeof *list, nearest_first);
    return count;
}

/* Entries of ROWS rows among the first `reach` of each axis. */
static void gather(const struct tracks *tracks, const struct table_model *model, double log_base,
                   struct placed *const placed[], const size_t places[], size_t reach, size_t most,
                   struct entries *entries) {
    const struct guess_data *data = tracks->search->data;
    size_t every = tracks->count / most + 1;
    entries->count = 0;
    for (size_t t = 0; t < tracks->count; t += every) {
        const struct track *track = &tracks->track[t];
        size_t among = places[track->axis] < reach ? places[track->axis] : reach;
        size_t rows = among < ROWS ? among : ROWS;
        for (size_t n = 0; n < rows && entries->count < (size_t)TRACKS * ROWS; n++) {
            size_t at = rows == among ? n : (n + 1) * among / rows - 1;
            const struct placed *here = &placed[track->axis][at];
            bool sine = track->sine >= 0;
            uint64_t channel = (uint64_t)(sine ? track->sine : track->cosine);
            size_t row = tracks->axis[track->axis].row[here->coordinate];
            entries->entry[entries->count++] = (struct known_entry){
                guess_value(data, row, channel) / tracks->amplitude, here->position,
                -log(model->axis[track->axis].w[track->k]) / log_base, sine};
        }
    }
}

static double mean_error(const struct entries *entries, double l) {
    double sum = 0;
    for (size_t n = 0; n < entries->count; n++) {
        const struct known_entry *entry = &entries->entry[n];
        double angle = entry->position * exp(-l * entry->x);
        double error = fabs(entry->value - (entry->sine ? sin(angle) : cos(angle)));
        sum += error < 0.3 ? error : 0.3; /* NaN too */
    }
    return sum / (double)(entries->count + (entries->count == 0));
}

static double best_of(const struct entries *entries, double low, double high, double by,
                      double *error) {
    double best = low;
    *error = INFINITY;
    const int points = (int)((high - low) / by + 1.5);
    for (int n = 0; n < points; n++) {
        double l = low + n * by, here = mean_error(entries, l);
        if (here < *error) {
            *error = here;
            best = l;
        }
    }
    return best;
}

struct scan_result scan_base(const struct tracks *tracks, const struct table_model *model) {
    struct placed *placed[GRID_AXES];
    size_t places[GRID_AXES], most = 0;
    struct entries *entries = die_malloc(sizeof *entries);
    const struct frequencies *frequencies = &model->table->frequencies;
    const double log_base = log(mpq_get_d(frequencies->base));
    for (int a = 0; a < tracks->axes; a++) {
        placed[a] = die_malloc(tracks->axis[a].size * sizeof **placed);
        places[a] = place(tracks, model, a, placed[a]);
        most = places[a] > most ? places[a] : most;
    }
    double error, window = STEP_OF_SCAN, l;
    gather(tracks, model, log_base, placed, places, 4, FEW, entries);
    l = best_of(entries, LEAST, MOST, window, &error);
    size_t reach = 4;
    while (window > 1e-11 && error < 0.15) {
        gather(tracks, model, log_base, placed, places, reach, TRACKS, entries);
        l = best_of(entries, l - window, l + window, 2 * window / (POINTS - 1), &error);
        reach = reach * 4 < most ? reach * 4 : most;
        window /= POINTS / 4.0;
    }
    for (int a = 0; a < tracks->axes; a++)
        free(placed[a]);
    free(entries);
    return (struct scan_result){error < NEAR_ENOUGH && l > LEAST, exp(l)};
}

/* --- all numbers at once, by least squares (Gauss and Newton) */

/* The normal equations of the three numbers, and the mean square of what is left. */
struct normal {
    double matrix[3][3], right[3], squares, entries;
};

static void normal_add(struct normal *normal, const double slope[3], double rest) {
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++)
            normal->matrix[a][b] += slope[a] * slope[b];
        normal->right[a] += slope[a] * rest;
    }
    normal->squares += rest * rest;
    normal->entries++;
}

/* Of the first `reach` coordinates, in which an entry that is far off counts as damaged. */
static struct normal normal_of(const struct tracks *tracks, double divisor,
                               const struct polished *at, size_t reach) {
    enum { COORDINATES = 256 };
    const struct guess_data *data = tracks->search->data;
    const struct stretch *stretch = &tracks->axis[0];
    const double far = 0.7, amplitude = tracks->amplitude;
    struct normal normal = {.entries = 0};
    const size_t every = reach / COORDINATES + 1;
    for (size_t t = 0; t < tracks->count; t++) {
        const struct track *track = &tracks->track[t];
        const double x = (double)track->k / divisor, w = exp(-at->logarithm * x);
        for (size_t n = 0; n < reach; n += every) {
            const size_t c = stretch->begin + n;
            if (!stretch_has(stretch, c))
                continue;
            const double angle = (at->first + at->step * (double)c) * w,
                         turned[3] = {-x * angle, w, (double)c * w};
            for (int cosine = 0; cosine < 2; cosine++) {
                const int64_t channel = cosine ? track->cosine : track->sine;
                if (channel < 0)
                    continue;
                const double is = cosine ? cos(angle) : sin(angle),
                             by = cosine ? -sin(angle) : cos(angle),
                             rest =
                                 guess_value(data, stretch->row[c], (uint64_t)channel) / amplitude -
                                 is;
                const double slope[3] = {by * turned[0], by * turned[1], by * turned[2]};
                if (fabs(rest) < far)
                    normal_add(&normal, slope, rest);
            }
        }
    }
    return normal;
}

/* Inverts the matrix in place, which is symmetric and positive, after scaling it. */
static bool invert(double m[3][3]) {
    double scale[3], whole[3][6] = {{0}};
    for (int a = 0; a < 3; a++) {
        scale[a] = sqrt(m[a][a]);
        if (!(scale[a] > 0))
            return false;
    }
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++)
            whole[a][b] = m[a][b] / scale[a] / scale[b];
        whole[a][3 + a] = 1;
    }
    for (int a = 0; a < 3; a++) {
        const double pivot = whole[a][a];
        if (!(pivot > 1e-12))
            return false;
        for (int c = 0; c < 6; c++)
            whole[a][c] /= pivot;
        for (int b = 0; b < 3; b++)
            for (int c = 5; c >= a && b != a; c--)
                whole[b][c] -= whole[b][a] * whole[a][c];
    }
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            m[a][b] = whole[a][3 + b] / scale[a] / scale[b];
    return true;
}

bool polish(const struct tracks *tracks, double divisor, struct polished *at) {
    enum { ROUNDS = 8, BEGINNING = 8 };
    const struct stretch *stretch = &tracks->axis[0];
    const size_t count = stretch->count;
    const double quantum = tracks->search->data->quantum / tracks->amplitude, near = 0.1;
    for (size_t reach = count < BEGINNING ? count : BEGINNING;;
         reach = 2 * reach < count ? 2 * reach : count) {
        struct normal normal = {.entries = 0};
        double moved = 1;
        for (int round = 0; round < ROUNDS && moved > 1e-3; round++) {
            normal = normal_of(tracks, divisor, at, reach);
            if (normal.entries < 6 || !invert(normal.matrix))
                return false;
            const double square = normal.squares / normal.entries + quantum * quantum;
            double by[3] = {0};
            moved = 0;
            for (int a = 0; a < 3; a++) {
                for (int b = 0; b < 3; b++)
                    by[a] += normal.matrix[a][b] * normal.right[b];
                at->error[a] = sqrt(normal.matrix[a][a] * square);
                moved = fmax(moved, fabs(by[a]) / at->error[a]);
            }
            at->logarithm += by[0];
            at->first += by[1];
            at->step += by[2];
        }
        if (reach == count)
            return isfinite(at->logarithm + at->first + at->step) &&
                   normal.squares <= near * near * normal.entries;
    }
}

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

/* The number whose products with w are the angles. Low frequencies give it roughly, and so the turn of the high ones,
 * which give it precisely. */
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
