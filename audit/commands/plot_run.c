#include "base/die.h"
#include "base/path.h"
#include "cli/resolved.h"
#include "commands/commands.h"
#include "plot/figures.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The table as requested, and in the forms that its figures need. It must not move: a request keeps pointers into
 * it. */
struct plot {
    const struct options *options;
    struct resolved own;
    const char *given[WORDS]; /* the words with a row for each position */
    struct resolved by_position;
    struct resolved type[ROUNDING_TYPES];
    struct figures figures;
};

/* Adds the table with another type, unless that can't hold its entries. */
static void add_type(struct plot *plot, const char *type) {
    const char *given[WORDS];
    struct figures *figures = &plot->figures;
    struct resolved *form = &plot->type[figures->type_count];
    struct faults faults = {NULL, 0};
    memcpy(given, plot->given, sizeof given);
    given[TYPE] = type;
    given[SCALE] = given[ZERO_POINT] = NULL;
    resolve_words(form, given, &faults);
    resolve_capacity(form, &faults);
    if (faults.count == 0)
        figures->types[figures->type_count++] = source_of_table(form->table);
    else
        resolved_free(form);
    faults_free(&faults);
}

/* Adds the types in the figure of rounding errors: first f64, which stands for the exact values; then those without a
 * scale; last the table's own type, if it has one. */
static void add_types(struct plot *plot) {
    add_type(plot, "f64");
    for (const struct element *type = elements; type < elements + ELEMENTS; type++)
        if (!type->scaled && strcmp(type->name, "f64") != 0)
            add_type(plot, type->name);
    if (plot->own.table->type->scaled)
        plot->figures.types[plot->figures.type_count++] = plot->figures.source;
}

/* "posenc plot --max-len 512 --d-model 384 --figure waves" */
static char *command_of(const struct plot *plot) {
    const char *const *given = plot->options->given;
    char *table = request_command(&plot->own.request);
    char *command = text_format(
        "posenc plot%s%s%s%s%s%s%s", table + strlen("posenc"),
        plot->figures.figure ? " --figure " : "", plot->figures.figure ? given[FIGURE] : "",
        given[COLUMNS] ? " --columns " : "", given[COLUMNS] ? given[COLUMNS] : "",
        given[ROWS] ? " --rows " : "", given[ROWS] ? given[ROWS] : "");
    free(table);
    return command;
}

static char *title_of(const struct plot *plot) {
    const struct table *table = plot->own.table;
    char *rows = row_range_text(plot->figures.rows, &plot->figures.source);
    char *title = text_format("Position table, %s%" PRIu64 " × %" PRIu64 ", %s%s%s",
                              table->arrays == 2 ? "2 × " : "", table->rows, table->columns,
                              table->type->name, plot->options->given[ROWS] ? ", " : "",
                              plot->options->given[ROWS] ? rows : "");
    free(rows);
    return title;
}

/* Dies if an entry of a source couldn't be computed. */
static void die_if_failed(const struct plot *plot, const struct source *source) {
    die_if(DIE_JOB, resolved_message(&plot->by_position, source->error));
}

static struct drawing draw(struct plot *plot) {
    struct figures *figures = &plot->figures;
    char *title = title_of(plot), *command = command_of(plot);
    struct drawing drawing = figures_draw(figures, title, command);
    die_if_failed(plot, &figures->source);
    for (size_t k = 0; k < figures->type_count; k++)
        die_if_failed(plot, &figures->types[k]);
    free(title);
    free(command);
    return drawing;
}

static void resolve_plot(struct plot *plot) {
    const char *const *given = plot->options->given;
    memcpy(plot->given, given, sizeof plot->given);
    plot->given[AXES] = word_choice(&words[AXES], 0);
    resolve_or_die(&plot->own, given);
    resolve_or_die(&plot->by_position, plot->given);
    struct figures *figures = &plot->figures;
    const struct table *table = plot->by_position.table;
    figures->source = source_of_table(table);
    figures->row_label = figures_row_label(table);
    if (figures->source.columns > SOURCE_COLUMNS)
        die(DIE_REQUEST, "a row of %" PRIu64 " entries is too wide to draw: at most %d",
            figures->source.columns, SOURCE_COLUMNS);
    if (given[COLUMNS])
        figures->column_count = option_list("columns", given[COLUMNS], figures->source.columns,
                                            figures->columns, WAVES_COLUMNS);
    figures->rows = given[ROWS] ? option_range("rows", given[ROWS], table->rows)
                                : (struct range){0, table->rows};
    if (figures->figure == FIGURE_ALL || figures->figure == FIGURE_ROUNDING)
        add_types(plot);
}

static void free_plot(struct plot *plot) {
    for (size_t k = 0; k < plot->figures.type_count; k++)
        if (plot->figures.types[k].table != plot->by_position.table)
            resolved_free(&plot->type[k]);
    resolved_free(&plot->by_position);
    resolved_free(&plot->own);
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
    (void)operands;
    const char *const *given = options->given;
    const char *path = given[OUTPUT] ? given[OUTPUT] : "-";
    struct outputs outputs = {.count = 0};
    struct plot *plot = die_malloc(sizeof *plot);
    *plot = (struct plot){.options = options};
    if (given[FIGURE])
        plot->figures.figure = (enum figure)option_choice(FIGURE, given[FIGURE]);
    if (given[COLUMNS] && plot->figures.figure != FIGURE_ALL &&
        plot->figures.figure != FIGURE_WAVES)
        die(DIE_REQUEST, "option '--columns' can't be combined with --figure %s", given[FIGURE]);
    check_figure_name("output", path);
    resolve_plot(plot);
    run_guard_inputs(&plot->own, &outputs);
    die_if(DIE_REQUEST, outputs_claim(&outputs, path, NULL));
    struct file *out = outputs_open(&outputs, path);
    struct drawing drawing = draw(plot);
    drawing_write(&drawing, out);
    outputs_commit(&outputs);
    free_plot(plot);
    return 0;
}
