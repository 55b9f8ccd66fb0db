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

static void laws_add(struct laws *laws, struct law law) {
    laws->list = die_grow(laws->list, laws->count, sizeof *laws->list);
    laws->list[laws->count++] = law;
}

static int cheapest_first(const void *a, const void *b) {
    const struct law *x = a, *y = b;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

/* Where the exponents k/divisor of an axis come from: w of 10000 tells the divisor. */
static double divisor_of(const struct model_axis *axis) {
    return axis->count > 1 ? -log(10000) / log(axis->w[1] / axis->w[0]) : 0;
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
        if (!step.known || !first.known || !polish(pairs, w, &polished))
            continue;
        line->slope = polished.logarithm;
        line->slope_error = error = polished.error[0] / 4;
    }
    free(w);
    return error;
}

/* What the lines tell of the logarithm of the base, for a spacing and a width. */
struct told {
    double logarithm, error;
    double
        exact_error; /* if the array were rounded once, from exact values; 0 if that isn't known */
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
    return (struct told){sum / weights, 4 / sqrt(weights), 0};
}

/* The logarithm that the lines tell. Sets the law's divisor. Returns false if they tell none. */
static bool weigh(struct solving *solving, const struct line lines[], struct law *law,
                  struct told *told) {
    const double most = 700; /* of a logarithm */
    double divisor[GRID_AXES] = {0};
    law->base = "10000";
    if (!law_open(solving, law))
        return false;
    for (int a = 0; a < solving->trial.model.axes; a++) {
        divisor[a] = divisor_of(&solving->trial.model.axis[a]);
        if (law->divisor == 0 && lines[a].sound)
            law->divisor = divisor[a];
    }
    law_close(solving);
    *told = mean_of(solving, lines, divisor);
    return isfinite(told->error) && fabs(told->logarithm) < most;
}

/* Adds the laws with the bases that the lines tell, for a spacing and a width. `exact` is what refine() returns. */
static void add_bases(struct solving *solving, const struct line lines[], double exact,
                      struct law law, struct laws *laws) {
    enum { KNOWN_WITHIN = 30, KNOWN_TRIED = 3, COST_OF_EXACT = 4 };
    const double cost = law.cost;
    struct texts texts = {.count = 0};
    struct told told;
    if (!weigh(solving, lines, &law, &told))
        return;
    told.exact_error = exact * fabs(law.divisor);
    const double base = exp(told.logarithm);
    for (size_t k = 0; k < BASES_KNOWN && texts.count < KNOWN_TRIED; k++)
        if (fabs(log(text_value(bases_known[k], NULL)) - told.logarithm) <=
            KNOWN_WITHIN * told.error)
            texts_add(&texts, bases_known[k]);
    texts_simplest(&texts, solving->search, base, base * told.error, SIMPLEST_EXP);
    for (size_t k = 0; k < texts.count; k++) {
        law.base = texts.text[k];
        if (strcmp(law.base, "1") == 0 && cost > 0) /* the spacing makes no difference */
            continue;
        const double far = fabs(log(text_value(law.base, NULL)) - told.logarithm) / told.error;
        law.cost = cost + text_cost(law.base) + (double)k / 8 + (far > 1 ? log2(far) / 2 : 0);
        laws_add(laws, law);
    }
    texts.count = 0;
    if (told.exact_error > 0 && cost < 1)
        texts_simplest(&texts, solving->search, base, base * told.exact_error, SIMPLEST_EXP);
    for (size_t k = 0; k < texts.count; k++) {
        law.base = texts.text[k];
        law.cost = cost + COST_OF_EXACT + (double)k / 8;
        laws_add(laws, law);
    }
}

/* The spacings and widths that a shape can have. */
static void find_spacings(struct solving *solving, bool by_column, struct laws *laws) {
    static const char *const spacings_tried[] = {"pair", "endpoint", "over:n", "over:-d/2",
                                                 "over:1"};
    enum { PLAIN = 2, SPACINGS_TRIED = sizeof spacings_tried / sizeof *spacings_tried };
    struct guess_search *search = solving->search;
    const char *user = search->user[SPACING], *d_model = solving->given[D_MODEL],
               *odd = solving->given[ODD];
    const uint64_t d = strtoull(d_model, NULL, 10);
    if (by_column) {
        laws_add(laws, (struct law){.spacing = "column"});
        return;
    }
    for (size_t k = 0; k < SPACINGS_TRIED; k++)
        if (!user || strcmp(user, spacings_tried[k]) == 0)
            laws_add(laws, (struct law){.spacing = spacings_tried[k],
                                        .cost = k < PLAIN ? 0 : 1 + (double)k / 4});
    if (laws->count == 0)
        laws_add(laws, (struct law){.spacing = user});
    if (solving->given[GRID] || d % 2 != 0 || (odd && strcmp(odd, "drop") != 0))
        return;
    for (int k = 0; k < 2; k++)
        laws_add(laws, (struct law){.spacing = "pair",
                                    .d_model = guess_number(search, k ? d - 1 : d + 1),
                                    .odd = k ? "extend" : "drop",
                                    .cost = 2});
}

/* Adds spacings over:D with simple D and a simple base, if the slope of the lines is known so well that this is no chance:
 * to say both takes fewer digits than the slope has. */
static void add_overs(struct solving *solving, const struct line lines[], struct laws *laws) {
    enum { PARTS = 3, KEPT = 4 };
    const double spare = 2, most = 700;
    const uint64_t d = strtoull(solving->given[D_MODEL], NULL, 10);
    const double once[GRID_AXES] = {1, 1, 1, 1};
    const struct told told = mean_of(solving, lines, once);
    const double slope = told.logarithm, error = told.error;
    struct laws found = {.count = 0};
    for (uint64_t over = 1; over <= PARTS * (d + 1) && isfinite(error); over++)
        for (uint64_t parts = 1; parts <= PARTS; parts++) {
            const double by = (double)over / (double)parts, logarithm = fabs(slope) * by,
                         off = error * by, digits = -log10(off) - spare;
            if ((parts > 1 && over % parts == 0) || over > parts * (d + 1) || logarithm > most ||
                !(digits > 0))
                continue;
            char *base = simplest_number(exp(logarithm - off), exp(logarithm + off), SIMPLEST_EXP),
                 *spacing = text_format(parts > 1 ? "%s%" PRIu64 "/%" PRIu64 : "%s%" PRIu64,
                                        slope < 0 ? "over:-" : "over:", over, parts);
            const double cost = base ? text_cost(base) + text_cost(spacing + strlen("over:")) : 0;
            if (base && cost <= digits)
                laws_add(&found, (struct law){.spacing = guess_keep(solving->search, spacing),
                                              .base = guess_keep(solving->search, base),
                                              .cost = 1 + cost});
            else
                free(spacing);
            if (base && cost > digits)
                free(base);
        }
    if (found.count > 0)
        qsort(found.list, found.count, sizeof *found.list, cheapest_first);
    for (size_t k = 0; k < found.count && k < KEPT; k++)
        laws_add(laws, found.list[k]);
    free(found.list);
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

void guess_laws(struct solving *solving, bool by_column) {
    enum { TRIED = 64, FEW = 16, MORE = 12 };
    const double NEAR = 1e-3, ODD_BASE = 3;
    struct laws spacings_found = {.count = 0}, laws = {.count = 0};
    struct line lines[GRID_AXES];
    const char *user = solving->search->user[BASE];
    double exact = 0;
    bool sound = false;
    for (int a = 0; a < solving->pairs.axes; a++) {
        lines[a] = line_of(&solving->pairs, a);
        sound |= lines[a].sound;
    }
    const bool any = solving->search->listed_path != NULL;
    if (solving->pairs.axes == 1 && !solving->constant && solving->pairs.axis[0].count > 1 &&
        sound && !user && !any)
        exact = refine(solving, &lines[0]);
    find_spacings(solving, by_column, &spacings_found);
    for (size_t s = 0; s < spacings_found.count; s++) {
        struct law law = spacings_found.list[s];
        if (sound && !user)
            add_bases(solving, lines, exact, law, &laws);
        for (size_t b = 0; b < (user ? 1 : BASES_KNOWN) && (!sound || user || any) && law.cost < 2;
             b++) {
            law.base = user ? user : bases_known[b];
            law.cost = spacings_found.list[s].cost + (double)b / 8;
            laws_add(&laws, law);
        }
    }
    if (sound && !user && !by_column && !solving->search->user[SPACING])
        add_overs(solving, lines, &laws);
    if (laws.count > 0)
        qsort(laws.list, laws.count, sizeof *laws.list, cheapest_first);
    size_t more = MORE;
    const double near = NEAR + 2 * grain_at(&solving->search->data->grain, 0.5);
    solving->search->nearest = INFINITY;
    for (size_t k = 0; k < laws.count && k < TRIED && more > 0; k++) {
        if (k == (isinf(solving->search->nearest) ? 2 * FEW : FEW) &&
            solving->search->nearest > near)
            break; /* a wrong shape */
        law_try(solving, &laws.list[k]);
        more -= guess_is_exact(solving->search) ? more : guess_is_clean(solving->search);
    }
    const bool plain = !solving->given[GRID] && !by_column && !solving->search->user[SCALING] &&
                       solving->pairs.count <= PAIRS_MOST;
    const bool stretched = laws.count > 0 && text_cost(laws.list[0].base) > ODD_BASE;
    if (plain &&
        (!guess_is_clean(solving->search) || (stretched && !guess_is_exact(solving->search))))
        guess_rules(solving);
    free(spacings_found.list);
    free(laws.list);
}
