#include "fit/table_model.h"
#include "guess/guess_measure.h"
#include "guess/guess_name.h"
#include "guess/guess_shapes.h"
#include "guess/simplest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Solving the numbers of a shape's words: what its parts share. */

/* A shape of which `given` has the words so far. While the trial is open, it and the model have these words. */
struct solving {
    struct guess_search *search;
    const char *given[WORDS];
    struct tracks tracks;
    bool is_polished; /* all numbers together */
    struct polished polished;
    struct trial trial;
};

/* Texts of a number, the likeliest first. */
struct texts {
    const char *text[12];
    size_t count;
};
static void texts_add(struct texts *texts, const char *text) {
    for (size_t k = 0; k < texts->count; k++)
        if (strcmp(texts->text[k], text) == 0)
            return;
    if (texts->count < sizeof texts->text / sizeof *texts->text)
        texts->text[texts->count++] = text;
}

/* Adds the simplest numbers in three intervals around the value, the widest first, since its numbers are simpler. `kinds`
 * is that of simplest.h. */
static void texts_simplest(struct texts *texts, struct guess_search *search, double value,
                           double error, unsigned kinds) {
    static const double widths[] = {100, 10, 1};
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
        const double width = widths[k];
        char *found[SIMPLEST_MAX];
        size_t count = simplest_numbers(value - width * error, value + width * error, kinds, found);
        for (size_t n = 0; n < count; n++) {
            const char *kept = guess_keep(search, found[n]);
            if (n < 4)
                texts_add(texts, kept);
        }
    }
}

/* Tries the base as one that ntk stretched, if that is simpler. */
static void solve_ntk(struct solving *solving, const char *base, uint64_t d) {
    const double value = strtod(base, NULL);
    const char *complete[WORDS], *simple, *scaling;
    memcpy(complete, solving->given, sizeof complete);
    if (guess_cost(base) > 3 && solving->tracks.axes == 1 &&
        guess_ntk(solving->search, value, value * 1e-4, d, &simple, &scaling)) {
        complete[SPACING] = "pair";
        complete[BASE] = simple;
        complete[SCALING] = scaling;
        guess_try(solving->search, complete);
    }
}

static void solve_amplitude(struct solving *solving);
static void solve_positions(struct solving *solving);
static bool solving_open(struct solving *solving);

static void solve_with_base(struct solving *solving, const char *spacing, const char *base) {
    solving->given[SPACING] = spacing;
    solving->given[BASE] = base;
    if (!solving_open(solving))
        return;
    if (table_is_constant(solving->trial.table))
        solve_amplitude(solving);
    else
        solve_positions(solving);
    trial_close(&solving->trial);
}

static const char *const spacings_tried[] = {"pair",   "endpoint",  "over:n",
                                             "over:1", "over:-d/2", "column"};
enum { SPACINGS_TRIED = sizeof spacings_tried / sizeof *spacings_tried };

/* By what e's number k is divided. */
static double divisor(const char *spacing, const struct sizes *sizes) {
    const char *const *tried = spacings_tried;
    double d = (double)sizes->d_model, n = (double)sizes->pairs;
    return spacing == tried[0]   ? d / 2
           : spacing == tried[1] ? n - 1
           : spacing == tried[2] ? n
           : spacing == tried[3] ? 1
           : spacing == tried[4] ? -d / 2
                                 : d;
}

/* Bases of released models, those of most models first. */
static const char *const bases_known[] = {
    "10000",     "500000", "1000000",    "10000000", "5000000", "150000",   "50000",
    "100000000", "160000", "100000",     "8000000",  "25000",   "20000000", "12000000",
    "50000000",  "250000", "1000000000", "100",      "1000",    "256",      "100000000000"};
enum { KNOWN_TRIED = 3, KNOWN_WITHIN = 30, BASES_KNOWN = sizeof bases_known / sizeof *bases_known };

struct based {
    const char *spacing, *base;
    double cost;
};

static int cheapest_first(const void *a, const void *b) {
    const struct based *x = a, *y = b;
    return x->cost < y->cost ? -1 : x->cost > y->cost;
}

/* Where to begin: the line through the turns has the step, and the slowest column the first position. */
static struct polished first_guess(const struct tracks *tracks, const struct fit_line lines[],
                                   double logarithm) {
    struct polished at = {.logarithm = logarithm, .step = exp(lines[0].start)};
    for (size_t n = 0; n < tracks->count; n++) {
        const struct track *track = &tracks->track[n];
        const double w = exp(-lines[0].slope * (double)track->k);
        if (track->phase_error < 0.5)
            at.first = track->phase / w;
        if (track->turn < 0 && track->error < 0.1 && w * at.step < 1)
            at.step = -fabs(at.step);
    }
    at.first -= at.step * (double)tracks->axis[0].begin;
    return at;
}

/* What float32 code leaves unsure of the logarithm of a base. */
static const double FLOAT_BASE = 1e-7;

/* The simplest bases of a spacing that all axes agree with. */
static size_t find_bases(struct solving *solving, const struct table *table, size_t spacing,
                         const struct fit_line lines[], struct based based[], size_t count) {
    double weights = 0, sum = 0;
    const char *name = spacings_tried[spacing];
    for (int a = 0; a < solving->tracks.axes; a++) {
        if (!lines[a].sound)
            continue;
        struct sizes sizes = table_formula_sizes(table, a);
        double d = divisor(name, &sizes), error = lines[a].slope_error * fabs(d) + 1e-9;
        double log_base = lines[a].slope * d;
        if (weights > 0 && fabs(sum / weights - log_base) > 8 * (error + 1 / sqrt(weights)))
            return count;
        weights += 1 / (error * error);
        sum += log_base / (error * error);
    }
    if (weights == 0 || !(fabs(sum / weights) < 100))
        return count;
    double base = exp(sum / weights), error = base * 4 / sqrt(weights);
    if (solving->tracks.axes == 1 && !table_is_constant(table)) {
        struct sizes sizes = table_formula_sizes(table, 0);
        struct polished at = first_guess(&solving->tracks, lines, sum / weights);
        if (polish(&solving->tracks, divisor(name, &sizes), &at)) {
            base = exp(at.logarithm);
            error = base * (at.error[0] + FLOAT_BASE);
            solving->polished = at;
            solving->is_polished = true;
        }
    }
    struct texts texts = {.count = 0};
    for (size_t k = 0; k < BASES_KNOWN && texts.count < KNOWN_TRIED; k++)
        if (fabs(strtod(bases_known[k], NULL) - base) <= KNOWN_WITHIN * error)
            texts_add(&texts, bases_known[k]);
    texts_simplest(&texts, solving->search, base, error, SIMPLEST_EXP);
    for (size_t k = 0; k < texts.count; k++)
        based[count++] = (struct based){name, texts.text[k],
                                        guess_cost(texts.text[k]) + (spacing > 2) + (double)k};
    return count;
}

/* Only the highest frequencies fit a line: the lowest may be divided by a factor. */
static void solve_scaled(struct solving *solving, const struct table *table) {
    const struct fit_line line = fit_highest(&solving->tracks, 0);
    struct texts bases = {.count = 0}, factors = {.count = 0};
    if (!line.sound || table->grid.axes > 0)
        return;
    const double base = exp(line.slope * (double)table->d_model / 2);
    const double error = line.slope_error * (double)table->d_model * base;
    const double factor = fit_factor(&solving->tracks, 0, &line);
    if (!(base < 1e12) || !(factor > 1.1) || !(factor < 1000))
        return;
    texts_simplest(&bases, solving->search, base, 4 * error, 0);
    texts_simplest(&factors, solving->search, factor, factor / 4000, 0);
    for (size_t b = 0; b < bases.count && b < 2; b++) {
        solving->given[BASE] = bases.text[b];
        guess_scalings(solving->search, solving->given, NULL, 1);
    }
    for (size_t b = 0; b < bases.count && b < 2 && !guess_is_clean(solving->search); b++)
        for (size_t f = 0; f < factors.count && f < 3; f++) {
            solving->given[BASE] = bases.text[b];
            guess_scalings(solving->search, solving->given, factors.text[f],
                           solving->tracks.amplitude);
        }
    solving->given[BASE] = NULL;
}

/* From measured turns and phases: finds spacing and base, then the positions. */
static void solve_measured(struct solving *solving, const struct table *table) {
    enum { TRIED = 5 };
    struct fit_line lines[GRID_AXES];
    struct based based[SPACINGS_TRIED * 12] = {{.spacing = NULL}};
    size_t count = 0;
    const char *only =
        solving->search->user[SPACING] ? solving->search->user[SPACING] : solving->given[SPACING];
    for (int a = 0; a < solving->tracks.axes; a++)
        lines[a] = fit_axis(&solving->tracks, a);
    for (size_t s = 0; s < SPACINGS_TRIED; s++)
        if (only ? strcmp(only, spacings_tried[s]) == 0 : s + 1 < SPACINGS_TRIED)
            count = find_bases(solving, table, s, lines, based, count);
    qsort(based, count, sizeof *based, cheapest_first);
    /* a base of many digits comes last, but explains all entries */
    for (size_t k = 0; k < count && !guess_is_exact(solving->search); k++)
        if (k < TRIED || strcmp(based[k].spacing, "pair") == 0)
            solve_with_base(solving, based[k].spacing, based[k].base);
    for (size_t k = 0; k < count && !guess_is_clean(solving->search); k++)
        if (strcmp(based[k].spacing, "pair") == 0)
            solve_ntk(solving, based[k].base, table->d_model);
    solving->given[SPACING] = only;
    solving->given[BASE] = NULL;
    if (!guess_is_clean(solving->search) && (!only || strcmp(only, "pair") == 0))
        solve_scaled(solving, table);
}

static double plain_value(const char *text) {
    return published_value(text, 0, 0);
}

/* A number that is both first and step counts once. */
static double pair_cost(const char *first, const char *step) {
    const double apart = 1.5;
    if (strcmp(first, step) == 0)
        return guess_cost(first);
    bool usual = strcmp(first, "0") == 0 || strcmp(step, "1") == 0;
    return guess_cost(first) + guess_cost(step) + (usual ? 0 : apart);
}

/* The pair of numbers with most merit, of the simplest ones. */
static void choose(struct solving *solving, int axis, const struct texts *firsts,
                   const struct texts *steps, const char **first, const char **step) {
    struct model_axis *along = &solving->trial.model.axis[axis];
    const double quantum = solving->search->data->quantum;
    const double measured = guess_error(solving->search, &solving->trial.model, axis);
    double best = INFINITY, found = INFINITY;
    enum { EACH = 6 };
    *first = firsts->text[0];
    *step = steps->text[0];
    for (size_t sum = 0; sum < (size_t)2 * EACH; sum++)
        for (size_t s = 0; s <= sum; s++) {
            size_t f = sum - s;
            if (found <= 1.05 * measured + quantum / 8)
                break;
            if (s >= steps->count || f >= firsts->count || s >= EACH || f >= EACH)
                continue;
            along->first = plain_value(firsts->text[f]);
            along->step = plain_value(steps->text[s]);
            double error = guess_error(solving->search, &solving->trial.model, axis);
            double merit =
                guess_merit(solving->search, error, pair_cost(firsts->text[f], steps->text[s]));
            if (merit < best) {
                best = merit;
                found = error;
                *first = firsts->text[f];
                *step = steps->text[s];
            }
        }
    along->first = plain_value(*first);
    along->step = plain_value(*step);
}

/* One value for all axes, or one for each. */
static const char *join(struct guess_search *search, const char *const text[], int axes) {
    struct text list = {NULL, 0, 0};
    bool equal = true;
    for (int a = 0; a < axes; a++) {
        equal &= strcmp(text[a], text[0]) == 0;
        text_print(&list, a > 0 ? "," : "");
        text_print(&list, text[a]);
    }
    const char *kept = guess_keep(search, text_string(&list));
    return equal ? text[0] : kept;
}

/* The position at which rows before or after the stretch stay, as a text; "" if the stretch reaches that end. */
static const char *end_of_clamp(struct solving *solving, size_t c, bool beyond) {
    const double *w = solving->trial.model.axis[0].w;
    struct texts texts = {.count = 0};
    struct fit_number at = fit_position(&solving->tracks, 0, w, c);
    if (!beyond || !at.known)
        return "";
    texts_simplest(&texts, solving->search, at.value, 4 * at.error + 1e-9, SIMPLEST_PI);
    return texts.count > 0 ? texts.text[0] : "";
}

static void try_clamp(struct solving *solving, bool rising) {
    const struct stretch *stretch = &solving->tracks.axis[0];
    const char *before = end_of_clamp(solving, 0, stretch->begin > 0);
    const char *after =
        end_of_clamp(solving, stretch->size - 1, stretch->begin + stretch->count < stretch->size);
    char *text = text_format("%s:%s", rising ? before : after, rising ? after : before);
    solving->given[CLAMP] = guess_keep(solving->search, text);
    guess_try(solving->search, solving->given);
    solving->given[CLAMP] = NULL;
}

/* Texts for first or step: what published code has, then the simplest. */
static struct texts texts_of(struct solving *solving, int axis, const struct fit_number *number,
                             bool step) {
    const struct table_model *model = &solving->trial.model;
    const double error = 4 * number->error + 1e-10 * fabs(number->value);
    struct published list[PUBLISHED_MOST];
    uint64_t size[GRID_AXES] = {0};
    struct texts texts = {.count = 0};
    for (int a = 0; a < model->axes; a++)
        size[a] = model->axis[a].size;
    size_t count = published_positions(solving->search, size, model->axes, list);
    for (size_t k = 0; k < count && texts.count < 3; k++) {
        const char *text = step ? list[k].step : list[k].first;
        double value = published_value(text, model->positions, size[axis]);
        bool plain = !isnan(plain_value(text)); /* values of several axes have no symbols */
        if (plain && fabs(value - number->value) <= 30 * error)
            texts_add(&texts, text);
    }
    texts_simplest(&texts, solving->search, number->value, error, SIMPLEST_PI);
    return texts;
}

static void solve_amplitude(struct solving *solving) {
    struct fit_number amplitude = fit_step(&solving->tracks, 0, solving->trial.model.axis[0].w);
    struct texts texts = {.count = 0};
    if (!amplitude.known)
        return;
    texts_simplest(&texts, solving->search, amplitude.value, 4 * amplitude.error, 0);
    for (size_t k = 0; k < texts.count && !guess_is_clean(solving->search); k++) {
        solving->given[AMPLITUDE] = texts.text[k];
        guess_try(solving->search, solving->given);
    }
    solving->given[AMPLITUDE] = NULL;
}

/* Find first and step of each axis of an open model, or the amplitude of a table of frequencies; try the words. */
static void solve_positions(struct solving *solving) {
    const char *first[GRID_AXES] = {"0"}, *step[GRID_AXES] = {"1"};
    const struct tracks *tracks = &solving->tracks;
    for (int a = 0; a < tracks->axes; a++) {
        const double *w = solving->trial.model.axis[a].w;
        struct fit_number steps = fit_step(tracks, a, w), firsts = fit_first(tracks, a, w, &steps);
        struct texts of_first = {{"0"}, 1}, of_step = {{"1"}, 1};
        if (steps.known)
            of_step = texts_of(solving, a, &steps, true);
        if (firsts.known)
            of_first = texts_of(solving, a, &firsts, false);
        if (of_step.count == 0 || of_first.count == 0)
            return;
        solving->trial.model.axis[a].first = firsts.known ? firsts.value : 0;
        solving->trial.model.axis[a].step = steps.known ? steps.value : 1;
        choose(solving, a, &of_first, &of_step, &first[a], &step[a]);
    }
    solving->given[FIRST] = join(solving->search, first, tracks->axes);
    solving->given[STEP] = join(solving->search, step, tracks->axes);
    guess_try(solving->search, solving->given);
    const struct stretch *stretch = &tracks->axis[0];
    if (tracks->axes == 1 && stretch->count < stretch->size && !guess_is_clean(solving->search)) {
        solving->given[POSITIONS] = "absolute";
        guess_try(solving->search, solving->given);
        solving->given[POSITIONS] = NULL;
        if (tracks->paired)
            try_clamp(solving, solving->trial.model.axis[0].step > 0);
    }
    solving->given[FIRST] = solving->given[STEP] = NULL;
}

/* Opens the trial and its model. Returns false if the words make no table. */
static bool solving_open(struct solving *solving) {
    const char *complete[WORDS];
    guess_words(solving->search, solving->given, complete);
    if (!trial_open(&solving->trial, complete))
        return false;
    trial_model(&solving->trial)->amplitude = solving->tracks.amplitude;
    return true;
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

static void solve_singles(struct solving *solving, const struct table *table);

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
    const char *complete[WORDS];
    if (guess_is_clean(search))
        return;
    guess_words(search, given, complete);
    memcpy(solving.given, given, sizeof solving.given);
    if (!trial_open(&trial, complete))
        return;
    if (trial.table->channel_count == search->data->view.channels &&
        trial.table->position_count == search->data->view.positions) {
        tracks_open(&solving.tracks, search, trial_model(&trial));
        solve(&solving, trial.table);
        tracks_close(&solving.tracks);
    }
    trial_close(&trial);
}

/* Tries positions that published code has, with the bases that go with them. */
static void solve_scan(struct solving *solving, const struct table *table, const char *spacing,
                       const struct published *at) {
    struct scan_result result = {.found = false};
    solving->given[SPACING] = spacing;
    solving->given[BASE] = "10000";
    solving->given[FIRST] = at->first;
    solving->given[STEP] = at->step;
    if (solving->search->user[BASE]) {
        guess_try(solving->search, solving->given);
        return;
    }
    if (!solving_open(solving))
        return;
    result = scan_base(&solving->tracks, &solving->trial.model);
    trial_close(&solving->trial);
    if (!result.found)
        return;
    struct texts bases = {.count = 0};
    texts_simplest(&bases, solving->search, result.base,
                   result.base * (4e-8 + solving->search->data->quantum), 0);
    for (size_t k = 0; k < bases.count && !guess_is_clean(solving->search); k++) {
        solving->given[BASE] = bases.text[k];
        guess_try(solving->search, solving->given);
        if (strcmp(spacing, "pair") == 0)
            solve_ntk(solving, bases.text[k], table->d_model);
    }
}

/* Columns that are alone: tries positions that published code has, with the bases that go with them. */
static void solve_singles(struct solving *solving, const struct table *table) {
    const char *own = solving->given[SPACING];
    struct published list[PUBLISHED_MOST];
    uint64_t size[GRID_AXES] = {table->position_count};
    for (int a = 0; a < table->grid.axes; a++)
        size[a] = table->grid.size[a];
    size_t count = published_positions(solving->search, size, solving->tracks.axes, list);
    for (size_t k = 0; k < count && !guess_is_clean(solving->search); k++) {
        solve_scan(solving, table, own ? own : "pair", &list[k]);
        if (!own && k < 3) {
            solve_scan(solving, table, "endpoint", &list[k]);
            solve_scan(solving, table, "over:-d/2", &list[k]);
        }
    }
}
