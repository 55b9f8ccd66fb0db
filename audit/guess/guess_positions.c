#include "base/die.h"
#include "base/text.h"
#include "fit/simplest.h"
#include "guess/guess_solve.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The positions of an open law: first and step of each axis as its frequencies and the angles say, the simplest texts of
 * these, limits and mirrors, those of published code, or a list. */

/* Texts of first and step, one of each axis. */
struct position_texts {
    const char *first[GRID_AXES], *step[GRID_AXES];
};

/* Is a first position, or a step, far from 0, and not round? */
static bool is_far(enum word word, const char *text) {
    const double most = word == STEP ? 7 : 1000, cost = word == STEP ? 3 : 4;
    return fabs(text_value(text, NULL)) > most && text_cost(text) > cost;
}

/* Texts of first or step, which `word` is, along an axis: likely ones, if they may be it, and the simplest if it is known.
 * Angles are known except for whole turns, so some far number fits any few of them. Code that normalises the points of a
 * grid divides by its size and a little more; `guarded` is set if that may be. */
static struct texts texts_of(struct solving *solving, enum word word, int axis,
                             const struct estimate *number, const struct texts *likely,
                             bool guarded) {
    struct texts texts = {.count = 0};
    const double SHARP = 1e-3, SURE = 20, error = number->error + 1e-14 * fabs(number->value);
    for (size_t k = 0; k < likely->count; k++)
        if (!number->known || fabs(text_value(likely->text[k], NULL) - number->value) <= 4 * error)
            texts_add(&texts, likely->text[k]);
    if (!number->known)
        return texts;
    const uint64_t size = solving->trial.model.axis[axis].size;
    for (int twice = 0; twice < 2 && guarded; twice++) {
        const char *text = guess_keep(
            solving->search, text_format("%spi/%" PRIu64 ".000001", twice ? "2" : "", size));
        if (fabs(text_value(text, NULL) - number->value) <= 8 * error &&
            error <= SHARP * fabs(number->value))
            texts_add(&texts, text);
    }
    texts_simplest(&texts, solving->search, number->value, error, SIMPLEST_PI | SIMPLEST_SUM);
    size_t near = 0;
    for (size_t k = 0; k < texts.count; k++)
        if (number->evidence > SURE || !is_far(word, texts.text[k]))
            texts.text[near++] = texts.text[k];
    texts.count = near;
    return near > 0 ? texts : *likely;
}

/* What noise of a level leaves of a part of the table, in one of `every` columns. Beyond `most` it stops. */
static double left_of(struct solving *solving, struct part part, size_t every,
                      enum noise_level level, double most) {
    solving->noise.level = level;
    part.every = every;
    return guess_judge(solving->search, &solving->trial.model, &solving->noise, &part, most).misfit;
}

/* The simplest numbers that leave least of an axis unexplained. Numbers that leave only the noise of float64 are better than
 * those that leave the noise of float32; once there are some of these, only the former are looked for. A few columns are
 * enough to reject most numbers. Damage leaves a few entries more or less, so longer numbers have to leave clearly less. If
 * the simplest leave several bits of each entry, the law is wrong, and no longer ones are looked at. */
static void choose(struct solving *solving, int axis, const struct texts *firsts,
                   const struct texts *steps, struct position_texts *chosen) {
    enum { EACH = 12, CHANNELS = 16, SIMPLEST = 8, SEVERAL = 4 };
    const struct excerpt *sample = &solving->search->sample;
    const double CLEARLY = 0.8, wrong = SEVERAL * (double)(sample->rows * sample->channels);
    const enum noise_level usual = solving->search->data->grain.wide ? NOISE_F64 : NOISE_F32;
    struct model_axis *along = &solving->trial.model.axis[axis];
    const struct along *moving = &solving->pairs.axis[axis];
    const struct part part = {axis, moving->begin,
                              moving->begin > 0 || moving->count < moving->size
                                  ? moving->begin + moving->count
                                  : UINT64_MAX,
                              1};
    const size_t every = (sample->channels / CHANNELS) | 1;
    double least = INFINITY, least_of_few = INFINITY, first_value[EACH], step_value[EACH];
    size_t first = 0, step = 0;
    bool exact = false;
    for (size_t k = 0; k < EACH; k++) {
        first_value[k] = k < firsts->count ? text_value(firsts->text[k], NULL) : 0;
        step_value[k] = k < steps->count ? text_value(steps->text[k], NULL) : 0;
    }
    for (size_t sum = 0; sum < (least > wrong ? SIMPLEST : 2 * EACH) && !exact; sum++)
        for (size_t s = 0; s <= sum && !exact; s++) {
            const size_t f = sum - s;
            if (s >= steps->count || f >= firsts->count || s >= EACH || f >= EACH)
                continue;
            along->first = first_value[f];
            along->step = step_value[s];
            bool better = false;
            if (least > 0) {
                const double few = left_of(solving, part, every, usual, CLEARLY * least_of_few);
                if (few > CLEARLY * least_of_few)
                    continue;
                const double all =
                    every == 1 ? few : left_of(solving, part, 1, usual, CLEARLY * least);
                better = all == 0 || all < CLEARLY * least;
                least = better ? all : least;
                least_of_few = better ? few : least_of_few;
            }
            exact = least == 0 && left_of(solving, part, every, NOISE_F64, 0) == 0 &&
                    left_of(solving, part, 1, NOISE_F64, 0) == 0;
            if (better || exact) {
                first = f;
                step = s;
            }
        }
    chosen->first[axis] = firsts->text[first];
    chosen->step[axis] = steps->text[step];
    along->first = first_value[first];
    along->step = step_value[step];
}

/* The axis whose first position is known best, of those that aren't done. */
static int best_known(const struct measured_positions *measured, int axes, const bool done[]) {
    int best = -1;
    double least = INFINITY;
    for (int a = 0; a < axes; a++) {
        const double error = measured->first[a].known ? measured->first[a].error : INFINITY;
        if (!done[a] && (best < 0 || error < least)) {
            best = a;
            least = error;
        }
    }
    return best;
}

/* Chooses first and step along all axes. Those that are hardly known are likely to be those of an axis that is known better.
 * The first position of columns that are alone is hardly known. */
static void choose_positions(struct solving *solving, const struct measured_positions *measured,
                             bool may_be_guarded, struct position_texts *chosen) {
    const struct pairs *pairs = &solving->pairs;
    struct texts likely_firsts = {.count = 0}, likely_steps = likely_firsts;
    bool done[GRID_AXES] = {false};
    for (int n = 0; n < pairs->axes; n++) {
        const int a = best_known(measured, pairs->axes, done);
        const struct estimate *first = &measured->first[a], *step = &measured->step[a];
        const bool guarded =
            may_be_guarded && pairs->axes > 1 && fabs(first->value) > 8 * first->error;
        struct texts otherwise_firsts = likely_firsts, otherwise_steps = likely_steps;
        texts_add(&otherwise_firsts, "0");
        texts_add(&otherwise_steps, "1");
        const struct texts steps = texts_of(solving, STEP, a, step, &otherwise_steps, guarded);
        for (size_t k = 0; k < steps.count && first->known; k++) /* of rows that begin at 1 */
            texts_add(&otherwise_firsts, steps.text[k]);
        struct texts firsts = texts_of(solving, FIRST, a, first, &otherwise_firsts, guarded);
        for (size_t k = 0; k < FIRSTS_USUAL && !pairs->paired; k++)
            texts_add(&firsts, positions_usual[k].first);
        choose(solving, a, &firsts, &steps, chosen);
        texts_add(&likely_firsts, chosen->first[a]);
        texts_add(&likely_steps, chosen->step[a]);
        done[a] = true;
    }
}

/* The same, with what code adds to the sizes of a grid, or without it: floats can't always tell, but the mean error does. */
static void choose_guarded(struct solving *solving, const struct measured_positions *measured,
                           struct position_texts *chosen) {
    double error[2] = {0, INFINITY};
    bool any = true;
    for (int way = 0; way < 3 && any; way++) { /* the last is the better of both */
        const bool guarded = way == 0 || (way == 2 && error[0] <= error[1]);
        choose_positions(solving, measured, guarded, chosen);
        any = false;
        for (int a = 0; a < solving->pairs.axes; a++)
            any |= way > 0 || strstr(chosen->step[a], ".000001") != NULL;
        if (any && way < 2)
            error[way] =
                guess_judge(solving->search, &solving->trial.model, &solving->noise, NULL, INFINITY)
                    .magnitude;
    }
}

/* One value for all axes, or one for each. */
static const char *join(struct guess_search *search, const char *const text[], int axes) {
    struct text list = {NULL, 0, 0};
    bool equal = true;
    for (int a = 0; a < axes; a++) {
        equal &= strcmp(text[a], text[0]) == 0;
        text_put(&list, "%s%s", a > 0 ? "," : "", text[a]);
    }
    const char *kept = guess_keep(search, text_string(&list));
    return equal ? text[0] : kept;
}

static bool try_chosen(struct solving *solving, const struct position_texts *chosen) {
    solving->given[FIRST] = join(solving->search, chosen->first, solving->pairs.axes);
    solving->given[STEP] = join(solving->search, chosen->step, solving->pairs.axes);
    return law_try_words(solving);
}

/* --- positions that stay at a limit, or are mirrored */

/* The ends of a clamp, and how far they may be off; infinite if there are none. */
struct limits {
    struct estimate low, high;
};

/* The position of an end of an axis, where the step makes the `wanted` one, beyond the stretch of even steps that ends at
 * `end`. Of a column that is alone the sign isn't known, but a limit is within a step beyond the stretch. */
static struct estimate position_at_end(const struct solving *solving, int axis, size_t c,
                                       double wanted, double end) {
    const struct pairs *pairs = &solving->pairs;
    const struct model_axis *model = &solving->trial.model.axis[axis];
    const double half = copysign(model->step / 2, wanted - end);
    const struct estimate near = {.known = true, .value = end + half, .error = fabs(half)};
    struct estimate at = estimate_position(pairs, axis, model->w, c, pairs->rounding, &near);
    const bool mirrored = fabs(fabs(at.value) - fabs(wanted)) <= 4 * at.error + 1e-9;
    if (pairs->paired)
        return at;
    if (fabs(at.value + end) < fabs(at.value - end))
        at.value = -at.value;
    if (!at.known || (!mirrored && fabs(at.value - end) > fabs(model->step) + 4 * at.error))
        at = (struct estimate){.known = true, .value = end};
    return at;
}

/* Adds the limit that one end of an axis shows: its position isn't the one that the step makes. */
static void add_limit(const struct solving *solving, int axis, bool last, bool absolute,
                      struct limits *limits) {
    const struct along *along = &solving->pairs.axis[axis];
    const struct model_axis *model = &solving->trial.model.axis[axis];
    const size_t end = along->begin + (last ? along->count - 1 : 0);
    size_t c = last ? along->size - 1 : 0;
    while (c != end && !along_has(along, c))
        c += last ? (size_t)-1 : 1;
    const double wanted = model->first + model->step * (double)c;
    if (c == end && along->count > 1)
        return;
    struct estimate at =
        position_at_end(solving, axis, c, wanted, model->first + model->step * (double)end);
    if (absolute && wanted < 0)
        at.value = -at.value;
    at.error = 4 * at.error + 1e-9;
    struct estimate *limit = at.value > wanted ? &limits->low : &limits->high;
    if (at.known && fabs(at.value - wanted) > at.error && !(limit->error <= at.error))
        *limit = at;
}

/* Bends the positions of the open law's axes. */
static void set_bent(struct solving *solving, bool absolute, double low, double high) {
    for (int a = 0; a < solving->pairs.axes; a++) {
        struct model_axis *axis = &solving->trial.model.axis[a];
        axis->absolute = absolute;
        axis->low = low;
        axis->high = high;
    }
}

/* The text of a limit that leaves least, the simplest of these, while the other limit is set. This one stays set too. */
static const char *text_of_limit(struct solving *solving, const struct estimate *limit, bool high) {
    struct texts texts = {.count = 0};
    const struct model_axis kept = solving->trial.model.axis[0];
    double least = INFINITY;
    const char *best = "";
    if (limit->known)
        texts_simplest(&texts, solving->search, limit->value, limit->error,
                       SIMPLEST_PI | SIMPLEST_SUM);
    for (size_t k = 0; k < texts.count && least > 0; k++) {
        const double value = text_value(texts.text[k], NULL);
        set_bent(solving, kept.absolute, high ? kept.low : value, high ? value : kept.high);
        const double left =
            guess_judge(solving->search, &solving->trial.model, &solving->noise, NULL, least)
                .misfit;
        best = k == 0 || left < least ? texts.text[k] : best;
        least = fmin(left, least);
    }
    if (texts.count > 0)
        set_bent(solving, kept.absolute, high ? kept.low : text_value(best, NULL),
                 high ? text_value(best, NULL) : kept.high);
    return best;
}

/* Has an axis positions on both sides of 0? */
static bool some_change_sign(const struct solving *solving) {
    bool change = false;
    for (int a = 0; a < solving->pairs.axes; a++) {
        const struct model_axis *axis = &solving->trial.model.axis[a];
        change |= axis->first * (axis->first + axis->step * (double)(axis->size - 1)) < 0;
    }
    return change;
}

/* Tries limits for positions that follow a step only in a part of the table, or their absolute values. One clamp is that
 * of all axes. So an axis without steps has the first position of the one that has most of them. */
static bool try_bent(struct solving *solving, struct position_texts chosen) {
    const struct pairs *pairs = &solving->pairs;
    int longest = 0;
    bool found = false;
    for (int a = 1; a < pairs->axes; a++)
        longest = pairs->axis[a].count > pairs->axis[longest].count ? a : longest;
    if (pairs->axis[longest].count < 2)
        return false;
    for (int a = 0; a < pairs->axes; a++)
        if (pairs->axis[a].count < 2) {
            solving->trial.model.axis[a].first = solving->trial.model.axis[longest].first;
            solving->trial.model.axis[a].step = solving->trial.model.axis[longest].step;
            chosen.first[a] = chosen.first[longest];
            chosen.step[a] = chosen.step[longest];
        }
    for (int absolute = 0; absolute < 2 && !guess_is_clean(solving->search); absolute++) {
        struct limits limits = {{.error = INFINITY}, {.error = INFINITY}};
        for (int end = 0; end < 2 * pairs->axes; end++)
            add_limit(solving, end / 2, end % 2, absolute, &limits);
        const bool clamped = limits.low.known || limits.high.known;
        if (!clamped && !(absolute && some_change_sign(solving)))
            continue;
        solving->given[POSITIONS] = absolute ? "absolute" : NULL;
        set_bent(solving, absolute, limits.low.known ? limits.low.value : -INFINITY,
                 limits.high.known ? limits.high.value : INFINITY);
        const char *low = text_of_limit(solving, &limits.low, false),
                   *high = text_of_limit(solving, &limits.high, true);
        solving->given[CLAMP] =
            clamped ? guess_keep(solving->search, text_format("%s:%s", low, high)) : NULL;
        found |= try_chosen(solving, &chosen);
        set_bent(solving, false, -INFINITY, INFINITY);
    }
    solving->given[POSITIONS] = solving->given[CLAMP] = NULL;
    return found;
}

/* --- first and step as measured */

/* Measures first and step of each axis, of frequencies that are known. A column that is alone doesn't tell whether positions
 * rise. Returns whether the angles agree with them. */
static bool measure_positions(struct solving *solving, double direction,
                              struct measured_positions *measured) {
    const struct pairs *pairs = &solving->pairs;
    const double *w[GRID_AXES] = {NULL};
    struct estimate common_step = {.known = false}, common_first = {.known = false};
    for (int a = 0; a < pairs->axes; a++)
        w[a] = solving->trial.model.axis[a].w;
    if (pairs->axes > 1)
        estimate_common(pairs, w, &common_step, &common_first);
    for (int a = 0; a < pairs->axes; a++) {
        struct estimate *step = &measured->step[a], *first = &measured->first[a];
        if (direction > 0) /* the other one has the same */
            *step = estimate_step(pairs, a, w[a], &common_step);
        if (step->known && !pairs->paired) {
            step->value = direction * fabs(step->value);
            pairs_orient(&solving->pairs, a, w[a], step->value);
        }
        if (4 * step->agree < 3 * step->among)
            return false;
        *first = estimate_first(pairs, a, w[a], step, &common_first);
        if (4 * first->agree < 3 * first->among && pairs->paired)
            return false;
    }
    return true;
}

/* Are most of some entries near to an open table with these positions? Entries of columns that turn tell more. */
static bool looks_right(const struct solving *solving, double allowed,
                        const struct measured_positions *measured) {
    enum { SOME = 40, MOST = 9 };
    const struct pairs *pairs = &solving->pairs;
    const struct table_model *model = &solving->trial.model;
    const double turning = 0.02;
    bool any = false;
    size_t far = 0, n = 0;
    for (size_t t = 0; t < pairs->count; t++)
        any |= fabs(pairs->pair[t].turn) > turning;
    for (size_t seen = 0; seen < SOME && far < MOST && pairs->count > 0; n++) {
        const struct pair *pair = &pairs->pair[n * 7919 % pairs->count];
        const struct along *along = &pairs->axis[pair->axis];
        const struct model_axis *axis = &model->axis[pair->axis];
        const size_t c = along->begin + n * 104729 / 7 % along->count;
        const bool sine = pair->sine >= 0 && (pair->cosine < 0 || n % 2);
        seen += n / SOME >= seen; /* even if too few turn */
        if ((any && fabs(pair->turn) <= turning) || !along_has(along, c))
            continue;
        const struct estimate *first = &measured->first[pair->axis],
                              *step = &measured->step[pair->axis];
        const double w = axis->w[pair->k], angle = w * model_position(axis, c),
                     unsure = w * ((first->known ? first->error : 0) +
                                   (step->known ? step->error * (double)c : 0)) +
                              pairs->rounding * fabs(angle),
                     wanted = model->amplitude * (sine ? sin(angle) : cos(angle)),
                     got = entry_at(pairs->data, along->row[c],
                                    (uint64_t)(sine ? pair->sine : pair->cosine));
        seen++;
        if (solving->search->rounded_once && !(unsure <= 2)) /* it may be anything */
            continue;
        far += !(fabs(got - wanted) <= (allowed + fmin(1, unsure)) * model->amplitude +
                                           3 * grain_at(&pairs->data->grain, wanted));
    }
    return far < MOST;
}

/* Positions of published code. */
const struct usual_positions positions_usual[POSITIONS_USUAL] = {{"0", "1"},
                                                                 {"1", "1"},
                                                                 {"-1", "1"},
                                                                 {"2", "1"},
                                                                 {"1/2", "1"},
                                                                 {"0", "2"},
                                                                 {"0", "1/2"},
                                                                 {"0", "16/size"},
                                                                 {"0", "14/size"},
                                                                 {"0", "24/size"},
                                                                 {"0", "32/size"},
                                                                 {"2pi/size-2pi", "4pi/size"},
                                                                 {"1/size-1", "2/size"},
                                                                 {"max-len-1", "-1"},
                                                                 {"max-len/2-1/2", "-1"}};

/* Is the open law with the measured positions near to the entries? The first position of columns that are alone may be
 * a usual one. */
static bool positions_fit(struct solving *solving, const struct measured_positions *measured) {
    const double allowed = 0.01;
    bool fit = false;
    for (int way = 0; way <= (solving->pairs.paired ? 0 : FIRSTS_USUAL) && !fit; way++) {
        struct measured_positions tried = *measured;
        for (int a = 0; a < solving->pairs.axes; a++) {
            struct model_axis *along = &solving->trial.model.axis[a];
            if (way > 0)
                tried.first[a] = (struct estimate){
                    .known = true, .value = text_value(positions_usual[way - 1].first, NULL)};
            along->first = tried.first[a].known ? tried.first[a].value : 0;
            along->step = tried.step[a].known ? tried.step[a].value : 1;
        }
        fit = looks_right(solving, allowed, &tried);
    }
    return fit;
}

/* `rounding` is how far the computation's own errors may take the number, which are alike in all entries. */
static void take_if_better(struct estimate *estimate, const struct wave_numbers *numbers,
                           enum wave_number which, double rounding) {
    const double error = numbers->error[which] + rounding;
    if (!numbers->fixed[which] && error < estimate->error)
        *estimate = (struct estimate){.known = true,
                                      .value = numbers->value[which],
                                      .error = error,
                                      .evidence = estimate->evidence};
}

/* Improves first and step of each axis with all entries, if these were rounded to few bits or places. Columns that are alone
 * show their amplitude this way too. */
static void refine_positions(struct solving *solving, struct measured_positions *measured) {
    const double coarse = 1e-5;
    struct pairs *pairs = &solving->pairs;
    if (pairs->paired && grain_at(&pairs->data->grain, 0.5) < coarse)
        return;
    for (int a = 0; a < pairs->axes; a++) {
        const struct model_axis *axis = &solving->trial.model.axis[a];
        struct estimate *first = &measured->first[a], *step = &measured->step[a];
        if (!step->known || axis->count == 0)
            continue;
        double *exponent = die_malloc(axis->count * sizeof *exponent);
        for (uint64_t k = 0; k < axis->count; k++)
            exponent[k] = -log(axis->w[k]);
        struct wave_numbers numbers = {
            .value = {1, axis->first, axis->step, pairs->amplitude},
            .fixed = {[NUMBER_LOGARITHM] = true, [NUMBER_AMPLITUDE] = pairs->paired}};
        struct estimate amplitude = {.value = pairs->amplitude, .error = pairs->amplitude_error};
        if (least_squares(pairs, a, exponent, &numbers)) {
            const double by_step = pairs->rounding * fabs(numbers.value[NUMBER_STEP]),
                         by_first = pairs->rounding * fabs(numbers.value[NUMBER_FIRST]);
            take_if_better(first, &numbers, NUMBER_FIRST,
                           by_first + by_step * (double)pairs->axis[a].count);
            take_if_better(step, &numbers, NUMBER_STEP, by_step); /* of small angles it is larger */
            numbers.error[NUMBER_AMPLITUDE] *= 8; /* equal columns are rounded alike */
            take_if_better(&amplitude, &numbers, NUMBER_AMPLITUDE, 0);
        }
        pairs->amplitude = amplitude.value;
        pairs->amplitude_error = amplitude.error;
        free(exponent);
    }
}

bool law_find_positions(struct solving *solving, struct measured_positions *measured) {
    const struct pairs *pairs = &solving->pairs;
    bool agrees = false;
    solving->trial.model.amplitude = pairs->amplitude;
    *measured = (struct measured_positions){.first[0].known = false};
    for (int direction = 1; direction >= (pairs->paired ? 1 : -1) && !agrees; direction -= 2)
        agrees =
            measure_positions(solving, direction, measured) && positions_fit(solving, measured);
    if (agrees)
        refine_positions(solving, measured);
    return agrees;
}

/* If one axis of a grid has all columns, its positions may just go on: waves of a whole number of rows repeat too. */
static bool try_without_grid(struct solving *solving, const struct position_texts *chosen) {
    static const enum word of_grid[] = {GRID, GRID_COLUMNS, GRID_ROWS, GRID_NESTING, GRID_BLOCKS};
    const struct pairs *pairs = &solving->pairs;
    const int axis = pairs->pair[0].axis;
    const char *given[WORDS];
    if (pairs->axes == 1 || pairs->pair[pairs->count - 1].axis != axis)
        return false;
    memcpy(given, solving->given, sizeof given);
    for (size_t k = 0; k < sizeof of_grid / sizeof *of_grid; k++)
        given[of_grid[k]] = NULL;
    given[FIRST] = chosen->first[axis];
    given[STEP] = chosen->step[axis];
    return guess_try(solving->search, given);
}

/* Tries the positions of each axis for all, if others seem to have others. */
static bool try_common(struct solving *solving, const struct position_texts *chosen) {
    const int axes = solving->pairs.axes;
    bool found = false;
    for (int a = 0; a < axes && !guess_is_clean(solving->search); a++) {
        struct position_texts common = *chosen;
        bool differ = false;
        for (int b = 0; b < axes; b++) {
            differ |= strcmp(chosen->first[b], chosen->first[a]) != 0 ||
                      strcmp(chosen->step[b], chosen->step[a]) != 0;
            common.first[b] = chosen->first[a];
            common.step[b] = chosen->step[a];
        }
        found |= differ && try_chosen(solving, &common);
    }
    return found;
}

/* Steps so small that rows differ by little more than rounding: the entries that differ leave an interval around 0. */
static void choose_small_steps(struct solving *solving, struct position_texts *chosen) {
    struct noise noise = solving->noise;
    noise.level = NOISE_F64;
    for (int a = 0; a < solving->pairs.axes; a++) {
        struct model_axis *axis = &solving->trial.model.axis[a];
        if (axis->size < 2 || solving->pairs.axis[a].count > 1)
            continue;
        axis->step = 0;
        const struct estimate step = narrow_number(solving->search->data, &noise, NUMBER_STEP, a);
        char *text = step.known && fabs(step.value) > step.error
                         ? simplest_number(step.value - step.error, step.value + step.error, 0)
                         : NULL;
        chosen->step[a] = text ? guess_keep(solving->search, text) : "0";
        axis->step = step.value;
    }
}

bool law_try_positions(struct solving *solving, const struct measured_positions *measured) {
    struct position_texts chosen = {{"0", "0", "0", "0"}, {"1", "1", "1", "1"}};
    const char *scaling = solving->given[SCALING];
    choose_guarded(solving, measured, &chosen);
    if (solving->search->sample.still)
        choose_small_steps(solving, &chosen);
    if (scaling && strncmp(scaling, "linear", 6) == 0 && strcmp(chosen.step[0], "1") != 0)
        return false; /* without the rule they are as simple */
    bool found = try_without_grid(solving, &chosen);
    found |= try_chosen(solving, &chosen);
    if (!guess_is_clean(solving->search))
        found |= try_common(solving, &chosen);
    if (!guess_is_clean(solving->search))
        found |= try_bent(solving, chosen);
    return found;
}

bool law_try_usual(struct solving *solving) {
    const int axes = solving->trial.model.axes, sizes_of_grid = axes > 1 ? axes : 0;
    const double allowed = 1e-4;
    struct model_axis *along = solving->trial.model.axis;
    bool found = false;
    for (int p = 0; p < POSITIONS_USUAL + sizes_of_grid && !found; p++) {
        struct usual_positions usual = positions_usual[p < POSITIONS_USUAL ? p : 0];
        if (p >= POSITIONS_USUAL) {
            const size_t size = solving->pairs.axis[p - POSITIONS_USUAL].size;
            usual.first = guess_keep(solving->search, text_format("2pi/%zu-2pi", size));
            usual.step = guess_keep(solving->search, text_format("4pi/%zu", size));
        }
        for (int a = 0; a < axes; a++) {
            const struct sizes sizes = {0, 0, solving->trial.model.positions, along[a].size};
            along[a].first = text_value(usual.first, &sizes);
            along[a].step = text_value(usual.step, &sizes);
        }
        solving->given[FIRST] = usual.first;
        solving->given[STEP] = usual.step;
        found = looks_right(solving, allowed, &(struct measured_positions){.first[0].error = 0}) &&
                guess_try(solving->search, solving->given);
    }
    return found;
}

/* --- positions without a step */

static char *text_around(const struct estimate *at) {
    const double error = 4 * at->error;
    return simplest_number(at->value - error, at->value + error, 0);
}

/* A position that isn't simple is taken from the angles as they are. The first frequency is 1, mostly, and then no rounding
 * but that of the entries is between them. */
bool law_list_positions(struct solving *solving, struct text *list) {
    enum { UNEVEN = 7919, SOME = 32 };
    const double SIMPLE = 5, *w = solving->trial.model.axis[0].w;
    const struct pairs *pairs = &solving->pairs;
    const struct along *along = &pairs->axis[0];
    bool agree = pairs->axes == 1 && pairs->count >= (pairs->paired ? 8 : 16) &&
                 along->size == solving->trial.model.positions,
         moves = false;
    struct estimate *at = die_malloc(along->size * sizeof *at);
    for (size_t n = 0; n < along->size && agree && (moves || n < SOME); n++) {
        const size_t c = n * UNEVEN % along->size;
        at[c] = (struct estimate){.known = true};
        if (!along_has(along, c))
            continue;
        at[c] = estimate_position(pairs, 0, w, c, pairs->rounding, NULL);
        agree = at[c].known && 8 * at[c].agree >= 7 * at[c].among;
        moves |= fabs(at[c].value - at[0].value) > 4 * (at[c].error + at[0].error);
    }
    list->used = 0;
    for (size_t c = 0; c < along->size && agree && moves; c++) {
        char *text = text_around(&at[c]);
        if (!pairs->data->grain.wide && (!text || text_cost(text) > SIMPLE)) {
            free(text);
            const struct estimate exact = estimate_position(pairs, 0, w, c, 0, NULL);
            text = text_around(exact.known ? &exact : &at[c]);
        }
        agree = text != NULL;
        if (text)
            text_put(list, "%s\n", text);
        free(text);
    }
    free(at);
    return agree && moves;
}
