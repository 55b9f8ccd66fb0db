#include "audit/guess_cost.h"
#include "audit/guess_fit.h"
#include "audit/guess_published.h"
#include "audit/guess_solving.h"
#include "audit/simplest.h"

#include <math.h>
#include <string.h>

static double plain_value(const char *text) {
    return published_value(text, 0, 0);
}

/* What is said twice is said once more easily. */
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
    struct model_axis *along = &solving->model.axis[axis];
    const double quantum = solving->search->data->quantum;
    const double measured = guess_error(solving->search, &solving->model, axis, NULL);
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
            double error = guess_error(solving->search, &solving->model, axis, NULL);
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
    text_add(&list, "", 1);
    const char *kept = guess_keep(search, list.bytes);
    return equal ? text[0] : kept;
}

/* The position at which rows before or after the stretch stay, as a text; "" if the stretch reaches that end. */
static const char *end_of_clamp(struct solving *solving, size_t c, bool beyond) {
    const double *w = solving->model.axis[0].w;
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
    const struct guess_model *model = &solving->model;
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

void solve_amplitude(struct solving *solving) {
    struct fit_number amplitude = fit_step(&solving->tracks, 0, solving->model.axis[0].w);
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

void solve_positions(struct solving *solving) {
    const char *first[GRID_AXES] = {"0"}, *step[GRID_AXES] = {"1"};
    const struct tracks *tracks = &solving->tracks;
    for (int a = 0; a < tracks->axes; a++) {
        const double *w = solving->model.axis[a].w;
        struct fit_number steps = fit_step(tracks, a, w), firsts = fit_first(tracks, a, w, &steps);
        struct texts of_first = {{"0"}, 1}, of_step = {{"1"}, 1};
        if (steps.known)
            of_step = texts_of(solving, a, &steps, true);
        if (firsts.known)
            of_first = texts_of(solving, a, &firsts, false);
        if (of_step.count == 0 || of_first.count == 0)
            return;
        solving->model.axis[a].first = firsts.known ? firsts.value : 0;
        solving->model.axis[a].step = steps.known ? steps.value : 1;
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
            try_clamp(solving, solving->model.axis[0].step > 0);
    }
    solving->given[FIRST] = solving->given[STEP] = NULL;
}
