#include "audit/guess_report.h"
#include "audit/compare.h"
#include "audit/contrast.h"
#include "base/cpus.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Takes the line. */
static void print(struct text *report, char *line) {
    text_print(report, line);
    free(line);
}

static void print_notes(struct text *report, char *sentences[], size_t count) {
    for (size_t k = 0; k < count; k++) {
        print(report, text_format("  %s\n", sentences[k]));
        free(sentences[k]);
    }
}

/* --- deviation */

struct deviation {
    double most, sum;
    uint64_t row, column; /* of the largest, as emitted */
    uint64_t entries;
};

static struct deviation deviation_of(const struct guess_search *search,
                                     const struct guess_model *model) {
    const struct guess_data *data = search->data;
    struct deviation deviation = {.most = 0};
    for (uint64_t j = 0; j < data->view.channels; j++)
        for (size_t k = 0; k < data->rows; k++) {
            double error = fabs(guess_value(data, k, j) - model_entry(model, data->row[k], j));
            if (!isfinite(error))
                continue;
            deviation.entries++;
            deviation.sum += error;
            if (error > deviation.most) {
                deviation.most = error;
                deviation.row = data->view.channel_major ? j : data->row[k];
                deviation.column = data->view.channel_major ? data->row[k] : j;
            }
        }
    return deviation;
}

static char *print_deviation(const struct guess_search *search, const struct array *array,
                             const struct guess_model *model, struct text *report) {
    const struct table *table = model->table;
    const struct expected expected = {table, false, table->rows, table->columns};
    const struct tolerance tolerance = {.has_ulps = false};
    const struct compare_options options = {.tolerance = &tolerance, .threads = cpus_allowed()};
    struct comparison comparison;
    struct engine_error error;
    char *wrong = compare(array, &expected, &options, &comparison, &error);
    if (wrong)
        return wrong;
    uint64_t entries = comparison.all.entries, rounded = comparison.all.wrong;
    comparison_free(&comparison);
    struct deviation deviation = deviation_of(search, model);
    const bool whole = search->data->rows == search->data->view.positions;
    if (error.kind == ENGINE_FINE && rounded == 0) {
        print(report, text_format("deviation: none, every entry is the exact one, correctly rounded\n"));
        return NULL;
    }
    print(report, text_format("deviation: at most %.4g (row %" PRIu64 ", column %" PRIu64
                              "), %.2g on average%s",
                              deviation.most, deviation.row, deviation.column,
                              deviation.sum / (double)deviation.entries,
                              whole ? "" : " in some of the rows"));
    if (error.kind == ENGINE_FINE)
        print(report, text_format("; %.3g %% of entries are not correctly rounded",
                                  100 * (double)rounded / (double)entries));
    text_print(report, "\n");
    return NULL;
}

/* --- all lines */

static void print_other(struct guess_search *search, const struct trial *best,
                        const struct other *other, struct text *report) {
    struct trial trial;
    char *sentences[CONTRAST_MAX];
    (void)search;
    if (!trial_open(&trial, other->given))
        return;
    char *command = request_command(&trial.request);
    print(report, text_format("also: %s\n", command));
    free(command);
    print_notes(report, sentences, contrast(&best->request, &trial.request, sentences));
    print(report, text_format(other->differs >= 0.05 ? "  they differ by %.1f\n"
                                                     : "  they differ by %.1e\n",
                              other->differs));
    trial_close(&trial);
}

char *guess_report(struct guess_search *search, const struct array *array,
                   const struct ranked *best, struct text *report) {
    struct trial trial;
    struct guess_model model;
    struct other others[OTHERS];
    char *notes[CONTRAST_MAX];
    if (!trial_open(&trial, best->given))
        return NULL;
    model_open(&model, trial.table);
    char *command = request_command(&trial.request);
    print(report, text_format("%s\n", command));
    free(command);
    char *wrong = print_deviation(search, array, &model, report);
    if (!wrong) {
        print_notes(report, notes, contrast_notes(&trial.request, notes));
        size_t count = guess_others(search, best, others);
        for (size_t k = 0; k < count; k++)
            print_other(search, &trial, &others[k], report);
    }
    model_close(&model);
    trial_close(&trial);
    return wrong;
}
