#include "cli/audit_plot_lines.h"
#include "audit/entry_error.h"
#include "base/die.h"
#include "base/text.h"
#include "cli/audit_plot_names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How many places of an octave are looked at: evenly spread ones, and those of the file's largest errors. */
enum { SPREAD = 16, WORST = 8 };

struct worst {
    uint64_t place[WORST];
    double error[WORST]; /* the largest first; 0: none */
};

/* --- entries */

/* How many entries a position has. */
static size_t entries_of(const struct table *table) {
    return (size_t)(table->arrays * table->channel_count);
}

/* The entries of a position that a pipeline computes, of all arrays. */
static void compute(struct pipelines *pipelines, size_t k, const struct table *table,
                    uint64_t position, char *entries) {
    const size_t columns = (size_t)table->columns, bytes = table->type->bytes;
    for (uint64_t array = 0; array < table->arrays; array++)
        for (uint64_t j = 0; j < (table->channel_major ? table->rows : 1); j++) {
            const uint64_t row = array * table->rows + (table->channel_major ? j : position);
            const size_t count = table->channel_major ? 1 : columns;
            pipelines_compute(pipelines, k, row, table->channel_major ? position : 0, count,
                              entries);
            entries += count * bytes;
        }
}

/* --- the file */

static void add_worst(struct worst *worst, uint64_t place, double error) {
    size_t n = WORST;
    while (n > 0 && error > worst->error[n - 1]) {
        n--;
        if (n + 1 < WORST) {
            worst->error[n + 1] = worst->error[n];
            worst->place[n + 1] = worst->place[n];
        }
    }
    if (n < WORST) {
        worst->error[n] = error;
        worst->place[n] = place;
    }
}

/* Adds the errors of a place. An error of 0 isn't known where all that is wrong may be NaN or infinity. */
static void add_place(struct error_line *line, struct worst worst[], uint64_t place, double error,
                      bool others) {
    const size_t octave = error_octave(place);
    double *largest = &line->largest[octave];
    add_worst(&worst[octave], place, error);
    if (error > 0)
        *largest = error > *largest || isnan(*largest) ? error : *largest;
    else if (others && *largest == 0)
        *largest = (double)NAN;
}

static void add_positions(struct error_line *line, struct worst worst[],
                          const struct comparison *comparison) {
    bool others = comparison->all.nan + comparison->all.infinite > 0;
    for (uint64_t position = 0; position < comparison->lines; position++) {
        const struct line *found = &comparison->line[position];
        add_place(line, worst, position, found->absolute,
                  others && found->wrong > 0 && found->absolute == 0);
    }
}

static double apart(const struct measure *measure, const void *got, const void *wanted, size_t k) {
    return fabs(measure_value(measure, element_load(measure->type, got, k)) -
                measure_value(measure, element_load(measure->type, wanted, k)));
}

static char *add_columns(struct error_line *line, struct worst worst[], const struct array *array,
                         const struct table *table, struct pipelines *pipelines) {
    const struct measure measure = measure_of(table);
    const size_t columns = entries_of(table);
    char *got = die_malloc(columns * table->type->bytes),
         *wanted = die_malloc(columns * table->type->bytes);
    char *wrong = array_read(array, 0, columns, got);
    compute(pipelines, PIPELINE_EXACT, table, 0, wanted);
    for (size_t k = 0; k < columns && !wrong; k++) {
        double error = apart(&measure, got, wanted, k);
        add_place(line, worst, k, isfinite(error) ? error : 0, !isfinite(error));
    }
    free(got);
    free(wanted);
    return wrong;
}

/* --- the usual ways */

/* Makes *largest the largest of it and the errors of entries [begin, end); NaN if there is a NaN or an infinity. */
static void enlarge(double *largest, const struct measure *measure, const void *got,
                    const void *wanted, size_t begin, size_t end) {
    for (size_t k = begin; k < end; k++) {
        double error = apart(measure, got, wanted, k);
        if (!isfinite(error))
            *largest = (double)NAN;
        else if (error > *largest)
            *largest = error;
    }
}

/* What computing the lines of pipelines needs. The first `ways` of `lines` have the pipelines of the shares. */
struct sampling {
    const struct table *table;
    const struct shares *shares;
    const struct share *const *share;
    struct error_line *lines;
    size_t ways;
    struct measure measure;
    char *got, *wanted;
};

static void sample_position(struct sampling *sampling, uint64_t position) {
    const size_t octave = error_octave(position), count = entries_of(sampling->table);
    struct pipelines *pipelines = sampling->shares->pipelines;
    compute(pipelines, PIPELINE_EXACT, sampling->table, position, sampling->wanted);
    for (size_t n = 0; n < sampling->ways; n++) {
        compute(pipelines, sampling->share[n]->pipeline, sampling->table, position, sampling->got);
        enlarge(&sampling->lines[n].largest[octave], &sampling->measure, sampling->got,
                sampling->wanted, 0, count);
    }
}

static void sample_positions(struct sampling *sampling, const struct worst worst[]) {
    const uint64_t positions = sampling->table->position_count;
    for (size_t octave = 0; error_octave_begin(octave) < positions; octave++) {
        const uint64_t begin = error_octave_begin(octave), next = error_octave_begin(octave + 1),
                       last = (next < positions ? next : positions) - 1,
                       samples = last - begin < SPREAD ? last - begin + 1 : SPREAD;
        for (uint64_t n = 0; n < samples; n++)
            sample_position(sampling,
                            samples == 1 ? begin : begin + (last - begin) * n / (samples - 1));
        for (size_t n = 0; n < WORST && worst[octave].error[n] > 0; n++)
            sample_position(sampling, worst[octave].place[n]);
    }
}

static void sample_columns(struct sampling *sampling) {
    const size_t columns = entries_of(sampling->table);
    struct pipelines *pipelines = sampling->shares->pipelines;
    compute(pipelines, PIPELINE_EXACT, sampling->table, 0, sampling->wanted);
    for (size_t n = 0; n < sampling->ways; n++) {
        compute(pipelines, sampling->share[n]->pipeline, sampling->table, 0, sampling->got);
        for (size_t k = 0; k < columns; k++)
            enlarge(&sampling->lines[n].largest[error_octave(k)], &sampling->measure, sampling->got,
                    sampling->wanted, k, k + 1);
    }
}

/* --- lines */

static bool same_errors(const struct error_line *one, const struct error_line *other) {
    for (size_t k = 0; k < ERROR_OCTAVES; k++) {
        double x = one->largest[k], y = other->largest[k];
        if (!(x == y || (isnan(x) && isnan(y))))
            return false;
    }
    return true;
}

/* Joins lines of the same errors, and names them. */
static void add_ways(struct plot_lines *lines, const struct sampling *sampling) {
    uint64_t *like = die_malloc((sampling->ways + 1) * sizeof *like);
    const size_t first = lines->count;
    for (size_t n = 0; n < sampling->ways; n++) {
        size_t k = first;
        while (k < lines->count && !same_errors(&lines->line[k], &sampling->lines[n]))
            k++;
        if (k == lines->count) {
            lines->line[lines->count++] = sampling->lines[n];
            like[k - first] = 0;
        }
        like[k - first] |= sampling->share[n]->like;
    }
    for (size_t k = first; k < lines->count; k++)
        lines->line[k].name = plot_names_of(sampling->shares, like[k - first]);
    free(like);
    plot_groups_set(lines->line, lines->count);
}

static int by_pipeline(const void *x, const void *y) {
    const struct share *const *a = x, *const *b = y;
    return (*a)->pipeline < (*b)->pipeline ? -1 : 1;
}

char *plot_lines_make(struct plot_lines *lines, const struct array *array,
                      const struct table *table, const struct comparison *comparison,
                      const struct shares *shares) {
    const size_t ways = shares->count, bytes = entries_of(table) * table->type->bytes;
    struct worst worst[ERROR_OCTAVES] = {{{0}, {0}}};
    const bool by_column = table->position_count == 1 && entries_of(table) > 1;
    *lines = (struct plot_lines){.by_column = by_column,
                                 .places = by_column ? entries_of(table) : table->position_count,
                                 .line = die_malloc((ways + 1) * sizeof *lines->line)};
    lines->line[lines->count++] = (struct error_line){.name = text_format("this file")};
    const struct share **share = die_malloc((ways + 1) * sizeof *share);
    for (size_t n = 0; n < ways; n++)
        share[n] = &shares->list[n];
    qsort(share, ways, sizeof *share, by_pipeline);
    struct sampling sampling = {.table = table,
                                .shares = shares,
                                .share = share,
                                .ways = ways,
                                .lines = die_malloc((ways + 1) * sizeof *sampling.lines),
                                .measure = measure_of(table),
                                .got = die_malloc(bytes),
                                .wanted = die_malloc(bytes)};
    memset(sampling.lines, 0, (ways + 1) * sizeof *sampling.lines);
    char *wrong = NULL;
    if (by_column)
        wrong = add_columns(lines->line, worst, array, table, shares->pipelines);
    else
        add_positions(lines->line, worst, comparison);
    if (!wrong && by_column)
        sample_columns(&sampling);
    else if (!wrong && ways > 0)
        sample_positions(&sampling, worst);
    add_ways(lines, &sampling);
    free(sampling.lines);
    free(sampling.got);
    free(sampling.wanted);
    free(share);
    return wrong;
}

void plot_lines_free(struct plot_lines *lines) {
    for (size_t n = 0; n < lines->count; n++)
        free((char *)lines->line[n].name);
    free(lines->line);
}
