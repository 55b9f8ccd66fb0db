#include "base/die.h"
#include "plot/figures.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* At most this many rows, evenly spread, and entries; values in (2^(k-1), 2^k] for the ROUNDING_OCTAVES highest k that
 * occur. */
enum { ROUNDING_ROWS = 64, ROUNDING_ENTRIES = 1 << 22, ROUNDING_OCTAVES = 20 };

/* The octaves of doubles, and some empty ones below them. */
enum { LOWEST = -1100 - ROUNDING_OCTAVES, EXPONENTS = 1100 - LOWEST };

struct rounding_figure {
    uint64_t row[ROUNDING_ROWS];
    size_t rows, width;
    uint64_t some[2 * SAMPLER_PAIRS];
    struct sampler_columns columns;
    double *exact; /* the values of these rows */
    /* The largest error of each type among values in (2^(k-1), 2^k], for k = LOWEST... */
    double error[ROUNDING_TYPES][EXPONENTS];
    int top; /* the largest k with a value */
};

/* The k with |value| in (2^(k-1), 2^k], for a value that isn't 0. */
static int octave(double value) {
    int exponent;
    return frexp(fabs(value), &exponent) == 0.5 ? exponent - 1 : exponent;
}

static struct engine_error measure_errors(struct rounding_figure *rounding,
                                          const struct table *table, double error[EXPONENTS]) {
    struct sampler *sampler = sampler_new(table, rounding->row, rounding->rows, rounding->columns);
    const double *row;
    for (int k = 0; k < EXPONENTS; k++)
        error[k] = (double)NAN;
    for (const double *exact = rounding->exact; (row = sampler_next(sampler));
         exact += rounding->width)
        for (size_t j = 0; j < rounding->width; j++) {
            if (exact[j] == 0)
                continue;
            int k = octave(exact[j]);
            double size = fabs(row[j] - exact[j]), *largest = &error[k - LOWEST];
            rounding->top = k > rounding->top ? k : rounding->top;
            *largest = size <= *largest ? *largest : size; /* also if that is NaN */
        }
    return sampler_end(sampler);
}

/* The largest errors of the highest octaves, as logarithms; NaN: there are none. */
static void take_logarithms(const struct rounding_figure *rounding, const double error[EXPONENTS],
                            double logs[ROUNDING_OCTAVES]) {
    for (int n = 0; n < ROUNDING_OCTAVES; n++) {
        const double largest = error[rounding->top - ROUNDING_OCTAVES + 1 + n - LOWEST];
        logs[n] = largest > 0 ? axis_log10(largest) : (double)NAN;
    }
}

/* The octaves that have values, of the highest ones. */
static int lowest_octave(const struct rounding_figure *rounding, const double error[EXPONENTS]) {
    int lowest = rounding->top - ROUNDING_OCTAVES + 1;
    while (lowest < rounding->top && isnan(error[lowest - LOWEST]))
        lowest++;
    return lowest;
}

/* How many of the drawn octaves are gaps in a type's line; if all are, there is no line. */
static size_t gaps_of(const double logs[], size_t octaves) {
    size_t gaps = 0;
    for (size_t n = ROUNDING_OCTAVES - octaves; n < ROUNDING_OCTAVES; n++)
        gaps += isnan(logs[n]) ? 1 : 0;
    return gaps;
}

/* Types get the colours one after the other; the last colour is that of texts. A fixed-point type's line is broken, so the
 * first one after all colours differs from f32. */
static struct look look_of(size_t n, const struct element *type) {
    return (struct look){n % (PANEL_COLOURS + 1), type->fixed ? 1 + n % 2 : 0};
}

static void draw(struct panel *panel, const struct rounding_figure *rounding,
                 const struct table *const types[], size_t count) {
    double logs[ROUNDING_TYPES][ROUNDING_OCTAVES];
    double ends[ROUNDING_OCTAVES + 1];
    const int lowest = lowest_octave(rounding, rounding->error[0]);
    const size_t octaves = (size_t)(rounding->top - lowest) + 1;
    size_t gaps = 0, shown = 0;
    for (size_t n = 0; n < count; n++) {
        take_logarithms(rounding, rounding->error[n], logs[n]);
        gaps += gaps_of(logs[n], octaves);
    }
    panel->across = (struct axis){
        .low = lowest - 1, .high = rounding->top, .base = 2, .ticks = 6, .label = "|exact value|"};
    panel->up = (struct axis){.low = -1, .base = 10, .ticks = 8, .label = "error"};
    axis_decades(&panel->up, &logs[0][0], count * ROUNDING_OCTAVES, 1);
    for (int n = 0; n <= ROUNDING_OCTAVES; n++)
        ends[n] = rounding->top - ROUNDING_OCTAVES + n;
    const char *note = "largest |element − exact value| in each octave of values";
    if (gaps == count * octaves) {
        note = "every type holds every entry exactly";
        panel->across.ticks = panel->up.ticks = 0;
    } else if (gaps > 0) {
        note = "largest |element − exact value| per octave; gaps: no or exact values";
    }
    panel_begin(panel, "rounding", "Rounding errors by type", note);
    for (size_t n = 0; n < count; n++) {
        const struct element *type = types[n]->type;
        const struct look look = look_of(n, type);
        if (gaps_of(logs[n], octaves) == octaves)
            continue;
        panel_steps(panel, look, ends, logs[n], ROUNDING_OCTAVES);
        panel_legend(panel, shown++, look, false, type->name);
    }
    panel_end(panel);
}

struct engine_error rounding_draw(struct panel panel, const struct table *const tables[],
                                  size_t count, struct range range) {
    struct rounding_figure *rounding = die_malloc(sizeof *rounding);
    uint64_t step;
    rounding->columns = sampler_some(tables[0], rounding->some, &step);
    rounding->width = rounding->columns.count;
    size_t most = ROUNDING_ENTRIES / rounding->width + 1;
    rounding->rows =
        sampler_spread(range, most < ROUNDING_ROWS ? most : ROUNDING_ROWS, rounding->row, &step);
    rounding->exact = die_malloc(rounding->rows * rounding->width * sizeof(double));
    rounding->top = INT_MIN;
    struct engine_error error = sampler_values(tables[0], rounding->row, rounding->rows,
                                               rounding->columns, rounding->exact);
    for (size_t n = 1; n < count && error.kind == ENGINE_FINE; n++)
        error = measure_errors(rounding, tables[n], rounding->error[n - 1]);
    if (rounding->top == INT_MIN)
        rounding->top = 0; /* all entries are 0 */
    if (error.kind == ENGINE_FINE)
        draw(&panel, rounding, tables + 1, count - 1);
    free(rounding->exact);
    free(rounding);
    return error;
}
