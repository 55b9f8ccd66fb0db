/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/path.h"
#include "cli/resolved.h"
#include "commands/audit_words.h"
#include "commands/commands.h"
#include "plot/figures.h"
#include "words/choice.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What is drawn: the table that the words ask for, or the array in a file. It must not move: requests and sources keep
 * pointers into it. */
struct plot {
    const struct options *options;
    struct resolved own; /* the table as requested; of an array only its measure is of use */
    const char *file;    /* of the array, or NULL */
    struct array array;
    bool compared;             /* the array with a table, which the next words make */
    struct audit_words chosen; /* of the array */
    const char *given[WORDS];  /* the words with a row for each position */
    struct resolved by_position;
    struct resolved exact; /* the same in f64, if rounding errors are drawn */
    struct figures figures;
};

/* Adds the table in f64, which the figure of rounding errors takes for exact. */
static void add_exact(struct plot *plot) {
    const char *given[WORDS];
    memcpy(given, plot->given, sizeof given);
    given[TYPE] = "f64";
    given[SCALE] = given[ZERO_POINT] = NULL;
    resolve_or_die(&plot->exact, given);
    plot->figures.exact = source_of_table(plot->exact.table);
}

static void resolve_by_position(struct plot *plot, const char *const given[WORDS]) {
    memcpy(plot->given, given, sizeof plot->given);
    plot->given[AXES] = word_choice(&words[AXES], 0);
    resolve_or_die(&plot->by_position, plot->given);
    plot->figures.row_label = figures_row_label(plot->by_position.table);
}

static void open_table(struct plot *plot) {
    const enum figure figure = plot->figures.figure;
    if (figure == FIGURE_ERRORS)
        die(DIE_REQUEST, "figure 'errors' needs the file of an array");
    if (plot->options->given[ENDIAN])
        die(DIE_REQUEST, "option '--endian' needs the file of an array");
    resolve_or_die(&plot->own, plot->options->given);
    resolve_by_position(plot, plot->options->given);
    plot->figures.source = source_of_table(plot->by_position.table);
    if (figure == FIGURE_ALL || figure == FIGURE_ROUNDING)
        add_exact(plot);
}

/* The array as it is: raw elements have no shape of their own, so that sizes say how long a row is. */
static struct source shape_array(struct plot *plot) {
    const struct array *array = &plot->array;
    const char *const *given = plot->options->given;
    const uint64_t max_len = choice_size_or_0(MAX_LEN, given[MAX_LEN]),
                   d_model = choice_size_or_0(D_MODEL, given[D_MODEL]);
    const bool raw = array_is_raw(array);
    if (raw && max_len == 0 && d_model == 0)
        die(DIE_REQUEST, "%s: %sraw elements have no shape: --d-model says how long a row is",
            array->path, array->taken);
    const uint64_t columns = raw && d_model > 0 ? d_model : row_length(plot->options, array),
                   rows = array->count / columns;
    if (rows * columns != array->count || (raw && max_len > 0 && rows != max_len))
        die(DIE_REQUEST, "%s: %" PRIu64 " elements can't be cut into such rows", array->path,
            array->count);
    return (struct source){
        .measure = elements_measure(&plot->own, given, array->type),
        .rows = rows,
        .columns = columns,
        .parts = 1,
    };
}

/* With words of a table, the array is also compared with it. The shape of raw elements is none. */
static void open_array(struct plot *plot) {
    const struct options *options = plot->options;
    const char *const *given = options->given;
    struct figures *figures = &plot->figures;
    if (figures->figure == FIGURE_ROUNDING)
        die(DIE_REQUEST, "figure 'rounding' is that of a table, not of a file");
    die_if(DIE_REQUEST, array_open(&plot->array, plot->file,
                                   (struct array_words){given[TYPE], given[ENDIAN], given[BITS]}));
    plot->compared = figures->figure == FIGURE_ERRORS || words_are_given(options) ||
                     (!array_is_raw(&plot->array) && (given[MAX_LEN] || given[D_MODEL]));
    if (plot->compared) {
        audit_words_find(&plot->chosen, options, &plot->array);
        resolve_by_position(plot, plot->chosen.resolved.given);
        figures->source = source_of_table(plot->by_position.table);
        figures->source.channel_major = plot->chosen.resolved.table->channel_major;
        figures->source.array = &plot->array;
        figures->errors = figures->source;
        figures->source.table = NULL;
    } else {
        figures->row_label = "row";
        figures->source = shape_array(plot);
        figures->source.array = &plot->array;
    }
}

/* "posenc plot pe.npy --d-model 384 --figure waves": the options as they are given. */
static char *command_of(const struct plot *plot, const char *name) {
    struct text command = {NULL, 0, 0};
    text_print(&command, "posenc plot");
    if (name) {
        text_print(&command, " ");
        request_quote(name, &command);
    }
    for (int k = 0; k < OPTIONS; k++)
        if (k != OUTPUT && plot->options->given[k]) {
            text_put(&command, " --%s ", option_name(k));
            request_quote(plot->options->given[k], &command);
        }
    return text_string(&command);
}

static char *title_of(const struct plot *plot, const char *name) {
    const struct source *source = &plot->figures.source;
    const uint64_t columns = source->columns / source->parts;
    const bool turned = !name && plot->own.table->channel_major; /* as it is requested */
    const bool some = plot->options->given[ROWS];
    char *shown = name ? text_printable(name) : text_format("Position table"),
         *rows = row_range_text(plot->figures.rows, source),
         *title = text_format("%.57s, %s%" PRIu64 " × %" PRIu64 ", %s%s%s", shown,
                              source->parts == 2 ? "2 × " : "", turned ? columns : source->rows,
                              turned ? source->rows : columns, source->measure.type->name,
                              some ? ", " : "", some ? rows : "");
    free(shown);
    free(rows);
    return title;
}

/* Dies if an entry of a source couldn't be computed, or the file can't be read any more. */
static void die_if_failed(const struct plot *plot, const struct source *source) {
    die_if(DIE_REQUEST, source->unreadable);
    die_if(DIE_JOB, resolved_message(&plot->by_position, source->error));
}

/* "0,2,8": at most `most` numbers below `end`. Returns how many. */
static size_t option_list(const char *option, const char *text, uint64_t end, uint64_t list[],
                          size_t most) {
    size_t count = 0;
    for (const char *at = text; count == 0 || *at; count++) {
        const size_t digits = strspn(at, "0123456789");
        if (count == most)
            die(DIE_REQUEST, "%s '%.60s': a figure has at most %zu", option, text, most);
        if (!choice_digits(at, digits, &list[count]) || (at[digits] && at[digits] != ','))
            die(DIE_REQUEST, "%s '%.60s' is not a list of whole numbers, as in 0,2,8", option,
                text);
        if (list[count] >= end)
            die(DIE_REQUEST, "%s '%.60s' is not below %" PRIu64, option, text, end);
        at += digits + (at[digits] == ',' && at[digits + 1]);
    }
    return count;
}

static struct drawing draw(struct plot *plot) {
    struct figures *figures = &plot->figures;
    char *name = plot->file ? array_name_text(&plot->array) : NULL, *title = title_of(plot, name),
         *command = command_of(plot, name);
    struct drawing drawing = figures_draw(figures, title, command);
    die_if_failed(plot, &figures->source);
    die_if_failed(plot, &figures->errors);
    die_if_failed(plot, &figures->exact);
    free(name);
    free(title);
    free(command);
    return drawing;
}

static void open_plot(struct plot *plot) {
    const char *const *given = plot->options->given;
    struct figures *figures = &plot->figures;
    const struct source *source = &figures->source;
    if (plot->file)
        open_array(plot);
    else
        open_table(plot);
    if (source->columns > SOURCE_COLUMNS)
        die(DIE_REQUEST, "a row of %" PRIu64 " entries is too wide to draw: at most %d",
            source->columns, SOURCE_COLUMNS);
    if (given[COLUMNS])
        figures->column_count = option_list("columns", given[COLUMNS], source->columns,
                                            figures->columns, WAVES_COLUMNS);
    figures->rows = given[ROWS] ? option_range("rows", given[ROWS], source->rows)
                                : (struct range){0, source->rows};
}

static void free_plot(struct plot *plot) {
    if (plot->figures.exact.parts > 0)
        resolved_free(&plot->exact);
    if (plot->compared)
        audit_words_free(&plot->chosen);
    else
        resolved_free(&plot->own);
    if (plot->compared || !plot->file)
        resolved_free(&plot->by_position);
    if (plot->file)
        array_close(&plot->array);
    free(plot);
}

void check_figure_name(const char *what, const char *path) {
    static const char *const others[] = {".png", ".jpg", ".jpeg", ".pdf", ".gif", ".webp"};
    const char *extension = path ? path_extension(path) : "";
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (strcasecmp(extension, others[k]) == 0)
            die(DIE_REQUEST, "%s '%.200s': figures are SVG, not %s", what, path, others[k] + 1);
}

int plot_run(char *const operands[], const struct options *options) {
    const char *const *given = options->given;
    const char *path = given[OUTPUT] ? given[OUTPUT] : "-";
    struct outputs outputs = {.count = 0};
    struct plot *plot = die_malloc(sizeof *plot);
    *plot = (struct plot){.options = options, .file = *operands};
    if (given[FIGURE])
        plot->figures.figure = (enum figure)option_choice(FIGURE, given[FIGURE]);
    if (given[COLUMNS] && plot->figures.figure != FIGURE_ALL &&
        plot->figures.figure != FIGURE_WAVES)
        die(DIE_REQUEST, "option '--columns' can't be combined with --figure %s", given[FIGURE]);
    check_figure_name("output", path);
    open_plot(plot);
    if (plot->file)
        outputs_guard(&outputs, plot->array.path);
    run_guard_inputs(plot->compared ? &plot->chosen.resolved : &plot->own, &outputs);
    die_if(DIE_REQUEST, outputs_claim(&outputs, path, NULL));
    struct file *out = outputs_open(&outputs, path);
    struct drawing drawing = draw(plot);
    drawing_write(&drawing, out);
    outputs_commit(&outputs);
    free_plot(plot);
    return 0;
}
