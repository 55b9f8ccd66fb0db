#include "audit/guess_waves.h"
#include "base/die.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A wave v has v[c+lag] + v[c-lag] = 2 cos(lag * turn) v[c]. The median of these cosines isn't moved by a few wrong
 * entries. */
static const double pi = 3.14159265358979323846;

enum { COORDINATES_LEAST = 6, LOOKED_AT = 200 };

struct wave {
    const struct tracks *tracks;
    const struct stretch *stretch;
    const double *column;
};

static double at(const struct wave *wave, size_t c) {
    return stretch_has(wave->stretch, c) ? wave->column[wave->stretch->row[c]] : NAN;
}

static int compare(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
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
    qsort(list, count, sizeof *list, compare);
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

static void measure(struct tracks *tracks, struct track *track, double *amplitude) {
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
        measure(tracks, track, &amplitude);
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
        measure(tracks, track, &amplitude[count]);
        count += track->error < 0.01 && isfinite(amplitude[count]);
    }
    if (count > 0) {
        qsort(amplitude, count, sizeof *amplitude, compare);
        tracks->amplitude = amplitude[count / 2];
    }
    free(amplitude);
    return count >= 2;
}
