#include "audit/guess_scan.h"
#include "base/die.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
static size_t place(const struct tracks *tracks, const struct guess_model *model, int axis,
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
static void gather(const struct tracks *tracks, const struct guess_model *model, double log_base,
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

struct scan_result scan_base(const struct tracks *tracks, const struct guess_model *model) {
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
