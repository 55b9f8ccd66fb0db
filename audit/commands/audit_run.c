/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/file.h"
#include "base/path.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/resolved.h"
#include "commands/audit_words.h"
#include "commands/commands.h"
#include "compare/array_sizes.h"
#include "compare/compare.h"
#include "compare/report.h"
#include "compare/shares.h"
#include "diagnosis/diagnosis.h"
#include "guess/guess.h"
#include "plot/figures.h"
#include "read/array.h"
#include "words/choice.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* posenc audit FILE: compares an array with the exact table, or with another file, or guesses its words. */

/* --- --guess */

/* Refuses options that don't go with --guess: words that name files can't be guessed, and some options need known
 * words. */
static void check_options(const struct options *options) {
    static const int excluded[] = {TOLERANCE, CSV, PLOT, UNROTATED_ROWS, UNROTATED_COLUMNS};
    for (size_t k = 0; k < sizeof excluded / sizeof *excluded; k++)
        if (options->given[excluded[k]])
            die(DIE_REQUEST, "option '--guess' can't be combined with --%s",
                option_name(excluded[k]));
    for (int k = 0; k < WORDS; k++)
        if (options->given[k] && words[k].file &&
            !word_is_default((enum word)k, options->given[k]) &&
            scaling_path_of_word((enum word)k, options->given[k], &(size_t){0}))
            die(DIE_REQUEST,
                "option '--guess' can't be combined with --%s, which names a file; without "
                "--guess, the array is compared with that file's table",
                option_name(k));
}

/* Refuses sizes that don't fit the array, as an audit with all words does. For raw elements the guess itself reports
 * how many rows they make. */
static void check_sizes(const struct options *options, const struct array *array) {
    const struct known_sizes known = {choice_size_or_0(MAX_LEN, options->given[MAX_LEN]),
                                      choice_size_or_0(D_MODEL, options->given[D_MODEL])};
    const bool whole = known.max_len > 0 && array->count % known.max_len == 0;
    if ((array_is_raw(array) && !whole) || !array_sizes_contradict(array, known))
        return;
    struct audit_words chosen;
    audit_words_find(&chosen, options, array); /* dies with the message */
    audit_words_free(&chosen);
}

/* Prints the object, which it takes, in ASCII. Control characters in names are escaped, including DEL, which JSON
 * allows. */
static void print_json(struct file *out, json_t *object) {
    char *text = json_dumps(object, JSON_INDENT(2) | JSON_ENSURE_ASCII);
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\x7f");
        file_write(out, at, length);
        at += length;
        file_print(out, *at ? "\\u007f" : "\n");
        at += *at != 0;
    }
    free(text);
    json_decref(object);
}

/* What --guess found, as lines or as JSON. */
static void print_facts(struct file *out, const struct options *options, json_t *facts) {
    if (options->given[JSON])
        print_json(out, json_incref(facts));
    else
        guess_print(out, facts);
}

/* Columns of zeros at the right may be padding: tries the array without them. A match replaces the guess. */
static void guess_without_padding(const struct options *options, const struct array *array,
                                  const char *positions, uint64_t *work, struct guess *guess) {
    uint64_t rows, columns, padding;
    die_if(DIE_REQUEST, guess_padding(array, options->given[MAX_LEN], &rows, &columns, &padding));
    if (padding == 0)
        return;
    char *wrong;
    struct array part = array_columns(array, rows, columns, columns - padding, &wrong);
    struct guess found;
    die_if(DIE_REQUEST, wrong);
    die_if(DIE_REQUEST,
           guess_open(&found, &part, options->given, positions, run_threads(options), work));
    if (found.match) {
        char *text = padding == 1 ? text_format("column %" PRIu64 " is zero", columns - 1)
                                  : text_format("columns %" PRIu64 " to %" PRIu64 " are zero",
                                                columns - padding, columns - 1);
        json_array_append_new(json_object_get(found.facts, "damage"), json_text(text));
        free(text);
        guess_free(guess);
        *guess = found;
    } else {
        guess_free(&found);
    }
    array_close(&part);
}

/* Guesses the array; dies if words are wrong. */
static struct guess guess_array(const struct options *options, const struct array *array,
                                struct outputs *outputs, uint64_t *work) {
    struct guess guess = {.match = false};
    const char *positions = options->given[POSITIONS_OUT];
    check_options(options);
    check_sizes(options, array);
    outputs_guard(outputs, array->path);
    char *wrong = positions ? outputs_claim(outputs, positions, NULL) : NULL;
    if (!wrong)
        wrong = guess_open(&guess, array, options->given, positions, run_threads(options), work);
    die_if(DIE_REQUEST, wrong);
    if (!guess.match)
        guess_without_padding(options, array, positions, work, &guess);
    return guess;
}

/* Prints the words that make an array, or that there is no match. Returns the exit status. */
static int print_guess(const struct options *options, struct guess *guess,
                       struct outputs *outputs) {
    if (guess->positions) {
        struct file *list = outputs_open(outputs, options->given[POSITIONS_OUT]);
        file_write(list, guess->positions->bytes, guess->positions->used);
    }
    struct file *out = outputs_open(outputs, "-");
    print_facts(out, options, guess->facts);
    if (guess->shares && !options->given[JSON])
        shares_print(out, guess->shares);
    outputs_commit(outputs);
    return guess->match ? 0 : 1;
}

/* Refuses options without the option that they need, or beside one that they exclude. */
static void audit_run_check_options(const struct options *options) {
    const char *const *given = options->given;
    if (given[POSITIONS_OUT] && !given[GUESS])
        die(DIE_REQUEST, "option '--positions-out' needs --guess");
    if (given[POSITIONS_OUT] && strcmp(given[POSITIONS_OUT], "-") == 0)
        die(DIE_REQUEST, "positions-out '-': the report goes to standard output, so the positions "
                         "need a file");
    if (given[PLOT] && strcmp(given[PLOT], "-") == 0)
        die(DIE_REQUEST,
            "plot '-': the report goes to standard output, so the figure needs a file");
    check_figure_name("plot", given[PLOT]);
}

/* --- the comparison with the exact table, and --plot */

/* Compares, and dies if the file can't be read any more or an entry can't be computed. Gives rows to the taker, unless that
 * is NULL. */
static void compare_or_die(const struct options *options, const struct array *array,
                           const struct audit_words *chosen, const struct tolerance *tolerance,
                           const struct row_taker *rows, struct comparison *comparison) {
    struct engine_error error;
    const struct table *table = chosen->resolved.table;
    const struct compare_options how = {.tolerance = tolerance,
                                        .threads = run_threads(options),
                                        .rows = rows,
                                        .progress = progress_new(array->count)};
    char *wrong = compare(array, table, &how, comparison, &error);
    progress_end(how.progress);
    die_if(DIE_REQUEST, wrong);
    die_if(DIE_JOB, resolved_message(&chosen->resolved, error));
}

/* Opens the output that --plot names, among `outputs`; NULL if it isn't given. Dies if no figure can be written there. */
static struct file *open_plot(const struct options *options, const struct array *array,
                              const struct resolved *resolved, struct outputs *outputs) {
    const char *path = options->given[PLOT];
    if (!path)
        return NULL;
    outputs_guard(outputs, array->path);
    run_guard_inputs(resolved, outputs);
    die_if(DIE_REQUEST, outputs_claim(outputs, path, NULL));
    return outputs_open(outputs, path);
}

/* "posenc audit pe.npy --d-model 384 --plot FILE" */
static char *command_of(const struct options *options, const char *name, const char *table) {
    const char *endian = options->given[ENDIAN];
    struct text command = {NULL, 0, 0};
    text_print(&command, "posenc audit ");
    request_quote(name, &command);
    text_print(&command, table + strlen("posenc"));
    text_print(&command, endian ? " --endian " : "");
    text_print(&command, endian ? endian : "");
    text_print(&command, " --plot FILE");
    return text_string(&command);
}

/* Writes the errors of a file against position. */
static void write_plot(struct file *out, const struct options *options, const struct array *array,
                       const struct audit_words *chosen, const struct comparison *comparison,
                       const struct shares *shares) {
    struct error_lines lines;
    die_if(DIE_REQUEST,
           error_lines_measure(&lines, array, chosen->resolved.table, comparison, shares));
    char *name = array_name_text(array);
    char *command = command_of(options, name, chosen->command), *shown = text_printable(name),
         *title = text_format("Errors of %.57s", shown);
    lines.title = title;
    lines.command = command;
    struct drawing drawing = error_lines_draw(&lines);
    drawing_write(&drawing, out);
    error_lines_free(&lines);
    free(name);
    free(shown);
    free(command);
    free(title);
}

/* Prints a report in the form that the options ask for. */
static void print_report(struct file *out, const struct options *options,
                         const struct report *report) {
    if (options->given[JSON])
        print_json(out, report->against ? report_against_json(report) : report_json(report));
    else
        (report->against ? report_against_text : report_text)(out, report);
}

/* Compares, with a line of CSV for each row. Lines of a second array follow all of the first. */
static void write_csv(struct file *out, const struct options *options, const struct array *array,
                      const struct audit_words *chosen, const struct tolerance *tolerance,
                      struct comparison *comparison) {
    const struct table *table = chosen->resolved.table;
    report_csv_begin(out);
    for (uint64_t k = 0; k < table->arrays; k++) {
        struct report_rows rows = {
            .csv = out, .table = table, .begin = k * table->rows, .end = (k + 1) * table->rows};
        const struct row_taker taker = {report_take, &rows};
        comparison_free(comparison);
        compare_or_die(options, array, chosen, tolerance, &taker, comparison);
    }
}

static int audit(const char *file, const struct options *options, const struct array *array,
                 const struct tolerance *tolerance) {
    struct audit_words chosen;
    struct outputs outputs = {.count = 0};
    audit_words_find(&chosen, options, array);
    struct file *plot = open_plot(options, array, &chosen.resolved, &outputs);
    const struct table *table = chosen.resolved.table;
    const struct measure measure = measure_of(table);
    struct table_model model;
    struct grain grain;
    struct verdict verdict = {.match = false};
    struct findings findings = {.count = 0};
    die_if(DIE_REQUEST, grain_read(&grain, array, &measure));
    model_open(&model, table);
    struct file *out = options->given[CSV] ? outputs_open(&outputs, "-") : NULL;
    if (out) {
        write_csv(out, options, array, &chosen, tolerance, &verdict.comparison);
    } else {
        const struct judging_options judging = {tolerance, true, true, run_threads(options)};
        die_if(DIE_REQUEST, verdict_judge(&verdict, array, &model, &grain, &judging));
        die_if(DIE_JOB, resolved_message(&chosen.resolved, verdict.error));
        const struct audited audited = {array, &model, &grain, &chosen.words, run_threads(options)};
        die_if(DIE_REQUEST, diagnose(&audited, &verdict, &findings));
    }
    if (plot)
        die_if(DIE_REQUEST, shares_measure(&verdict.shares, array, table, &grain, SHARES_ENTRIES));
    json_t *diagnosis = findings_texts(&findings);
    const struct report report = {.file = file,
                                  .array = array,
                                  .table = table,
                                  .command = chosen.command,
                                  .comparison = &verdict.comparison,
                                  .tolerance = options->given[TOLERANCE],
                                  .close = tolerance->has_close,
                                  .diagnosis = diagnosis,
                                  .rounded = findings.rounded,
                                  .verbose = options->given[VERBOSE],
                                  .shares = &verdict.shares};
    if (plot)
        write_plot(plot, options, array, &chosen, &verdict.comparison, &verdict.shares);
    if (!out)
        print_report(outputs_open(&outputs, "-"), options, &report);
    outputs_commit(&outputs); /* the report is out before the plot is in place */
    int status = verdict.comparison.all.not_allowed > 0 ? 1 : 0;
    json_decref(diagnosis);
    findings_free(&findings);
    verdict_free(&verdict);
    model_close(&model);
    audit_words_free(&chosen);
    return status;
}

/* --- --against FILE: where two arrays differ, and which of them is nearer to the exact table */

/* One of the two files. A word that says how elements are read may have a value for each: of "f32,bf16" the first file
 * has f32. */
struct side {
    struct options options;
    char *own[WORDS]; /* texts of these words */
    struct array array;
    struct resolved any; /* what the measure needs */
    struct measure measure;
};

static void open_side(struct side *side, const char *file, const struct options *options, int k) {
    static const enum word of_elements[] = {TYPE, ENDIAN, SCALE, ZERO_POINT};
    *side = (struct side){.options = *options};
    const char **given = side->options.given;
    for (size_t n = 0; n < sizeof of_elements / sizeof *of_elements; n++) {
        const enum word word = of_elements[n];
        const char *comma = given[word] ? strchr(given[word], ',') : NULL;
        if (!comma)
            continue;
        const int first = (int)(comma - given[word]);
        side->own[word] =
            k == 0 ? text_format("%.*s", first, given[word]) : text_format("%s", comma + 1);
        given[word] = side->own[word];
    }
    die_if(DIE_REQUEST, array_open(&side->array, file,
                                   (struct array_words){given[TYPE], given[ENDIAN], given[BITS]}));
}

static void close_side(struct side *side) {
    resolved_free(&side->any);
    array_close(&side->array);
    for (int k = 0; k < WORDS; k++)
        free(side->own[k]);
}

/* Raw elements have no shape of their own. */
static bool same_shape(const struct array *a, const struct array *b) {
    if (array_is_raw(a) || array_is_raw(b))
        return a->count == b->count;
    return a->dimensions == b->dimensions &&
           memcmp(a->size, b->size, (size_t)a->dimensions * sizeof *a->size) == 0;
}

/* Adds the words that --guess finds for one of the arrays. Returns whether it finds any; if so, free the guess
 * later. */
static bool find_words(struct side side[2], struct guess *guess) {
    for (int k = 0; k < 2; k++) {
        die_if(DIE_REQUEST, guess_open(guess, &side[k].array, side[k].options.given, NULL,
                                       run_threads(&side[k].options), NULL));
        if (guess->match) {
            for (int n = 0; n < 2; n++)
                guess_given(guess, side[n].options.given);
            return true;
        }
        guess_free(guess);
    }
    return false;
}

static void find_nearness(const struct side side[2], const struct tolerance *tolerance,
                          struct nearness nearness[2]) {
    for (int k = 0; k < 2; k++) {
        const struct options *options = &side[k].options;
        struct audit_words chosen;
        struct comparison comparison;
        audit_words_find(&chosen, options, &side[k].array);
        compare_or_die(options, &side[k].array, &chosen, tolerance, NULL, &comparison);
        nearness[k] = (struct nearness){text_format("%s", chosen.command), comparison.all};
        comparison_free(&comparison);
        audit_words_free(&chosen);
    }
}

/* Compares an array with another file. Returns the exit status of the audit. */
static int audit_against(const char *file, const struct options *options,
                         const struct tolerance *tolerance) {
    struct side side[2];
    open_side(&side[0], file, options, 0);
    open_side(&side[1], options->given[AGAINST], options, 1);
    const struct array *array = &side[0].array, *other = &side[1].array;
    if (array->type->scaled != other->type->scaled) {
        const char **given = side[array->type->scaled].options.given;
        given[SCALE] = given[ZERO_POINT] = NULL; /* those of the other one */
    }
    side[0].measure = elements_measure(&side[0].any, side[0].options.given, array->type);
    side[1].measure = elements_measure(&side[1].any, side[1].options.given, other->type);
    const struct measure measure[] = {side[0].measure, side[1].measure};
    struct comparison comparison = {.octaves = 0};
    struct file *out = file_create("-");
    const bool csv = options->given[CSV];
    struct report_rows rows = {.csv = csv ? out : NULL,
                               .end = UINT64_MAX,
                               .list = options->given[JSON] ? json_array() : NULL};
    const struct row_taker taker = {report_take, &rows};
    const uint64_t columns = row_length(options, array);
    if (csv)
        report_csv_begin(out);
    if (array->count == other->count)
        die_if(DIE_REQUEST,
               compare_arrays(array, other, measure, tolerance, columns, &taker, &comparison));
    struct nearness nearness[2] = {{.command = NULL}};
    struct guess guess = {.match = false};
    const bool guessed = options->given[GUESS] && find_words(side, &guess),
               known = guessed || (!options->given[GUESS] && words_are_given(options));
    if (known)
        find_nearness(side, tolerance, nearness);
    const struct against against = {.file = options->given[AGAINST],
                                    .array = other,
                                    .same_shape = same_shape(array, other),
                                    .nearness = known ? nearness : NULL,
                                    .rows = array->count / columns,
                                    .seen = &rows,
                                    .no_words =
                                        options->given[GUESS] ? "since no table matches" : NULL};
    const struct report report = {.file = file,
                                  .array = array,
                                  .against = &against,
                                  .comparison = &comparison,
                                  .tolerance = options->given[TOLERANCE],
                                  .close = tolerance->has_close,
                                  .verbose = options->given[VERBOSE]};
    if (!csv)
        print_report(out, options, &report);
    file_commit(&out, 1);
    const bool alike =
        against.same_shape &&
        (options->given[TOLERANCE] ? comparison.all.not_allowed == 0
                                   : comparison.all.wrong == 0 && array->type == other->type);
    free(nearness[0].command);
    free(nearness[1].command);
    if (guessed)
        guess_free(&guess);
    json_decref(rows.list);
    comparison_free(&comparison);
    close_side(&side[0]);
    close_side(&side[1]);
    return alike ? 0 : 1;
}

/* --- the command */

/* The share of the entries that the words, or the pipeline with most of them, have bit by bit. */
static double share_of(const struct guess *guess) {
    const json_t *pipelines = json_object_get(guess->facts, "pipelines"),
                 *best = json_array_size(pipelines) > 0 ? json_array_get(pipelines, 0) : NULL;
    const double same = json_number_value(
                     json_object_get(best ? best : guess->facts, best ? "same" : "bit_by_bit")),
                 all = json_number_value(json_object_get(best ? best : guess->facts, "entries"));
    return all > 0 ? same / all : 0;
}

/* Guesses an array whose elements could have several types, as *wrong says, unless it is NULL: tries the likeliest in order
 * until one makes most of it bit by bit, or keeps the one with most: integers of 32 bits are finer than float32.
 * Without one, reports what was closest with the first. Returns the exit status, or -1 if the file can be read with no type;
 * then *wrong says why with one that it could have. */
static int guess_types(const char *file, const struct options *options, char **wrong) {
    enum { TRIED_MOST = 3 };
    const double most = 0.5;
    struct guess best = {.match = false};
    struct array array_of_best;
    struct outputs outputs = {.count = 0};
    char *reason = NULL;
    int tried = 0;
    uint64_t work = 0;
    for (int rank = 0; rank < GUESS_TYPE_RANKS; rank++)
        for (size_t k = 0; k < ELEMENTS && tried < TRIED_MOST; k++) {
            struct options typed = *options;
            struct array array;
            typed.given[TYPE] = elements[k].name;
            char *unread =
                array_open(&array, file,
                           (struct array_words){typed.given[TYPE], options->given[ENDIAN],
                                                options->given[BITS]});
            if (unread && array.type && *wrong) {
                free(reason);
                reason = unread;
            } else {
                free(unread);
            }
            if (unread)
                continue;
            if (guess_type_rank(&array) != rank) {
                array_close(&array);
                continue;
            }
            struct guess guess = guess_array(&typed, &array, &outputs, &work);
            const bool better = tried == 0 || (guess.match && share_of(&guess) > share_of(&best));
            if (tried > 0) {
                guess_free(better ? &best : &guess);
                array_close(better ? &array_of_best : &array);
            }
            if (better) {
                best = guess;
                array_of_best = array;
            }
            tried = best.match && share_of(&best) >= most ? TRIED_MOST : tried + 1;
        }
    if (tried == 0 && reason) {
        free(*wrong);
        *wrong = reason;
        return -1;
    }
    free(reason);
    if (tried == 0)
        return -1;
    if (*wrong && !best.match)
        json_object_set_new(best.facts, "hint", json_text(*wrong));
    const int status = print_guess(options, &best, &outputs);
    guess_free(&best);
    array_close(&array_of_best);
    return status;
}

int audit_run(char *const operands[], const struct options *options) {
    const char *file = *operands;
    audit_run_check_options(options);
    struct tolerance tolerance = {.given = false}; /* without the option nothing is allowed */
    if (options->given[TOLERANCE])
        die_if(DIE_REQUEST, tolerance_parse(options->given[TOLERANCE], &tolerance));
    if (options->given[AGAINST])
        return audit_against(file, options, &tolerance);
    struct array array;
    char *wrong = array_open(
        &array, file,
        (struct array_words){options->given[TYPE], options->given[ENDIAN], options->given[BITS]});
    const bool open = wrong || (array.type->bytes == 4 && !array_is_raw(&array) &&
                                (array.type->fixed || guess_type_rank(&array) > 0));
    int status = open && options->given[GUESS] && !options->given[TYPE]
                     ? guess_types(file, options, &wrong)
                     : -1;
    const bool opened = !wrong;
    if (status < 0)
        die_if(DIE_REQUEST, wrong);
    free(wrong);
    if (status < 0 && options->given[GUESS]) {
        struct outputs outputs = {.count = 0};
        struct guess guess = guess_array(options, &array, &outputs, NULL);
        status = print_guess(options, &guess, &outputs);
        guess_free(&guess);
    } else if (status < 0) {
        status = audit(file, options, &array, &tolerance);
    }
    if (opened)
        array_close(&array);
    return status;
}
