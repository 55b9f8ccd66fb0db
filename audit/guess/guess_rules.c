#include "base/die.h"
#include "base/text.h"
#include "fit/simplest.h"
#include "guess/guess_solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which rule of scaling made the frequencies? A law says what each was without a rule. The quotient of the two is the share
 * that is left. Most rules leave 1 of the highest frequencies and 1/factor of the lowest, with a step or a ramp between
 * them; proportional leaves nothing of the last ones. Published rules go first, since types of few bits don't show the
 * parameters of a rule. */

struct residual_share {
    int axis;
    double k, w; /* of the pair; its frequency without a rule */
    double left, error;
};

struct residual_shares {
    struct solving *solving;
    const struct law *law;        /* without a rule */
    struct residual_share *share; /* of the pairs whose turns are known, by falling frequency */
    size_t count;
    double rounding;      /* of frequencies that are numbers of few bits, relative to them */
    bool identifiable;    /* are there enough of them to distinguish a rule from a base? */
    bool has_first_alone; /* was a rule found that leaves only the first frequency? */
    size_t wrong_most;    /* how many of them a rule need not explain */
    int tried;            /* how many tables of rules were tried */
    struct texts rules;
};

static const double pi = 3.14159265358979323846;

/* --- what is left of each frequency */

/* What a pair's turn is in units of its frequency without a rule. */
static struct residual_share quotient_of(const struct residual_shares *found,
                                         const struct pair *pair) {
    const double k = (double)pair->k,
                 w = k > 0 ? exp(-found->law->logarithm * k / found->law->divisor[pair->axis]) : 1;
    const bool zero = found->solving->constant && pair->turn == 0; /* it isn't measured */
    return (struct residual_share){pair->axis, k, w, fabs(pair->turn) / w,
                                   zero ? 0 : pair->turn_error / w + found->rounding};
}

/* The step of an axis. Pair 0 keeps its frequency, which is 1, so its turn is the step, except for whole turns and the sign.
 * Of these candidates, the one that most quotients agree with is taken. 0 if the turn of pair 0 isn't known. */
static double find_step(const struct residual_shares *found, const struct pair *pair) {
    enum { HALF_TURNS = 16 };
    const double sharp = 0.01;
    const struct pairs *pairs = &found->solving->pairs;
    const struct pair *end = pairs->pair + pairs->count;
    const struct residual_share first = quotient_of(found, pair);
    double best = first.left;
    size_t most = 0;
    if (first.k != 0 || !(first.error < sharp * first.left))
        return 0;
    for (int half = 0; half < HALF_TURNS && !found->solving->constant; half++) {
        const double step = half % 2 ? (half + 1) * pi - first.left : half * pi + first.left;
        size_t votes = 0;
        for (const struct pair *next = pair + 1; next < end && next->axis == pair->axis; next++) {
            const struct residual_share one = quotient_of(found, next);
            votes += one.error < sharp * one.left &&
                     fabs(one.left - step) <= 8 * (one.error + first.error);
        }
        best = votes > most ? step : best;
        most = votes > most ? votes : most;
    }
    return best;
}

static int highest_first(const void *a, const void *b) {
    const struct residual_share *x = a, *y = b;
    return (x->w < y->w) - (x->w > y->w);
}

/* Finds the shares that a law leaves. Returns false if it isn't the law: if shares rise, or there are none. */
static bool find_residual_shares(struct residual_shares *found) {
    enum { WRONG_ONE_OF = 4 };
    const struct pairs *pairs = &found->solving->pairs;
    const bool few = pairs->axes == 1 && pairs->axis[0].count <= 2; /* rows don't tell turns */
    double step[GRID_AXES] = {0}, off[GRID_AXES] = {0};
    int known = 0;
    size_t wrong = 0;
    found->count = 0;
    for (size_t t = 0; t < pairs->count; t++)
        if (pairs->pair[t].k == 0) {
            const int axis = pairs->pair[t].axis;
            step[axis] = find_step(found, &pairs->pair[t]);
            off[axis] = pairs->pair[t].turn_error / step[axis];
            known = step[axis] > 0 ? axis : known;
        }
    for (size_t t = 0; t < pairs->count && WRONG_ONE_OF * wrong <= pairs->count; t++) {
        struct residual_share share = quotient_of(found, &pairs->pair[t]);
        /* an axis without the pair 0 shares its frequencies with others, which have the same step */
        const int like = step[share.axis] > 0 ? share.axis : known;
        const double by = step[like];
        const bool first = share.k == 0;
        share.left = first ? 1 : share.left / by;
        share.error = share.error / by + fabs(share.left) * (off[like] + 4 * pairs->rounding);
        if (!(by > 0) || !(share.error < 0.1) ||
            (!found->solving->constant && !first && by * share.w > pi))
            continue;
        const struct residual_share *before =
            found->count > 0 ? &found->share[found->count - 1] : NULL;
        if (share.left > 1 + 8 * share.error ||
            (before && before->axis == share.axis && found->law->logarithm > 0 &&
             share.left > before->left + 8 * (share.error + before->error)))
            wrong++;
        else
            found->share[found->count++] = share;
    }
    if (found->count > 1)
        qsort(found->share, found->count, sizeof *found->share, highest_first);
    return WRONG_ONE_OF * wrong <= found->count &&
           (found->count > (size_t)pairs->axes || few || found->solving->constant);
}

static bool is_near(const struct residual_share *share, double left) {
    return fabs(share->left - left) <= 4 * share->error + 1e-9;
}

/* Do all frequencies stay? Then there is no rule, but the law may be the one. */
static bool all_are_kept(const struct residual_shares *found) {
    const double sharp = 0.01;
    bool kept = found->count > 1 && found->count == found->solving->pairs.count;
    for (size_t t = 0; t < found->count && kept; t++)
        kept = fabs(found->share[t].left - 1) + 4 * found->share[t].error < sharp;
    return kept;
}

/* --- texts */

static void add_rule(struct residual_shares *found, char *text) {
    texts_add(&found->rules, guess_keep(found->solving->search, text));
}

/* What yarn needs to multiply the entries by the measured amplitude, or by one that leaves a simple word amplitude. */
static const char *amplitude_of(struct residual_shares *found, double factor) {
    static const char *const texts[] = {",mscale=%s", ",mscale=%s,mscale-all-dim=1", ""};
    const struct pairs *pairs = &found->solving->pairs;
    const double amplitude = pairs->amplitude, part = log(factor) / 10,
                 simple = pairs->paired ? 4 : 2.6,
                 near = (pairs->paired ? 1e-5 : 1e-3) + grain_at(&pairs->data->grain, amplitude);
    const double measured[] = {(amplitude - 1) / part, (amplitude * (1 + part) - 1) / part,
                               amplitude / (1 + part)};
    if (fabs(amplitude - 1) < near)
        return ",attention=1";
    for (int k = 0; k < 3 && fabs(measured[2] - 1) > near; k++) {
        char *text = simplest_number(measured[k] * (1 - near), measured[k] * (1 + near), 0);
        const char *kept = text ? guess_keep(found->solving->search, text) : NULL;
        if (kept && text_cost(kept) <= simple && measured[k] > 0)
            return k == 2 ? "" : guess_keep(found->solving->search, text_format(texts[k], kept));
    }
    return fabs(measured[2] - 1) <= near ? "" : ",attention=1";
}

/* --- rules that divide the lowest frequencies by a factor */

/* The ramp of yarn goes along the pairs, from one that turns `fast` times in the original length to one that turns `slow`
 * times; that of llama3 along the frequency. */
struct divided {
    const char *name, *more; /* its text, except for the numbers */
    double fast, slow;
    bool whole; /* its ends are whole pairs */
    double factor, length;
    double from, to; /* the logarithms of the lowest frequencies that its ends have */
};
static const struct divided rules_known[] = {
    {"yarn", "", .fast = 32, .slow = 1, .whole = true},
    {"yarn", ",truncate=no", .fast = 32, .slow = 1},
    {"yarn", ",beta-fast=1,beta-slow=1", .fast = 1, .slow = 1, .whole = true},
    {"llama3", "", .fast = 4, .slow = 1},
    {"llama3", ",low=1,high=1", .fast = 1, .slow = 1}};
enum { RULES_KNOWN = sizeof rules_known / sizeof *rules_known };

static bool is_yarn(const struct divided *rule) {
    return strcmp(rule->name, "yarn") == 0;
}

static void set_length(struct divided *rule, double length) {
    const double turns = length / (2 * pi);
    rule->length = length;
    rule->from = is_yarn(rule) ? log(turns / rule->fast) : 0;
    rule->to = is_yarn(rule) ? log(turns / rule->slow) : 0;
}

/* How far a pair is along the ramp: 0 where all is left, 1 where the factor divides. */
static double ramp_at(const struct residual_shares *found, const struct divided *rule,
                      const struct residual_share *share) {
    const double divisor = found->law->divisor[share->axis], per = divisor / found->law->logarithm;
    double at = share->k, low, high;
    if (is_yarn(rule)) {
        low = per * rule->from;
        high = per * rule->to;
        low = fmax(rule->whole ? floor(low) : low, 0);
        high = fmin(rule->whole ? ceil(high) : high, 2 * divisor - 1);
    } else {
        at = -rule->length / (2 * pi) * share->w;
        low = -rule->fast;
        high = -rule->slow;
    }
    return fmax(0, fmin(1, (at - low) / fmax(high - low, 1e-3)));
}

/* Does the rule leave those shares? Its numbers may be off by some of their own errors. */
static bool explains(const struct residual_shares *found, const struct divided *rule,
                     double error) {
    size_t wrong = 0;
    for (size_t t = 0; t < found->count && wrong <= found->wrong_most; t++) {
        const struct residual_share *share = &found->share[t];
        const double left = 1 - ramp_at(found, rule, share) * (1 - 1 / rule->factor);
        wrong += fabs(share->left - left) > 4 * (share->error + error) + 1e-9;
    }
    return wrong <= found->wrong_most;
}

/* The word amplitude may multiply the entries in place of yarn. */
static void add_divided(struct residual_shares *found, const struct divided *rule,
                        const char *factor) {
    const char *const amplitude[] = {
        is_yarn(rule) ? amplitude_of(found, text_value(factor, NULL)) : "", ",attention=1"};
    for (int k = 0; k < (is_yarn(rule) ? 2 : 1); k++)
        add_rule(found, text_format("%s:factor=%s,original=%.0f%s%s", rule->name, factor,
                                    rule->length, rule->more, amplitude[k]));
}

/* Sets the factor of a rule whose ramp is known, from the share on the ramp that is known best. Returns its text, or NULL if
 * no share is on the ramp, or the rule contradicts the others. Of few shares, none at the ramp's end, the factor and the end
 * are known only together, so the factor has to be simple; the fewer shares, the simpler. */
static const char *find_factor(struct residual_shares *found, struct divided *rule) {
    enum { FEW = 2 };
    const double simple = 1.6, usual = 3.2;
    double rest = 1, error = INFINITY;
    size_t ramps = 0;
    bool ended = false;
    for (size_t t = 0; t < found->count; t++) {
        const struct residual_share *share = &found->share[t];
        const double ramp = ramp_at(found, rule, share);
        ramps += ramp > 0;
        ended |= ramp == 1;
        if (ramp > 0 && share->error / ramp < error) {
            rest = 1 - (1 - share->left) / ramp;
            error = share->error / ramp;
        }
    }
    rule->factor = 1 / rest;
    if (!(rest > 2 * error) || !(rest < 1 - 8 * error) || !explains(found, rule, error))
        return NULL;
    char *text = simplest_number(1 / (rest + 4 * error), 1 / (rest - fmin(4 * error, rest / 2)), 0);
    const char *kept = text ? guess_keep(found->solving->search, text) : NULL;
    return kept && (ended || text_cost(kept) <= (ramps > FEW ? usual : simple)) ? kept : NULL;
}

/* Lengths that a person gives, the likeliest first: powers of two, numbers of one digit or two with zeros behind them, and
 * a few times a power of two. */
static const struct series {
    uint64_t from, to, times;
} lengths[] = {{1, 1, 2}, {1, 9, 10}, {11, 99, 10}, {3, 15, 2}};
enum { LENGTH_MOST = 1 << 24 };

/* Adds a rule with each length of a series that explains the shares, as long as there are fewer rules than `most`. The first
 * `kept` shares are 1. The last of these and the one after it are looked at first, since they rule out most lengths. */
static void add_series(struct residual_shares *found, struct divided rule,
                       const struct series *series, size_t kept, size_t most) {
    const struct residual_share *before = &found->share[kept - 1], *after = &found->share[kept];
    const double divided = 1 - found->share[found->count - 1].left;
    for (uint64_t n = series->from; n <= series->to; n++)
        for (uint64_t length = n; length < LENGTH_MOST; length *= series->times) {
            set_length(&rule, (double)length);
            const bool may = found->rules.count < most && ramp_at(found, &rule, after) > 0 &&
                             is_near(before, 1 - ramp_at(found, &rule, before) * divided);
            const char *factor = may ? find_factor(found, &rule) : NULL;
            if (factor)
                add_divided(found, &rule, factor);
        }
}

/* Adds the rules that explain all shares, or else nearly all. */
static void add_all_divided(struct residual_shares *found) {
    enum {
        SERIES = sizeof lengths / sizeof *lengths,
        MOST = 3,
        WRONG_ONE_OF = 8,
        TRIES = 2 * RULES_KNOWN
    };
    const bool yarn = found->law->logarithm > 0 && strcmp(found->law->spacing, "pair") == 0;
    const size_t begin = found->rules.count;
    size_t kept = 0;
    while (kept < found->count && is_near(&found->share[kept], 1))
        kept++;
    found->wrong_most = 0;
    for (size_t r = 0; r < TRIES && kept > 0 && kept < found->count; r++) {
        const struct divided *rule = &rules_known[r % RULES_KNOWN];
        const bool one = rule->whole || rule->fast == rule->slow;
        /* all lengths between two pairs are the same */
        const size_t most = found->rules.count + (one ? 1 : MOST);
        if (r == RULES_KNOWN && found->rules.count > begin)
            break;
        if (r == RULES_KNOWN)
            found->wrong_most = found->count / WRONG_ONE_OF;
        for (size_t k = 0; k < SERIES && (yarn || !is_yarn(rule)); k++)
            add_series(found, *rule, &lengths[k], kept, most);
    }
}

/* --- other rules */

/* The first pairs of each axis turn; the sines of the others are 0. If only the first one does, the base doesn't matter. */
static void add_proportional(struct residual_shares *found) {
    double low = 0, high = INFINITY;
    bool several = false;
    for (size_t t = 0; t < found->count; t++) {
        const struct residual_share *share = &found->share[t];
        const double end = (share->k + 1) / found->law->divisor[share->axis];
        if (share->left == 0)
            high = fmin(high, end * (1 - 1e-9));
        else if (is_near(share, 1))
            low = fmax(low, end);
        else
            return;
        several |= share->left > 0 && share->k > 0;
    }
    const bool known = !several && found->has_first_alone;
    char *share = !known && isfinite(high) && low <= high ? simplest_number(low, high, 0) : NULL;
    if (share)
        add_rule(found, text_format("proportional:share=%s", share));
    found->has_first_alone |= share && !several;
    free(share);
}

/* If the original length is large, yarn divides no frequency, but still multiplies the entries. */
static void add_amplitude(struct residual_shares *found) {
    static const char *const usual[] = {"8", "2", "4", "16", "32", "40"};
    struct divided rule = rules_known[0];
    set_length(&rule, 64);
    while (rule.length < LENGTH_MOST && ramp_at(found, &rule, &found->share[found->count - 1]) > 0)
        set_length(&rule, 2 * rule.length);
    for (size_t k = 0; k < sizeof usual / sizeof *usual && rule.length < LENGTH_MOST; k++)
        if (strcmp(amplitude_of(found, text_value(usual[k], NULL)), ",attention=1") != 0)
            add_divided(found, &rule, usual[k]);
}

/* --- which law, and which rule */

static bool is_base_of(const char *list, const char *base) {
    bool found = false;
    for (char *one; (one = number_next(&list)) != NULL; free(one))
        found |= strcmp(one, base) == 0;
    return found;
}

/* Does an open law of a published rule leave the shares that were measured, as far as frequencies that were rounded to bf16
 * show them? */
static bool published_agrees(const struct residual_shares *found) {
    enum { WRONG_ONE_OF = 4 };
    const double rounding = 0x1p-8;
    size_t wrong = 0;
    for (size_t t = 0; t < found->count; t++) {
        const struct residual_share *share = &found->share[t];
        const double *w = found->solving->trial.model.axis[share->axis].w,
                     left = w[(size_t)share->k] / w[0] / share->w;
        wrong += fabs(share->left - left) > 4 * share->error + rounding;
    }
    return WRONG_ONE_OF * wrong <= found->count;
}

static bool try_published(struct residual_shares *found, const struct law *law) {
    struct solving *solving = found->solving;
    if (!law_open(solving, law))
        return false;
    const bool agrees = published_agrees(found);
    law_close(solving);
    found->tried += agrees;
    return agrees && law_try(solving, law);
}

/* Tries the rules of a law: published ones, and those whose parameters the shares show, until one leaves nothing to explain.
 * Returns whether noise explains the table of any, except for damage. */
static bool try_rules(struct residual_shares *found, bool published, bool usual) {
    struct solving *solving = found->solving;
    struct law law = *found->law;
    bool explained = false;
    found->rules.count = 0;
    if (!find_residual_shares(found))
        return false;
    if (all_are_kept(found)) {
        published = false;
        if (law_try(solving, &law) && guess_is_clean(solving->search))
            return true;
        add_amplitude(found);
    } else if (found->count >= 2) {
        if (found->identifiable)
            add_all_divided(found);
        add_proportional(found);
    }
    const struct texts solved = found->rules;
    const struct published_rule *rule = published_rules;
    for (; rule->name && published && found->identifiable &&
           !(explained && guess_is_clean(solving->search));
         rule++) {
        law.scaling = rule->name;
        explained |= (usual || is_base_of(rule->bases, law.base)) && try_published(found, &law);
    }
    for (size_t k = 0; k < solved.count && !(explained && guess_is_clean(solving->search)); k++) {
        law.scaling = solved.text[k];
        found->tried++;
        explained |= law_try(solving, &law);
    }
    return explained;
}

/* Are two frequencies known beside the first of an axis, which no rule changes? The base alone explains one. */
static bool are_identifiable(const struct pairs *pairs) {
    const double sharp = 0.1;
    size_t known = 0;
    for (size_t t = 0; t < pairs->count; t++) {
        const struct pair *pair = &pairs->pair[t];
        known += pair->k > 0 && pair->turn_error < sharp * fabs(pair->turn);
    }
    return known > 1;
}

/* Noise has a rule for any law, so tries end. */
void guess_rules(struct solving *solving, const struct law laws[], size_t count) {
    enum { TRIED = 64 };
    const struct pairs *pairs = &solving->pairs;
    const struct line highest = line_of_end(pairs, 0, false);
    const double simple = 6;
    struct residual_shares found = {.solving = solving,
                                    .identifiable = are_identifiable(pairs),
                                    .rounding = line_of_rounded(pairs, 8).sound    ? 0x1p-8
                                                : line_of_rounded(pairs, 11).sound ? 0x1p-11
                                                                                   : 0};
    bool explained = false;
    found.share = die_malloc(pairs->count * sizeof *found.share);
    for (size_t k = 0; k < count && !explained && found.tried < TRIED; k++) {
        const struct law *law = found.law = &laws[k];
        const bool published = pairs->axes == 1 && !law->d_model &&
                               strcmp(law->spacing, "pair") == 0 && pairs->count <= PAIRS_OF_MODELS;
        const double by = fabs(law->divisor[0]), error = 8 * (4 * highest.slope_error * by + 1e-7);
        bool usual = highest.sound && fabs(law->logarithm - highest.slope * by) <= error;
        for (size_t b = 0; b < BASES_USUAL; b++)
            usual |= strcmp(law->base, bases_known[b]) == 0;
        if (law->scaling)
            explained = law_try(solving, law) && guess_is_clean(solving->search);
        else if (law->logarithm != 0 && text_cost(law->base) <= simple)
            explained = try_rules(&found, published, usual);
    }
    free(found.share);
}
