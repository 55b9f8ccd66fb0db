#include "base/die.h"
#include "base/text.h"
#include "fit/simplest.h"
#include "guess/guess_solve.h"

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
        struct polished polished = {.logarithm = line->slope, .step = step.value};
        polished.first = way > 0 ? text_value(positions_usual[way - 1].first, NULL) : first.value;
        if (!step.known || !first.known || !polish(pairs, w, &polished) ||
            !(polished.error[0] < fabs(line->slope)))
            continue;
        line->slope = polished.logarithm;
        line->slope_error = error = polished.error[0] / 4;
    }
    free(w);
    return error;
}

/* The line of an axis whose frequencies yarn bends from the first on. The turn of pair k is the turn of pair 0 times
 * (1 - bend*k) * exp(-slope*k). The turns of pairs k and 2k determine bend and slope; the largest such k is the best. */
static struct line line_of_bent(const struct pairs *pairs, int axis) {
    struct line line = {.sound = false, .slope_error = INFINITY};
    size_t begin = 0, agree = 0;
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
                     slope_error = (error + 4 * error / root) / (double)k;
        if (!(bent > 8 * error) ||
            (agree > 0 && fabs(slope - line.slope) > 8 * (slope_error + line.slope_error)))
            break;
        line.sound = ++agree > 1;
        if (slope_error < line.slope_error) {
            line.slope = slope;
            line.slope_error = slope_error;
        }
    }
    return line;
}

/* What the lines tell of the logarithm of the base, for a spacing and a width. */
struct told {
    double logarithm, error;
};

/* The axis whose line has the most evidence; -1 if none is sound. */
static int clearest(const struct line lines[], int axes) {
    int best = -1;
    for (int a = 0; a < axes; a++)
        if (lines[a].sound && (best < 0 || lines[a].evidence > lines[best].evidence))
            best = a;
    return best;
}

/* The mean of numbers that the lines of axes tell, which are their slopes times `by`. Lines that don't agree with the
 * clearest are left out: where all axes share their frequencies, one may have none that is low. */
static struct told mean_of(const struct solving *solving, const struct line lines[],
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
    return (struct told){sum / weights, 4 / sqrt(weights)};
}

/* Adds a law with a base, which costs that much more. */
static void add_base(struct laws *laws, struct law law, const char *base, double cost) {
    law.base = base;
    law.logarithm = log(text_value(base, NULL));
    law.cost += cost;
    laws_add(laws, law);
}

/* Adds the laws with the bases that the lines tell, for a spacing and a width. `exact` is what refine() returns. */
static void add_bases(struct solving *solving, const struct line lines[], double exact,
                      struct law law, struct laws *laws) {
    enum { KNOWN_WITHIN = 30, KNOWN_TRIED = 3, COST_OF_EXACT = 4 };
    struct texts texts = {.count = 0};
    const struct told told = mean_of(solving, lines, law.divisor);
    if (!(told.error < 1) || !(fabs(told.logarithm) < LOGARITHM_MOST))
        return;
    const double base = exp(told.logarithm), exact_error = exact * fabs(law.divisor[0]);
    for (size_t k = 0; k < BASES_KNOWN && texts.count < KNOWN_TRIED; k++)
        if (fabs(log(text_value(bases_known[k], NULL)) - told.logarithm) <=
            KNOWN_WITHIN * told.error)
            texts_add(&texts, bases_known[k]);
    texts_simplest(&texts, solving->search, base, base * told.error, SIMPLEST_EXP);
    for (size_t k = 0; k < texts.count; k++) {
        const char *text = texts.text[k];
        if (strcmp(text, "1") == 0 && law.cost > 0) /* the spacing makes no difference */
            continue;
        const double far = fabs(log(text_value(text, NULL)) - told.logarithm) / told.error;
        add_base(laws, law, text, text_cost(text) + (double)k / 8 + (far > 1 ? log2(far) / 2 : 0));
    }
    texts.count = 0;
    if (exact_error > 0 && law.cost < 1)
        texts_simplest(&texts, solving->search, base, base * exact_error, SIMPLEST_EXP);
    for (size_t k = 0; k < texts.count; k++)
        add_base(laws, law, texts.text[k], COST_OF_EXACT + (double)k / 8);
}

/* ntk raises its factor to the power d/(d-2) of each axis, and multiplies the base by it: lines stay lines. Adds the laws
 * whose factor and base are the simplest together. */
static void add_stretched(struct solving *solving, const struct line lines[], struct law law,
                          struct laws *laws) {
    enum { HALVES_LEAST = 3, HALVES_MOST = 128, KEPT = 4 };
    const double sharp = 0.01;
    struct laws found = {.count = 0};
    for (int halves = HALVES_LEAST; halves <= HALVES_MOST; halves++) {
        struct line straight[GRID_AXES];
        for (int a = 0; a < solving->pairs.axes; a++) {
            straight[a] = lines[a];
            straight[a].slope -= log(halves / 2.0) / (law.divisor[a] - 1);
            straight[a].sound &= law.divisor[a] > 1;
        }
        const struct told told = mean_of(solving, straight, law.divisor);
        const double base = exp(told.logarithm), off = base * told.error;
        char *text = told.error < sharp ? simplest_number(base - off, base + off, 0) : NULL;
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

/* The spacings and widths that a shape can have. */
static struct laws find_spacings(struct solving *solving, bool by_column) {
    static const char *const spacings_tried[] = {"pair", "endpoint", "over:n", "over:-d/2",
                                                 "over:1"};
    enum { PLAIN = 2, SPACINGS_TRIED = sizeof spacings_tried / sizeof *spacings_tried };
    struct guess_search *search = solving->search;
    const char *user = search->user[SPACING], *d_model = solving->given[D_MODEL],
               *odd = solving->given[ODD];
    const uint64_t d = strtoull(d_model, NULL, 10);
    struct laws laws = {.count = 0};
    for (size_t k = 0; k < SPACINGS_TRIED && !by_column; k++)
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

/* Adds spacings over:D with simple D and a simple base, if the slope of the lines is known so well that this is no chance:
 * to say both takes fewer digits than the slope has. */
static void add_overs(struct solving *solving, const struct line lines[], struct laws *laws) {
    enum { PARTS = 3, KEPT = 6 };
    const double spare = 0.5;
    const uint64_t d = strtoull(solving->given[D_MODEL], NULL, 10);
    const double once[GRID_AXES] = {1, 1, 1, 1};
    const struct told told = mean_of(solving, lines, once);
    const double slope = told.logarithm, error = told.error;
    struct laws found = {.count = 0};
    for (uint64_t over = 1; over <= PARTS * (d + 1) && isfinite(error); over++)
        for (uint64_t parts = 1; parts <= PARTS; parts++) {
            const double by = (double)over / (double)parts, logarithm = fabs(slope) * by,
                         off = error * by, digits = -log10(off) - spare;
            if ((parts > 1 && over % parts == 0) || over > parts * (d + 1) ||
                logarithm > LOGARITHM_MOST || !(digits > 0))
                continue;
            char *base = simplest_number(exp(logarithm - off), exp(logarithm + off), SIMPLEST_EXP),
                 *spacing = text_format(parts > 1 ? "%s%" PRIu64 "/%" PRIu64 : "%s%" PRIu64,
                                        slope < 0 ? "over:-" : "over:", over, parts);
            const double cost = base ? text_cost(base) + text_cost(spacing + strlen("over:")) : 0;
            if (base && cost <= digits) {
                struct law law = {.spacing = guess_keep(solving->search, spacing), .cost = 1};
                for (int a = 0; a < solving->pairs.axes; a++)
                    law.divisor[a] = slope < 0 ? -by : by;
                add_base(&found, law, guess_keep(solving->search, base), cost);
            } else
                free(spacing);
            if (base && cost > digits)
                free(base);
        }
    laws_take(laws, &found, KEPT);
}

/* The positions of published code, and those whose scale is one size of a grid for all axes. */
enum { USUAL_MOST = POSITIONS_USUAL + GRID_AXES };
static size_t list_usual(struct solving *solving, struct usual_positions list[USUAL_MOST]) {
    struct guess_search *search = solving->search;
    memcpy(list, positions_usual, sizeof positions_usual);
    for (int a = 0; a < solving->pairs.axes; a++) {
        const size_t size = solving->pairs.axis[a].size;
        list[POSITIONS_USUAL + a].first = guess_keep(search, text_format("2pi/%zu-2pi", size));
        list[POSITIONS_USUAL + a].step = guess_keep(search, text_format("4pi/%zu", size));
    }
    return POSITIONS_USUAL + (size_t)(solving->pairs.axes > 1 ? solving->pairs.axes : 0);
}

/* Tries them with an open law, whose words are given. */
static bool try_usual(struct solving *solving, const struct usual_positions list[], size_t count) {
    struct model_axis *along = solving->trial.model.axis;
    const double allowed = 1e-4;
    bool found = false;
    for (size_t p = 0; p < count && !found; p++) {
        for (int a = 0; a < solving->trial.model.axes; a++) {
            const struct sizes sizes = {0, 0, solving->trial.model.positions, along[a].size};
            solving->first_error[a] = solving->step_error[a] = 0;
            along[a].first = text_value(list[p].first, &sizes);
            along[a].step = text_value(list[p].step, &sizes);
        }
        if (!law_looks_right(solving, allowed))
            continue;
        solving->given[FIRST] = list[p].first;
        solving->given[STEP] = list[p].step;
        found = guess_try(solving->search, solving->given);
    }
    solving->given[FIRST] = solving->given[STEP] = NULL;
    return found;
}

void guess_usual(struct solving *solving) {
    static const char *const spacings_usual[] = {"pair", "endpoint", "over:n"};
    struct usual_positions list[USUAL_MOST];
    const size_t count = list_usual(solving, list);
    const char *spacing = solving->given[SPACING];
    bool found = false, few = false;
    for (int a = 0; a < solving->pairs.axes; a++)
        few |= solving->pairs.axis[a].size < FEW_POSITIONS;
    for (size_t b = 0; b < BASES_KNOWN && !found; b++)
        for (size_t s = 0; s < (spacing ? 1 : 3) && !found; s++) {
            solving->given[SPACING] = spacing ? spacing : spacings_usual[s];
            solving->given[BASE] = bases_known[b];
            const struct law law = {.spacing = solving->given[SPACING], .base = bases_known[b]};
            found = few && law_try(solving, &law);
            if (!found && law_open(solving, &law)) {
                found = try_usual(solving, list, count);
                law_close(solving);
            }
        }
    solving->given[SPACING] = spacing;
    solving->given[BASE] = NULL;
}

/* Are all frequencies as good as 0, but for the first of each axis? Then any large base says so. */
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
 * first. `exact` is what refine() returns. */
static void add_laws(struct solving *solving, const struct laws *open, const struct line lines[],
                     double exact, bool known, struct laws *laws) {
    const char *user = solving->search->user[BASE];
    const bool sound = clearest(lines, solving->pairs.axes) >= 0 && !user;
    for (size_t s = 0; s < open->count; s++) {
        const struct law law = open->list[s];
        if (sound)
            add_bases(solving, lines, exact, law, laws);
        for (size_t b = 0; b < (user ? 1 : BASES_KNOWN) && (!sound || known) && law.cost < 2; b++)
            add_base(laws, law, user ? user : bases_known[b], (double)b / 8);
        if (!user && s == 0 && only_first_turn(&solving->pairs))
            add_base(laws, law, "1e300", 0);
    }
    if (sound && strcmp(open->list[0].spacing, "column") != 0 && !solving->search->user[SPACING])
        add_overs(solving, lines, laws);
    laws_sort(laws);
}

/* Tries the laws of the lines through all frequencies. */
static void try_laws(struct solving *solving, const struct laws *laws) {
    enum { TRIED = 64, FEW = 16, MORE = 12 };
    const double near = 1e-3 + 2 * grain_at(&solving->search->data->grain, 0.5);
    size_t more = MORE;
    solving->search->nearest = INFINITY;
    for (size_t k = 0; k < laws->count && k < TRIED && more > 0; k++) {
        if (k == (isinf(solving->search->nearest) ? 2 * FEW : FEW) &&
            solving->search->nearest > near)
            break; /* a wrong shape */
        law_try(solving, &laws->list[k]);
        more -= guess_is_exact(solving->search) ? more : guess_is_clean(solving->search);
    }
}

void guess_laws(struct solving *solving, bool by_column) {
    const double odd_base = 3;
    struct guess_search *search = solving->search;
    struct laws laws = {.count = 0}, bent = {.count = 0};
    const struct laws open = find_spacings(solving, by_column);
    struct line lines[GRID_AXES];
    const struct pairs *pairs = &solving->pairs;
    for (int a = 0; a < pairs->axes; a++)
        lines[a] = line_of(pairs, a);
    const bool any = search->listed_path != NULL,
               fine = pairs->axes == 1 && !solving->constant && pairs->axis[0].count > 1 &&
                      lines[0].sound && !search->user[BASE] && !any;
    if (open.count == 0)
        return;
    const double exact = fine ? refine(solving, &lines[0]) : 0;
    add_laws(solving, &open, lines, exact, any, &laws);
    try_laws(solving, &laws);
    const bool odd = laws.count > 0 && text_cost(laws.list[0].base) > odd_base;
    if (!search->user[SCALING] && pairs->count <= PAIRS_MOST &&
        (!guess_is_clean(search) || (odd && !guess_is_exact(search)))) {
        for (size_t s = 0; s < open.count && odd && !search->user[BASE]; s++)
            if (strcmp(open.list[s].spacing, "pair") == 0)
                add_stretched(solving, lines, open.list[s], &bent);
        for (int way = 0; way < 3; way++) {
            for (int a = 0; a < pairs->axes; a++)
                lines[a] = way < 2 ? line_of_end(pairs, a, way > 0) : line_of_bent(pairs, a);
            if (way == 0 || clearest(lines, pairs->axes) >= 0)
                add_laws(solving, &open, lines, 0, way == 0, &bent);
        }
        guess_rules(solving, bent.list, bent.count);
    }
    free(bent.list);
    free(open.list);
    free(laws.list);
}
