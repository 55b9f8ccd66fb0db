#include "base/die.h"
#include "base/text.h"
#include "fit/simplest.h"
#include "guess/guess_solve.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bases of released models, those of most models first. */
const char *const bases_known[BASES_KNOWN] = {
    "10000",    "500000",    "1000000",  "10000000",    "5000000",    "150000",
    "50000",    "100000000", "160000",   "100000",      "8000000",    "25000",
    "20000000", "12000000",  "50000000", "250000",      "1000000000", "100",
    "1000",     "256",       "2000",     "100000000000"};

struct laws {
    struct law *list;
    size_t count;
};

/* Of a base. */
static const double LOGARITHM_MOST = 700;

static void laws_add(struct laws *laws, struct law law) {
    laws->list = die_grow(laws->list, laws->count, sizeof *laws->list);
    laws->list[laws->count++] = law;
}

/* Do two laws have the same frequencies, and columns? */
static bool is_same(const struct law *a, const struct law *b) {
    const double near = 1e-12;
    bool same = a->d_model == b->d_model && a->scaling == b->scaling;
    for (int axis = 0; axis < GRID_AXES && same; axis++) {
        const double by = a->logarithm * b->divisor[axis], of = b->logarithm * a->divisor[axis];
        same = fabs(by - of) <= near * fabs(by);
    }
    return same;
}

static int cheapest_first(const void *a, const void *b) {
    const struct law *x = a, *y = b;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

/* Sorts the laws by cost. Of laws with the same frequencies only the cheapest stays. */
static void laws_sort(struct laws *laws) {
    size_t kept = 0;
    if (laws->count > 0)
        qsort(laws->list, laws->count, sizeof *laws->list, cheapest_first);
    for (size_t k = 0; k < laws->count; k++) {
        bool known = false;
        for (size_t n = 0; n < kept && !known; n++)
            known = is_same(&laws->list[n], &laws->list[k]);
        if (!known)
            laws->list[kept++] = laws->list[k];
    }
    laws->count = kept;
}

/* Moves the cheapest of some laws to others. */
static void laws_take(struct laws *laws, struct laws *from, size_t most) {
    laws_sort(from);
    for (size_t k = 0; k < from->count && k < most; k++)
        laws_add(laws, from->list[k]);
    free(from->list);
}

/* Improves a line with all entries of a table without a grid. Returns how far its slope may be off if the array was rounded
 * once, from exact values; 0 if the line stays. */
static double refine(const struct solving *solving, struct line *line) {
    const struct pairs *pairs = &solving->pairs;
    const uint64_t most = pairs->pair[pairs->count - 1].k;
    double *w = die_malloc((most + 1) * sizeof *w);
    for (uint64_t k = 0; k <= most; k++)
        w[k] = exp(-line->slope * (double)k);
    const struct estimate step = estimate_step(pairs, 0, w, NULL),
                          first = estimate_first(pairs, 0, w, &step, NULL);
    for (uint64_t k = 0; k <= most; k++)
        w[k] = (double)k;
    double error = 0;
    for (int way = 0; way <= (pairs->paired ? 0 : FIRSTS_USUAL) && error == 0; way++) {
        struct wave_numbers numbers = {
            .value = {line->slope,
                      way > 0 ? text_value(positions_usual[way - 1].first, NULL) : first.value,
                      step.value, pairs->amplitude},
            .fixed[NUMBER_AMPLITUDE] = pairs->paired};
        if (!step.known || !first.known || !least_squares(pairs, 0, w, &numbers) ||
            !(numbers.error[NUMBER_LOGARITHM] < 4 * line->slope_error))
            continue;
        line->slope = numbers.value[NUMBER_LOGARITHM];
        error = 4 * (numbers.error[NUMBER_LOGARITHM] + DBL_EPSILON * fabs(line->slope));
        line->slope_error = error / 16;
    }
    free(w);
    return error;
}

/* The line of an axis whose frequencies yarn bends from the first on. The turn of pair k is the turn of pair 0 times
 * (1 - bend*k) * exp(-slope*k). The turns of pairs k and 2k determine bend and slope; the errors of many are less than those
 * of each. */
static struct line line_of_bent(const struct pairs *pairs, int axis) {
    const double part_of_error = 1.0 / 16;
    struct line line = {.sound = false, .slope_error = INFINITY};
    size_t begin = 0, agree = 0;
    double weights = 0, squares = 0, least = INFINITY;
    while (begin < pairs->count && pairs->pair[begin].axis != axis)
        begin++;
    for (size_t k = 1; begin + 2 * k < pairs->count; k++) {
        const struct pair *pair = &pairs->pair[begin];
        if (pair[0].k != 0 || pair[2 * k].axis != axis || pair[2 * k].k != 2 * k)
            break;
        double part[2], error = pair[0].turn_error / fabs(pair[0].turn);
        for (size_t n = 0; n < 2; n++) {
            part[n] = fabs(pair[(n + 1) * k].turn / pair[0].turn);
            error += pair[(n + 1) * k].turn_error / fabs(pair[(n + 1) * k].turn);
        }
        const double bent = 1 - part[1] / (part[0] * part[0]), root = sqrt(bent),
                     slope = -log(part[0] * (1 + root)) / (double)k,
                     slope_error = (error + 4 * error / root) / (double)k,
                     weight = 1 / (slope_error * slope_error), apart = slope - line.slope;
        if (!(bent > 8 * error)) /* little, as of the first pairs of a long ramp */
            continue;
        if (agree > 0 && fabs(apart) > 8 * (slope_error + least))
            break;
        squares += weights > 0 ? apart * apart * weight * weights / (weight + weights) : 0;
        weights += weight;
        line.slope += apart * weight / weights;
        least = fmin(least, slope_error);
        line.sound = ++agree > 1;
        line.slope_error = fmax(sqrt(squares / weights), part_of_error * least);
    }
    return line;
}

/* The axis whose line has the most evidence; -1 if none is sound. */
static int clearest(const struct line lines[], int axes) {
    int best = -1;
    for (int a = 0; a < axes; a++)
        if (lines[a].sound && (best < 0 || lines[a].evidence > lines[best].evidence))
            best = a;
    return best;
}

/* For the mean of slopes as they are. */
static const double once[GRID_AXES] = {1, 1, 1, 1};

/* The mean of the slopes of axes, each times a number of its own: with the divisors of a spacing, that is the logarithm of
 * the base. Lines that don't agree with the clearest are left out: where all axes share their frequencies, one may have none
 * that is low. */
static struct estimate mean_slope(const struct solving *solving, const struct line lines[],
                                  const double by[]) {
    const int axes = solving->pairs.axes, best = clearest(lines, axes);
    double weights = 0, sum = 0;
    for (int a = 0; a < axes && best >= 0; a++) {
        const double error = lines[a].slope_error * fabs(by[a]) + solving->pairs.rounding / 8,
                     of_best = lines[best].slope_error * fabs(by[best]),
                     apart = lines[a].slope * by[a] - lines[best].slope * by[best];
        if (!lines[a].sound || !(fabs(apart) <= 8 * (error + of_best) + 1e-6))
            continue;
        weights += 1 / (error * error);
        sum += lines[a].slope * by[a] / (error * error);
    }
    return (struct estimate){.value = sum / weights, .error = 4 / sqrt(weights)};
}

/* Adds a law with a base, which costs that much more. */
static void add_base(struct laws *laws, struct law law, const char *base, double cost) {
    law.base = base;
    law.logarithm = log(text_value(base, NULL));
    law.cost += cost;
    laws_add(laws, law);
}

/* Adds the laws with the bases that the lines tell, for a spacing and a width. */
static void add_bases(struct solving *solving, const struct line lines[], struct law law,
                      struct laws *laws) {
    enum { KNOWN_WITHIN = 30, KNOWN_TRIED = 3 };
    struct texts texts = {.count = 0};
    const struct estimate logarithm = mean_slope(solving, lines, law.divisor);
    if (!isfinite(logarithm.error) || !(fabs(logarithm.value) < LOGARITHM_MOST))
        return;
    const double base = exp(logarithm.value);
    for (size_t k = 0; k < BASES_KNOWN && texts.count < KNOWN_TRIED; k++)
        if (fabs(log(text_value(bases_known[k], NULL)) - logarithm.value) <=
            KNOWN_WITHIN * logarithm.error)
            texts_add(&texts, bases_known[k]);
    if (logarithm.error < 1)
        texts_simplest(&texts, solving->search, base, base * logarithm.error, SIMPLEST_EXP);
    for (size_t k = 0; k < texts.count; k++) {
        const char *text = texts.text[k];
        if (strcmp(text, "1") == 0 && law.cost > 0) /* the spacing makes no difference */
            continue;
        const double far = fabs(log(text_value(text, NULL)) - logarithm.value) / logarithm.error;
        add_base(laws, law, text, text_cost(text) + (double)k / 8 + (far > 1 ? log2(far) / 2 : 0));
    }
}

/* ntk raises its factor to the power d/(d-2) of each axis, and multiplies the base by it: lines stay lines. Adds the laws
 * whose factor and base are the simplest together. */
static void add_stretched(struct solving *solving, const struct line lines[], struct law law,
                          struct laws *laws) {
    enum { HALVES_LEAST = 3, HALVES_MOST = 128, KEPT = 4 };
    const double sharp = 0.01, coarse = 1e-5, /* float frequencies err alike */
        wide = grain_at(&solving->search->data->grain, 0.5) < coarse ? 4 : 1;
    struct laws found = {.count = 0};
    for (int halves = HALVES_LEAST; halves <= HALVES_MOST; halves++) {
        struct line straight[GRID_AXES];
        for (int a = 0; a < solving->pairs.axes; a++) {
            straight[a] = lines[a];
            straight[a].slope -= log(halves / 2.0) / (law.divisor[a] - 1);
            straight[a].sound &= law.divisor[a] > 1;
        }
        const struct estimate logarithm = mean_slope(solving, straight, law.divisor);
        const double base = exp(logarithm.value), off = wide * base * logarithm.error;
        char *text = logarithm.error < sharp ? simplest_number(base - off, base + off, 0) : NULL;
        law.scaling = guess_keep(solving->search, text_format("ntk:factor=%g", halves / 2.0));
        if (text)
            add_base(&found, law, guess_keep(solving->search, text),
                     text_cost(text) + text_cost(strchr(law.scaling, '=') + 1));
    }
    laws_take(laws, &found, KEPT);
}

/* Adds a spacing, with its divisors, if it makes a table of these sizes. */
static void add_spacing(struct solving *solving, struct law law, struct laws *laws) {
    const char *user = solving->search->user[BASE];
    law.base = user ? user : "10000";
    if (!law_open(solving, &law))
        return;
    for (int a = 0; a < solving->trial.model.axes; a++) {
        const struct model_axis *axis = &solving->trial.model.axis[a];
        if (axis->count > 1)
            law.divisor[a] = log(text_value(law.base, NULL)) / log(axis->w[0] / axis->w[1]);
    }
    law_close(solving);
    laws_add(laws, law);
}

/* The spacings and widths that a shape can have; rare ones only if entries were rounded once. */
static struct laws find_spacings(struct solving *solving, bool by_column) {
    static const char *const spacings_tried[] = {"pair",     "endpoint",   "over:n",   "over:-d/2",
                                                 "over:1",   "over:d-1/2", "over:d/3", "over:-d/3",
                                                 "over:d-1", "over:-d"};
    enum { PLAIN = 2, USUAL = 5, SPACINGS_TRIED = sizeof spacings_tried / sizeof *spacings_tried };
    struct guess_search *search = solving->search;
    const char *user = search->user[SPACING], *d_model = solving->given[D_MODEL],
               *odd = solving->given[ODD];
    const uint64_t d = strtoull(d_model, NULL, 10);
    struct laws laws = {.count = 0};
    for (size_t k = 0; k < (solving->search->rounded_once ? SPACINGS_TRIED : USUAL) && !by_column;
         k++)
        if (!user || strcmp(user, spacings_tried[k]) == 0)
            add_spacing(solving,
                        (struct law){.spacing = spacings_tried[k],
                                     .cost = k < PLAIN ? 0 : 1 + (double)k / 4},
                        &laws);
    if (laws.count == 0)
        add_spacing(solving, (struct law){.spacing = by_column ? "column" : user}, &laws);
    if (solving->given[GRID] || d % 2 != 0 || (odd && strcmp(odd, "drop") != 0))
        return laws;
    for (int k = 0; k < 2; k++)
        add_spacing(solving,
                    (struct law){.spacing = by_column ? "column" : "pair",
                                 .d_model = guess_number(search, k ? d - 1 : d + 1),
                                 .odd = k ? "extend" : "drop",
                                 .cost = 2},
                    &laws);
    return laws;
}

/* Adds a law with the simplest base whose logarithm is within an error, if it and the law take no more digits than that. */
static void add_cheap(struct solving *solving, struct law law, double cost, double logarithm,
                      double off, double digits, struct laws *laws) {
    char *base = cost <= digits && fabs(logarithm) <= LOGARITHM_MOST
                     ? simplest_number(exp(logarithm - off), exp(logarithm + off), SIMPLEST_EXP)
                     : NULL;
    const char *kept = base ? guess_keep(solving->search, base) : NULL;
    if (kept && cost + text_cost(kept) <= digits)
        add_base(laws, law, kept, text_cost(kept));
}

/* Adds spacings over:D with simple D and a simple base, if the slope of a line is known so well that this is no chance:
 * to say both takes fewer digits than the slope has. */
static const double SPARE_DIGITS = 0.5;
static void add_overs(struct solving *solving, struct estimate slope, bool by_column,
                      struct laws *laws) {
    enum { PARTS = 3, KEPT = 6 };
    const uint64_t d = strtoull(solving->given[D_MODEL], NULL, 10);
    const char *const *user = solving->search->user;
    struct laws found = {.count = 0};
    if (by_column || user[BASE] || user[SPACING])
        return;
    for (uint64_t over = 1; over <= PARTS * (d + 1) && isfinite(slope.error); over++)
        for (uint64_t parts = 1; parts <= PARTS; parts++) {
            const double by = (double)over / (double)parts, logarithm = fabs(slope.value) * by,
                         off = slope.error * by, digits = -log10(off) - SPARE_DIGITS;
            if ((parts > 1 && over % parts == 0) || over > parts * (d + 1) ||
                logarithm > LOGARITHM_MOST || !(digits > 0))
                continue;
            const char *spacing = guess_keep(
                solving->search, text_format(parts > 1 ? "%s%" PRIu64 "/%" PRIu64 : "%s%" PRIu64,
                                             slope.value < 0 ? "over:-" : "over:", over, parts));
            const double cost = text_cost(spacing + strlen("over:"));
            struct law law = {.spacing = spacing, .cost = 1 + cost};
            for (int a = 0; a < solving->pairs.axes; a++)
                law.divisor[a] = slope.value < 0 ? -by : by;
            add_cheap(solving, law, cost, logarithm, off, digits, &found);
        }
    laws_take(laws, &found, KEPT);
}

/* Adds the simplest laws whose slope is within the errors of a slope along an axis. */
static void add_narrowed(struct solving *solving, const struct laws *open, int axis,
                         struct estimate slope, bool by_column, struct laws *laws) {
    enum { EACH = 2 };
    for (size_t s = 0; s < open->count; s++) {
        const struct law law = open->list[s];
        const double by = law.divisor[axis], low = exp((slope.value - slope.error) * by),
                     high = exp((slope.value + slope.error) * by);
        char *text[SIMPLEST_MAX];
        const size_t count = simplest_numbers(fmin(low, high), fmax(low, high), SIMPLEST_EXP, text);
        for (size_t k = 0; k < count; k++) {
            const char *kept = guess_keep(solving->search, text[k]);
            if (k < EACH)
                add_base(laws, law, kept, text_cost(kept));
        }
    }
    add_overs(solving, slope, by_column, laws);
}

/* Adds the laws of the first two angles of each axis with any turns between them, if base and spacing are so simple that
 * this is no chance. */
static void add_turned(struct solving *solving, const struct laws *open, struct laws *laws) {
    enum { TURNS_MOST = 256, FEW = 3, KEPT = 8 };
    const struct pairs *pairs = &solving->pairs;
    struct laws found = {.count = 0};
    size_t of_axis[GRID_AXES] = {0};
    for (size_t t = 0; t < pairs->count; t++)
        of_axis[pairs->pair[t].axis]++;
    for (int n = 0; n < 4 * TURNS_MOST; n++) {
        const int turns = n % 4 < 2 ? n / 4 : -n / 4 - 1;
        for (int a = 0; a < pairs->axes; a++) {
            if (of_axis[a] > FEW)
                continue;
            const struct line line = line_with_turns(pairs, a, n % 2, turns);
            const double error = 4 * line.slope_error;
            for (size_t s = 0; s < open->count && line.sound; s++) {
                const struct law law = open->list[s];
                const double by = law.divisor[a], off = error * fabs(by),
                             digits = -log10(off) - log10(2 + n) - SPARE_DIGITS;
                add_cheap(solving, law, law.cost, line.slope * by, off, digits, &found);
            }
        }
    }
    laws_take(laws, &found, KEPT);
}

/* Are all frequencies as good as 0, except for the first of each axis? Then any large base says so. */
static bool only_first_turn(const struct pairs *pairs) {
    size_t first = 0, others = 0;
    for (size_t t = 0; t < pairs->count; t++) {
        const struct pair *pair = &pairs->pair[t];
        const bool turns = pair->turn_error < 0.1 * fabs(pair->turn);
        first += turns && pair->k == 0;
        others += turns && pair->k > 0;
    }
    return first > 0 && others == 0;
}

/* Adds the laws of the lines. If no line is sound, or if `known` is set, adds those of the known bases too. The cheapest go
 * first. */
static void add_laws(struct solving *solving, const struct laws *open, const struct line lines[],
                     bool known, struct laws *laws) {
    const char *user = solving->search->user[BASE];
    const bool sound = clearest(lines, solving->pairs.axes) >= 0 && !user;
    for (size_t s = 0; s < open->count; s++) {
        const struct law law = open->list[s];
        if (sound)
            add_bases(solving, lines, law, laws);
        for (size_t b = 0; b < (user ? 1 : BASES_KNOWN) && (!sound || known) && law.cost < 2; b++)
            add_base(laws, law, user ? user : bases_known[b], (double)b / 8);
        if (!user && s == 0 && only_first_turn(&solving->pairs))
            add_base(laws, law, "1e300", 0);
        if (!user && !sound && solving->search->rounded_once &&
            strncmp(law.spacing, "over:-", 6) == 0)
            add_base(laws, law, "1e300", -law.cost); /* all angles but the first are noise */
    }
    laws_sort(laws);
}

/* Tries the laws from the first on, of those that cost at most so much. Returns how many were tried. */
static size_t try_laws(struct solving *solving, const struct laws *laws, size_t begin,
                       double most) {
    enum { TRIED = 64, FEW = 16, MORE = 12 };
    const double near = 1e-3 + 2 * grain_at(&solving->search->data->grain, 0.5);
    size_t more = MORE, k = begin;
    solving->search->nearest = INFINITY;
    for (; k < laws->count && k < TRIED && more > 0 && laws->list[k].cost <= most; k++) {
        if (k == (isinf(solving->search->nearest) ? 2 * FEW : FEW) &&
            solving->search->nearest > near && !solving->usual)
            break; /* a wrong shape */
        law_try(solving, &laws->list[k]);
        more -= guess_is_exact(solving->search) ? more : guess_is_clean(solving->search);
    }
    return k;
}

/* The unit in the last place of a number of a format with this many bits. */
static double unit_of(double value, int bits) {
    return ldexp(1, ilogb(value) + 1 - bits);
}

/* Each frequency leaves an interval for the slope, and these have a part in common. */
struct line line_of_rounded(const struct pairs *pairs, int bits) {
    enum { LEAST = 8, OTHERS_ONE_OF = 8 };
    const double half = 0.51; /* of a unit, for those that were rounded twice */
    double low = -INFINITY, high = INFINITY;
    size_t rounded = 0, others = 0;
    for (size_t t = 0; t < pairs->count; t++) {
        const struct pair *pair = &pairs->pair[t];
        const double turn = fabs(pair->turn), unit = unit_of(turn, bits);
        if (pair->k == 0 || !(8 * pair->turn_error < unit))
            continue;
        const bool is_rounded = fabs(remainder(turn, unit)) <= 4 * pair->turn_error;
        rounded += is_rounded;
        others += !is_rounded;
        low = fmax(low, -log(turn + half * unit) / (double)pair->k);
        high = fmin(high, -log(turn - half * unit) / (double)pair->k);
    }
    const bool all = rounded >= LEAST && OTHERS_ONE_OF * others <= rounded && low < high;
    return (struct line){all, 0, (low + high) / 2, (high - low) / 8, (double)rounded};
}

/* Tries the law most of whose frequencies are those of the turns, once they are rounded to bf16 or f16. Angles are off by
 * more than the simplest numbers differ, so the table is only tried with the usual positions. */
static void try_rounded(struct solving *solving, const struct laws *open) {
    const struct pairs *pairs = &solving->pairs;
    for (int bits = 8; bits <= 11; bits += 3) {
        const struct line lines[GRID_AXES] = {line_of_rounded(pairs, bits)};
        struct laws laws = {.count = 0};
        size_t most = 0, best = 0;
        if (lines[0].sound)
            add_laws(solving, open, lines, false, &laws);
        for (size_t n = 0; n < laws.count; n++) {
            size_t same = 0;
            for (size_t t = 0; t < pairs->count; t++) {
                const struct pair *pair = &pairs->pair[t];
                const double w = exp(-laws.list[n].logarithm / laws.list[n].divisor[0] *
                                     (double)pair->k),
                             off = remainder(w, unit_of(w, bits));
                same += fabs(w - off - fabs(pair->turn)) <= 4 * pair->turn_error;
            }
            best = same > most ? n : best;
            most = same > most ? same : most;
        }
        if (2 * most > pairs->count)
            law_try_plain(solving, &laws.list[best]);
        free(laws.list);
    }
}

/* Tries rules of scaling. These bend the lines: what the first or the last frequencies have in common is the law without a
 * rule. */
static void try_rules(struct solving *solving, const struct laws *open, struct line lines[],
                      bool by_column, bool stretched) {
    struct laws bent = {.count = 0};
    const struct pairs *pairs = &solving->pairs;
    for (size_t s = 0; s < open->count && stretched && !solving->search->user[BASE]; s++)
        if (strcmp(open->list[s].spacing, "pair") == 0)
            add_stretched(solving, lines, open->list[s], &bent);
    for (int way = 0; way < 3; way++) {
        for (int a = 0; a < pairs->axes; a++)
            lines[a] = way < 2 ? line_of_end(pairs, a, way > 0) : line_of_bent(pairs, a);
        const bool sound = clearest(lines, pairs->axes) >= 0;
        if (way == 0 || sound)
            add_laws(solving, open, lines, way == 0, &bent);
        if (sound)
            add_overs(solving, mean_slope(solving, lines, once), by_column, &bent);
    }
    laws_sort(&bent);
    guess_rules(solving, bent.list, bent.count);
    free(bent.list);
}

/* Of the candidates from `begin` on without a rule of scaling, the one that leaves least, or of those that err little more
 * than the best that with the simplest positions and amplitude. Returns their count if there is none. */
static size_t best_plain(const struct guess_search *search, size_t begin, bool simplest) {
    const double little = 4;
    size_t best = search->count;
    double least[2] = {INFINITY, INFINITY}, nearest = INFINITY;
    for (size_t k = begin; k < search->count; k++)
        nearest = fmin(nearest, search->found[k].judgement.magnitude);
    for (size_t k = begin; k < search->count; k++) {
        const struct candidate *one = &search->found[k];
        const double misfit = one->judgement.misfit,
                     cost = words_dearest(one->given,
                                          WORD_SET(FIRST) | WORD_SET(STEP) | WORD_SET(AMPLITUDE)),
                     by[2] = {simplest ? cost : misfit, simplest ? misfit : cost};
        if (!one->given[SCALING] && one->judgement.magnitude <= little * nearest &&
            (by[0] < least[0] || (by[0] == least[0] && by[1] < least[1]))) {
            best = k;
            memcpy(least, by, sizeof least);
        }
    }
    return best;
}

/* Adds the laws for which noise explains every entry, if the positions and the amplitude of a candidate are right. If none
 * does by a little, the law between the limits is added, since positions can be measured better with it. */
static void narrow(struct solving *solving, const struct laws *open, size_t candidate,
                   bool by_column, struct laws *laws) {
    const double little = 1e-4;
    struct guess_search *search = solving->search;
    struct trial trial;
    int axis = 0;
    if (!guess_trial(search, search->found[candidate].given, &trial))
        return;
    const struct table_model *model = trial_model(&trial);
    struct noise noise = guess_noise(search, model);
    const enum noise_level usual = noise.level;
    while (axis < model->axes && model->axis[axis].count < 2)
        axis++;
    for (int level = 0; level <= (int)usual && axis < model->axes; level++) {
        const double *w = model->axis[axis].w;
        noise.level = (enum noise_level)level;
        struct estimate slope = narrow_number(search->data, &noise, NUMBER_LOGARITHM, axis);
        slope.value = (1 + slope.value) * log(w[0] / w[1]);
        slope.error *= fabs(log(w[0] / w[1]));
        if (slope.known || (noise.level == usual && slope.error < little * fabs(slope.value)))
            add_narrowed(solving, open, axis, slope, by_column, laws);
    }
    trial_close(&trial);
}

/* Tries the laws that narrow() adds, for the candidate that leaves least and the one with the simplest positions, until a
 * law leaves nothing to explain, or all bits are right if entries were rounded once. */
static void try_narrowed(struct solving *solving, const struct laws *open, size_t begin,
                         bool by_column) {
    enum { ROUNDS = 4 };
    struct guess_search *search = solving->search;
    size_t seen[ROUNDS];
    for (int round = 0; round < ROUNDS && !guess_is_exact(search) &&
                        (search->rounded_once || !guess_is_clean(search));
         round++) {
        struct laws laws = {.count = 0};
        const size_t best = seen[round] = best_plain(search, begin, round % 2);
        bool known = best == search->count;
        for (int n = 0; n < round; n++)
            known |= seen[n] == best;
        if (known)
            continue;
        narrow(solving, open, best, by_column, &laws);
        laws_sort(&laws);
        try_laws(solving, &laws, 0, INFINITY);
        free(laws.list);
    }
}

void guess_laws(struct solving *solving, bool by_column) {
    const double usual_cost = 2, long_base = 3, CLEAR = 20;
    struct guess_search *search = solving->search;
    const size_t begin = search->count;
    struct laws laws = {.count = 0};
    const struct laws open = find_spacings(solving, by_column);
    struct line lines[GRID_AXES] = {{.sound = false}};
    const struct pairs *pairs = &solving->pairs;
    if (open.count == 0)
        return;
    for (int a = 0; a < pairs->axes && solving->measured; a++)
        lines[a] = line_of(pairs, a);
    const int best = clearest(lines, pairs->axes);
    const bool listed = search->listed_path != NULL, sound = best >= 0 && !search->user[BASE],
               unclear = !sound || lines[best].evidence < CLEAR,
               moving = solving->measured && pairs->axes == 1 && !solving->constant &&
                        pairs->axis[0].count > 1 && !listed;
    const double exact = moving && sound ? refine(solving, &lines[0]) : 0;
    add_laws(solving, &open, lines, listed || (solving->usual && unclear), &laws);
    const size_t tried = try_laws(solving, &laws, 0, usual_cost);
    if (!guess_is_clean(search) && sound) {
        add_overs(solving, mean_slope(solving, lines, once), by_column, &laws);
        if (exact > 0)
            add_narrowed(solving, &open, 0,
                         (struct estimate){.value = lines[0].slope, .error = exact}, by_column,
                         &laws);
        laws_sort(&laws);
    }
    if (!guess_is_exact(search))
        try_laws(solving, &laws, tried, INFINITY);
    if (search->rounded_once && !guess_is_clean(search) && !search->user[BASE]) {
        struct laws turned = {.count = 0};
        add_turned(solving, &open, &turned);
        try_laws(solving, &turned, 0, INFINITY);
        free(turned.list);
    }
    const bool is_long = laws.count > 0 && text_cost(laws.list[0].base) > long_base;
    if (solving->measured && !search->user[SCALING] && pairs->count <= PAIRS_MOST &&
        (!guess_is_clean(search) || (is_long && !guess_is_exact(search))))
        try_rules(solving, &open, lines, by_column,
                  is_long || (laws.count > 0 && laws.list[0].cost > long_base));
    if (moving && !guess_is_clean(search))
        try_rounded(solving, &open);
    if (solving->measured && (search->rounded_once || !solving->constant) && !listed &&
        !search->user[BASE])
        try_narrowed(solving, &open, begin, by_column);
    free(open.list);
    free(laws.list);
}
