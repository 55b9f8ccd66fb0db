#include "guess/guess_solve.h"
#include "base/die.h"
#include "base/integer.h"
#include "base/text.h"
#include "fit/simplest.h"
#include "guess/guess_search.h"

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

/* Finds the simplest numbers in intervals around the value, the widest first, since its numbers are simpler; beside 1 not
 * 113pi/355, which is far longer. Code may have rounded to float what it then computed in double, so doubles have wider ones
 * than their errors. `kinds` is that of simplest.h. */
static void find_simplest(struct texts *texts, struct guess_search *search, double value,
                          double error, unsigned kinds) {
    enum { EACH = 4 };
    const double FAR_DEARER = 4;
    double width = 64 * error;
    const double least = search->data->grain.wide ? 1e-7 * fabs(value) : 0;
    if (width < least)
        width = least;
    if (width > fabs(value) / 2 && 8 * error < fabs(value)) /* it isn't 0 */
        width = fabs(value) / 2;
    for (int k = 0; k < 12 && width > error / 4; k++) {
        char *found[SIMPLEST_MAX];
        const size_t count = simplest_numbers(value - width, value + width, kinds, found);
        const double most = count > 0 ? text_cost(found[0]) + FAR_DEARER : 0;
        for (size_t n = 0; n < count; n++) {
            if (n < EACH && text_cost(found[n]) <= most)
                texts_add(texts, guess_keep(search, found[n]));
            else
                free(found[n]);
        }
        width /= 8;
    }
}

/* Laws and shapes with the same first frequency measure the same step, so what was found is kept. */
struct simplest_kept {
    double value, error;
    unsigned kinds;
    struct texts texts;
};

void texts_simplest(struct texts *texts, struct guess_search *search, double value, double error,
                    unsigned kinds) {
    enum { KEPT = 256 };
    if (!search->simplest) {
        search->simplest = die_malloc(KEPT * sizeof *search->simplest);
        memset(search->simplest, 0, KEPT * sizeof *search->simplest);
    }
    struct simplest_kept *kept =
        &search->simplest[(bits_of_double(value) * 0x9e3779b97f4a7c15 >> 32) % KEPT];
    if (kept->value != value || kept->error != error || kept->kinds != kinds) {
        *kept = (struct simplest_kept){value, error, kinds, {.count = 0}};
        find_simplest(&kept->texts, search, value, error, kinds);
    }
    for (size_t k = 0; k < kept->texts.count; k++)
        texts_add(texts, kept->texts.text[k]);
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

bool law_try_words(struct solving *solving) {
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

/* A text of an amplitude, and what it costs: its digits, more for a root, and for being beyond the measured error. */
struct amplitude {
    const char *text;
    double value, cost;
};

static int cheapest_first(const void *a, const void *b) {
    const struct amplitude *x = a, *y = b;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

/* Texts of the amplitude, which is `ratio` times what it is without the word: numbers, and roots of numbers, within the
 * measured error, and within some of it and of the rounding of entries. */
static struct texts amplitudes(struct solving *solving, double ratio) {
    static const char *const usual[] = {"1", "sqrt(1/d)", "sqrt(2/d)"};
    enum { USUAL = sizeof usual / sizeof *usual, WAYS = 4 };
    const double of_root = 1;
    const struct pairs *pairs = &solving->pairs;
    const struct sizes sizes = {solving->trial.table->d_model, 0, 0, 0};
    const double error = ratio * pairs->amplitude_error / pairs->amplitude,
                 grain = grain_at(&pairs->data->grain, pairs->amplitude),
                 wide = 4 * error + ratio * grain / pairs->amplitude / 2;
    struct amplitude list[USUAL + WAYS * SIMPLEST_MAX];
    struct texts texts = {.count = 0};
    size_t count = 0;
    for (size_t k = 0; k < USUAL; k++) {
        const double value = text_value(usual[k], &sizes);
        if (fabs(ratio - value) <= wide)
            list[count++] = (struct amplitude){usual[k], value, text_cost(usual[k])};
    }
    for (int way = 0; way < WAYS; way++) {
        const bool root = way % 2;
        const double off = way < 2 ? wide : error, low = ratio - off, high = ratio + off;
        char *found[SIMPLEST_MAX];
        const size_t some =
            simplest_numbers(root ? low * low : low, root ? high * high : high, 0, found);
        for (size_t k = 0; k < some; k++) {
            const char *text =
                guess_keep(solving->search, text_format(root ? "sqrt(%s)" : "%s", found[k]));
            const double value = text_value(text, NULL), far = fabs(value - ratio) / error;
            list[count++] = (struct amplitude){text, value,
                                               text_cost(text) + (root ? of_root : 0) +
                                                   (far > 1 ? log2(far) / 2 : 0)};
            free(found[k]);
        }
    }
    if (count > 0)
        qsort(list, count, sizeof *list, cheapest_first);
    for (size_t k = 0; k < count; k++) {
        bool known = false; /* as 1 is if sqrt(1) comes later */
        for (size_t n = 0; n < k && !known; n++)
            known = list[n].value == list[k].value;
        if (!known)
            texts_add(&texts, list[k].text);
    }
    return texts;
}

/* Finds the amplitude of a table of frequencies, if most of them agree with it. One row with an amplitude is any geometric
 * series, such as the slopes of ALiBi. */
static bool find_ratio(struct solving *solving) {
    const struct table_model *model = &solving->trial.model;
    const struct estimate ratio = estimate_step(&solving->pairs, 0, model->axis[0].w, NULL);
    solving->pairs.amplitude = ratio.value * model->amplitude;
    solving->pairs.amplitude_error = ratio.error * model->amplitude;
    return ratio.known && 4 * ratio.agree >= 3 * ratio.among &&
           (model->positions > 1 || fabs(ratio.value - 1) <= 4 * ratio.error + 1e-6);
}

/* --- a law */

/* Tries an open law with the amplitudes that the measured one may be. They differ by little: if the tables of a few are far
 * off, all are. A few are enough, too, if many tables of the shape are near and leave something. */
static bool try_amplitudes(struct solving *solving, double plain) {
    enum { AMPLITUDES = 8, FEW = 2, NEAR_MANY = 64 };
    struct guess_search *search = solving->search;
    struct pairs *pairs = &solving->pairs;
    const struct sizes sizes = {solving->trial.table->d_model, 0, 0, 0};
    const bool listed = search->listed_path != NULL, moving = !solving->constant && !listed;
    const double near = 0.01 + 8 * pairs->amplitude_error / pairs->amplitude,
                 nearest = search->nearest;
    struct measured_positions measured;
    if (solving->constant && !find_ratio(solving))
        return false;
    if (moving && !law_find_positions(solving, &measured))
        return false;
    const struct texts amplitude = amplitudes(solving, pairs->amplitude / plain);
    if (listed && !pairs->paired && amplitude.count > 0) /* the largest entry is a little less */
        pairs->amplitude = plain * text_value(amplitude.text[0], &sizes);
    if (listed && !law_list_positions(solving, &search->listed))
        return false;
    const size_t most = search->count - solving->before > NEAR_MANY && moving ? FEW : AMPLITUDES;
    bool found = false;
    search->nearest = INFINITY;
    for (size_t k = 0; k < amplitude.count && k < (search->nearest > near && moving ? FEW : most) &&
                       !(found && (listed || guess_is_clean(search)));
         k++) {
        solving->given[AMPLITUDE] = amplitude.text[k];
        solving->given[POSITIONS_FILE] = search->listed_path;
        if (moving)
            solving->noise = guess_noise(search, &solving->trial.model);
        solving->trial.model.amplitude = plain * text_value(amplitude.text[k], &sizes);
        found |= moving ? law_try_positions(solving, &measured) : law_try_words(solving);
        if (listed && !found)
            search->count = 0;
    }
    search->nearest = fmin(search->nearest, nearest);
    return found;
}

bool law_try(struct solving *solving, const struct law *law) {
    const double amplitude = solving->pairs.amplitude, error = solving->pairs.amplitude_error;
    const char *kept[WORDS];
    if (solving->search->listed_path && solving->search->count > 0) /* one list is enough */
        return true;
    if (!law_open(solving, law))
        return false;
    memcpy(kept, solving->given, sizeof kept);
    give_law(solving->given, law);
    const double plain = solving->trial.model.amplitude;
    bool found = (solving->measured || solving->few) && try_amplitudes(solving, plain);
    if (!found && solving->usual) {
        solving->trial.model.amplitude = plain;
        memcpy(solving->given, kept, sizeof kept);
        give_law(solving->given, law);
        found = law_try_usual(solving);
    }
    memcpy(solving->given, kept, sizeof kept);
    solving->pairs.amplitude = amplitude;
    solving->pairs.amplitude_error = error;
    law_close(solving);
    return found;
}

bool law_try_plain(struct solving *solving, const struct law *law) {
    const char *given[WORDS];
    memcpy(given, solving->given, sizeof given);
    give_law(given, law);
    return guess_try(solving->search, given);
}

/* --- one number of words, from all entries */

/* Tries the simplest texts between two limits for a number of one axis, or for an amplitude, which has no axes. */
static void try_between(struct guess_search *search, const char *const begin[WORDS], enum word word,
                        int axis, int axes, double low, double high) {
    enum { EACH = 2 };
    const char *given[WORDS], *list = begin[word] ? begin[word] : word == FIRST ? "0" : "1";
    const bool common = !strchr(list, ',');
    char *text[SIMPLEST_MAX];
    const size_t count =
        simplest_numbers(low, high, word == AMPLITUDE ? 0 : SIMPLEST_PI | SIMPLEST_SUM, text);
    memcpy(given, begin, sizeof given);
    for (size_t k = 0; k < count; k++) {
        struct text joined = {NULL, 0, 0};
        const char *rest = list;
        for (int a = 0; a < axes; a++) {
            char *one = common ? text_format("%s", list) : number_next(&rest);
            text_put(&joined, "%s%s", a > 0 ? "," : "", a == axis ? text[k] : one);
            free(one);
        }
        free(text[k]);
        given[word] = guess_keep(search, text_string(&joined));
        if (k < EACH)
            guess_try(search, given);
    }
}

void guess_narrow(struct guess_search *search, const char *const given[WORDS], bool exact) {
    static const struct {
        enum word word;
        enum wave_number number;
    } solved[] = {{AMPLITUDE, NUMBER_AMPLITUDE}, {STEP, NUMBER_STEP}, {FIRST, NUMBER_FIRST}};
    struct trial trial;
    if (given[PRESET] || given[POSITIONS_FILE] || !guess_trial(search, given, &trial))
        return;
    const struct table_model *model = trial_model(&trial);
    const struct sizes sizes = {trial.table->d_model, 0, 0, 0};
    const double amplitude = given[AMPLITUDE] ? text_value(given[AMPLITUDE], &sizes) : 1;
    struct noise noise = guess_noise(search, model);
    const int usual = exact ? NOISE_F64 : (int)noise.level;
    for (size_t k = 0; k < sizeof solved / sizeof *solved; k++)
        for (int a = 0; a < (k > 0 ? model->axes : 1); a++)
            for (int level = 0; level <= usual && !search->user[solved[k].word]; level++) {
                noise.level = (enum noise_level)level;
                const struct estimate off =
                    narrow_number(search->data, &noise, solved[k].number, a);
                const double value = k == 0   ? 1
                                     : k == 1 ? model->axis[a].step
                                              : model->axis[a].first,
                             middle = value + off.value, by = k == 0 ? amplitude : 1;
                if (off.known)
                    try_between(search, given, solved[k].word, a, k == 0 ? 1 : model->axes,
                                by * (middle - off.error), by * (middle + off.error));
            }
    trial_close(&trial);
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

/* Measures the pairs of a shape, and tries its laws. */
static void solve_measured(struct solving *solving, const struct table_model *model,
                           bool by_column) {
    struct guess_search *search = solving->search;
    const bool constant = solving->constant,
               listed = search->listed_path && !constant && !solving->pairs.paired;
    bool measured = constant ? pairs_read(&solving->pairs)
                    : listed ? pairs_take_largest(&solving->pairs)
                             : pairs_measure(&solving->pairs);
    if (model->channels == 1 && !constant)
        measured = measured && is_wave_alone(&solving->pairs);
    search->waves |= measured && !constant && turns_are_known(&solving->pairs);
    uint64_t longest = 0, shortest = UINT64_MAX;
    for (int a = 0; a < model->axes; a++) {
        longest = model->axis[a].size > longest ? model->axis[a].size : longest;
        shortest = model->axis[a].size < shortest ? model->axis[a].size : shortest;
    }
    solving->usual = !constant && !solving->pairs.paired && !search->listed_path &&
                     solving->pairs.count <= PAIRS_MOST && (!measured || longest < FEW_POSITIONS);
    solving->few = shortest < FEW_POSITIONS;
    solving->measured = measured;
    /* the first frequency is 1, whatever the law */
    if (measured && solving->pairs.count == 1 && model->axes == 1 && !constant)
        law_try(solving, &(struct law){.spacing = by_column ? "column" : "pair"});
    else if (measured || solving->usual)
        guess_laws(solving, by_column);
}

/* Has an axis so few entries that its columns were no waves, but might be? */
static bool has_short_waves(const struct pairs *pairs) {
    bool few = false;
    for (int a = 0; a < pairs->axes; a++)
        few |= WAVE_LEAST_OF_ALL <= pairs->axis[a].size && pairs->axis[a].size < WAVE_LEAST;
    return few && !pairs->paired;
}

bool guess_solve(struct guess_search *search, const char *const given[WORDS]) {
    struct solving solving = {.search = search, .before = search->count};
    struct trial trial;
    memcpy(solving.given, given, sizeof solving.given);
    if (!guess_trial(search, given, &trial))
        return false;
    const struct table_model *model = trial_model(&trial);
    pairs_open(&solving.pairs, search->data, model);
    solving.pairs.cost = search->cost;
    solving.pairs.rounding = search->rounded_once ? 0 : solving.pairs.rounding;
    solving.constant = table_is_constant(trial.table);
    const bool still = search->sample.still && !solving.constant &&
                       !search->rounded_once,               /* shows no positions */
        lone = (model->channels == 1 && model->axes > 1) || /* fits too easily */
               (search->rounded_once && !solving.pairs.paired && solving.pairs.count < 3);
    if (solving.pairs.count > 0 && !still && !lone && shape_agrees(&solving, model)) {
        solve_measured(&solving, model, trial.table->by_column);
        solving.pairs.wave_least = WAVE_LEAST_OF_ALL;
        if (search->count == 0 && !solving.constant && !search->listed_path &&
            has_short_waves(&solving.pairs))
            solve_measured(&solving, model, trial.table->by_column);
    }
    pairs_close(&solving.pairs);
    trial_close(&trial);
    return guess_is_clean(search);
}
