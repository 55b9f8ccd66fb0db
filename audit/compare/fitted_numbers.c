#include "base/text.h"
#include "compare/hypotheses.h"
#include "compare/phrases.h"
#include "compare/verdict.h"
#include "fit/law.h"
#include "fit/sample.h"
#include "fit/simplest.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Words whose number is another one. The model of a table is fitted to the array as the words arrange it, which tells the
 * amplitude, the step, the first position, the base, the divisor of the exponent and the factor of a scaling rule, each if
 * the others are right. The simplest numbers near these values are tried. A word is named only if its table explains every
 * entry, as --guess demands of a match. */

/* A word with another number. */
struct candidate {
    enum word word;
    const char *form; /* of texts with other numbers, which stand for "@"; or NULL */
    char *text;
    double value, cost; /* of the number; how much there is to say */
    size_t misfits;     /* points that its table doesn't explain */
};

/* An entry that a table should explain. */
struct point {
    struct place place;
    double got;
};

enum {
    CANDIDATES_MOST = 64,
    JUDGED_MOST = 4,
    ACROSS = 48,
    POINTS = ACROSS * ACROSS + POSITION_RANGES
};

struct fitting {
    struct diagnosis *diagnosis;
    struct trial own; /* the words, arranged as is tried */
    struct pairs pairs;
    struct noise noise;
    struct point point[POINTS];
    size_t points, worst; /* all; those of them that are the largest errors, which come last */
    size_t misfits;       /* points that the words don't explain */
    struct candidate candidate[CANDIDATES_MOST];
    size_t count;
};

/* --- does a table explain the entries? */

static void add_points(struct fitting *f, const struct entries *data) {
    const struct diagnosis *d = f->diagnosis;
    const struct comparison *comparison = d->audited.comparison;
    const struct table *table = d->audited.table;
    const uint64_t channels = data->view.channels,
                   across = channels < ACROSS ? channels : (uint64_t)ACROSS,
                   along = data->rows < ACROSS ? data->rows : (uint64_t)ACROSS;
    for (uint64_t r = 0; r < along; r++)
        for (uint64_t c = 0; c < across; c++) {
            const size_t k = (size_t)spread_evenly(data->rows, along, r);
            const uint64_t j = spread_in_pairs(channels, across, c);
            f->point[f->points++] = (struct point){{data->row[k], j}, entry_at(data, k, j)};
        }
    for (size_t k = 0; k < comparison->ranges; k++) {
        const struct found *worst = &comparison->range[k].errors.worst;
        if (worst->error.absolute > 0) {
            f->point[f->points++] = (struct point){place_of(table, cell_index(table, worst->cell)),
                                                   measure_value(&d->probe.measure, worst->got)};
            f->worst++;
        }
    }
}

/* How many points the table of the words doesn't explain, which may be damage; SIZE_MAX unless they are few, and most of the
 * worst are explained. */
static size_t misfits_of(const struct fitting *f, const char *const given[WORDS]) {
    enum { ONE_OF = 32 };
    const size_t usual = f->points - f->worst;
    struct trial trial;
    struct noise noise = f->noise;
    size_t misfits = 0, worst = 0;
    if (!trial_open(&trial, given))
        return SIZE_MAX;
    noise.model = trial_model(&trial);
    for (size_t k = 0; k < f->points && ONE_OF * misfits <= f->points; k++) {
        const struct point *point = &f->point[k];
        const double wanted = model_entry(noise.model, point->place.position, point->place.channel),
                     bound = noise_bound_of_exact(&noise, point->place.position,
                                                  point->place.channel, wanted);
        if (!(fabs(point->got - wanted) <= bound))
            ++*(k < usual ? &misfits : &worst);
    }
    trial_close(&trial);
    return ONE_OF * misfits <= f->points && 2 * worst <= f->worst ? misfits + worst : SIZE_MAX;
}

static void words_with(const struct fitting *f, enum word word, const char *text,
                       const char *given[WORDS]) {
    memcpy(given, f->own.given, sizeof f->own.given);
    given[word] = text;
}

/* --- numbers */

/* Keeps a candidate, whose text it takes, if its table may be the one: it has fewer misfits than the words as they are.
 * Returns whether it has none. */
static bool try(struct fitting *f, struct candidate candidate) {
    const char *given[WORDS];
    words_with(f, candidate.word, candidate.text, given);
    candidate.misfits = misfits_of(f, given);
    if (candidate.misfits < f->misfits && f->count < CANDIDATES_MOST)
        f->candidate[f->count++] = candidate;
    else
        free(candidate.text);
    return candidate.misfits == 0;
}

/* "sqrt(32)", of the form "sqrt(@)" */
static char *with_number(const char *form, const char *number) {
    const char *at = strchr(form, '@');
    return text_format("%.*s%s%s", (int)(at - form), form, number, at + 1);
}

/* Tries the simplest numbers around the value, in wide intervals first, since their numbers are simpler. */
static void try_number(struct fitting *f, enum word word, const char *form, double value,
                       double error, unsigned kinds) {
    enum { EACH = 4, WIDTHS = 4 };
    bool found = false;
    error += 1e-15 * fabs(value);
    double width = 64 * error;
    for (int n = 0; n < WIDTHS && !found; n++) {
        char *number[SIMPLEST_MAX];
        const size_t count = simplest_numbers(value - width, value + width, kinds, number);
        for (size_t k = 0; k < count; k++) {
            if (k < EACH && !found)
                found = try(f, (struct candidate){word, word == SCALING ? NULL : form,
                                                  with_number(form, number[k]),
                                                  text_value(number[k], NULL), text_cost(number[k]),
                                                  0});
            free(number[k]);
        }
        width /= 8;
    }
}

static void try_amplitude(struct fitting *f) {
    static const char *const usual[] = {"d", "1/d", "2/d"};
    const struct table *table = f->own.table;
    const struct table_model *model = trial_model(&f->own);
    const struct pairs *pairs = &f->pairs;
    const double d = (double)table->d_model, square_of[] = {d, 1 / d, 2 / d},
                 own = table->multiplier_rule ? sqrt(mpq_get_d(table->multiplier_squared))
                                              : model->amplitude;
    const struct estimate ratio = estimate_step(pairs, 0, model->axis[0].w, NULL);
    const bool constant = table_is_constant(table);
    const double of_wave = pairs->paired ? 2e-6 : 1e-3,
                 relative =
                     of_wave + grain_at(&pairs->data->grain, pairs->amplitude) / pairs->amplitude,
                 value = own * (constant ? ratio.value : pairs->amplitude / model->amplitude),
                 error = constant ? own * ratio.error : relative * value;
    for (size_t k = 0; k < 3; k++)
        if (fabs(value * value - square_of[k]) <= 8 * value * error)
            try(f, (struct candidate){AMPLITUDE, "sqrt(@)", with_number("sqrt(@)", usual[k]),
                                      square_of[k], 0, 0});
    try_number(f, AMPLITUDE, "@", value, error, 0);
    try_number(f, AMPLITUDE, "sqrt(@)", value * value, 2 * value * error, 0);
}

static void try_positions(struct fitting *f) {
    const struct model_axis *axis = &trial_model(&f->own)->axis[0];
    const struct estimate own = {.known = true, .value = axis->step},
                          step = estimate_step(&f->pairs, 0, axis->w, NULL);
    if (step.known && 4 * step.agree >= 3 * step.among)
        try_number(f, STEP, "@", step.value, step.error, SIMPLEST_PI);
    if (!f->pairs.paired)
        pairs_orient(&f->pairs, 0, axis->w, axis->step);
    const struct estimate first = estimate_first(&f->pairs, 0, axis->w, &own, NULL);
    if (first.known)
        try_number(f, FIRST, "@", first.value, first.error, SIMPLEST_PI);
}

/* The line of frequencies that the table holds. */
static struct line line_of_constants(const struct pairs *pairs) {
    const struct pair *first = &pairs->pair[0], *last = &pairs->pair[pairs->count - 1];
    const double between = (double)(last->k - first->k);
    return (struct line){
        .sound = between > 0 && first->turn > 0 && last->turn > 0,
        .slope = log(first->turn / last->turn) / between,
        .slope_error = (first->turn_error / first->turn + last->turn_error / last->turn) / between};
}

/* Frequencies of a base are on a line, whose slope is log(base)/D; a rule bends that of the lower ones. */
static void try_frequencies(struct fitting *f) {
    const struct table *table = f->own.table;
    const struct frequencies *frequencies = &table->frequencies;
    const struct model_axis *axis = &trial_model(&f->own)->axis[0];
    struct line line =
        table_is_constant(table) ? line_of_constants(&f->pairs) : line_of(&f->pairs, 0);
    if (!line.sound)
        line = line_of_end(&f->pairs, 0, false);
    if (!line.sound || axis->count < 2 || frequencies->list.count > 0)
        return;
    const double logarithm = log(mpq_get_d(frequencies->base)),
                 divisor = logarithm / log(axis->w[0] / axis->w[1]),
                 base = exp(line.slope * divisor), over = logarithm / line.slope;
    try_number(f, BASE, "@", base, base * divisor * line.slope_error, 0);
    if (table->grid.axes == 0)
        try_number(f, SPACING, "over:@", over, over * line.slope_error / line.slope, 0);
}

/* The text of a rule with another value of a key, or without it: "llama3:factor=8,original=4096". */
static char *rule_with(const char *rule, const char *key, const char *value) {
    struct text text = {NULL, 0, 0};
    const size_t name = strcspn(rule, ":"), length = strlen(key);
    char *own = text_format("%s=%s", key, value ? value : "");
    const char *before = ":";
    bool missing = value;
    text_add(&text, rule, name);
    for (const char *at = rule + name; *at;) {
        const char *part = ++at;
        at += strcspn(at, ",");
        const bool is_key = strncmp(part, own, length + 1) == 0;
        if (is_key && !value)
            continue;
        text_put(&text, "%s%.*s", before, is_key ? (int)strlen(own) : (int)(at - part),
                 is_key ? own : part);
        before = ",";
        missing &= !is_key;
    }
    if (missing)
        text_put(&text, "%s%s", before, own);
    free(own);
    return text_string(&text);
}

/* The lowest frequencies are divided by the whole factor. */
static void try_factor(struct fitting *f) {
    const struct scaling *scaling = &f->own.table->frequencies.scaling;
    const struct model_axis *axis = &trial_model(&f->own)->axis[0];
    const double sure = 0.02, own = mpq_get_d(scaling->value[ROPE_FACTOR]);
    const struct pair *lowest = NULL;
    for (size_t k = 0; k < f->pairs.count; k++)
        if (f->pairs.pair[k].axis == 0 &&
            f->pairs.pair[k].turn_error < sure * fabs(f->pairs.pair[k].turn))
            lowest = &f->pairs.pair[k];
    if (own == 0 || !lowest)
        return;
    char *form = rule_with(f->own.request.text[SCALING], "factor", "@");
    const double value = own * fabs(axis->w[lowest->k] * axis->step / lowest->turn);
    try_number(f, SCALING, form, value, value * lowest->turn_error / fabs(lowest->turn), 0);
    free(form);
}

/* Tries another text of the word scaling. */
static void try_scaling(struct fitting *f, char *text, double cost) {
    try(f, (struct candidate){SCALING, NULL, text, 0, cost, 0});
}

/* The same rule with a usual value of one of its keys, or the default; or a published rule. */
static void try_rules(struct fitting *f) {
    enum { WHOLE_MOST = 16, NUMBER_MOST = 1 << 20, DEFAULT_COST = 1, PUBLISHED_COST = 4 };
    const struct rope_rule *rule = f->own.table->frequencies.scaling.rule;
    const char *own = f->own.request.text[SCALING];
    for (const struct rope_key *key = rule->keys; key->name && !rule->file; key++) {
        try_scaling(f, rule_with(own, key->name, NULL), DEFAULT_COST);
        for (int64_t n = 1; n <= NUMBER_MOST; n = n < WHOLE_MOST ? n + 1 : 2 * n) {
            char *number = text_integer(n);
            const double cost = text_cost(number);
            try_scaling(f, rule_with(own, key->name, number), cost);
            free(number);
        }
        try_scaling(f, rule_with(own, key->name, "no"), DEFAULT_COST);
    }
    for (const struct published_rule *other = published_rules; other->name; other++)
        try_scaling(f, text_format("%s", other->name), PUBLISHED_COST);
}

static void find_numbers(struct fitting *f) {
    const bool constant = table_is_constant(f->own.table);
    if (!(constant ? pairs_read(&f->pairs) : pairs_measure(&f->pairs)))
        return;
    try_amplitude(f);
    if (!constant && f->pairs.axes == 1 && !trial_model(&f->own)->axis[0].listed)
        try_positions(f);
    try_frequencies(f);
    try_factor(f);
    try_rules(f);
}

/* --- the sentence */

/* How far from the number others explain the entries too; 0 if that isn't known. */
static double reach_of(const struct fitting *f, const struct candidate *candidate) {
    const char *given[WORDS];
    double reach = 0;
    for (int halvings = 2; halvings < DBL_MANT_DIG && candidate->form && reach == 0; halvings++)
        for (int side = -1; side <= 1; side += 2) {
            const double width = ldexp(fabs(candidate->value), -halvings);
            char *number = text_format("%.17g", candidate->value + side * width),
                 *text = with_number(candidate->form, number);
            words_with(f, candidate->word, text, given);
            if (misfits_of(f, given) <= candidate->misfits)
                reach = width;
            free(number);
            free(text);
        }
    return reach;
}

static void add_option(struct text *text, enum word word, const char *value) {
    text_put(text, " --%s ", words[word].name);
    request_quote(value, text);
}

/* "base 10001, not 10000: explains every entry within the noise of float32, and so do numbers up to 0.02 away; try --base
 * 10001" */
static void add_word(const struct fitting *f, const struct candidate *candidate,
                     const struct trial *trial, struct verdict *verdict) {
    struct diagnosis *d = f->diagnosis;
    struct text said = {NULL, 0, 0};
    double reach = reach_of(f, candidate);
    const struct chosen_words *chosen = d->audited.words;
    if (candidate->form && strcmp(candidate->form, "sqrt(@)") == 0)
        reach /= 2 * sqrt(candidate->value);
    say_contrast(chosen->request, &trial->request, "", &said);
    text_put(&said, ": explains every entry%s within the noise of %s",
             verdict_is_whole(verdict) ? "" : ", except for damage,",
             verdict->coarse ? verdict->coarse : noise_names[verdict->level]);
    if (reach > 0)
        text_put(&said, ", and so do numbers up to %.*g away", reach < 10 ? 1 : 3, reach);
    text_print(&said, "; try");
    for (int k = 0; k < WORDS; k++)
        if (trial->given[k] &&
            (!chosen->given[k] || strcmp(trial->given[k], chosen->given[k]) != 0))
            add_option(&said, (enum word)k, trial->given[k]);
    add_sentence(d, text_string(&said));
    findings_move(d->findings, &verdict->damage);
}

/* Does the candidate's table explain every entry, or without a candidate that of the words as they are? If so, and `add` is
 * set, adds a sentence. */
static bool explains(const struct fitting *f, const struct candidate *candidate, bool add) {
    struct diagnosis *d = f->diagnosis;
    const char *given[WORDS];
    struct trial trial;
    struct verdict verdict;
    words_with(f, candidate ? candidate->word : BASE,
               candidate ? candidate->text : f->own.given[BASE], given);
    if (!trial_open(&trial, given))
        return false;
    char *wrong = verdict_find(&verdict, d->audited.array, trial_model(&trial), &f->noise.grain,
                               d->audited.threads);
    const bool right = !wrong && verdict.match;
    if (right && add)
        add_word(f, candidate, &trial, &verdict);
    if (!d->probe.wrong)
        d->probe.wrong = wrong;
    verdict_free(&verdict);
    trial_close(&trial);
    return right;
}

/* Names the simplest word whose table is the array's, and others that are so with a number of their own. None is named if
 * damage explains the array with the words as they are. */
static bool add_best(struct fitting *f) {
    struct text others = {NULL, 0, 0};
    word_set named = 0;
    double most = INFINITY; /* other words must be as simple, or nearly */
    const double more = 3;
    if (f->count == 0 || explains(f, NULL, false))
        return false;
    for (size_t k = 0; k < f->count && k < JUDGED_MOST; k++) {
        const struct candidate *one = &f->candidate[k];
        if (one->cost > most || (named & WORD_SET(one->word)) || !explains(f, one, named == 0))
            continue;
        if (named == 0) {
            most = one->cost + more;
        } else {
            text_print(&others, others.used > 0 ? ", or" : "so does another word:");
            add_option(&others, one->word, one->text);
        }
        named |= WORD_SET(one->word);
    }
    if (others.used > 0)
        add_sentence(f->diagnosis, text_string(&others));
    return named != 0;
}

/* Those without misfits first, of these the simplest. */
static int simplest_first(const void *a, const void *b) {
    const struct candidate *x = a, *y = b;
    if (x->misfits != y->misfits)
        return x->misfits < y->misfits ? -1 : 1;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

bool fitted_numbers(struct diagnosis *d, const char *const given[WORDS]) {
    const struct table *table = d->audited.table;
    struct fitting f = {.diagnosis = d};
    bool found = false;
    if (table->arrays > 1) /* the entries that are read would be those of the first */
        return false;
    if (!d->probe.wrong && !d->entries.value)
        d->probe.wrong = entries_read(
            &d->entries, d->audited.array,
            (struct view){table->position_count, table->channel_count, table->channel_major},
            &d->probe.measure);
    if (d->probe.wrong || !trial_open(&f.own, given))
        return false;
    if (f.own.table->position_count == table->position_count &&
        f.own.table->channel_count == table->channel_count) {
        pairs_open(&f.pairs, &d->entries, trial_model(&f.own));
        noise_open(&f.noise, trial_model(&f.own), &d->audited.noise->grain);
        add_points(&f, &d->entries);
        f.misfits = misfits_of(&f, f.own.given);
        if (f.pairs.count > 0)
            find_numbers(&f);
        qsort(f.candidate, f.count, sizeof *f.candidate, simplest_first);
        found = add_best(&f);
        for (size_t k = 0; k < f.count; k++)
            free(f.candidate[k].text);
        noise_close(&f.noise);
        pairs_close(&f.pairs);
    }
    trial_close(&f.own);
    return found;
}
