/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "fit/law.h"
#include "fit/simplest.h"
#include "guess/guess_parts.h"
#include "table/scaling.h"
#include "words/presets.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- numbers of a shape */

/* A shape whose columns are measured. */
struct fit {
    struct search *search;
    const char *given[WORDS];
    struct trial shape;
    struct pairs pairs;
    bool done;    /* do its best words leave nothing? */
    bool divided; /* may its steps be a turn divided by the size of a grid, or by a little more? */
};

/* The simplest number within `width` of a value, or NULL. */
static const char *simple_near(struct fit *f, double value, double width, unsigned kinds) {
    char *text = simplest_number(value - width, value + width, kinds);
    return text ? texts_keep(f->search->texts, text) : NULL;
}

/* A base, a step or a first position, each text once: of a step, from a wide interval and from a narrow one. */
enum { NUMBERS_EACH = 4, TEXTS_MOST = 8 };
struct number_texts {
    const char *text[TEXTS_MOST];
    size_t count;
};

static void add_text(struct number_texts *texts, const char *text) {
    bool known = !text || texts->count == TEXTS_MOST;
    for (size_t k = 0; k < texts->count && !known; k++)
        known = strcmp(texts->text[k], text) == 0;
    if (!known)
        texts->text[texts->count++] = text;
}

/* Code that divides by the size of a grid often adds 1e-6 to it, lest it be 0. */
static void add_turn(struct fit *f, struct number_texts *texts, double value, double width,
                     uint64_t size) {
    const double half = 4 * atan(1) / (double)size, times = rint(value / half);
    if (!f->given[GRID] || (times != 1 && times != 2) ||
        !(fabs(value - times * half) <= width + 1e-6 * half))
        return;
    texts->text[texts->count > 0 ? 1 : 0] = texts_keep(
        f->search->texts, text_format("%spi/%" PRIu64 ".000001", times == 1 ? "" : "2", size));
    texts->count = texts->count > 2 ? texts->count : texts->count > 0 ? 2 : 1;
    f->divided = true;
}

static struct number_texts texts_of(struct fit *f, const struct estimate *estimate, double least) {
    struct number_texts texts = {.count = 0};
    const double error = fabs(estimate->error) + least;
    for (int k = 1; k >= 0; k--)
        add_text(&texts, simple_near(f, estimate->value, ldexp(error, 3 * k), SIMPLEST_PI));
    return texts;
}

/* A first position that is a simple number of steps: "3pi/4383" beside "pi/4383". */
static const char *steps_of(struct fit *f, const struct estimate *first, const char *step) {
    const double unit = fabs(text_value(step, NULL)), near = 8 * first->error / unit + 1e-9,
                 count = first->value / unit;
    char *times = simplest_number(count - near, count + near, 0),
         *product = times ? text_format("%s*%s", times, *step == '-' ? step + 1 : step) : NULL,
         *text = product ? number_simplified(product) : NULL;
    free(times);
    free(product);
    return text ? texts_keep(f->search->texts, text) : NULL;
}

/* "sqrt(1/512)" and the like, or a short number; NULL for 1. */
static struct number_texts amplitudes_of(struct fit *f, const struct table_model *model) {
    static const char *const usual[] = {"sqrt(d)", "sqrt(1/d)", "sqrt(2/d)", "1/d"};
    const struct pairs *pairs = &f->pairs;
    const double d = (double)model->table->d_model, square[] = {d, 1 / d, 2 / d, 1 / d / d},
                 ratio = pairs->amplitude / fabs(model->amplitude),
                 error = 4 * ratio * pairs->amplitude_error / pairs->amplitude;
    struct number_texts texts = {.count = 0};
    if (fabs(ratio - 1) <= error)
        add_text(&texts, "1");
    for (size_t k = 0; k < 4 && texts.count == 0; k++)
        if (fabs(ratio - sqrt(square[k])) <= error)
            add_text(&texts, usual[k]);
    if (texts.count == 0) {
        const char *root = simple_near(f, ratio * ratio, 2 * ratio * error, 0);
        add_text(&texts, simple_near(f, ratio, error, 0));
        if (root)
            add_text(&texts, texts_keep(f->search->texts, text_format("sqrt(%s)", root)));
    }
    return texts;
}

/* The numbers of all axes as one text. */
static const char *joined(struct fit *f, const struct number_texts of_axis[], int axes, size_t n) {
    struct text text = {NULL, 0, 0};
    bool same = true;
    /* each axis has a text: NOLINTBEGIN(*-core.UndefinedBinaryOperatorResult) */
    for (int a = 0; a < axes; a++) {
        const struct number_texts *texts = &of_axis[a];
        const char *one = texts->text[n < texts->count ? n : texts->count - 1];
        same &= strcmp(one, of_axis[0].text[n < of_axis->count ? n : of_axis->count - 1]) == 0;
        text_put(&text, "%s%s", a > 0 ? "," : "", one);
    }
    const char *all = texts_keep(f->search->texts, text_string(&text));
    return same ? of_axis[0].text[n < of_axis->count ? n : of_axis->count - 1] : all;
    /* NOLINTEND(*-core.UndefinedBinaryOperatorResult) */
}

/* Frequencies, as words; NULL: as in the shape. */
struct law {
    const char *base, *spacing, *scaling;
};

/* Do the pairs of an axis agree with its frequencies? Sets what its steps and first positions may be. */
static bool measure_axis(struct fit *f, const struct table_model *model, int a,
                         struct number_texts *steps, struct number_texts *firsts) {
    enum { PAIRS_SEEN = 4, WORK_OF_PAIR = 256 };
    struct pairs *pairs = &f->pairs;
    const struct model_axis *axis = &model->axis[a];
    size_t count = 0;
    for (size_t k = 0; k < pairs->count; k++)
        count += pairs->pair[k].axis == a;
    *f->search->work += WORK_OF_PAIR * pairs->count;
    *steps = (struct number_texts){{"1"}, 1};
    *firsts = (struct number_texts){{"0"}, 1};
    if (count == 0)
        return true;
    struct estimate step = {.known = true, .value = 1, .error = 0};
    if (axis->size > 1) {
        step = estimate_step(pairs, a, axis->w, NULL);
        if (!step.known || 8 * step.agree < 7 * step.among || !(fabs(step.value) > 0))
            return false;
        if (!pairs->paired) /* only how fast it turns is known */
            step.value = fabs(step.value);
        *steps = texts_of(f, &step, 1e-14 * fabs(step.value));
        add_turn(f, steps, step.value, 8 * step.error, axis->size);
        if (steps->count == 0)
            return false;
    }
    if (!pairs->paired)
        pairs_orient(pairs, a, axis->w, step.value);
    const struct estimate none = {.known = true, .value = 0, .error = 1e-9},
                          first = estimate_first(pairs, a, axis->w, &step, &none);
    struct number_texts found = {.count = 0};
    if (first.known && first.among >= PAIRS_SEEN && 2 * first.agree < first.among)
        return false;
    if (first.known && first.error < fabs(step.value)) {
        found = texts_of(f, &first, 1e-12 * (fabs(first.value) + fabs(step.value)));
        add_text(&found, steps_of(f, &first, steps->text[0]));
    }
    if (first.known)
        add_turn(f, &found, first.value, 8 * first.error, axis->size);
    if (found.count > 0)
        *firsts = found;
    return true;
}

/* Tries frequencies with all that may be beside them. */
static void try_law(struct fit *f, const struct law *law) {
    struct number_texts steps[GRID_AXES], firsts[GRID_AXES];
    struct trial trial;
    const char *given[WORDS];
    bool agrees = true;
    const double near = 0.03;
    memcpy(given, f->given, sizeof given);
    given[BASE] = law->base;
    given[SPACING] = law->spacing;
    given[SCALING] = law->scaling;
    given[FIRST] = given[STEP] = given[AMPLITUDE] = NULL;
    f->divided = false;
    if (!search_trial(f->search, given, &trial))
        return;
    const struct table_model *model = trial_model(&trial);
    const bool constant = table_is_constant(trial.table);
    if (constant) {
        const struct estimate ratio = estimate_step(&f->pairs, 0, model->axis[0].w, NULL);
        agrees = ratio.known && fabs(ratio.value / model->amplitude - 1) < 0.01;
        steps[0] = firsts[0] = (struct number_texts){{NULL}, 1};
    }
    for (int a = 0; a < model->axes && agrees && !constant; a++)
        agrees = measure_axis(f, model, a, &steps[a], &firsts[a]);
    struct number_texts amplitudes =
        constant ? (struct number_texts){{"1"}, 1} : amplitudes_of(f, model);
    if (law->scaling) { /* a rule says what it multiplies by */
        agrees &= constant || fabs(f->pairs.amplitude / model->amplitude - 1) < near;
        amplitudes = (struct number_texts){{"1"}, 1};
    }
    for (size_t s = 0; s < NUMBERS_EACH && agrees && !f->done; s++)
        for (size_t p = 0; p < NUMBERS_EACH + 2 && !f->done; p++)
            for (size_t a = 0; a < amplitudes.count && !f->done; a++) {
                const char *amplitude = amplitudes.text[a];
                if (!constant) {
                    given[STEP] = joined(f, steps, model->axes, s);
                    given[FIRST] = p == NUMBERS_EACH       ? "0"
                                   : p == NUMBERS_EACH + 1 ? "1"
                                                           : joined(f, firsts, model->axes, p);
                }
                given[AMPLITUDE] = strcmp(amplitude, "1") == 0 ? NULL : amplitude;
                if ((p >= NUMBERS_EACH && f->pairs.paired) || (f->divided && s != p))
                    continue; /* the first position is divided as the step is */
                search_try(f->search, given);
                f->done = search_is_done(f->search) && !f->divided;
            }
    trial_close(&trial);
}

/* --- bases */

/* Those whose logarithm is near: known ones, and the simplest in intervals that shrink. */
static struct number_texts bases_near(struct fit *f, double logarithm, double error) {
    struct number_texts bases = {.count = 0};
    const double slack = 16 * error + 1e-7;
    for (size_t k = 0; k < BASES_KNOWN; k++)
        if (fabs(log(text_value(bases_known[k], NULL)) - logarithm) <= slack)
            add_text(&bases, bases_known[k]);
    for (int k = 2; k >= 0 && fabs(logarithm) < 60; k--)
        add_text(&bases,
                 simple_near(f, exp(logarithm), exp(logarithm) * (ldexp(error, 3 * k) + 1e-13), 0));
    return bases;
}

/* The exponent of the second frequency of an axis, for a base of e. */
static double exponent_of(const struct table_model *model, int a) {
    const struct model_axis *axis = &model->axis[a];
    const struct frequencies *frequencies = &model->table->frequencies;
    const double logarithm = log(mpq_get_d(frequencies->base));
    return axis->count > 1 && logarithm != 0 ? log(axis->w[0] / axis->w[1]) / logarithm : 0;
}

/* The axis with the most pairs. */
static int main_axis(const struct pairs *pairs) {
    size_t count[GRID_AXES] = {0};
    int best = 0;
    for (size_t k = 0; k < pairs->count; k++)
        count[pairs->pair[k].axis]++;
    for (int a = 1; a < pairs->axes; a++)
        best = count[a] > count[best] ? a : best;
    return best;
}

/* The line of frequencies that a table holds. */
static struct line line_of_constants(const struct pairs *pairs) {
    const struct pair *first = &pairs->pair[0], *last = &pairs->pair[pairs->count - 1];
    const double between = (double)(last->k - first->k);
    return (struct line){
        .sound = between > 0 && first->turn > 0 && last->turn > 0,
        .slope = log(first->turn / last->turn) / between,
        .slope_error = (first->turn_error / first->turn + last->turn_error / last->turn) / between};
}

/* "ntk:factor=4" with a known base makes this one. */
static void try_ntk(struct fit *f, double logarithm, double error) {
    const double d = (double)f->shape.table->d_model, part = (d - 2) / d, factor_most = 2e5;
    for (size_t k = 0; k < 4 && d > 2 && !f->done; k++) {
        const double over = logarithm - log(text_value(bases_known[k], NULL)),
                     factor = exp(over * part);
        if (!(factor > 1.2 && factor < factor_most))
            continue;
        const char *text = simple_near(f, factor, factor * (8 * error + 1e-9), 0);
        if (!text || text_cost(text) > 3)
            continue;
        const struct law law = {bases_known[k], NULL,
                                texts_keep(f->search->texts, text_format("ntk:factor=%s", text))};
        try_law(f, &law);
    }
}

/* Do the turns of the first pairs fall, as they do with any rule? */
static bool turns_fall(const struct pairs *pairs) {
    enum { FIRST_ONES = 8 };
    const double slack = 1.01;
    double before = INFINITY;
    bool fall = true;
    size_t seen = 0;
    for (size_t k = 0; k < pairs->count && seen < FIRST_ONES && fall; k++) {
        if (!isfinite(pairs->pair[k].turn_error)) /* of many, only some are measured */
            continue;
        fall = fabs(pairs->pair[k].turn) <= slack * before;
        before = fabs(pairs->pair[k].turn);
        seen++;
    }
    return fall;
}

/* How far the turns are from those of a law, in units of their errors; infinite if they don't agree with it. */
static double distance_of(struct fit *f, const struct law *law, int axis) {
    const char *given[WORDS];
    struct trial trial;
    memcpy(given, f->given, sizeof given);
    given[BASE] = law->base;
    given[SPACING] = law->spacing;
    given[SCALING] = law->scaling;
    given[FIRST] = given[STEP] = given[AMPLITUDE] = NULL;
    if (!search_trial(f->search, given, &trial))
        return INFINITY;
    const struct estimate step =
        estimate_step(&f->pairs, axis, trial_model(&trial)->axis[axis].w, NULL);
    trial_close(&trial);
    return step.known && 8 * step.agree >= 7 * step.among ? step.distance : INFINITY;
}

/* Published rules with their own bases and the known ones: those that are nearest to the turns. */
static void try_rules(struct fit *f) {
    enum { NEAREST = 6 };
    struct {
        struct law law;
        double distance;
    } list[NEAREST + 1];
    size_t count = 0;
    const int a = main_axis(&f->pairs);
    for (const struct published_rule *rule = published_rules; rule->name; rule++) {
        struct number_texts bases = {.count = 0};
        if (strncmp(rule->name, "linear", strlen("linear")) == 0)
            continue; /* a step says the same */
        for (const char *at = rule->bases; *at && bases.count < TEXTS_MOST;) {
            const size_t length = strcspn(at, " ");
            add_text(&bases, texts_keep(f->search->texts, text_format("%.*s", (int)length, at)));
            at += length + (at[length] == ' ');
        }
        for (size_t k = 0; k < BASES_USUAL; k++)
            add_text(&bases, bases_known[k]);
        for (size_t k = 0; k < bases.count; k++) {
            const struct law law = {bases.text[k], f->given[SPACING], rule->name};
            const double distance = distance_of(f, &law, a);
            size_t n = count;
            for (; n > 0 && distance < list[n - 1].distance; n--)
                list[n] = list[n - 1];
            list[n].law = law;
            list[n].distance = distance;
            count += count < NEAREST;
        }
    }
    for (size_t k = 0; k < count && !f->done && isfinite(list[k].distance); k++)
        try_law(f, &list[k].law);
}

/* Have words the columns of the shape, and no other spacing or rule? */
static bool is_of_shape(const struct fit *f, const char *const given[WORDS]) {
    static const enum word columns[] = {LAYOUT, ORDER,        COMPONENT, REPEAT,
                                        GRID,   GRID_COLUMNS, SPACING,   SCALING};
    bool same = !given[PRESET];
    for (size_t k = 0; k < sizeof columns / sizeof *columns && same; k++) {
        const char *own = f->given[columns[k]], *other = given[columns[k]];
        same = own == other || (own && other && strcmp(own, other) == 0);
    }
    return same;
}

/* Improves the base of the nearest words by all entries, if they are near. */
static void try_narrowed(struct fit *f) {
    const double near = 0.02;
    struct search *search = f->search;
    const char *given[WORDS];
    struct trial trial;
    const struct candidate *best = NULL; /* of this shape, without a spacing of their own, */
    double digits = INFINITY;            /* those whose other numbers are short, or the nearest */
    for (size_t k = 0; k < search->count && search->list[k].error <= near; k++) {
        const char *const *own = search->list[k].given;
        const double longest =
            fmax(DIGITS_SHORT,
                 words_dearest(own, WORD_SET(FIRST) | WORD_SET(STEP) | WORD_SET(AMPLITUDE)));
        if (is_of_shape(f, own) && longest < digits) {
            best = &search->list[k];
            digits = longest;
        }
    }
    if (!best)
        return;
    memcpy(given, best->given, sizeof given);
    if (!search_trial(search, given, &trial))
        return;
    const struct table_model *model = trial_model(&trial);
    const struct noise noise = search_noise(search, model);
    const double logarithm =
        mpq_sgn(trial.table->frequencies.base) ? log(mpq_get_d(trial.table->frequencies.base)) : 0;
    struct estimate off = narrow_number(search->data, &noise, NUMBER_LOGARITHM, 0);
    *search->work += UINT64_C(1) << 18;
    for (int step = 0; step < 3 && off.known && logarithm != 0; step++) {
        const double value = exp(logarithm * (1 + off.value));
        given[BASE] = simple_near(f, value, value * fabs(logarithm) * off.error, 0);
        if (given[BASE])
            search_try(search, given);
        if (step == 0)
            off = search_narrow_base(search, &noise, &off);
        else
            off.error = fmax(off.error, LOGARITHM_ROUNDED);
        f->done |= search_is_done(search);
    }
    trial_close(&trial);
}

static void try_frequencies(struct fit *f) {
    static const char *const spacings_usual[] = {NULL, "endpoint", "over:n"};
    enum { SPACINGS_USUAL = sizeof spacings_usual / sizeof *spacings_usual };
    const bool constant = table_is_constant(f->shape.table),
               open = !f->given[GRID] && !f->given[SPACING];
    const int a = main_axis(&f->pairs);
    const struct line line = constant ? line_of_constants(&f->pairs) : line_of(&f->pairs, a);
    const struct law own = {f->given[BASE], f->given[SPACING], f->given[SCALING]};
    f->done = false;
    if (own.base || own.scaling || f->pairs.count < 2 || !line.sound)
        try_law(f, &own);
    for (size_t n = 0; n < (open ? SPACINGS_USUAL : 1) && !f->done; n++) {
        const char *spacing = open ? spacings_usual[n] : f->given[SPACING], *given[WORDS];
        struct trial trial;
        memcpy(given, f->given, sizeof given);
        given[SPACING] = spacing;
        given[BASE] = "10000";
        given[SCALING] = given[FIRST] = given[STEP] = NULL;
        if (!search_trial(f->search, given, &trial))
            continue;
        const double exponent = exponent_of(trial_model(&trial), a);
        trial_close(&trial);
        if (exponent == 0 || !line.sound)
            continue;
        const double logarithm = line.slope / exponent, error = line.slope_error / fabs(exponent);
        const struct number_texts bases = bases_near(f, logarithm, error);
        for (size_t k = 0; k < bases.count && !f->done; k++) {
            const struct law law = {bases.text[k], spacing, own.scaling};
            if (n == 0 || text_cost(bases.text[k]) <= (n == 1 ? DIGITS_LONG : DIGITS_SHORT))
                try_law(f, &law);
        }
        if (n == 0 && open)
            try_ntk(f, logarithm, error);
        f->done |= search_is_enough(f->search) && f->search->list->digits <= DIGITS_SHORT;
    }
    if (!search_is_done(f->search) && f->pairs.count >= 2)
        try_narrowed(f);
}

/* May frequencies be bent by a rule of scaling? */
static bool may_have_rule(struct fit *f) {
    const char *spacing = f->given[SPACING], *rule = f->given[SCALING];
    const struct table_model *model = trial_model(&f->shape);
    return f->pairs.count >= 4 && model->axis[main_axis(&f->pairs)].count > 1 && !rule &&
           (!spacing || strcmp(spacing, "pair") == 0) &&
           (!f->given[GRID] || f->given[GRID_FREQUENCIES]) && turns_fall(&f->pairs);
}

/* Opens the shape's columns; false if the words make no table of that shape. */
static bool fit_open(struct fit *f, struct search *search, const struct shape *shape) {
    const char *given[WORDS];
    *f = (struct fit){.search = search};
    memcpy(f->given, shape->given, sizeof f->given);
    memcpy(given, shape->given, sizeof given);
    given[FIRST] = given[STEP] = given[AMPLITUDE] = NULL;
    if (!search_trial(search, given, &f->shape))
        return false;
    pairs_open(&f->pairs, search->data, trial_model(&f->shape));
    if (given[GRID])
        f->pairs.wave_least = WAVE_LEAST_OF_ALL;
    return true;
}

static void fit_close(struct fit *f) {
    pairs_close(&f->pairs);
    trial_close(&f->shape);
}

/* The usual bases, which need no measuring. */
static void try_usual(struct search *search, const struct shape *shape) {
    const char *given[WORDS];
    memcpy(given, shape->given, sizeof given);
    if (given[GRID])
        search_try(search, given);
    for (size_t k = 0; k < BASES_KNOWN && !given[GRID] && !search_is_done(search); k++) {
        given[BASE] = bases_known[k];
        search_try(search, given);
    }
}

static void try_shape(struct search *search, const struct shape *shape, bool rules) {
    struct fit f;
    if (!fit_open(&f, search, shape))
        return;
    const bool constant = table_is_constant(f.shape.table);
    *search->work += pairs_work(&f.pairs);
    if (f.pairs.count > 0 && (constant ? pairs_read(&f.pairs) : pairs_measure(&f.pairs))) {
        search->waves |= !constant;
        if (!rules)
            try_frequencies(&f);
        else if (may_have_rule(&f))
            try_rules(&f);
    }
    fit_close(&f);
}

/* --- the walk */

/* The presets as they stand, and with the rows of zeros that the array has. Of one component, each pair may have one column
 * or two; an odd column may be one more. */
static void try_presets(struct search *search) {
    const struct view *view = &search->data->view;
    const uint64_t columns[] = {view->channels, 2 * view->channels, view->channels - 1};
    const char *rows = texts_number(search->texts, view->positions),
               *zero[] = {NULL, shapes_zero_rows(search->texts, search->data)};
    for (size_t n = 0; n < 3; n++) {
        const char *d_model = texts_number(search->texts, columns[n] > 0 ? columns[n] : 1);
        for (const struct preset *preset = presets; preset->name && !search_is_done(search);
             preset++)
            for (size_t z = 0; z < (zero[1] ? 2 : 1); z++) {
                const char *given[WORDS] = {[PRESET] = preset->name,
                                            [MAX_LEN] = rows,
                                            [D_MODEL] = d_model,
                                            [ZERO_ROWS] = zero[z]};
                if (preset_is_tried(preset, false, view->positions))
                    search_try(search, given);
            }
    }
}

void search_words(struct search *search) {
    struct shape *list = die_malloc(SHAPES_MOST * sizeof *list);
    const bool few = search->data->view.channels <= 2; /* one pair has several names */
    try_presets(search);
    const size_t count =
        search_is_done(search) ? 0 : shapes_find(search->texts, search->data, search->user, list);
    for (size_t k = 0; k < count && !search_is_done(search); k++)
        try_usual(search, &list[k]);
    enum { OF_LINES, OF_RULES, OF_GRIDS, OF_RULES_ON_GRIDS, OF_COLUMNS, PASSES };
    for (int pass = 0; pass < PASSES; pass++)
        for (size_t k = 0; k < count && (few || !search_is_enough(search)); k++) {
            const bool own = list[k].given[SPACING] || list[k].given[SCALING],
                       rules = pass == OF_RULES || pass == OF_RULES_ON_GRIDS;
            const int first = own ? OF_COLUMNS : list[k].given[GRID] ? OF_GRIDS : OF_LINES;
            if (!list[k].again && !search_is_tired(search) && pass - rules == first)
                try_shape(search, &list[k], rules);
        }
    free(list);
}

/* --- positions that follow no step */

/* Reads the position of each row, the simplest number within some errors; fewer than 1 mean that entries were only rounded
 * once. Returns whether the columns of nearly all rows agree on one. */
static bool list_positions(struct fit *f, const struct table_model *model, double errors) {
    const struct pairs *pairs = &f->pairs;
    const size_t rows = pairs->axis[0].size;
    size_t lacking = 0;
    f->search->listed.used = 0;
    for (size_t c = 0; c < rows && 64 * lacking <= rows; c++) {
        const struct estimate none = {.known = true, .value = 0, .error = 1e-9},
                              here = estimate_position(pairs, 0, model->axis[0].w, c,
                                                       errors < 1 ? 0 : pairs->rounding, &none);
        char *text = NULL;
        if (here.known && 8 * here.agree >= 7 * here.among && here.among >= 2)
            text = simplest_number(here.value - fmax(1, errors) * here.error - 1e-12,
                                   here.value + fmax(1, errors) * here.error + 1e-12, 0);
        lacking += text == NULL;
        text_put(&f->search->listed, "%s\n", text ? text : "0");
        free(text);
        *f->search->work += 4 * pairs->count;
    }
    return 64 * lacking <= rows;
}

void search_listed(struct search *search) {
    enum { PAIRS_LEAST = 8, BASES = 8 };
    static const char *const spacing[] = {NULL, "endpoint"};
    struct shape *list = die_malloc(SHAPES_MOST * sizeof *list);
    const size_t count = search->data->rows == search->data->view.positions
                             ? shapes_find(search->texts, search->data, search->user, list)
                             : 0;
    for (size_t k = 0; k < count && !search_is_tired(search) && search->count == 0; k++) {
        struct fit f;
        if (list[k].given[GRID] || list[k].given[UNROTATED_ROWS] || list[k].given[SPACING] ||
            !fit_open(&f, search, &list[k]))
            continue;
        const bool paired = f.pairs.paired && pairs_measure(&f.pairs);
        for (size_t n = 0; n < 2 * (size_t)BASES && paired && f.pairs.count >= PAIRS_LEAST &&
                           f.pairs.axis[0].size == search->data->rows &&
                           !table_is_constant(f.shape.table) && search->count == 0;
             n++) {
            struct trial trial;
            const char *given[WORDS];
            memcpy(given, f.given, sizeof given);
            given[BASE] = bases_known[n / 2];
            given[SPACING] = spacing[n % 2];
            if (!search_trial(search, given, &trial))
                continue;
            given[POSITIONS_FILE] = search->listed_path;
            for (int wide = 1; wide >= -1 && !search_is_enough(search); wide--) {
                search->count = 0;
                if (list_positions(&f, trial_model(&trial), ldexp(2, 2 * wide)))
                    search_try(search, given);
            }
            trial_close(&trial);
        }
        fit_close(&f);
    }
    free(list);
}
