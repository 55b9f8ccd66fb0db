#include "audit/guess_cost.h"
#include "audit/guess_fit.h"
#include "audit/guess_scaling.h"
#include "audit/guess_solving.h"
#include "audit/simplest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void solve_ntk(struct solving *solving, const char *base, uint64_t d) {
    const double value = strtod(base, NULL);
    const char *complete[WORDS], *simple, *scaling;
    memcpy(complete, solving->given, sizeof complete);
    if (guess_cost(base) > 3 && solving->tracks.axes == 1 &&
        guess_ntk(solving->search, value, value * 1e-4, d, &simple, &scaling)) {
        complete[SPACING] = "pair";
        complete[BASE] = simple;
        complete[SCALING] = scaling;
        guess_try(solving->search, complete);
    }
}

static void solve_with_base(struct solving *solving, const char *spacing, const char *base) {
    solving->given[SPACING] = spacing;
    solving->given[BASE] = base;
    if (!solving_open(solving))
        return;
    if (table_is_constant(solving->trial.table))
        solve_amplitude(solving);
    else
        solve_positions(solving);
    solving_close(solving);
}

static const char *const spacings_tried[] = {"pair",   "endpoint",  "over:n",
                                             "over:1", "over:-d/2", "column"};
enum { SPACINGS_TRIED = sizeof spacings_tried / sizeof *spacings_tried };

/* By what e's number k is divided. */
static double divisor(const char *spacing, const struct sizes *sizes) {
    const char *const *tried = spacings_tried;
    double d = (double)sizes->d_model, n = (double)sizes->pairs;
    return spacing == tried[0]   ? d / 2
           : spacing == tried[1] ? n - 1
           : spacing == tried[2] ? n
           : spacing == tried[3] ? 1
           : spacing == tried[4] ? -d / 2
                                 : d;
}

struct based {
    const char *spacing, *base;
    double cost;
};

static int cheapest_first(const void *a, const void *b) {
    const struct based *x = a, *y = b;
    return x->cost < y->cost ? -1 : x->cost > y->cost;
}

/* The simplest bases of a spacing that all axes agree with. */
static size_t find_bases(struct solving *solving, const struct table *table, size_t spacing,
                         const struct fit_line lines[], struct based based[], size_t count) {
    double weights = 0, sum = 0;
    const char *name = spacings_tried[spacing];
    for (int a = 0; a < solving->tracks.axes; a++) {
        if (!lines[a].sound)
            continue;
        struct sizes sizes = table_formula_sizes(table, a);
        double d = divisor(name, &sizes), error = lines[a].slope_error * fabs(d) + 1e-9;
        double log_base = lines[a].slope * d;
        if (weights > 0 && fabs(sum / weights - log_base) > 8 * (error + 1 / sqrt(weights)))
            return count;
        weights += 1 / (error * error);
        sum += log_base / (error * error);
    }
    if (weights == 0 || !(fabs(sum / weights) < 100))
        return count;
    double base = exp(sum / weights), error = base * 4 / sqrt(weights);
    struct texts texts = {.count = 0};
    texts_simplest(&texts, solving->search, base, error, SIMPLEST_EXP);
    for (size_t k = 0; k < texts.count; k++)
        based[count++] = (struct based){name, texts.text[k],
                                        guess_cost(texts.text[k]) + (spacing > 2) + (double)k};
    return count;
}

/* Only the highest frequencies fit a line: the lowest may be divided by a factor. */
static void solve_scaled(struct solving *solving, const struct table *table) {
    const struct fit_line line = fit_highest(&solving->tracks, 0);
    struct texts bases = {.count = 0}, factors = {.count = 0};
    if (!line.sound || table->grid.axes > 0)
        return;
    const double base = exp(line.slope * (double)table->d_model / 2);
    const double error = line.slope_error * (double)table->d_model * base;
    const double factor = fit_factor(&solving->tracks, 0, &line);
    if (!(base < 1e12) || !(factor > 1.1) || !(factor < 1000))
        return;
    texts_simplest(&bases, solving->search, base, 4 * error, 0);
    texts_simplest(&factors, solving->search, factor, factor / 4000, 0);
    for (size_t b = 0; b < bases.count && b < 2; b++)
        for (size_t f = 0; f < factors.count && f < 3; f++) {
            solving->given[BASE] = bases.text[b];
            guess_scalings(solving->search, solving->given, factors.text[f],
                           solving->tracks.amplitude);
        }
    solving->given[BASE] = NULL;
}

void solve_measured(struct solving *solving, const struct table *table) {
    enum { TRIED = 5 };
    struct fit_line lines[GRID_AXES];
    struct based based[SPACINGS_TRIED * 12] = {{.spacing = NULL}};
    size_t count = 0;
    const char *only =
        solving->search->user[SPACING] ? solving->search->user[SPACING] : solving->given[SPACING];
    for (int a = 0; a < solving->tracks.axes; a++)
        lines[a] = fit_axis(&solving->tracks, a);
    for (size_t s = 0; s < SPACINGS_TRIED; s++)
        if (only ? strcmp(only, spacings_tried[s]) == 0 : s + 1 < SPACINGS_TRIED)
            count = find_bases(solving, table, s, lines, based, count);
    qsort(based, count, sizeof *based, cheapest_first);
    /* a base of many digits comes last, but explains all entries */
    for (size_t k = 0; k < count && !guess_is_exact(solving->search); k++)
        if (k < TRIED || strcmp(based[k].spacing, "pair") == 0)
            solve_with_base(solving, based[k].spacing, based[k].base);
    for (size_t k = 0; k < count && !guess_is_clean(solving->search); k++)
        if (strcmp(based[k].spacing, "pair") == 0)
            solve_ntk(solving, based[k].base, table->d_model);
    solving->given[SPACING] = only;
    solving->given[BASE] = NULL;
    if (!guess_is_clean(solving->search) && (!only || strcmp(only, "pair") == 0))
        solve_scaled(solving, table);
}
