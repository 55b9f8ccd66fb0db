#include "audit/guess_deviation.h"
#include "audit/damage.h"
#include "audit/sample.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Of the entries that are finite. */
struct deviation {
    double most, sum;
    struct cell at; /* of the largest, as emitted */
    uint64_t entries;
    double magnitude; /* the mean one of the table's entries */
};

static struct deviation deviation_of(const struct guess_search *search,
                                     const struct guess_model *model) {
    const struct guess_data *data = search->data;
    struct deviation deviation = {.most = 0};
    for (uint64_t j = 0; j < data->view.channels; j++)
        for (size_t k = 0; k < data->rows; k++) {
            double wanted = model_entry(model, data->row[k], j);
            double error = fabs(guess_value(data, k, j) - wanted);
            if (!isfinite(error))
                continue;
            deviation.entries++;
            deviation.sum += error;
            deviation.magnitude += fabs(wanted);
            if (error > deviation.most) {
                deviation.most = error;
                deviation.at = data->view.channel_major ? (struct cell){j, data->row[k]}
                                                        : (struct cell){data->row[k], j};
            }
        }
    deviation.magnitude /= (double)deviation.entries;
    return deviation;
}

/* The next number of four digits that is at least as large. */
static double rounded_up(double x) {
    char text[32];
    snprintf(text, sizeof text, "%.3e", x);
    double rounded = strtod(text, NULL);
    if (rounded >= x)
        return rounded;
    return rounded + pow(10, floor(log10(rounded)) - 3);
}

/* Takes the line. */
static void print(struct text *report, char *line) {
    text_print(report, line);
    free(line);
}

/* Entries of the kinds that have no deviation. */
static uint64_t odd_entries(const struct errors *all) {
    return all->nan + all->infinite + all->zero_sign;
}

/* `known`: were all entries compared with the exact ones, rounded? */
static void print_deviation(const struct guess_search *search, const struct deviation *deviation,
                            const struct errors *all, bool known, struct text *report) {
    const bool whole = search->data->rows == search->data->view.positions;
    if (known && all->wrong == odd_entries(all)) {
        text_print(report, "deviation: none, every entry is the exact one, correctly rounded");
        text_print(report, all->wrong > 0 ? ", except:\n" : "\n");
        return;
    }
    print(report, text_format("deviation: at most %.4g (row %" PRIu64 ", column %" PRIu64
                              "), %.2g on average%s",
                              rounded_up(deviation->most), deviation->at.row, deviation->at.column,
                              deviation->sum / (double)deviation->entries,
                              whole ? "" : " in some of the rows"));
    if (all->nan + all->infinite > 0)
        text_print(report, ", where entries are finite");
    if (known)
        print(report, text_format("; %.3g %% of entries are not correctly rounded",
                                  100 * (double)all->wrong / (double)all->entries));
    text_print(report, "\n");
}

/* "1 entry is not a number: row 3, column 5" */
static void tell_kind(struct sentences *sentences, uint64_t count, struct cell first,
                      const char *one, const char *many) {
    if (count == 1)
        sentences_add(sentences, text_format("%s: row %" PRIu64 ", column %" PRIu64, one, first.row,
                                             first.column));
    else if (count > 1)
        sentences_add(sentences,
                      text_format("%" PRIu64 " %s, the first at row %" PRIu64 ", column %" PRIu64,
                                  count, many, first.row, first.column));
}

/* What is out of place, in the words of an audit that has the table's words. */
static char *find_damage(const struct array *array, const struct table *table,
                         const struct comparison *comparison, double magnitude, unsigned threads,
                         struct sentences *sentences) {
    const struct errors *all = &comparison->all;
    tell_kind(sentences, all->nan, all->nan_at, "1 entry is not a number",
              "entries are not a number");
    tell_kind(sentences, all->infinite, all->infinite_at, "1 entry is infinite",
              "entries are infinite");
    tell_kind(sentences, all->zero_sign, all->zero_sign_at, "1 zero has the wrong sign",
              "zeros have the wrong sign");
    const size_t kinds = sentences->count;
    flipped_bits(comparison, sentences);
    const double least = sample_near_share(array) * magnitude;
    if (sentences->count > kinds || all->wrong == odd_entries(all) ||
        zero_rows(comparison, table, sentences) || !(all->worst.error.absolute > least))
        return NULL;
    struct shares shares;
    char *wrong = shares_measure(&shares, array, table, threads);
    if (wrong)
        return wrong;
    const bool rounded = shares_err_so(&shares, table, comparison);
    wrong = damage_find(array, table, comparison, &shares, rounded, least, sentences);
    shares_free(&shares);
    return wrong;
}

char *guess_deviation(const struct guess_search *search, const struct array *array,
                      const struct guess_model *model, unsigned threads, struct text *report) {
    enum { LINES_USUAL = 1 << 20 };
    const struct table *table = model->table;
    const struct tolerance tolerance = {.has_ulps = false};
    const struct compare_options options = {.tolerance = &tolerance,
                                            .threads = threads,
                                            .lines = table->rows <= LINES_USUAL ? LINES_ROWS
                                                                                : LINES_NONE};
    struct comparison comparison;
    struct engine_error error;
    char *wrong = compare(array, table, &options, &comparison, &error);
    const bool known = error.kind == ENGINE_FINE;
    if (!wrong) {
        const struct deviation deviation = deviation_of(search, model);
        struct sentences sentences = {NULL, 0};
        print_deviation(search, &deviation, &comparison.all, known, report);
        if (known)
            wrong =
                find_damage(array, table, &comparison, deviation.magnitude, threads, &sentences);
        for (size_t k = 0; k < sentences.count; k++)
            print(report, text_format("  %s\n", sentences.text[k]));
        sentences_free(&sentences);
    }
    comparison_free(&comparison);
    return wrong;
}
