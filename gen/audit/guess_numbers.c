#include "audit/guess_numbers.h"
#include "audit/guess_cost.h"
#include "audit/guess_solving.h"
#include "audit/guess_waves.h"
#include "audit/simplest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool solving_open(struct solving *solving) {
    const char *complete[WORDS];
    guess_words(solving->search, solving->given, complete);
    if (!trial_open(&solving->trial, complete))
        return false;
    model_open(&solving->model, solving->trial.table);
    solving->model.amplitude = solving->tracks.amplitude;
    return true;
}

void solving_close(struct solving *solving) {
    model_close(&solving->model);
    trial_close(&solving->trial);
}

/* 1, a simple number, the root of one. */
static const char *amplitude_text(struct guess_search *search, double amplitude, double d) {
    const double error = amplitude * 2e-6 + search->data->quantum;
    const char *const usual[] = {"sqrt(1/d)", "sqrt(2/d)"};
    const double value[] = {sqrt(1 / d), sqrt(2 / d)};
    if (fabs(amplitude - 1) <= 4 * error)
        return "1";
    char *plain = simplest_number(amplitude - error, amplitude + error, 0);
    if (plain && guess_cost(plain) <= 2.5)
        return guess_keep(search, plain);
    for (int k = 0; k < 2; k++)
        if (fabs(amplitude - value[k]) <= 4 * error) {
            free(plain);
            return usual[k];
        }
    char *square = simplest_number((amplitude - error) * (amplitude - error),
                                   (amplitude + error) * (amplitude + error), 0);
    char *text = NULL;
    if (plain && (!square || guess_cost(plain) <= guess_cost(square) + 4))
        text = text_format("%s", plain);
    else if (square)
        text = text_format("sqrt(%s)", square);
    free(plain);
    free(square);
    return text ? guess_keep(search, text) : "1";
}

static void solve(struct solving *solving, const struct table *table) {
    struct tracks *tracks = &solving->tracks;
    if (table_is_constant(table)) {
        if (tracks_read(tracks))
            solve_measured(solving, table);
        return;
    }
    bool turn = tracks->paired && tracks_find_amplitude(tracks);
    if (tracks->paired ? turn : waves_measure(tracks)) {
        if (tracks->paired)
            tracks_measure(tracks);
        solving->given[AMPLITUDE] =
            amplitude_text(solving->search, tracks->amplitude, (double)table->d_model);
        solve_measured(solving, table);
    }
    if ((turn || !tracks->paired) && !guess_is_clean(solving->search)) {
        if (!turn) {
            tracks->amplitude = 1;
            solving->given[AMPLITUDE] = NULL;
        }
        solve_singles(solving, table);
    }
}

void guess_numbers(struct guess_search *search, const char *const given[WORDS]) {
    struct solving solving = {.search = search};
    struct trial trial;
    struct guess_model model;
    const char *complete[WORDS];
    guess_words(search, given, complete);
    memcpy(solving.given, given, sizeof solving.given);
    if (!trial_open(&trial, complete))
        return;
    if (trial.table->channel_count == search->data->view.channels &&
        trial.table->position_count == search->data->view.positions) {
        model_open(&model, trial.table);
        tracks_open(&solving.tracks, search, &model);
        solve(&solving, trial.table);
        tracks_close(&solving.tracks);
        model_close(&model);
    }
    trial_close(&trial);
}
