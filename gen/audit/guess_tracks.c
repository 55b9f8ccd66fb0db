#include "audit/guess_tracks.h"
#include "base/die.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* --- which columns and rows */

static void find_rows(struct stretch *stretch, const struct guess_search *search,
                      const struct guess_model *model, int axis) {
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

static void find_columns(struct tracks *tracks, const struct guess_model *model) {
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
                 const struct guess_model *model) {
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

double track_angle(const struct tracks *tracks, const struct track *track, size_t c) {
    return carg(phasor(tracks, track, c));
}

static int compare(const void *a, const void *b) {
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
    qsort(modulus, count, sizeof *modulus, compare);
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
        qsort(turn, count, sizeof *turn, compare);
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
