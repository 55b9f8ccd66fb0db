/* SPDX-License-Identifier: MIT */
#include "compare/phrases.h"
#include "compare/report.h"
#include "compare/verdict.h"
#include "guess/guess.h"
#include "guess/guess_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- facts */

/* Of the entries that are finite, in rows that haven't moved. */
struct deviation {
    double most, sum;
    struct cell at; /* of the largest, as emitted */
    uint64_t entries;
    uint64_t unrounded; /* that are farther from the exact number than rounding explains */
};

/* Compares with a model the entries that are here, of each of its arrays. */
static struct deviation deviation_of(const struct entries of_array[],
                                     const struct table_model *model, const bool moved_row[]) {
    struct deviation deviation = {.most = 0};
    const bool across = of_array->view.channel_major;
    for (uint64_t channel = 0; channel < model->table->arrays * model->channels; channel++) {
        const uint64_t array = channel / model->channels, j = channel % model->channels;
        const struct entries *data = &of_array[array];
        for (size_t k = 0; k < data->rows; k++) {
            const uint64_t row = array * model->table->rows + (across ? j : data->row[k]);
            const double wanted = model_entry(model, data->row[k], channel),
                         error = fabs(entry_at(data, k, j) - wanted);
            if (!isfinite(error) || (moved_row && moved_row[row]))
                continue;
            deviation.entries++;
            deviation.sum += error;
            deviation.unrounded += error > grain_rounding(&data->grain, wanted);
            if (error > deviation.most) {
                deviation.most = error;
                deviation.at = (struct cell){row, across ? data->row[k] : j};
            }
        }
    }
    return deviation;
}

/* The command, with the preset first: its words stand for what the table is, the others for sizes and differences. Files
 * have their folders, so that it can be run. */
char *guess_command(const struct request *request) {
    const char *texts[WORDS], *preset = " --preset ";
    const size_t program = strlen("posenc");
    memcpy(texts, request->text, sizeof texts);
    if (request->source.user[POSITIONS_FILE])
        texts[POSITIONS_FILE] = request->source.user[POSITIONS_FILE];
    char *whole = request_command_of(request, texts);
    const char *text = whole + program,
               *last = request->source.preset ? strstr(text, preset) : text;
    char *command = text_format("posenc%s%.*s", last, (int)(last - text), text);
    free(whole);
    return command;
}

/* How the table differs from that of its preset. */
static json_t *notes_facts(const struct trial *best) {
    static const enum word sizes[] = {PRESET, MAX_LEN, D_MODEL, GRID, TYPE, SCALE, ZERO_POINT};
    const char *given[WORDS] = {NULL};
    struct trial preset;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        given[sizes[k]] = best->given[sizes[k]];
    if (!given[PRESET] || !trial_open(&preset, given))
        return json_array();
    json_t *notes = contrast(&preset.request, &best->request);
    trial_close(&preset);
    return notes;
}

/* Doubles are as exact as the model, so the errors of the comparison stand for theirs, and a mean of some exact entries. */
static void measure_doubles(struct deviation *deviation, const struct array *array,
                            const struct table *table, const struct verdict *verdict) {
    enum { ENTRIES = 512 };
    const struct found *worst = &verdict->comparison.all.worst;
    const uint64_t all = table_entries(table), count = all < ENTRIES ? all : ENTRIES;
    struct probe probe;
    *deviation = (struct deviation){.most = worst->error.absolute, .at = worst->cell, .entries = 0};
    probe_open(&probe, array, table);
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t index = spread_unevenly(all, count, k);
        const double error =
            fabs(probe_got_value(&probe, index) - probe_wanted_value(&probe, index));
        if (isfinite(error)) {
            deviation->entries++;
            deviation->sum += fmin(error, deviation->most);
        }
    }
    free(probe.wrong);
    probe_close(&probe);
}

/* In nine digits, since the last bits of the C library's sines differ from system to system. */
static json_t *nine_digits(double value) {
    char *text = text_format("%.9g", value);
    json_t *number = json_finite(strtod(text, NULL));
    free(text);
    return number;
}

static json_t *deviation_facts(struct deviation deviation, const struct entries *data,
                               const struct verdict *verdict) {
    const struct errors *all = &verdict->comparison.all;
    return json_pack("{s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o}", "largest",
                     nine_digits(deviation.most), "row", json_whole(deviation.at.row), "column",
                     json_whole(deviation.at.column), "mean",
                     nine_digits(deviation.sum / (double)deviation.entries), "of_all_rows",
                     data->rows == data->view.positions, "entries", json_whole(all->entries),
                     "not_correctly_rounded", json_whole(all->wrong - verdict->moved),
                     "not_a_number", json_whole(all->nan), "infinite", json_whole(all->infinite),
                     "zeros_of_the_wrong_sign", json_whole(all->zero_sign));
}

/* What the array's numbers are rounded to, if a computation is more exact than that: "bf16", "4 places", "f16 and 5 digits".
 * The caller frees it; NULL if there is nothing of it. */
static char *rounding_text(const struct grain *grain, const struct element *type,
                           enum noise_level level) {
    const double few_bits = 0x1p-12, of_level = level == NOISE_F64 ? 0x1p-53 : 0x1p-24,
                 of_places = grain->absolute,
                 of_digits = grain->digits > 0 ? 0.5 * pow(10, -grain->digits) : 0;
    struct text text = {NULL, 0, 0};
    if (grain->relative > few_bits || type->fixed)
        text_print(&text,
                   type->bytes < 4 || type->fixed ? type->name : elements[grain->narrow].name);
    static const char *const ways[CUTS] = {"", " toward zero", " downward"};
    text_print(&text, ways[grain->cut]);
    const char *between = text.used > 0 ? " and " : "";
    if (grain->printed && of_digits > 1.01 * of_places && of_digits > of_level)
        text_put(&text, "%s%d digits", between, grain->digits);
    else if (grain->printed && of_places > of_level)
        text_put(&text, "%s%.0f places", between, -log10(2 * of_places));
    return text.used > 0 ? text_string(&text) : NULL;
}

json_t *guess_facts(const struct entries of_array[], struct trial *trial,
                    const struct verdict *verdict, const struct array *array) {
    const struct entries *data = of_array;
    const struct share *best = verdict->shares.list;
    const uint64_t entries = verdict->shares.count > 0 ? best->entries : array->count,
                   unexplained = verdict->comparison.all.unexplained,
                   damaged = verdict->coarse ? 0 : unexplained - verdict->moved;
    struct deviation deviation = deviation_of(data, trial_model(trial), verdict->moved_row);
    if (data->grain.wide && verdict->moved == 0 && trial->table->type->bytes == 8)
        measure_doubles(&deviation, array, trial->table, verdict);
    char *command = guess_command(&trial->request),
         *rounding = verdict->coarse
                         ? NULL
                         : rounding_text(&data->grain, trial->table->type, verdict->level);
    const char *noise = verdict->coarse ? verdict->coarse : noise_names[verdict->level];
    const bool rounded = rounding && deviation.unrounded <= damaged;
    json_t *facts = json_pack(
        "{s:b, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "match", true,
        "command", json_text(command), "entries", json_whole(entries), "all_entries",
        verdict->shares.all, "bit_by_bit", json_whole(verdict->shares.count > 0 ? best->same : 0),
        "moved", json_whole(verdict->moved), "damaged", json_whole(damaged), "rounding",
        rounding ? json_text(rounding) : json_null(), "noise",
        rounded ? json_null() : json_text(noise), "deviation",
        deviation_facts(deviation, data, verdict), "damage", findings_texts(&verdict->damage),
        "notes", notes_facts(trial), "pipelines", shares_json(&verdict->shares));
    free(command);
    free(rounding);
    return facts;
}

/* --- the facts as lines */

static double number_of(const json_t *facts, const char *key) {
    return json_number_value(json_object_get(facts, key));
}

static uint64_t whole_of(const json_t *facts, const char *key) {
    return (uint64_t)json_integer_value(json_object_get(facts, key));
}

static const char *text_of(const json_t *facts, const char *key) {
    return json_string_value(json_object_get(facts, key));
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

static void print_deviation(struct file *out, const json_t *facts, bool moved) {
    const uint64_t wrong = whole_of(facts, "not_correctly_rounded"),
                   no_numbers = whole_of(facts, "not_a_number") + whole_of(facts, "infinite"),
                   odd = no_numbers + whole_of(facts, "zeros_of_the_wrong_sign");
    if (wrong == odd) {
        file_print(out, "deviation: none, every entry%s is the exact one, correctly rounded%s",
                   moved ? " of rows in their place" : "", wrong > 0 ? ", except:\n" : "\n");
        return;
    }
    file_print(out,
               "deviation: at most %.4g (row %" PRIu64 ", column %" PRIu64
               "), %.2g on average%s%s%s"
               "; %.3g %% of entries are not correctly rounded\n",
               rounded_up(number_of(facts, "largest")), whole_of(facts, "row"),
               whole_of(facts, "column"), number_of(facts, "mean"),
               json_is_true(json_object_get(facts, "of_all_rows")) ? "" : " in some of the rows",
               moved ? ", where rows are in their place" : "",
               no_numbers > 0 ? ", where entries are finite" : "",
               100 * (double)wrong / number_of(facts, "entries"));
}

/* How sure are the words? */
static void print_sureness(struct file *out, const json_t *facts) {
    const uint64_t entries = whole_of(facts, "entries"), same = whole_of(facts, "bit_by_bit"),
                   moved = whole_of(facts, "moved"), damaged = whole_of(facts, "damaged");
    const char *rounding = text_of(facts, "rounding"), *noise = text_of(facts, "noise");
    file_print(out, "match: %.4g %% of %" PRIu64 "%s entries bit by bit",
               100 * (double)same / (double)entries, entries,
               json_is_true(json_object_get(facts, "all_entries")) ? "" : " evenly spread");
    if (moved > 0)
        file_print(out, ", %" PRIu64 " that moved with their rows", moved);
    if (damaged > 0)
        file_print(out, ", %" PRIu64 " damaged", damaged);
    if (same + moved + damaged < entries)
        file_print(out, ", the others within %s%s%s%s%s", rounding ? "the rounding to " : "",
                   rounding ? rounding : "", rounding && noise ? " and " : "",
                   noise ? "the noise of " : "", noise ? noise : "");
    file_print(out, "\n");
}

static void print_closest(struct file *out, const json_t *facts) {
    const json_t *one;
    size_t k;
    file_print(out, "no match\n");
    json_array_foreach(json_object_get(facts, "closest"), k, one)
        file_print(out, "closest: %s  (%s)\n", text_of(one, "command"), text_of(one, "reason"));
    if (text_of(facts, "reason"))
        file_print(out, "closest: none, since %s\n", text_of(facts, "reason"));
    if (text_of(facts, "hint"))
        file_print(out, "hint: %s\n", text_of(facts, "hint"));
}

void guess_print(struct file *out, const json_t *facts) {
    if (!json_is_true(json_object_get(facts, "match"))) {
        print_closest(out, facts);
        return;
    }
    file_print(out, "%s\n", text_of(facts, "command"));
    print_sureness(out, facts);
    print_deviation(out, json_object_get(facts, "deviation"), whole_of(facts, "moved") > 0);
    print_list(out, json_object_get(facts, "damage"), "  ", "\n");
    print_list(out, json_object_get(facts, "notes"), "  ", "\n");
}
