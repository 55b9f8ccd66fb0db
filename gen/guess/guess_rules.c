#include "base/die.h"
#include "base/text.h"
#include "fit/simplest.h"
#include "guess/guess_solve.h"
#include "words/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which rule of scaling made the frequencies? A base says what they were without one. The share of each that is left shows
 * the rule: 1 for the highest and 1/factor for the lowest, with a step, a straight ramp or one along the frequency between
 * them; a power; or nothing of the lowest. Published rules go first, since few bits don't tell their parameters. */

struct kept_share {
    double k, w; /* of the pair; its frequency without a rule */
    double left, error;
};

struct shares_left {
    struct solving *solving;
    struct law law;           /* base and width */
    double d, logarithm;      /* of these */
    struct kept_share *share; /* of the pairs whose turns are known, by falling frequency */
    size_t count;
    struct texts rules;
};

static const double pi = 3.14159265358979323846;

/* --- what is left of each frequency */

/* What a pair's turn is in units of its frequency without a rule. */
static struct kept_share quotient_of(const struct shares_left *found, const struct pair *pair) {
    const double k = (double)pair->k, w = exp(-found->logarithm * k * 2 / found->d);
    return (struct kept_share){k, w, fabs(pair->turn) / w, pair->turn_error / w};
}

/* The pair 0 keeps its frequency, which is 1, so its turn is the step, but for whole turns and the sign: most quotients that
 * are one of these tell which. 0 if that turn isn't known. */
static double find_step(const struct shares_left *found) {
    enum { HALF_TURNS = 16 };
    const double sharp = 0.01;
    const struct pairs *pairs = &found->solving->pairs;
    const struct kept_share first = quotient_of(found, &pairs->pair[0]);
    double best = first.left;
    size_t most = 0;
    if (first.k != 0 || !(first.error < sharp * first.left))
        return 0;
    for (int half = 0; half < HALF_TURNS && !found->solving->constant; half++) {
        const double step = half % 2 ? (half + 1) * pi - first.left : half * pi + first.left;
        size_t votes = 0;
        for (size_t t = 1; t < pairs->count; t++) {
            const struct kept_share one = quotient_of(found, &pairs->pair[t]);
            votes += one.error < sharp * one.left &&
                     fabs(one.left - step) <= 8 * (one.error + first.error);
        }
        best = votes > most ? step : best;
        most = votes > most ? votes : most;
    }
    return best;
}

/* Returns false if there was no such base: if shares rise, or there are none. */
static bool find_shares(struct shares_left *found) {
    enum { WRONG_ONE_OF = 4 };
    const struct pairs *pairs = &found->solving->pairs;
    const bool few = pairs->axis[0].count <= 2; /* rows don't tell turns */
    const double step = find_step(found), of_step = pairs->pair[0].turn_error / step;
    size_t wrong = 0;
    found->count = 0;
    for (size_t t = 0; t < pairs->count && step > 0; t++) {
        struct kept_share share = quotient_of(found, &pairs->pair[t]);
        share.left = t > 0 ? share.left / step : 1;
        share.error = share.error / step + fabs(share.left) * (of_step + 4 * pairs->rounding);
        if (!(share.error < 0.1) || (!found->solving->constant && t > 0 && step * share.w > pi))
            continue;
        const struct kept_share *before = found->count > 0 ? &found->share[found->count - 1] : NULL;
        if (share.left > 1 + 8 * share.error ||
            (before && share.left > before->left + 8 * (share.error + before->error)))
            wrong++;
        else
            found->share[found->count++] = share;
    }
    return WRONG_ONE_OF * wrong <= found->count &&
           (found->count > 1 || few || found->solving->constant);
}

/* Do all frequencies stay, down to the lowest? Then there is no rule, but the base may be the one. */
static bool all_are_kept(const struct shares_left *found) {
    const double sharp = 0.01;
    bool kept = found->count > 1 && found->share[found->count - 1].k + 1 == floor(found->d / 2);
    for (size_t t = 0; t < found->count && kept; t++)
        kept = fabs(found->share[t].left - 1) + 4 * found->share[t].error < sharp;
    return kept;
}

static bool is_near(const struct kept_share *share, double left) {
    return fabs(share->left - left) <= 4 * share->error + 1e-9;
}

/* --- texts */

static void add_rule(struct shares_left *found, char *text) {
    texts_add(&found->rules, guess_keep(found->solving->search, text));
}

/* The length in an interval that a person would give: a power of two, or else a simple number. NULL if there is none. */
static const char *length_between(struct shares_left *found, double low, double high) {
    for (int power = 1; power < 24; power++) {
        const double length = ldexp(1, power);
        if (length > low && length < high)
            return guess_number(found->solving->search, UINT64_C(1) << power);
    }
    char *text = low < high ? simplest_number(fmax(low, 1e-9), high, 0) : NULL;
    return text ? guess_keep(found->solving->search, text) : NULL;
}

/* What yarn needs to multiply the entries by the measured amplitude, or by one that leaves a simple word amplitude. */
static const char *amplitude_of(struct shares_left *found, double factor) {
    const struct pairs *pairs = &found->solving->pairs;
    const double amplitude = pairs->amplitude, part = log(factor) / 10, simple = 2.6,
                 near = (pairs->paired ? 1e-5 : 1e-3) + grain_at(&pairs->data->grain, amplitude);
    const double measured[] = {(amplitude - 1) / part, amplitude / (1 + part)};
    if (fabs(amplitude - 1) < near)
        return ",attention=1";
    for (int k = 0; k < 2 && fabs(measured[1] - 1) > near; k++) {
        char *text = simplest_number(measured[k] * (1 - near), measured[k] * (1 + near), 0);
        const char *kept = text ? guess_keep(found->solving->search, text) : NULL;
        if (kept && text_cost(kept) <= simple && measured[k] > 0)
            return k > 0 ? "" : guess_keep(found->solving->search, text_format(",mscale=%s", kept));
    }
    return fabs(measured[1] - 1) <= near ? "" : ",attention=1";
}

/* --- rules, whose highest frequencies stay, and whose lowest are divided by the factor */

/* The length at which a pair between two frequencies turns once. */
static void add_steps(struct shares_left *found, const char *factor, const struct kept_share *last,
                      const struct kept_share *next) {
    const char *length = length_between(found, 2 * pi / last->w, 2 * pi / next->w);
    const char *of_yarn = amplitude_of(found, text_value(factor, NULL));
    if (length && !*of_yarn)
        add_rule(found,
                 text_format("yarn:factor=%s,original=%s,beta-fast=1,beta-slow=1", factor, length));
    if (length)
        add_rule(found, text_format("llama3:factor=%s,original=%s,low=1,high=1", factor, length));
}

/* yarn's ramp from one whole pair to another; an end of 0 may be any below it. */
static void add_whole_ends(struct shares_left *found, const char *factor, double low, double high) {
    const double per_pair = 2 * found->logarithm / found->d, turn = 2 * pi, fast = 32;
    const double least = fmax(low > 0 ? turn * fast * exp(per_pair * low) : 0,
                              turn * exp(per_pair * (high - 1))),
                 most = fmin(turn * fast * exp(per_pair * (low + 1)),
                             high >= found->d - 1 ? INFINITY : turn * exp(per_pair * high));
    const char *amplitude = amplitude_of(found, text_value(factor, NULL)),
               *length = length_between(found, least, fmin(most, 1e9));
    if (length)
        add_rule(found, text_format("yarn:factor=%s,original=%s%s", factor, length, amplitude));
    if (length)
        return;
    length = length_between(found, turn * exp(per_pair * (high - 1)), turn * exp(per_pair * high));
    if (!length)
        return;
    const double turns = text_value(length, NULL) / turn;
    char *beta =
        simplest_number(turns * exp(-per_pair * (low + 1)), turns * exp(-per_pair * low), 0);
    if (beta)
        add_rule(found, text_format("yarn:factor=%s,original=%s,beta-fast=%s%s", factor, length,
                                    beta, amplitude));
    free(beta);
}

/* yarn's ramp between ends that aren't whole, or llama3's along the frequency; of the shares [begin, end). */
static void add_ramps(struct shares_left *found, const char *factor, size_t begin, size_t end) {
    const double rest = 1 / text_value(factor, NULL), turn = 2 * pi, low = 1, high = 4;
    double of_llama3 = 0, error = 0, k = 0, kk = 0, y = 0, ky = 0;
    const double count = (double)(end - begin);
    for (size_t t = begin; t < end; t++) {
        const struct kept_share *share = &found->share[t];
        const double kept = (share->left - rest) / (1 - rest), x = share->k - found->share[begin].k;
        of_llama3 += turn * (low + (high - low) * kept) / share->w / count;
        error = fmax(error, share->error / (1 - rest));
        k += x / count;
        kk += x * x / count;
        y += (1 - kept) / count;
        ky += x * (1 - kept) / count;
    }
    struct texts lengths = {.count = 0};
    texts_simplest(&lengths, found->solving->search, of_llama3, of_llama3 * (4 * error + 1e-9), 0);
    for (size_t n = 0; n < lengths.count && n < 4; n++)
        add_rule(found, text_format("llama3:factor=%s,original=%s", factor, lengths.text[n]));
    if (end - begin < 2)
        return;
    const double slope = (ky - k * y) / (kk - k * k),
                 last = found->share[begin].k + k + (1 - y) / slope,
                 length = turn * exp(2 * found->logarithm / found->d * last);
    lengths.count = 0;
    texts_simplest(&lengths, found->solving->search, length, length * (4 * error + 1e-9), 0);
    for (size_t n = 0; n < lengths.count && n < 4; n++)
        add_rule(found, text_format("yarn:factor=%s,original=%s%s,truncate=no", factor,
                                    lengths.text[n], amplitude_of(found, 1 / rest)));
}

/* The lowest pairs are on yarn's ramp too. Its end and the factor are one number, so the factor has to be simple. */
static void add_open_end(struct shares_left *found, size_t begin) {
    const double simple = 1.6;
    const struct kept_share *last = &found->share[found->count - 1];
    const double low = found->share[begin - 1].k, slope = (1 - last->left) / (last->k - low),
                 error = 4 * last->error / (last->k - low);
    for (size_t more = 1; last->k + (double)more < found->d; more++) {
        const double high = last->k + (double)more, rest = 1 - slope * (high - low),
                     off = error * (high - low);
        char *factor =
            rest > 2 * off ? simplest_number(1 / (rest + off), 1 / (rest - off), 0) : NULL;
        if (factor && text_cost(factor) <= simple)
            add_whole_ends(found, factor, low, high);
        free(factor);
    }
}

static void add_divided(struct shares_left *found) {
    enum { FACTORS = 3 };
    const struct kept_share *share = found->share, *last = &share[found->count - 1];
    struct texts factors = {.count = 0};
    size_t begin = 0;
    while (begin < found->count && is_near(&share[begin], 1))
        begin++;
    if (begin == found->count)
        return;
    if (begin > 0 && !is_near(last - 1, last->left)) {
        add_open_end(found, begin);
        return;
    }
    texts_simplest(&factors, found->solving->search, 1 / last->left,
                   last->error / (last->left * last->left) / 4, 0);
    for (size_t f = 0; f < factors.count && f < FACTORS; f++) {
        const double rest = 1 / text_value(factors.text[f], NULL);
        size_t end = begin;
        while (end < found->count && !is_near(&share[end], rest))
            end++;
        if (begin == end && begin > 0)
            add_steps(found, factors.text[f], &share[begin - 1], &share[begin]);
        else if (end < found->count && begin > 0) {
            add_whole_ends(found, factors.text[f], share[begin - 1].k, share[end].k);
            add_ramps(found, factors.text[f], begin, end);
        }
    }
}

/* --- other rules */

/* A part of the pairs turns; the sines of the others are 0. */
static void add_proportional(struct shares_left *found) {
    const double half = floor(found->d / 2);
    size_t turning = 0;
    while (turning < found->count && is_near(&found->share[turning], 1))
        turning++;
    for (size_t t = turning; t < found->count; t++)
        if (found->share[t].left != 0)
            return;
    if (turning == found->count)
        return;
    const double d = 2 * half;
    char *share = simplest_number(2 * (double)turning / d, (2 * (double)turning + 1.99) / d, 0);
    if (share)
        add_rule(found, text_format("proportional:share=%s", share));
    free(share);
}

/* The base is stretched. */
static void add_stretched(struct shares_left *found) {
    const double simple = 2.5;
    const struct kept_share *last = &found->share[found->count - 1],
                            *middle = &found->share[found->count / 2];
    const double power = found->d > 2 ? (found->d - 2) / 2 / last->k : 0,
                 factor = pow(last->left, -power),
                 error = factor * power * last->error / last->left;
    struct texts factors = {.count = 0};
    if (!(factor > 1.01) || !isfinite(factor) ||
        !is_near(middle, pow(last->left, middle->k / last->k)))
        return;
    texts_simplest(&factors, found->solving->search, factor, error, 0);
    for (size_t f = 0; f < factors.count && f < 2; f++)
        if (text_cost(factors.text[f]) <= simple)
            add_rule(found, text_format("ntk:factor=%s", factors.text[f]));
}

/* --- which base, and which rule */

static bool is_base_of(const char *list, const char *base) {
    bool found = false;
    for (char *one; (one = number_next(&list)) != NULL; free(one))
        found |= strcmp(one, base) == 0;
    return found;
}

/* Published bases, and those that the highest or the lowest frequencies tell. */
static struct texts find_bases(struct solving *solving) {
    struct guess_search *search = solving->search;
    const double d = strtod(solving->given[D_MODEL], NULL);
    struct texts bases = {.count = 0};
    if (search->user[BASE]) {
        texts_add(&bases, search->user[BASE]);
        return bases;
    }
    for (size_t k = 0; k < BASES_KNOWN; k++)
        texts_add(&bases, bases_known[k]);
    const struct line highest = line_of_highest(&solving->pairs, 0);
    const double base = exp(highest.slope * d / 2);
    if (highest.sound && base > 1 && isfinite(base))
        texts_simplest(&bases, search, base, 4 * base * highest.slope_error * d / 2, 0);
    return bases;
}

/* Tries the rules of a base and a width: published ones, and those whose parameters the shares show. */
static bool try_rules(struct shares_left *found, bool published, bool usual) {
    struct law law = found->law;
    bool explained = false;
    found->rules.count = 0;
    if (!find_shares(found))
        return false;
    if (all_are_kept(found))
        return law_try(found->solving, &law);
    if (found->count >= 2) {
        add_divided(found);
        add_proportional(found);
        add_stretched(found);
    }
    const struct texts solved = found->rules;
    const struct published_rule *rule = published_rules;
    for (; rule->name && published && !explained; rule++) {
        law.scaling = rule->name;
        explained = (usual || is_base_of(rule->bases, law.base)) && law_try(found->solving, &law);
    }
    for (size_t k = 0; k < solved.count && !explained; k++) {
        law.scaling = solved.text[k];
        explained = law_try(found->solving, &law);
    }
    return explained;
}

void guess_rules(struct solving *solving) {
    struct guess_search *search = solving->search;
    const uint64_t d = strtoull(solving->given[D_MODEL], NULL, 10);
    const struct law widths[] = {
        {.spacing = "pair"},
        {.spacing = "pair", .d_model = guess_number(search, d + 1), .odd = "drop"},
        {.spacing = "pair", .d_model = guess_number(search, d - 1), .odd = "extend"}};
    const bool whole = d % 2 != 0 || solving->given[ODD] != NULL;
    const struct texts bases = find_bases(solving);
    const struct line highest = line_of_highest(&solving->pairs, 0);
    const double half = (double)d / 2, told = highest.sound ? highest.slope * half : NAN,
                 error = 8 * (4 * highest.slope_error * half + 1e-7);
    struct shares_left found = {.solving = solving};
    bool explained = false;
    found.share = die_malloc(solving->pairs.count * sizeof *found.share);
    for (int width = 0; width < (whole ? 1 : 3) && !explained; width++)
        for (size_t b = 0; b < bases.count && !explained; b++) {
            found.law = widths[width];
            found.law.base = bases.text[b];
            found.logarithm = log(text_value(bases.text[b], NULL));
            found.d = (double)(width == 0 ? d : width == 1 ? d + 1 : d - 1);
            explained = try_rules(&found, width == 0 && solving->pairs.count <= PAIRS_OF_MODELS,
                                  b < BASES_USUAL || fabs(found.logarithm - told) <= error);
        }
    free(found.share);
}
