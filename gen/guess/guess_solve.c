#include "guess/guess_solve.h"
#include "base/die.h"
#include "base/text.h"
#include "fit/simplest.h"
#include "guess/guess_search.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- texts */

void texts_add(struct texts *texts, const char *text) {
    for (size_t k = 0; k < texts->count; k++)
        if (strcmp(texts->text[k], text) == 0)
            return;
    if (texts->count < TEXTS_MOST)
        texts->text[texts->count++] = text;
}

/* Adds the simplest numbers in intervals around the value, the widest first, since its numbers are simpler. Code may have
 * rounded to float what it then computed in double, so doubles have wider ones than their errors. `kinds` is that of
 * simplest.h. */
void texts_simplest(struct texts *texts, struct guess_search *search, double value, double error,
                    unsigned kinds) {
    enum { EACH = 4 };
    double width = 64 * error;
    const double least = search->data->grain.wide ? 1e-7 * fabs(value) : 0;
    if (width < least)
        width = least;
    if (width > fabs(value) / 2 && 8 * error < fabs(value)) /* it isn't 0 */
        width = fabs(value) / 2;
    for (int k = 0; k < 12 && width > error / 4; k++) {
        char *found[SIMPLEST_MAX];
        const size_t count = simplest_numbers(value - width, value + width, kinds, found);
        for (size_t n = 0; n < count; n++) {
            const char *kept = guess_keep(search, found[n]);
            if (n < EACH)
                texts_add(texts, kept);
        }
        width /= 8;
    }
}

/* --- an open law */

/* Adds the words of a law to those of a shape. */
static void give_law(const char *given[WORDS], const struct law *law) {
    const char *const texts[] = {law->spacing, law->base, law->scaling, law->d_model, law->odd};
    static const enum word words_of_law[] = {SPACING, BASE, SCALING, D_MODEL, ODD};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        if (texts[k])
            given[words_of_law[k]] = texts[k];
}

bool law_open(struct solving *solving, const struct law *law) {
    const char *given[WORDS];
    memcpy(given, solving->given, sizeof given);
    give_law(given, law);
    if (!guess_trial(solving->search, given, &solving->trial))
        return false;
    if (trial_model(&solving->trial)->axes == solving->pairs.axes)
        return true;
    trial_close(&solving->trial);
    return false;
}

void law_close(struct solving *solving) {
    trial_close(&solving->trial);
}

/* A row of a table of sines may be 0 without being apart. */
static bool try_words(struct solving *solving) {
    const char *listed = solving->given[ZERO_ROWS];
    bool found = false;
    if (listed && strcmp(listed, "none") != 0 && !solving->given[GRID]) {
        solving->given[ZERO_ROWS] = "none";
        found = guess_try(solving->search, solving->given);
        solving->given[ZERO_ROWS] = listed;
    }
    return found || guess_try(solving->search, solving->given);
}

/* --- amplitude */

/* What a text of an amplitude costs. Roots are rare, except for the usual ones. */
static double cost_of_amplitude(const char *text) {
    const double of_root = 1;
    const bool root = strncmp(text, "sqrt(", 5) == 0 && !strchr(text, 'd');
    return text_cost(text) + (root ? of_root : 0);
}

static int cheapest_amplitude(const void *a, const void *b) {
    const char *const *x = a, *const *y = b;
    const double p = cost_of_amplitude(*x), q = cost_of_amplitude(*y);
    return (p > q) - (p < q);
}

/* Texts of the amplitude, which is `ratio` times what it is without the word: numbers, and roots of numbers. */
static struct texts amplitudes(struct solving *solving, double ratio) {
    static const char *const usual[] = {"1", "sqrt(1/d)", "sqrt(2/d)"};
    const struct sizes sizes = {solving->trial.table->d_model, 0, 0, 0};
    const double error = ratio * solving->pairs.amplitude_error / solving->pairs.amplitude,
                 low = ratio - error, high = ratio + error;
    struct texts texts = {.count = 0};
    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
        if (fabs(ratio - text_value(usual[k], &sizes)) <= 4 * error)
            texts_add(&texts, usual[k]);
    for (int root = 0; root < 2; root++) {
        char *found[SIMPLEST_MAX];
        const size_t count =
            simplest_numbers(root ? low * low : low, root ? high * high : high, 0, found);
        for (size_t k = 0; k < count; k++) {
            texts_add(&texts,
                      guess_keep(solving->search, text_format(root ? "sqrt(%s)" : "%s", found[k])));
            free(found[k]);
        }
    }
    if (texts.count > 0)
        qsort(texts.text, texts.count, sizeof *texts.text, cheapest_amplitude);
    return texts;
}

/* --- positions */

/* Texts of first or step along an axis, if it is known. Code that normalises the points of a grid divides by its size and a
 * little more. */
static struct texts texts_of(struct solving *solving, int axis, const struct estimate *number,
                             const char *otherwise) {
    struct texts texts = {.count = 0};
    if (!number->known) {
        texts_add(&texts, otherwise);
        return texts;
    }
    const double SHARP = 1e-3, error = number->error + 1e-14 * fabs(number->value);
    if (fabs(text_value(otherwise, NULL) - number->value) <= 4 * error)
        texts_add(&texts, otherwise);
    const uint64_t size = solving->trial.model.axis[axis].size;
    for (int twice = 0; twice < 2 && solving->trial.model.axes > 1; twice++) {
        const char *text = guess_keep(
            solving->search, text_format("%spi/%" PRIu64 ".000001", twice ? "2" : "", size));
        if (fabs(text_value(text, NULL) - number->value) <= 8 * error &&
            error <= SHARP * fabs(number->value))
            texts_add(&texts, text);
    }
    texts_simplest(&texts, solving->search, number->value, error, SIMPLEST_PI | SIMPLEST_SUM);
    return texts;
}

/* What noise of a level leaves of a part of the table, in one of `every` columns. Beyond `most` entries it stops. */
static struct judgement left_of(struct solving *solving, struct part part, size_t every,
                                enum noise_level level, size_t most) {
    solving->noise.level = level;
    part.every = every;
    return guess_judge(solving->search, &solving->trial.model, &solving->noise, &part, most);
}

/* Does one judgement leave less than the other? The count of odd entries weighs nearly right entries more than those that
 * are far off. So it only decides between tables whose mean errors are about the same. */
static bool leaves_less(const struct judgement *one, const struct judgement *other) {
    const double apart = 4;
    if (one->odd == 0 || other->odd == 0)
        return other->odd > 0;
    return one->magnitude * apart < other->magnitude ||
           (one->odd < other->odd && one->magnitude <= apart * other->magnitude);
}

/* The simplest numbers that leave least of an axis unexplained. Numbers that leave only the noise of float64 are better than
 * those that leave the noise of float32; once there are some of these, only the former are looked for. A few columns are
 * enough to reject most numbers. */
static void choose(struct solving *solving, int axis, const struct texts *firsts,
                   const struct texts *steps, const char **first, const char **step) {
    enum { EACH = 12, CHANNELS = 16 };
    const enum noise_level usual = solving->search->data->grain.wide ? NOISE_F64 : NOISE_F32;
    struct model_axis *along = &solving->trial.model.axis[axis];
    const struct along *moving = &solving->pairs.axis[axis];
    const struct part part = {axis, moving->begin,
                              moving->begin > 0 || moving->count < moving->size
                                  ? moving->begin + moving->count
                                  : UINT64_MAX,
                              1};
    const size_t every = (solving->search->sample.channels / CHANNELS) | 1;
    const struct judgement worst = {.odd = SIZE_MAX, .magnitude = INFINITY};
    struct judgement least = worst, least_of_few = worst;
    bool exact = false;
    *first = firsts->text[0];
    *step = steps->text[0];
    for (size_t sum = 0; sum < (size_t)2 * EACH && !exact; sum++)
        for (size_t s = 0; s <= sum && !exact; s++) {
            const size_t f = sum - s;
            if (s >= steps->count || f >= firsts->count || s >= EACH || f >= EACH)
                continue;
            along->first = text_value(firsts->text[f], NULL);
            along->step = text_value(steps->text[s], NULL);
            bool better = false;
            if (least.odd > 0) {
                const struct judgement few = left_of(solving, part, every, usual, least_of_few.odd);
                if (leaves_less(&least_of_few, &few))
                    continue;
                least_of_few = few;
                const struct judgement all = left_of(solving, part, 1, usual, least.odd);
                better = leaves_less(&all, &least);
                least = better ? all : least;
            }
            exact = least.odd == 0 && left_of(solving, part, every, NOISE_F64, 0).odd == 0 &&
                    left_of(solving, part, 1, NOISE_F64, 0).odd == 0;
            if (better || exact) {
                *first = firsts->text[f];
                *step = steps->text[s];
            }
        }
    along->first = text_value(*first, NULL);
    along->step = text_value(*step, NULL);
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

/* The position at which the coordinates before or after the stretch of an axis stay, as a text; "" if there are none. */
static const char *end_of_clamp(struct solving *solving, int axis, bool after) {
    const struct along *along = &solving->pairs.axis[axis];
    const struct model_axis *model = &solving->trial.model.axis[axis];
    const bool beyond = after ? along->begin + along->count < along->size : along->begin > 0;
    struct estimate at =
        estimate_position(&solving->pairs, axis, model->w, after ? along->size - 1 : 0);
    if (!solving->pairs.paired) { /* if that is a position of a row, as it is of whole steps */
        const size_t last = along->begin + (after ? along->count - 1 : 0);
        at.known = true;
        at.value = model->first + model->step * (double)last;
        at.error = 0;
    }
    struct texts texts = {.count = 0};
    if (beyond && at.known)
        texts_simplest(&texts, solving->search, at.value, 4 * at.error + 1e-9, SIMPLEST_PI);
    return texts.count > 0 ? texts.text[0] : "";
}

/* Positions that stay at a number, or are mirrored. */
static bool try_bent(struct solving *solving) {
    const struct pairs *pairs = &solving->pairs;
    const char *low = "", *high = "";
    bool bent = false;
    for (int a = 0; a < pairs->axes; a++) {
        const struct along *along = &pairs->axis[a];
        if (along->count >= along->size || along->count < 2)
            continue;
        const bool rising = solving->trial.model.axis[a].step > 0;
        const char *before = end_of_clamp(solving, a, false),
                   *after = end_of_clamp(solving, a, true);
        bent = true;
        low = *(rising ? before : after) ? (rising ? before : after) : low;
        high = *(rising ? after : before) ? (rising ? after : before) : high;
    }
    bool found = false;
    for (int way = 0; bent && way < 3 && !found; way++) {
        if (way > 0 && !*low && !*high)
            break;
        solving->given[POSITIONS] = way == 1 ? NULL : "absolute";
        solving->given[CLAMP] =
            way == 0 ? NULL : guess_keep(solving->search, text_format("%s:%s", low, high));
        found = guess_try(solving->search, solving->given);
    }
    solving->given[POSITIONS] = solving->given[CLAMP] = NULL;
    return found;
}

/* First and step of each axis, of frequencies that are known. A column that is alone doesn't tell whether positions rise. */
static bool find_positions(struct solving *solving, struct estimate step[], struct estimate first[],
                           double direction) {
    const struct pairs *pairs = &solving->pairs;
    const double *w[GRID_AXES] = {NULL};
    struct estimate common_step = {.known = false}, common_first = {.known = false};
    for (int a = 0; a < pairs->axes; a++)
        w[a] = solving->trial.model.axis[a].w;
    if (pairs->axes > 1)
        estimate_common(pairs, w, &common_step, &common_first);
    for (int a = 0; a < pairs->axes; a++) {
        if (direction > 0) /* the other one has the same */
            step[a] = estimate_step(pairs, a, w[a], &common_step);
        if (step[a].known && !pairs->paired) {
            step[a].value = direction * fabs(step[a].value);
            pairs_orient(&solving->pairs, a, w[a], step[a].value);
        }
        first[a] = estimate_first(pairs, a, w[a], &step[a], &common_first);
        if (4 * step[a].agree < 3 * step[a].among ||
            (4 * first[a].agree < 3 * first[a].among && pairs->paired))
            return false;
    }
    return true;
}

/* Are most of some entries near to an open table with these positions? Entries of columns that turn tell more. */
bool law_looks_right(const struct solving *solving, double allowed) {
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
        const size_t c = along->begin + n * 104729 / 7 % along->count;
        const bool sine = pair->sine >= 0 && (pair->cosine < 0 || n % 2);
        seen += n / SOME >= seen; /* even if too few turn */
        if ((any && fabs(pair->turn) <= turning) || !along_has(along, c))
            continue;
        const double angle = model->axis[pair->axis].w[pair->k] *
                             model_position(&model->axis[pair->axis], c),
                     wanted = model->amplitude * (sine ? sin(angle) : cos(angle)),
                     got = entry_at(pairs->data, along->row[c],
                                    (uint64_t)(sine ? pair->sine : pair->cosine));
        const double unsure = fmin(1, model->axis[pair->axis].w[pair->k] *
                                          (solving->first_error[pair->axis] +
                                           solving->step_error[pair->axis] * (double)c));
        seen++;
        far += !(fabs(got - wanted) <=
                 (allowed + unsure) * model->amplitude + 3 * grain_at(&pairs->data->grain, wanted));
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

/* Is the open law, with the estimated numbers, near to the entries? The first position of columns that are alone may be
 * another one. */
static bool estimates_fit(struct solving *solving, const struct estimate steps[],
                          const struct estimate firsts[]) {
    const double allowed = 0.01;
    bool fit = false;
    for (int way = 0; way <= (solving->pairs.paired ? 0 : FIRSTS_USUAL) && !fit; way++) {
        for (int a = 0; a < solving->pairs.axes; a++) {
            struct model_axis *along = &solving->trial.model.axis[a];
            along->first = way > 0           ? text_value(positions_usual[way - 1].first, NULL)
                           : firsts[a].known ? firsts[a].value
                                             : 0;
            along->step = steps[a].known ? steps[a].value : 1;
            solving->first_error[a] = way == 0 && firsts[a].known ? firsts[a].error : 0;
            solving->step_error[a] = steps[a].known ? steps[a].error : 0;
        }
        fit = law_looks_right(solving, allowed);
    }
    return fit;
}

/* Improves first and step with all entries, if these were rounded to few bits or places. */
static void refine_positions(struct solving *solving, struct estimate *first,
                             struct estimate *step) {
    const struct model_axis *axis = &solving->trial.model.axis[0];
    const double coarse = 1e-5;
    if (solving->trial.model.axes > 1 || !first->known || !step->known ||
        grain_at(&solving->search->data->grain, 0.5) < coarse)
        return;
    double *exponent = die_malloc(axis->count * sizeof *exponent);
    for (uint64_t k = 0; k < axis->count; k++)
        exponent[k] = -log(axis->w[k]);
    struct polished polished = {.logarithm = 1, .first = axis->first, .step = axis->step};
    if (polish(&solving->pairs, exponent, &polished)) {
        if (polished.error[1] < first->error)
            *first = (struct estimate){true, polished.first, polished.error[1], 1, 1, 0};
        if (polished.error[2] < step->error) /* of small angles it is larger */
            *step = (struct estimate){true, polished.step, polished.error[2], 1, 1, 0};
    }
    free(exponent);
}

/* Measures the amplitude of columns that are alone again, with an open law and its positions: the entries of all columns are
 * one number times those of the model. */
static void refine_amplitude(struct solving *solving) {
    enum { LEAST = 32 };
    const double far = 0.1, before = solving->trial.model.amplitude;
    struct pairs *pairs = &solving->pairs;
    const struct table_model *model = &solving->trial.model;
    double squares = 0, products = 0, rests = 0, count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t t = 0; t < pairs->count; t++) {
            const struct pair *pair = &pairs->pair[t];
            const struct along *along = &pairs->axis[pair->axis];
            const struct model_axis *axis = &model->axis[pair->axis];
            const uint64_t channel = (uint64_t)(pair->sine >= 0 ? pair->sine : pair->cosine);
            for (size_t c = along->begin; c < along->begin + along->count; c++) {
                if (!along_has(along, c))
                    continue;
                const double angle = axis->w[pair->k] * model_position(axis, c),
                             one = pair->sine >= 0 ? sin(angle) : cos(angle),
                             got = entry_at(pairs->data, along->row[c], channel),
                             rest = got - (pass > 0 ? products / squares : before) * one;
                if (!(fabs(rest) <= far * before))
                    continue;
                squares += pass == 0 ? one * one : 0;
                products += pass == 0 ? one * got : 0;
                rests += pass == 0 ? 0 : rest * rest;
                count += pass;
            }
        }
    const double error = 8 * sqrt(rests / count / squares) + pairs->rounding * before;
    if (count >= LEAST && error < pairs->amplitude_error) {
        pairs->amplitude = products / squares;
        pairs->amplitude_error = error;
    }
}

/* Tries an open law with the positions that its frequencies make of the angles. Amplitudes differ by little: if the tables
 * of a few are far off, all are. */
static bool try_positions(struct solving *solving, const struct law *law) {
    enum { AMPLITUDES = 8, FAR_MOST = 2 };
    const double near = 0.01 + 8 * solving->pairs.amplitude_error / solving->pairs.amplitude,
                 nearest = solving->search->nearest;
    const struct pairs *pairs = &solving->pairs;
    struct estimate steps[GRID_AXES] = {0}, firsts[GRID_AXES] = {0};
    const char *first[GRID_AXES] = {NULL}, *step[GRID_AXES] = {NULL}, *kept[WORDS];
    const double plain = solving->trial.model.amplitude;
    bool agrees = false;
    solving->trial.model.amplitude = pairs->amplitude;
    for (int direction = 1; direction >= (pairs->paired ? 1 : -1) && !agrees; direction -= 2)
        agrees = find_positions(solving, steps, firsts, direction) &&
                 estimates_fit(solving, steps, firsts);
    if (!agrees)
        return false;
    refine_positions(solving, &firsts[0], &steps[0]);
    memcpy(kept, solving->given, sizeof kept);
    const double rough = pairs->amplitude, rough_error = pairs->amplitude_error;
    if (!pairs->paired)
        refine_amplitude(solving);
    const struct texts of_amplitude = amplitudes(solving, pairs->amplitude / plain);
    solving->pairs.amplitude = rough;
    solving->pairs.amplitude_error = rough_error;
    bool found = false;
    give_law(solving->given, law);
    solving->search->nearest = INFINITY;
    for (size_t k = 0;
         k < of_amplitude.count && k < (solving->search->nearest > near ? FAR_MOST : AMPLITUDES) &&
         !(found && guess_is_clean(solving->search));
         k++) {
        const char *text = of_amplitude.text[k];
        const struct sizes sizes = {solving->trial.table->d_model, 0, 0, 0};
        solving->given[AMPLITUDE] = text;
        solving->noise = guess_noise(solving->search, &solving->trial.model);
        solving->trial.model.amplitude = plain * text_value(text, &sizes);
        for (int a = 0; a < pairs->axes; a++) {
            const bool still = pairs->paired && pairs->axis[a].size > 1 &&
                               solving->trial.model.axis[a].count > 0 && !steps[a].known;
            struct texts of_first = texts_of(solving, a, &firsts[a], a > 0 ? first[a - 1] : "0"),
                         of_step = texts_of(solving, a, &steps[a], still ? "0" : "1");
            for (size_t n = 0; n < FIRSTS_USUAL && !pairs->paired; n++)
                texts_add(&of_first, positions_usual[n].first);
            if (of_first.count == 0 || of_step.count == 0)
                texts_add(of_first.count == 0 ? &of_first : &of_step, "0");
            choose(solving, a, &of_first, &of_step, &first[a], &step[a]);
        }
        solving->given[FIRST] = join(solving->search, first, pairs->axes);
        solving->given[STEP] = join(solving->search, step, pairs->axes);
        found |= try_words(solving);
        if (!guess_is_clean(solving->search))
            found |= try_bent(solving);
    }
    solving->search->nearest = fmin(solving->search->nearest, nearest);
    memcpy(solving->given, kept, sizeof kept);
    return found;
}

/* The number whose products with w are the frequencies that a table holds: the one that is known best, and how many of them
 * agree with it. */
static struct estimate estimate_ratio(const struct pairs *pairs, const double w[]) {
    struct estimate ratio = {.error = INFINITY};
    for (int pass = 0; pass < 2; pass++)
        for (size_t t = 0; t < pairs->count; t++) {
            const struct pair *pair = &pairs->pair[t];
            const double value = pair->turn / w[pair->k], error = pair->turn_error / w[pair->k];
            if (!isfinite(error) || !isfinite(value))
                continue;
            if (pass == 0 && error < ratio.error)
                ratio = (struct estimate){true, value, error, 0, 0, 0};
            ratio.agree += pass > 0 && fabs(value - ratio.value) <= 8 * (error + ratio.error);
            ratio.among += pass > 0;
        }
    return ratio;
}

/* Tries a table of frequencies. One row with an amplitude is any geometric series, such as the slopes of ALiBi. */
static bool try_frequencies(struct solving *solving, const struct law *law) {
    const struct estimate ratio = estimate_ratio(&solving->pairs, solving->trial.model.axis[0].w);
    const char *kept[WORDS];
    bool found = false;
    if (!ratio.known || 4 * ratio.agree < 3 * ratio.among)
        return false;
    if (solving->trial.model.positions == 1 && fabs(ratio.value - 1) > 4 * ratio.error + 1e-6)
        return false;
    memcpy(kept, solving->given, sizeof kept);
    give_law(solving->given, law);
    solving->pairs.amplitude = ratio.value;
    solving->pairs.amplitude_error = ratio.error;
    const struct texts of_amplitude = amplitudes(solving, ratio.value);
    for (size_t k = 0; k < of_amplitude.count && !(found && guess_is_clean(solving->search)); k++) {
        solving->given[AMPLITUDE] = of_amplitude.text[k];
        found |= guess_try(solving->search, solving->given);
    }
    memcpy(solving->given, kept, sizeof kept);
    return found;
}

/* The positions of all rows, a line each, if the angles of each agree on one, and they aren't all the same. */
static bool list_positions(struct solving *solving, struct text *list) {
    enum { UNEVEN = 7919, SOME = 32 };
    const struct along *along = &solving->pairs.axis[0];
    struct estimate *at = die_malloc(along->size * sizeof *at);
    bool agree = along->size == solving->trial.model.positions, moves = false;
    for (size_t n = 0; n < along->size && agree && (moves || n < SOME); n++) {
        const size_t c = n * UNEVEN % along->size;
        at[c] = (struct estimate){.known = true};
        if (!along_has(along, c))
            continue;
        at[c] = estimate_position(&solving->pairs, 0, solving->trial.model.axis[0].w, c);
        agree = at[c].known && 8 * at[c].agree >= 7 * at[c].among;
        moves |= fabs(at[c].value - at[0].value) > 4 * (at[c].error + at[0].error);
    }
    for (size_t c = 0; c < along->size && agree && moves; c++) {
        const double error = 4 * at[c].error;
        char *text = simplest_number(at[c].value - error, at[c].value + error, 0);
        agree = text != NULL;
        if (text)
            text_put(list, "%s\n", text);
        free(text);
    }
    free(at);
    return agree && moves;
}

/* Tries an open law with a position for each row; the first that fits is enough. */
static bool try_listed(struct solving *solving, const struct law *law) {
    /* any position fits fewer too easily */
    const size_t pairs_least = solving->pairs.paired ? 8 : 16;
    struct guess_search *search = solving->search;
    const char *kept[WORDS];
    if (search->count > 0)
        return true;
    const double plain = solving->trial.model.amplitude;
    const struct sizes sizes = {solving->trial.table->d_model, 0, 0, 0};
    const struct texts amplitude = amplitudes(solving, solving->pairs.amplitude / plain);
    if (!solving->pairs.paired && amplitude.count > 0) /* the largest entry is a little less */
        solving->pairs.amplitude = plain * text_value(amplitude.text[0], &sizes);
    memcpy(kept, solving->given, sizeof kept);
    search->listed.used = 0;
    bool found = solving->pairs.axes == 1 && solving->pairs.count >= pairs_least &&
                 list_positions(solving, &search->listed);
    give_law(solving->given, law);
    solving->given[POSITIONS_FILE] = search->listed_path;
    for (size_t k = 0; k < amplitude.count && found && search->count == 0; k++) {
        solving->given[AMPLITUDE] = amplitude.text[k];
        if (!try_words(solving))
            search->count = 0;
    }
    memcpy(solving->given, kept, sizeof kept);
    return found && search->count > 0;
}

bool law_try(struct solving *solving, const struct law *law) {
    if (!law_open(solving, law))
        return false;
    const bool found = solving->constant              ? try_frequencies(solving, law)
                       : solving->search->listed_path ? try_listed(solving, law)
                                                      : try_positions(solving, law);
    law_close(solving);
    return found;
}

/* --- a shape */

/* Do the columns of a shape belong to its axes, are copies alike, and is zero what should be? */
static bool shape_agrees(const struct solving *solving, const struct table_model *model) {
    enum { ROWS = 24, CHANNELS = 96 };
    const struct entries *data = solving->search->data;
    const struct excerpt *sample = &solving->search->sample;
    const uint64_t every = model->channels / CHANNELS + 1;
    size_t seen = 0, unlike = 0, next = 0;
    for (uint64_t j = 0; j < model->channels; j += every) {
        const struct channel *channel = &model->channel[j];
        const struct along *along = &solving->pairs.axis[channel->axis];
        int64_t owner = -1;
        for (size_t t = 0; t < solving->pairs.count && channel->function != CHANNEL_ZERO; t++) {
            const struct pair *pair = &solving->pairs.pair[next];
            if (pair->axis == channel->axis && pair->k == channel->frequency) {
                owner = channel->function == CHANNEL_COSINE ? pair->cosine : pair->sine;
                break;
            }
            next = (next + 1) % solving->pairs.count;
        }
        for (size_t n = 0; n < sample->rows; n += sample->rows / ROWS + 1) {
            const size_t k = sample->row[n];
            double wanted = 0;
            if (table_fixed_row(model->table, data->row[k]))
                continue;
            if (owner >= 0) {
                const uint64_t c = model_coordinate(model, channel->axis, data->row[k]);
                if (c >= along->size || !along_has(along, (size_t)c))
                    continue;
                wanted = entry_at(data, along->row[c], (uint64_t)owner);
            }
            seen++;
            unlike += entry_at(data, k, j) != wanted;
        }
    }
    return 16 * unlike <= seen;
}

/* A single column is near to many waves, unless it has a good part of one. */
static bool is_wave_alone(const struct pairs *pairs) {
    enum { ROWS_LEAST = 8 };
    const double turned = fabs(pairs->pair[0].turn) * (double)pairs->axis[0].count;
    return pairs->axis[0].count >= ROWS_LEAST && turned > 1.5 &&
           pairs->pair[0].turn_error < INFINITY;
}

/* Do most pairs turn by an angle that is known? */
static bool turns_are_known(const struct pairs *pairs) {
    const double error = 0.1;
    size_t known = 0;
    for (size_t k = 0; k < pairs->count; k++)
        known += pairs->pair[k].turn_error < error;
    return 2 * known > pairs->count;
}

bool guess_solve(struct guess_search *search, const char *const given[WORDS]) {
    struct solving solving = {.search = search};
    struct trial trial;
    memcpy(solving.given, given, sizeof solving.given);
    if (!guess_trial(search, given, &trial))
        return false;
    const struct table_model *model = trial_model(&trial);
    pairs_open(&solving.pairs, search->data, model);
    const bool lone = model->channels == 1 && model->axes > 1; /* fits too easily */
    if (solving.pairs.count > 0 && !lone && shape_agrees(&solving, model)) {
        const bool constant = table_is_constant(trial.table), by_column = trial.table->by_column;
        solving.constant = constant;
        const bool listed = search->listed_path && !constant && !solving.pairs.paired;
        bool measured = constant ? pairs_read(&solving.pairs)
                        : listed ? pairs_take_largest(&solving.pairs)
                                 : pairs_measure(&solving.pairs);
        if (model->channels == 1 && !constant)
            measured = measured && is_wave_alone(&solving.pairs);
        search->waves |= measured && !constant && turns_are_known(&solving.pairs);
        /* the first frequency is 1, whatever the law */
        const bool one = solving.pairs.count == 1 && model->axes == 1 && !constant;
        if (measured && one)
            law_try(&solving, &(struct law){.spacing = by_column ? "column" : "pair"});
        else if (measured)
            guess_laws(&solving, by_column);
        uint64_t longest = 0;
        for (int a = 0; a < model->axes; a++)
            longest = model->axis[a].size > longest ? model->axis[a].size : longest;
        if (!guess_is_clean(search) && !constant && !one && !solving.pairs.paired &&
            !search->listed_path && solving.pairs.count <= PAIRS_MOST &&
            (!measured || longest < FEW_POSITIONS))
            guess_usual(&solving);
    }
    pairs_close(&solving.pairs);
    trial_close(&trial);
    return guess_is_clean(search);
}
