#include "audit/guess_report.h"
#include "audit/contrast.h"
#include "audit/guess_deviation.h"
#include "audit/guess_name.h"

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

/* "  rejected: in that table, fairseq's spacing, not the paper's; positions begin at 1; largest difference 2.0" */
static void print_against(struct text *report, char *sentences[], size_t count, double most) {
    text_print(report, "  rejected: in that table, ");
    for (size_t k = 0; k < count; k++) {
        text_print(report, k > 0 ? "; " : "");
        print(report, sentences[k]);
    }
    print(report,
          text_format(most >= 0.95 ? "; largest difference %.1f\n" : "; largest difference %.2g\n",
                      most));
}

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
    size_t count = contrast(&best->request, &trial.request, sentences);
    print_against(report, sentences, count, other->most);
    trial_close(&trial);
}

/* How the table differs from that of its preset, or what is unusual about it. */
static size_t notes_on(const struct trial *best, char *notes[CONTRAST_MAX]) {
    const char *given[WORDS] = {NULL};
    struct trial preset;
    static const enum word sizes[] = {PRESET, MAX_LEN, D_MODEL, GRID, TYPE, SCALE, ZERO_POINT};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        given[sizes[k]] = best->given[sizes[k]];
    if (!given[PRESET] || !trial_open(&preset, given))
        return contrast_notes(&best->request, notes);
    size_t count = contrast(&preset.request, &best->request, notes);
    trial_close(&preset);
    return count;
}

/* Is the order of sines and cosines all in which two tables differ? */
static bool only_order_differs(const struct request *is, const struct request *other) {
    char *sentences[CONTRAST_MAX];
    size_t count = contrast(is, other, sentences);
    for (size_t k = 0; k < count; k++)
        free(sentences[k]);
    return count == 1 && is->ignored_because_of[ORDER] == WORDS &&
           other->ignored_because_of[ORDER] == WORDS &&
           strcmp(is->text[ORDER], other->text[ORDER]) != 0;
}

/* Of a table that begins with cosines, the best known preset that makes it but for that order, if the words beside it stay
 * as they are; NULL if there is none that people know better than the table's own. */
static const char *swapped_preset(const struct trial *best) {
    enum { WELL_KNOWN = 100 };
    const char *own = best->given[PRESET], *found = NULL, *given[WORDS];
    int fame = own && guess_fame(own) < WELL_KNOWN ? guess_fame(own) : WELL_KNOWN;
    if (best->given[GRID] || strcmp(best->request.text[ORDER], "cos-sin") != 0)
        return NULL;
    for (const struct preset *row = presets; row->name; row++) {
        struct trial preset;
        memcpy(given, best->given, sizeof given);
        given[PRESET] = row->name;
        if (guess_fame(row->name) >= fame || !trial_open(&preset, given))
            continue;
        if (only_order_differs(&preset.request, &best->request)) {
            found = row->name;
            fame = guess_fame(found);
        }
        trial_close(&preset);
    }
    return found;
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
    char *wrong = guess_deviation(search, array, &model, threads, report);
    if (!wrong) {
        print_notes(report, notes, notes_on(&trial, notes));
        const char *swapped = swapped_preset(&trial);
        if (swapped)
            print(report, text_format("  --preset %s with cos and sin swapped\n", swapped));
        size_t count = guess_others(search, best, others);
        for (size_t k = 0; k < count; k++)
            print_other(&trial, &others[k], report);
    }
    model_close(&model);
    trial_close(&trial);
    return wrong;
}
