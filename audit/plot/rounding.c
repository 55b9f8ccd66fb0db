/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "plot/figures.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* At most this many rows, evenly spread, and entries; values in (2^(k-1), 2^k] for the ROUNDING_OCTAVES highest k that
 * occur. */
enum { ROUNDING_ROWS = 64, ROUNDING_ENTRIES = 1 << 22, ROUNDING_OCTAVES = 20 };

/* The octaves of doubles, and some empty ones below them. */
enum { LOWEST = -1100 - ROUNDING_OCTAVES, EXPONENTS = 1100 - LOWEST };

enum { TYPES_MOST = ELEMENTS + 1 };

/* The largest error of a type among values in (2^(k-1), 2^k], for k = LOWEST...; NaN: there are none. */
struct type_errors {
    struct measure measure;
    double error[EXPONENTS];
    bool overflows; /* it can't hold an entry */
};

struct rounding_figure {
    struct type_errors type[TYPES_MOST];
    size_t count, width;
    int top; /* the largest k with a value */
};

/* The k with |value| in (2^(k-1), 2^k], for a value that isn't 0. */
static int octave(double value) {
    int exponent;
    return frexp(fabs(value), &exponent) == 0.5 ? exponent - 1 : exponent;
}

/* The number that an element of that type means which a value is rounded to. An integer is its value over its unit. */
static double rounded_to(const struct measure *measure, double value) {
    const double integer = ldexp(value / measure->unit, -measure->type->fraction);
    return measure_value(measure, element_round(measure->type, expansion_of_double(integer)));
}

/* Adds the errors of a row. */
static void add_errors(void *context, size_t k, const double row[]) {
    struct rounding_figure *rounding = context;
    (void)k;
    for (size_t j = 0; j < rounding->width; j++) {
        if (row[j] == 0)
            continue;
        const int at = octave(row[j]);
        rounding->top = at > rounding->top ? at : rounding->top;
        for (size_t n = 0; n < rounding->count; n++) {
            struct type_errors *type = &rounding->type[n];
            const double size = fabs(rounded_to(&type->measure, row[j]) - row[j]);
            double *largest = &type->error[at - LOWEST];
            *largest = size <= *largest ? *largest : size; /* also if that is NaN */
            type->overflows |= isinf(size);
        }
    }
}

static void add_type(struct rounding_figure *rounding, struct measure measure) {
    struct type_errors *type = &rounding->type[rounding->count++];
    *type = (struct type_errors){.measure = measure};
    for (int k = 0; k < EXPONENTS; k++)
        type->error[k] = (double)NAN;
}

/* Types get the colours one after the other; the last colour is that of texts. A fixed-point type's line is broken, so the
 * first one after all colours differs from f32. */
static struct look look_of(size_t n, const struct element *type) {
    return (struct look){n % (PANEL_COLOURS + 1), type->fixed ? 1 + n % 2 : 0};
}

/* Draws the highest octaves that have values. The logarithm of an error of 0 is NaN, and a gap in the line. */
static void draw_lines(struct panel *panel, const struct rounding_figure *rounding) {
    double logs[TYPES_MOST * ROUNDING_OCTAVES], ends[ROUNDING_OCTAVES + 1];
    size_t gaps[TYPES_MOST] = {0}, all_gaps = 0, shown = 0;
    const struct type_errors *type = rounding->type;
    int lowest = rounding->top - ROUNDING_OCTAVES + 1;
    while (lowest < rounding->top && isnan(type[0].error[lowest - LOWEST]))
        lowest++;
    const size_t octaves = (size_t)(rounding->top - lowest) + 1;
    for (size_t n = 0; n < rounding->count; all_gaps += gaps[n++])
        for (size_t k = 0; k < octaves; k++) {
            const double largest = type[n].error[lowest - LOWEST + (int)k];
            logs[n * octaves + k] = largest > 0 ? axis_log10(largest) : (double)NAN;
            gaps[n] += !(largest > 0);
        }
    for (size_t k = 0; k <= octaves; k++)
        ends[k] = lowest - 1 + (int)k;
    panel->across = (struct axis){
        .low = lowest - 1, .high = rounding->top, .base = 2, .ticks = 6, .label = "|exact value|"};
    panel->up = (struct axis){.low = -1, .base = 10, .ticks = 8, .label = "error"};
    axis_decades(&panel->up, logs, rounding->count * octaves, 1);
    const char *note = "largest |element − exact value| in each octave of values";
    if (all_gaps == rounding->count * octaves) {
        note = "every type holds every entry exactly";
        panel->across.ticks = panel->up.ticks = 0;
    } else if (all_gaps > 0) {
        note = "largest |element − exact value| per octave; gaps: no or exact values";
    }
    panel_begin(panel, "rounding", "Rounding errors by type", note);
    for (size_t n = 0; n < rounding->count; n++) {
        const struct look look = look_of(n, type[n].measure.type);
        if (gaps[n] == octaves)
            continue;
        panel_steps(panel, look, ends, logs + n * octaves, octaves);
        panel_legend(panel, shown++, look, false, type[n].measure.type->name);
    }
    panel_end(panel);
}

void rounding_draw(struct panel panel, struct source *source, const struct measure *own,
                   struct range range) {
    struct rounding_figure *rounding = die_malloc(sizeof *rounding);
    uint64_t rows[ROUNDING_ROWS], step;
    const size_t most = ROUNDING_ENTRIES / source->columns + 1,
                 row_count =
                     rows_spread(range, most < ROUNDING_ROWS ? most : ROUNDING_ROWS, rows, &step);
    rounding->count = 0;
    rounding->width = (size_t)source->columns;
    rounding->top = INT_MIN;
    struct table like = *source->table;
    for (like.type = elements; like.type < elements + ELEMENTS; like.type++)
        if (!like.type->scaled && strcmp(like.type->name, source->table->type->name) != 0)
            add_type(rounding, measure_of(&like));
    if (own)
        add_type(rounding, *own);
    source_visit(source, rows, row_count, add_errors, rounding);
    if (rounding->top == INT_MIN)
        rounding->top = 0; /* all entries are 0 */
    size_t kept = 0;
    for (size_t n = 0; n < rounding->count; n++)
        if (!rounding->type[n].overflows)
            rounding->type[kept++] = rounding->type[n];
    rounding->count = kept;
    draw_lines(&panel, rounding);
    free(rounding);
}
