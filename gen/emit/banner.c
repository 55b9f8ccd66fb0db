/* SPDX-License-Identifier: MIT */
#include "emit/banner.h"
#include "base/integer.h"
#include "base/path.h"
#include "base/text.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- rows */

/* Puts what channel j of an array holds. */
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

static char *row_position(const struct table *table, uint64_t r) {
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

/* "y 3, x 5": where the row is along each axis, or the position that a file gives it there */
static char *coordinates_text(const struct table *table, uint64_t r) {
    struct text text = {NULL, 0, 0};
    for (int k = 0; k < table->grid.axes; k++) {
        int axis = table->grid.rows[k];
        uint64_t at = table_coordinate(table, axis, r);
        char *number =
            table->grid.listed ? row_position(table->axis[axis], at) : text_integer((int64_t)at);
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
                                            : row_position(table, r);
    if (text && strlen(text) <= READABLE)
        return text;
    free(text);
    return text_format("row %" PRIu64, r);
}

/* --- the command */

enum { WIDTH = 86 };

/* Appends a part of the command, in the same line if it has room. */
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

/* --- what an entry is: the words and these values, in the sentences of templates/banner.txt */

/* The letters of these axes. */
static char *axes_text(const struct grid *grid, const int axis[], int count) {
    struct text text = {NULL, 0, 0};
    for (int k = 0; k < count; k++)
        text_put(&text, "%c", grid_letter(grid, axis[k]));
    return text_string(&text);
}

/* " t 16, y 24, x 24": the pairs of each axis */
static char *shares_text(const struct table *table) {
    const struct grid *grid = &table->grid;
    struct text text = {NULL, 0, 0};
    for (int k = 0; k < grid->owners; k++)
        text_put(&text, "%s %c %" PRIu64, k > 0 ? "," : "", grid_letter(grid, grid->columns[k]),
                 grid_pairs(grid, grid->columns[k], table->d_model));
    return text_string(&text);
}

/* --- a table of one frequency, 1: sin(2 pi k/256) */

/* Is it a plain sequence of samples, of one function or of both? */
static bool is_wave(const struct output_options *output) {
    const struct table *table = output->table;
    const struct positions *positions = &table->positions;
    const bool pair = table->component == COMPONENT_BOTH && table->d_model == 2;
    if ((!output_is_flat(output) && !pair) || table->grid.axes > 0 || table_is_constant(table) ||
        positions->has_low || positions->has_high || positions->kind != POSITIONS_SIGNED ||
        table->zero_rows.count > 0 || table->unrotated_rows.count > 0 ||
        table->frequencies.listed || scaling_is_given(&table->frequencies.scaling) ||
        table->zero_channels > 0)
        return false;
    mpq_t divisor;
    mpq_init(divisor);
    const bool first = table_exponent(table, table_channel(table, 0).frequency, divisor) == 0;
    mpq_clear(divisor);
    return first;
}

/* "first + k * step", for the coordinate k or the row r */
static char *banner_position(const struct output_options *output) {
    const char *first = output->text[FIRST], *step = output->text[STEP];
    const char counter = output->table->grid.axes > 0 || is_wave(output) ? 'k' : 'r';
    if (word_is_default(FIRST, first) && word_is_default(STEP, step))
        return text_format("%c", counter);
    if (strlen(first) > 24 || strlen(step) > 24 || strchr(first, ',') || strchr(step, ','))
        return text_format("first + %c * step", counter);
    if (word_is_default(STEP, step))
        return text_format("%s + %c", first, counter);
    if (word_is_default(FIRST, first))
        return text_format(strpbrk(step, "-/+") ? "%c * (%s)" : "%c * %s", counter, step);
    return text_format(strpbrk(step, "-/+") ? "%s + %c * (%s)" : "%s + %c * %s", first, counter,
                       step);
}

/* "2 pi k/256", "-2 pi (k + 0.5)/256", "2 pi 3 k/1000"; or "p", if a step is no simple part of a turn */
static char *wave_angle(const struct output_options *output) {
    enum { BITS_MOST = 31 };
    const struct table *table = output->table;
    const struct number *step = table_step(table);
    struct number first;
    number_init(&first);
    table_position(table, 0, &first);
    mpq_t turn; /* of a step, in turns */
    mpq_init(turn);
    mpq_div_2exp(turn, step->pi, 1);
    struct text text = {NULL, 0, 0};
    if (!table->positions.listed && mpq_sgn(step->rational) == 0 && mpq_sgn(first.rational) == 0 &&
        mpq_sgn(turn) != 0 && mpz_sizeinbase(mpq_numref(turn), 2) <= BITS_MOST &&
        mpz_sizeinbase(mpq_denref(turn), 2) <= BITS_MOST) {
        const int64_t over = integer_get(mpq_numref(turn)), under = integer_get(mpq_denref(turn)),
                      turns = over < 0 ? -over : over;
        text_print(&text, over < 0 ? "-2 pi " : "2 pi ");
        if (turns > 1)
            text_put(&text, "%" PRId64 " ", turns);
        mpq_div(turn, first.pi, step->pi);
        char *shift = rational_text(turn);
        if (mpq_sgn(turn) == 0)
            text_print(&text, "k");
        else
            text_put(&text, "(k %c %s)", mpq_sgn(turn) < 0 ? '-' : '+', shift + (*shift == '-'));
        free(shift);
        if (under > 1)
            text_put(&text, "/%" PRId64, under);
    }
    mpq_clear(turn);
    number_clear(&first);
    if (text.used == 0) { /* p, which is k itself, or says what it is */
        char *position = banner_position(output);
        text_print(&text, !table->positions.listed && strcmp(position, "k") == 0 ? "k" : "p");
        free(position);
    }
    return text_string(&text);
}

/* "10000^(-2i/384)" */
static char *frequency_text(const struct output_options *output) {
    const struct table *table = output->table;
    const struct frequencies *frequencies = &table->frequencies;
    const struct spacing_row *spacing = &spacings[frequencies->spacing];
    const char *base = output->text[BASE];
    if (frequencies->list.count > 0)
        return text_format("number i, from 0, in %.60s", output->text[FREQUENCIES]);
    char *under = table->grid.axes && !table->grid.shared ? text_format("%s", spacing->under)
                  : frequencies->spacing == SPACING_OVER  ? rational_text(frequencies->over[0])
                  : frequencies->spacing == SPACING_ENDPOINT
                      ? text_format("%" PRIu64, table->d_model / 2 - 1)
                      : text_format("%s", output->text[D_MODEL]);
    bool long_under = strlen(under) > 30;
    bool simple = !strpbrk(base, "/.e") && strlen(base) <= 40 && !long_under,
         bracket = strpbrk(under, "/-") && *under != '(' && !long_under;
    char *text =
        text_format("%s^(-%s/%s%s%s)", simple ? base : "base", spacing->over, bracket ? "(" : "",
                    long_under ? spacing->under : under, bracket ? ")" : "");
    free(under);
    return text;
}

/* ", scaled by linear:factor=4 (w/F; F = 4)" */
static char *scaling_text(const struct output_options *output) {
    const struct scaling *rule = &output->table->frequencies.scaling;
    mpq_t square;
    if (!scaling_is_given(rule))
        return text_format("%s", "");
    mpq_init(square);
    char *formula = scaling_formula(rule);
    char *text = text_format(
        ", scaled by %.80s (%s)%s", output->text[SCALING], formula,
        output->table->component != COMPONENT_FACTOR ? scaling_amplitude(rule, square).phrase : "");
    free(formula);
    mpq_clear(square);
    return text;
}

/* What a value is rounded to, in words. */
char *banner_rounded_to(const struct element *type) {
    static const char saturating[] = ", saturating at ";
    const char *ends = strstr(type->meaning, saturating);
    struct text text = {NULL, 0, 0};
    if (type->scaled && !element_is_usual(type))
        text_put(&text, "%s%s%s", type->half ? "v/S + Z, rounded " : "v/S, rounded ",
                 type->rounding == ROUNDING_ZERO   ? "toward zero"
                 : type->rounding == ROUNDING_DOWN ? "down"
                                                   : "to the nearest integer (ties to even)",
                 type->half ? "" : ", plus Z");
    else
        text_add(&text, type->meaning,
                 ends ? (size_t)(ends - type->meaning) : strlen(type->meaning));
    if (ends && type->bits > 0)
        text_put(&text, "%s%" PRId64 " and %" PRId64 " (%u bits)", saturating, type->lowest,
                 type->highest, type->bits);
    else if (ends)
        text_print(&text, ends);
    return text_string(&text);
}

/* The texts of the words, under their names with _ for -; those that may be long are cut. */
static void add_words(struct template_values *values, const struct output_options *output) {
    for (int k = 0; k < WORDS; k++) {
        char *name = text_format("%s", words[k].name);
        for (char *at; (at = strchr(name, '-'));)
            *at = '_';
        template_value(values, name,
                       k == NAME || k == CLAMP ? text_format("%s", output->text[k])
                                               : text_format("%.60s", output->text[k]));
        free(name);
    }
}

static const char *yes(bool answer) {
    return answer ? "yes" : "no";
}

static void add_answers(struct template_values *values, const struct output_options *output) {
    const struct table *table = output->table;
    char *const *text = output->text;
    const bool grid = table->grid.axes > 0, cosine_first = table->order == ORDER_COS_SIN,
               amplified = !word_is_default(AMPLITUDE, text[AMPLITUDE]);
    const struct {
        const char *name, *text;
    } answers[] = {
        {"along", table->channel_major ? "column" : "row"},
        {"amplified", yes(amplified && table->component != COMPONENT_FACTOR)},
        {"by_column", yes(table->by_column)},
        {"clamped", yes(table->positions.has_low || table->positions.has_high)},
        {"ends_in_zeros", yes(grid && table->zero_channels > 0)},
        {"first_function", cosine_first ? "cosine" : "sine"},
        {"has_front", yes(table->unrotated_columns > 0)},
        {"has_idle", yes(table->grid.owners < table->grid.axes)},
        {"has_unrotated", yes(table->unrotated_rows.count > 0)},
        {"has_zeros", yes(table->zero_rows.count > 0)},
        {"in_blocks", yes(!word_is_default(GRID_BLOCKS, text[GRID_BLOCKS]))},
        {"is_odd", yes(!grid && table->d_model % 2 == 1 &&
                       (table->d_model > 1 || table->component == COMPONENT_BOTH))},
        {"is_scaled", yes(table->type->scaled)},
        {"leaves_out", yes(grid && table->zero_channels == 0 && table->d_model > 2 * table->pairs)},
        {"listed", yes(table->positions.listed)},
        {"on_grid", yes(grid)},
        {"second_function", cosine_first ? "sine" : "cosine"},
        {"rounded_how", table->type->rounding == ROUNDING_ZERO   ? "toward zero"
                        : table->type->rounding == ROUNDING_DOWN ? "down"
                                                                 : "to nearest (ties to even)"},
        {"times", amplified ? "A*" : ""},
        {"wave", yes(is_wave(output))},
    };
    for (size_t k = 0; k < sizeof answers / sizeof *answers; k++)
        template_value(values, answers[k].name, text_format("%s", answers[k].text));
}

static void add_texts(struct template_values *values, const struct output_options *output) {
    const struct grid *grid = &output->table->grid;
    int idle[GRID_AXES], count = 0; /* axes that own no columns */
    for (int axis = 0; axis < grid->axes; axis++)
        if (!grid_owns(grid, axis))
            idle[count++] = axis;
    template_value(values, "column_axes", axes_text(grid, grid->columns, grid->owners));
    template_value(values, "frequency", frequency_text(output));
    template_value(values, "half", text_integer((int64_t)output->table->channel_count / 2));
    template_value(values, "idle_axes", axes_text(grid, idle, count));
    template_value(values, "position", banner_position(output));
    template_value(values, "row_axes", axes_text(grid, grid->rows, grid->axes));
    template_value(values, "scaled", scaling_text(output));
    template_value(values, "shares", shares_text(output->table));
    template_value(values, "rounded_to", banner_rounded_to(output->table->type));
    template_value(values, "angle", wave_angle(output));
    template_value(values, "channels", text_format("%" PRIu64, output->table->channel_count));
    template_value(values, "second_wave",
                   text_format("%s", output->table->order == ORDER_COS_SIN ? "sin" : "cos"));
    template_value(values, "last_sample", text_format("%" PRIu64, output->table->max_len - 1));
    template_value(values, "wave_function",
                   text_format("%s", table_channel(output->table, 0).function == CHANNEL_COSINE
                                         ? "cos"
                                         : "sin"));
}

/* The template's lines are parts of one line. */
char *banner_sentences(const struct output_options *output) {
    struct template_values values = {.count = 0};
    struct text text = {NULL, 0, 0};
    add_words(&values, output);
    add_answers(&values, output);
    add_texts(&values, output);
    struct text lines = template_filled_text("banner", &values);
    for (size_t k = 0; k < lines.used; k++)
        if (lines.bytes[k] != '\n')
            text_add(&text, &lines.bytes[k], 1);
    text_free(&lines);
    template_values_free(&values);
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
    const uint64_t rows = output_rows(output), columns = table->columns;
    const bool pair = table->arrays > 1, flat = output_is_flat(output);
    const char *channels = table->channel_count == table->d_model ? "d_model" : "channels";
    struct text text = {NULL, 0, 0};
    text_put(&text, "%s%" PRIu64 " bytes%s ", pair ? "2 x " : "",
             rows * columns * table->type->bytes, pair ? ", each" : ":");
    if (rows < table->rows)
        text_put(&text, "%s %" PRIu64 " to %" PRIu64 " of ", flat ? "entries" : "rows",
                 output->rows.begin, output->rows.end - 1);
    if (flat)
        text_put(&text, "[max_len], %" PRIu64 ".", table->rows * columns);
    else
        text_put(&text, "[%s][%s], %" PRIu64 " x %" PRIu64 ".",
                 table->channel_major ? channels : "max_len",
                 table->channel_major ? "max_len" : channels, table->rows, columns);
    return text_string(&text);
}
