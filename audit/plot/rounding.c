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
    /* The largest error of each type among values in (2^(k-1), 2^k], for k = LOWEST... */
    double error[ROUNDING_TYPES][EXPONENTS];
    int top; /* the largest k with a value */
};

/* The k with |value| in (2^(k-1), 2^k], for a value that isn't 0. */
static int octave(double value) {
    int exponent;
    return frexp(fabs(value), &exponent) == 0.5 ? exponent - 1 : exponent;
}

/* Adds the errors of a row. */
static void add_errors(struct rounding_figure *rounding, double error[EXPONENTS],
                       const double exact[], const double row[], size_t width) {
    for (size_t j = 0; j < width; j++) {
        if (exact[j] == 0)
            continue;
        const int k = octave(exact[j]);
        const double size = fabs(row[j] - exact[j]);
        double *largest = &error[k - LOWEST];
        rounding->top = k > rounding->top ? k : rounding->top;
        *largest = size <= *largest ? *largest : size; /* also if that is NaN */
    }
}

/* Computes the rows in all types side by side. */
static void measure_errors(struct rounding_figure *rounding, struct source types[], size_t count,
                           const uint64_t rows[], size_t row_count) {
    struct sampler *sampler[ROUNDING_TYPES] = {NULL};
    for (size_t n = 0; n < count; n++)
        sampler[n] = sampler_new(&types[n], rows, row_count);
    for (size_t i = 0; i < row_count; i++) {
        const double *exact = sampler_next(sampler[0]);
        for (size_t n = 1; n < count; n++) {
            const double *row = sampler_next(sampler[n]);
            if (exact && row)
                add_errors(rounding, rounding->error[n], exact, row, (size_t)types[0].columns);
        }
    }
    for (size_t n = 0; n < count; n++)
        sampler_end(sampler[n]);
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

static void draw_lines(struct panel *panel, const struct rounding_figure *rounding,
                       const struct source types[], size_t count) {
    double logs[ROUNDING_TYPES][ROUNDING_OCTAVES];
    double ends[ROUNDING_OCTAVES + 1];
    const int lowest = lowest_octave(rounding, rounding->error[1]);
    const size_t octaves = (size_t)(rounding->top - lowest) + 1;
    size_t gaps = 0, shown = 0;
    for (size_t n = 0; n < count; n++) {
        take_logarithms(rounding, rounding->error[n + 1], logs[n]);
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
        const struct element *type = types[n].table->type;
        const struct look look = look_of(n, type);
        if (gaps_of(logs[n], octaves) == octaves)
            continue;
        panel_steps(panel, look, ends, logs[n], ROUNDING_OCTAVES);
        panel_legend(panel, shown++, look, false, type->name);
    }
    panel_end(panel);
}

void rounding_draw(struct panel panel, struct source types[], size_t count, struct range range) {
    struct rounding_figure *rounding = die_malloc(sizeof *rounding);
    uint64_t rows[ROUNDING_ROWS], step;
    const size_t most = ROUNDING_ENTRIES / types[0].columns + 1,
                 row_count = sampler_spread(range, most < ROUNDING_ROWS ? most : ROUNDING_ROWS,
                                            rows, &step);
    for (size_t n = 0; n < count; n++)
        for (int k = 0; k < EXPONENTS; k++)
            rounding->error[n][k] = (double)NAN;
    rounding->top = INT_MIN;
    measure_errors(rounding, types, count, rows, row_count);
    if (rounding->top == INT_MIN)
        rounding->top = 0; /* all entries are 0 */
    draw_lines(&panel, rounding, types + 1, count - 1);
    free(rounding);
}
