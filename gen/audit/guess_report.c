#include "audit/guess_report.h"
#include "audit/compare.h"
#include "audit/contrast.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
                             const struct guess_model *model, unsigned threads,
                             struct text *report) {
    const struct table *table = model->table;
    const struct expected expected = {table, false, table->rows, table->columns};
    const struct tolerance tolerance = {.has_ulps = false};
    const struct compare_options options = {.tolerance = &tolerance, .threads = threads};
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
        print(report,
              text_format("deviation: none, every entry is the exact one, correctly rounded\n"));
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

/* The command, with the preset first: its words stand for what the table is, the others for sizes and differences. */
static char *command_of(const struct request *request) {
    struct text text = {NULL, 0, 0};
    char *whole = request_command(request);
    if (!request->preset)
        return whole;
    const char *sign = " --preset ";
    char *at = strstr(whole, sign);
    text_print(&text, "posenc");
    text_print(&text, at);
    text_add(&text, whole + strlen("posenc"), (size_t)(at - whole) - strlen("posenc"));
    text_add(&text, "", 1);
    free(whole);
    return text.bytes;
}

static void print_other(const struct trial *best, const struct other *other, struct text *report) {
    struct trial trial;
    char *sentences[CONTRAST_MAX];
    if (!trial_open(&trial, other->given))
        return;
    char *command = command_of(&trial.request);
    print(report, text_format("also: %s\n", command));
    free(command);
    print_notes(report, sentences, contrast(&best->request, &trial.request, sentences));
    print(report,
          text_format(other->most >= 0.05 ? "  they differ by %.1f\n" : "  they differ by %.1e\n",
                      other->most));
    trial_close(&trial);
}

/* How the table differs from that of its preset, or what is unusual about it. */
static size_t notes_on(const struct trial *best, char *notes[CONTRAST_MAX]) {
    const char *given[WORDS] = {NULL};
    struct trial preset;
    static const enum word sizes[] = {PRESET, MAX_LEN, D_MODEL, GRID, TYPE, SCALE};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        given[sizes[k]] = best->given[sizes[k]];
    if (!given[PRESET] || !trial_open(&preset, given))
        return contrast_notes(&best->request, notes);
    size_t count = contrast(&preset.request, &best->request, notes);
    trial_close(&preset);
    return count;
}

char *guess_report(struct guess_search *search, const struct array *array,
                   const struct ranked *best, unsigned threads, struct text *report) {
    struct trial trial;
    struct guess_model model;
    struct other others[OTHERS];
    char *notes[CONTRAST_MAX];
    if (!trial_open(&trial, best->given))
        return NULL;
    model_open(&model, trial.table);
    char *command = command_of(&trial.request);
    print(report, text_format("%s\n", command));
    free(command);
    char *wrong = print_deviation(search, array, &model, threads, report);
    if (!wrong) {
        print_notes(report, notes, notes_on(&trial, notes));
        size_t count = guess_others(search, best, others);
        for (size_t k = 0; k < count; k++)
            print_other(&trial, &others[k], report);
    }
    model_close(&model);
    trial_close(&trial);
    return wrong;
}
