#include "base/path.h"
#include "base/text.h"
#include "emit/output.h"
#include "emit/print.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool is_both(const struct table *table) {
    return table->component == COMPONENT_BOTH;
}

/* Appends the letters of these axes. */
static void add_axes(struct text *text, const struct grid *grid, const int axis[], int count) {
    for (int k = 0; k < count; k++)
        text_put(text, "%c", grid_letter(grid, axis[k]));
}

/* --- the channels of a row: axis, component, order */

static const char *two_texts(const struct table *table) {
    bool cosine_first = table->order == ORDER_COS_SIN;
    if (table->layout == LAYOUT_HALVES)
        return cosine_first ? "the cosines, then the sines" : "the sines, then the cosines";
    if (table->by_column)
        return cosine_first ? "cosine in even channels, sine in odd ones"
                            : "sine in even channels, cosine in odd ones";
    return cosine_first ? "channel 2i is the cosine, 2i+1 the sine"
                        : "channel 2i is the sine, 2i+1 the cosine";
}

/* For a table without a grid: "channel 2i is the sine, 2i+1 the cosine; the last channel is 0" */
static void add_row_layout(struct text *text, const struct table *table) {
    static const char *const repeats[] = {[REPEAT_NONE] = "channel i for each i",
                                          [REPEAT_HALVES] = "channels i and n+i",
                                          [REPEAT_INTERLEAVE] = "channels 2i and 2i+1"};
    static const char *const odds[] = {[ODD_SIN] = "; the odd channel is a sine",
                                       [ODD_ZERO] = "; the last channel is 0",
                                       [ODD_ERROR] = "",
                                       [ODD_DROP] = "; without the odd channel",
                                       [ODD_EXTEND] = "; one pair more for the odd channel"};
    text_print(text, is_both(table) ? two_texts(table) : repeats[table->repeat]);
    if (!is_both(table) && table->repeat == REPEAT_HALVES)
        text_put(text, ", n = %" PRIu64, table->channel_count / 2);
    text_print(text, table->d_model % 2 == 0 ? "" : odds[table->odd]);
}

/* "axes in the order tyx, a block of columns each" */
static void add_nesting(struct text *text, const struct grid *grid) {
    static const char *const nestings[] = {[NESTING_OUTER] = "a block of columns each",
                                           [NESTING_MIDDLE] = "within each half or frequency",
                                           [NESTING_INNER] = "column by column"};
    text_print(text, "axes in the order ");
    add_axes(text, grid, grid->columns, grid->owners);
    text_put(text, ", %s; ", nestings[grid->nesting]);
}

/* "one section of pairs each for t 16, y 24, x 24" */
static void add_sections(struct text *text, const struct grid *grid, uint64_t d_model) {
    static const char *const deals[] = {[NESTING_OUTER] = "one section of pairs each for",
                                        [NESTING_MIDDLE] =
                                            "pairs dealt in turn, then grouped by axis:",
                                        [NESTING_INNER] = "pairs in turn for"};
    text_print(text, deals[grid->nesting]);
    for (int k = 0; k < grid->owners; k++)
        text_put(text, "%s %c %" PRIu64, k > 0 ? "," : "", grid_letter(grid, grid->columns[k]),
                 grid_pairs(grid, grid->columns[k], d_model));
    text_print(text, "; ");
}

/* For a grid, including the axes that own no channel. */
static void add_grid_layout(struct text *text, const struct table *table) {
    static const char *const repeats[] = {[REPEAT_NONE] = "one channel a pair",
                                          [REPEAT_HALVES] = "the whole row twice",
                                          [REPEAT_AXIS] = "each axis' channels twice",
                                          [REPEAT_INTERLEAVE] = "each channel twice"};
    const struct grid *grid = &table->grid;
    int without[GRID_AXES], count = 0;
    if (grid->shared)
        add_sections(text, grid, table->d_model);
    else
        add_nesting(text, grid);
    text_print(text, is_both(table) && !grid->shared ? "of each, " : "");
    text_print(text, !is_both(table)                                   ? repeats[table->repeat]
                     : !grid->shared || table->layout == LAYOUT_HALVES ? two_texts(table)
                     : table->order == ORDER_COS_SIN ? "cosine, then sine of each pair"
                                                     : "sine, then cosine of each pair");
    for (int axis = 0; axis < grid->axes; axis++)
        if (!grid_owns(grid, axis))
            without[count++] = axis;
    text_print(text, count > 0 ? "; no channel of " : "");
    add_axes(text, grid, without, count);
    text_print(text, table->zero_channels ? "; the last channels are 0"
                     : table->d_model > 2 * table->pairs
                         ? "; channels that no axis owns are left out"
                         : "");
}

/* --- rows */

/* Appends what channel j of an array holds. */
static void add_channel(struct text *text, const struct table *table, uint64_t array, uint64_t j) {
    static const char *const functions[] = {
        [CHANNEL_SINE] = "sine", [CHANNEL_COSINE] = "cosine", [CHANNEL_FREQUENCY] = "itself"};
    struct channel channel = table_channel(table, array * table->channel_count + j);
    text_put(text, "channel %" PRIu64 ": ", j);
    if (channel.function == CHANNEL_ZERO || channel.unrotated) {
        text_print(text, channel.function == CHANNEL_ZERO ? "zero" : "unrotated");
        return;
    }
    text_print(text, functions[channel.function]);
    if (table->grid.axes > 0)
        text_put(text, " %c", grid_letter(&table->grid, channel.axis));
    text_put(text, ", frequency %" PRIu64, channel.frequency);
}

static char *position_number(const struct table *table, uint64_t r) {
    int64_t integer;
    if (positions_integer(&table->positions, r, &integer))
        return text_integer(integer);
    struct number p;
    number_init(&p);
    table_position(table, r, &p);
    char *text = number_text(&p);
    number_clear(&p);
    return text;
}

/* "y 3, x 5": the coordinate of the row along each axis, or its position there from a file */
static char *coordinates_text(const struct table *table, uint64_t r) {
    struct text text = {NULL, 0, 0};
    for (int k = 0; k < table->grid.axes; k++) {
        int axis = table->grid.rows[k];
        uint64_t at = table_coordinate(table, axis, r);
        char *number =
            table->grid.listed ? position_number(table->axis[axis], at) : text_integer((int64_t)at);
        char letter[5] = {',', ' ', grid_letter(&table->grid, axis), ' ', 0};
        text_print(&text, k > 0 ? letter : letter + 2);
        text_print(&text, number);
        free(number);
    }
    return text_string(&text);
}

char *banner_row(const struct output_options *output, uint64_t array, uint64_t r) {
    enum { READABLE = 72 }; /* nobody can read a fraction of hundreds of digits */
    const struct table *table = output->table;
    if (table->channel_major) {
        struct text text = {NULL, 0, 0};
        add_channel(&text, table, array, r);
        return text_string(&text);
    }
    if (table_fixed_row(table, r))
        return text_format("row %" PRIu64 ": %s", r,
                           table_zero_row(table, r) ? "zero" : "unrotated");
    char *text = table->grid.axes > 0       ? coordinates_text(table, r)
                 : table_is_constant(table) ? NULL
                                            : position_number(table, r);
    if (text && strlen(text) <= READABLE)
        return text;
    free(text);
    return text_format("row %" PRIu64, r);
}

/* --- the command */

enum { WIDTH = 86 };

/* Appends a part of the command, on the same line if it fits. */
static void add_part(struct text *text, size_t *column, const char *part, size_t length) {
    if (*column > 0 && *column + length > WIDTH) {
        text_print(text, " \\\n   ");
        *column = 3;
    }
    text_add(text, part, length);
    *column += length;
}

/* The length of an option and its value, up to the next " --" outside quotes. No value has a quote in it. */
static size_t part_length(const char *part) {
    bool quoted = false;
    size_t length = 1;
    for (; part[length] && (quoted || strncmp(part + length, " --", 3) != 0); length++)
        quoted = quoted != (part[length] == '\'');
    return length;
}

char *banner_command(const struct output_options *output) {
    struct text text = {NULL, 0, 0}, last = {NULL, 0, 0};
    size_t column = 0, length;
    for (const char *at = output->command; *at; at += length) {
        length = part_length(at);
        add_part(&text, &column, at, length);
    }
    if (output->linkage == LINKAGE_EXTERN) { /* several files can't be made without -o */
        char *path = output_beside(output, "%s", output_source(output));
        text_print(&last, " -o ");
        request_quote(path_base(path), &last);
        add_part(&text, &column, last.bytes, last.used);
        free(path);
    }
    text_free(&last);
    return text_string(&text);
}

/* --- what an entry is */

/* "sin(p*w) and cos(p*w)" */
static void add_entry(struct text *text, const struct output_options *output) {
    const char *times = word_is_default(AMPLITUDE, output->text[AMPLITUDE]) ? "" : "A*";
    const char *name = output->text[NAME];
    switch ((enum component)output->table->component) {
    case COMPONENT_BOTH:
        text_put(text, "%ssin(p*w) and %scos(p*w)", times, times);
        break;
    case COMPONENT_SIN:
        text_put(text, "%ssin(p*w)", times);
        break;
    case COMPONENT_COS:
        text_put(text, "%scos(p*w)", times);
        break;
    case COMPONENT_FREQUENCY:
        text_put(text, "%sw", times);
        break;
    case COMPONENT_FACTOR:
        text_print(text, "unscaled w / scaled w");
        break;
    case COMPONENT_COS_SIN:
        text_put(text, "%scos(p*w) in %s_cos and %ssin(p*w) in %s_sin", times, name, times, name);
        break;
    }
}

/* "number r of steps.txt, counted from 0, for row r" */
static void add_listed_position(struct text *text, const struct output_options *output) {
    bool grid = output->table->grid.axes > 0;
    text_put(text, "%s r of %.60s", grid ? "the number of the channel's axis in line" : "number",
             output->text[POSITIONS_FILE]);
    if (grid)
        text_put(text, " (%s)", output->text[GRID]);
    text_put(text, ", counted from 0, for %s r", output->table->channel_major ? "column" : "row");
}

/* "first + k * step of coordinate k along its axis, rows in the order yx in blocks of 2x2" */
static void add_position(struct text *text, const struct output_options *output) {
    const struct table *table = output->table;
    const char *first = output->text[FIRST], *step = output->text[STEP];
    bool grid = table->grid.axes > 0,
         clamped = table->positions.has_low || table->positions.has_high;
    char counter = grid ? 'k' : 'r';
    if (word_is_default(FIRST, first) && word_is_default(STEP, step))
        text_put(text, "%c", counter);
    else if (strlen(first) > 24 || strlen(step) > 24 || strchr(first, ',') || strchr(step, ','))
        text_put(text, "first + %c * step", counter);
    else if (strpbrk(step, "-/+"))
        text_put(text, "%s + %c * (%s)", first, counter, step);
    else
        text_put(text, "%s + %c * %s", first, counter, step);
    if (clamped)
        text_put(text, ", clamped to %s", output->text[CLAMP]);
    text_print(text, table->positions.kind == POSITIONS_ABSOLUTE ? ", without its sign"
                     : table->positions.kind == POSITIONS_FLOOR  ? ", rounded down"
                                                                 : "");
    text_print(text, clamped || !word_is_default(POSITIONS, output->text[POSITIONS]) ? "," : "");
    if (!grid) {
        text_put(text, " of %s r", table->channel_major ? "column" : "row");
        return;
    }
    text_put(text, " of coordinate k along the channel's axis, %ss in the order ",
             table->channel_major ? "column" : "row");
    add_axes(text, &table->grid, table->grid.rows, table->grid.axes);
    if (!word_is_default(GRID_BLOCKS, output->text[GRID_BLOCKS]))
        text_put(text, " in blocks of %s", output->text[GRID_BLOCKS]);
}

static const char *excepted_rows(const struct table *table) {
    bool zeros = table->zero_rows.count > 0, unrotated = table->unrotated_rows.count > 0;
    return zeros && unrotated ? " (except zero-rows and unrotated-rows)"
           : zeros            ? " (except zero-rows)"
           : unrotated        ? " (except unrotated-rows, whose angle is 0)"
                              : "";
}

/* "10000^(-2i/384)", "exp(2)^(-i/1)" */
static void add_frequency(struct text *text, const struct output_options *output) {
    const struct table *table = output->table;
    const struct frequencies *frequencies = &table->frequencies;
    const struct spacing_row *spacing = &spacings[frequencies->spacing];
    const char *base = output->text[BASE];
    if (frequencies->list.count > 0) {
        text_put(text, "number i, from 0, in %.60s", output->text[FREQUENCIES]);
        return;
    }
    char *under = table->grid.axes && !table->grid.shared ? text_format("%s", spacing->under)
                  : frequencies->spacing == SPACING_OVER  ? rational_text(frequencies->over[0])
                  : frequencies->spacing == SPACING_ENDPOINT
                      ? text_format("%" PRIu64, table->d_model / 2 - 1)
                      : text_format("%s", output->text[D_MODEL]);
    bool exponential = mpq_sgn(frequencies->base) == 0, long_under = strlen(under) > 30;
    bool simple = (exponential || !strpbrk(base, "/.e")) && strlen(base) <= 40 && !long_under,
         bracket = strpbrk(under, "/-") && *under != '(' && !long_under;
    text_put(text, "%s^(-%s/%s%s%s)", simple ? base : "base", spacing->over, bracket ? "(" : "",
             long_under ? spacing->under : under, bracket ? ")" : "");
    free(under);
}

/* Which n and d are meant in the formula of the frequencies, if not those of the table. */
static const char *of_axis(const struct table *table) {
    return table->grid.axes == 0 || table->grid.shared ? ""
           : is_both(table)                            ? " of the axis' n pairs and d channels"
                                                       : " of the axis' n pairs, d = 2n";
}

static void add_scaling(struct text *text, const struct output_options *output) {
    const struct scaling *rule = &output->table->frequencies.scaling;
    if (!scaling_is_given(rule))
        return;
    mpq_t square;
    mpq_init(square);
    char *formula = scaling_formula(rule);
    text_put(text, ", scaled by %.80s (%s)", output->text[SCALING], formula);
    if (output->table->component != COMPONENT_FACTOR)
        text_print(text, scaling_amplitude(rule, square).phrase);
    free(formula);
    mpq_clear(square);
}

/* "Every entry is the exact real value, rounded once, ... to IEEE 754 binary32 (f32)." */
static void add_rounding(struct text *text, const struct output_options *output) {
    const struct element *type = output->table->type;
    if (type->scaled)
        text_put(text, "Every entry is, for the exact real value v, %s, S = %.60s, Z = %s (%s).",
                 type->meaning, output->text[SCALE], output->text[ZERO_POINT], type->name);
    else
        text_put(text,
                 "Every entry is the exact real value, rounded once, to nearest (ties to even), to "
                 "%s (%s).",
                 type->meaning, type->name);
}

char *banner_sentences(const struct output_options *output) {
    const struct table *table = output->table;
    struct text text = {NULL, 0, 0};
    add_entry(&text, output);
    text_print(&text, ", ");
    if (!word_is_default(AMPLITUDE, output->text[AMPLITUDE]) &&
        table->component != COMPONENT_FACTOR)
        text_put(&text, "A = %.60s, ", output->text[AMPLITUDE]);
    text_print(&text, "position p = ");
    (table->positions.listed ? add_listed_position : add_position)(&text, output);
    text_put(&text, "%s, w = ", excepted_rows(table));
    add_frequency(&text, output);
    text_put(&text, " of %s%s", table->by_column ? "channel j" : "pair i", of_axis(table));
    add_scaling(&text, output);
    text_print(&text, "; ");
    (table->grid.axes > 0 ? add_grid_layout : add_row_layout)(&text, table);
    if (table->unrotated_columns > 0)
        text_put(&text, "; %s channels of angle 0 in front", output->text[UNROTATED_COLUMNS]);
    text_print(&text, ". ");
    add_rounding(&text, output);
    return text_string(&text);
}

char *banner_lines(const char *sentences) {
    char *text = text_format("%s", sentences), *line = text, *space = NULL;
    for (char *at = text; *at; at++) {
        if (*at != ' ')
            continue;
        if (space && at - line > WIDTH) {
            *space = '\n';
            line = space + 1;
        }
        space = at;
    }
    if (space && space > line && strlen(line) > WIDTH)
        *space = '\n';
    return text;
}

char *banner_storage(const struct output_options *output) {
    const struct table *table = output->table;
    const uint64_t rows = table->rows, columns = table->columns;
    const bool pair = table->arrays > 1;
    const char *channels = table->channel_count == table->d_model ? "d_model" : "channels";
    return text_format("%s%" PRIu64 " bytes%s [%s][%s], %" PRIu64 " x %" PRIu64 ".",
                       pair ? "2 x " : "", rows * columns * table->type->bytes,
                       pair ? ", each" : ":", table->channel_major ? channels : "max_len",
                       table->channel_major ? "max_len" : channels, rows, columns);
}
