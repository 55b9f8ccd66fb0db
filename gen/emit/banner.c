#include "emit/banner.h"
#include "base/die.h"
#include "base/path.h"
#include "base/text.h"
#include "emit/output.h"
#include "emit/output_check.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a banner says about the channels of a row: which axis, which component, in which order. */

static bool is_both(const struct table *table) {
    return table->component == COMPONENT_BOTH;
}

/* --- without a grid, or of each of its axes */

static const char *two_texts(const struct table *table) {
    bool cosine_first = table->order == ORDER_COS_SIN;
    if (table->layout == LAYOUT_HALVES)
        return cosine_first ? "the cosines, then the sines" : "the sines, then the cosines";
    if (table->frequencies.spacing == SPACING_COLUMN && table->frequencies.list.count == 0)
        return cosine_first ? "cosine in even channels, sine in odd ones"
                            : "sine in even channels, cosine in odd ones";
    return cosine_first ? "channel 2i is the cosine, 2i+1 the sine"
                        : "channel 2i is the sine, 2i+1 the cosine";
}

static char *row_text(const struct table *table) {
    static const char *const repeats[] = {[REPEAT_NONE] = "channel i for each i",
                                          [REPEAT_HALVES] = "channels i and n+i",
                                          [REPEAT_INTERLEAVE] = "channels 2i and 2i+1"};
    if (!is_both(table) && table->repeat == REPEAT_HALVES)
        return text_format("%s, n = %llu", repeats[table->repeat],
                           (unsigned long long)table->channel_count / 2);
    return text_format("%s", is_both(table) ? two_texts(table) : repeats[table->repeat]);
}

static const char *odd_text(const struct table *table) {
    static const char *const texts[] = {[ODD_SIN] = "; of the odd channel a sine",
                                        [ODD_ZERO] = "; the last channel is 0",
                                        [ODD_ERROR] = "",
                                        [ODD_DROP] = "; without the odd channel",
                                        [ODD_EXTEND] = "; one pair more for the odd channel"};
    return table->d_model % 2 == 0 ? "" : texts[table->odd];
}

/* --- with a grid */

/* "axes in the order tyx, a block of columns each" */
static char *axes_text(const struct table *table) {
    static const char *const nestings[] = {[NESTING_OUTER] = "a block of columns each",
                                           [NESTING_MIDDLE] = "within each half or frequency",
                                           [NESTING_INNER] = "column by column"};
    char axes[GRID_AXES + 1] = {0};
    for (int k = 0; k < table->grid.owners; k++)
        axes[k] = grid_letter(&table->grid, table->grid.columns[k]);
    return text_format("axes in the order %s, %s", axes, nestings[table->grid.nesting]);
}

/* "one section of pairs each for t 16, y 24, x 24" */
static char *sections_text(const struct table *table) {
    static const char *const deals[] = {[NESTING_OUTER] = "one section of pairs each for",
                                        [NESTING_MIDDLE] = "pairs in turn, in a section each, for",
                                        [NESTING_INNER] = "pairs in turn for"};
    const struct grid *grid = &table->grid;
    struct text list = {NULL, 0, 0};
    text_print(&list, deals[grid->nesting]);
    for (int k = 0; k < grid->owners; k++) {
        int axis = grid->columns[k];
        uint64_t pairs = grid_pairs(grid, axis, table->d_model);
        text_put(&list, "%s %c %llu", k > 0 ? "," : "", grid_letter(grid, axis),
                 (unsigned long long)pairs);
    }
    return text_string(&list);
}

static char *grid_text(const struct table *table) {
    static const char *const repeats[] = {[REPEAT_NONE] = "one channel a pair",
                                          [REPEAT_HALVES] = "the whole row twice",
                                          [REPEAT_AXIS] = "each axis' channels twice",
                                          [REPEAT_INTERLEAVE] = "each channel twice"};
    bool shared = table->grid.shared, halves = table->layout == LAYOUT_HALVES;
    const char *channels = !is_both(table)                 ? repeats[table->repeat]
                           : !shared || halves             ? two_texts(table)
                           : table->order == ORDER_COS_SIN ? "cosine, then sine of each pair"
                                                           : "sine, then cosine of each pair";
    char *axes = shared ? sections_text(table) : axes_text(table);
    char *text =
        text_format("%s; %s%s", axes, is_both(table) && !shared ? "of each, " : "", channels);
    free(axes);
    return text;
}

/* "; no channel of t": the axes that own none */
static char *ownerless_text(const struct grid *grid) {
    char axes[GRID_AXES + 1] = {0};
    for (int axis = 0, k = 0; axis < grid->axes; axis++)
        if (!grid_owns(grid, axis))
            axes[k++] = grid_letter(grid, axis);
    return text_format("%s%s", *axes ? "; no channel of " : "", axes);
}

static const char *left_text(const struct table *table) {
    return table->zero_channels                ? "; the last channels are 0"
           : table->d_model > 2 * table->pairs ? "; without the channels of no axis"
                                               : "";
}

/* "channel 2i is the sine, 2i+1 the cosine; the last channel is 0". The caller frees it. */
static char *banner_layout(const struct output_options *output) {
    const struct table *table = output->table;
    bool grid = table->grid.axes > 0;
    char *row = grid ? grid_text(table) : row_text(table);
    char *ownerless = grid ? ownerless_text(&table->grid) : text_format("%s", "");
    const char *count = output->text[UNROTATED_COLUMNS];
    bool apart = table->unrotated_columns > 0;
    char *text = text_format("%s%s%s%s%s%s", row, ownerless,
                             grid ? left_text(table) : odd_text(table), apart ? "; " : "",
                             apart ? count : "", apart ? " channels of angle 0 in front" : "");
    free(ownerless);
    free(row);
    return text;
}

static char *channel_text(const struct output_options *output, uint64_t array, uint64_t j) {
    static const char *const functions[] = {
        [CHANNEL_SINE] = "sine", [CHANNEL_COSINE] = "cosine", [CHANNEL_FREQUENCY] = "itself"};
    struct channel channel = table_channel(output->table, array * output->table->channel_count + j);
    if (channel.function == CHANNEL_ZERO)
        return text_format("channel %llu: zero", (unsigned long long)j);
    if (channel.unrotated)
        return text_format("channel %llu: unrotated", (unsigned long long)j);
    char axis[4] = {0};
    if (output->table->grid.axes > 0)
        snprintf(axis, sizeof axis, " %c", grid_letter(&output->table->grid, channel.axis));
    return text_format("channel %llu: %s%s, frequency %llu", (unsigned long long)j,
                       functions[channel.function], axis, (unsigned long long)channel.frequency);
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

/* "y 3, x 5": where the row is along each axis, or the position that a file gives it there */
static char *coordinates_text(const struct output_options *output, uint64_t r) {
    const struct table *table = output->table;
    struct text text = {NULL, 0, 0};
    for (int k = 0; k < table->grid.axes; k++) {
        int axis = table->grid.rows[k];
        uint64_t at = table_coordinate(table, axis, r);
        char *number = table->grid.listed ? position_number(table->axis[axis], at)
                                          : text_format("%llu", (unsigned long long)at);
        char letter[5] = {',', ' ', grid_letter(&table->grid, axis), ' ', 0};
        text_print(&text, k > 0 ? letter : letter + 2);
        text_print(&text, number);
        free(number);
    }
    return text_string(&text);
}

/* Nobody can read a fraction of hundreds of digits. Takes the text. */
static char *readable(char *text, uint64_t r) {
    if (strlen(text) <= 72)
        return text;
    free(text);
    return text_format("row %llu", (unsigned long long)r);
}

char *banner_row(const struct output_options *output, uint64_t array, uint64_t r) {
    if (output->table->channel_major)
        return channel_text(output, array, r);
    if (table_zero_row(output->table, r))
        return text_format("row %llu: zero", (unsigned long long)r);
    if (table_unrotated_row(output->table, r))
        return text_format("row %llu: unrotated", (unsigned long long)r);
    if (output->table->grid.axes > 0)
        return readable(coordinates_text(output, r), r);
    if (table_is_constant(output->table))
        return text_format("row %llu", (unsigned long long)r);
    return readable(position_number(output->table, r), r);
}

enum { WIDTH = 86 };

/* " -o rope.c", in the words of a shell: a form of several files can't be made without it. "" for other forms. */
static char *output_word(const struct output_options *output) {
    struct text word = {NULL, 0, 0};
    if (output->linkage == LINKAGE_EXTERN) {
        const char *source = output->format->source ? output->format->source : ".c";
        char *path = output_beside(output, source);
        text_print(&word, " -o ");
        request_quote(path_base(path), &word);
        free(path);
    }
    return text_string(&word);
}

/* Appends a part of the command, in the same line if it has room. */
static void add_part(struct text *text, size_t *column, const char *part, size_t length) {
    if (*column > 0 && *column + length > WIDTH) {
        text_print(text, " \\\n   ");
        *column = 3;
    }
    text_add(text, part, length);
    *column += length;
}

/* The length of a word of the shell, up to the next blank outside quotes. */
static size_t word_length(const char *word) {
    bool quoted = false;
    const char *at = word;
    for (; *at && (quoted || *at != ' '); at++)
        if (*at == '\'')
            quoted = !quoted;
        else if (*at == '\\' && !quoted && at[1])
            at++;
    return (size_t)(at - word);
}

char *banner_command(const struct output_options *output) {
    struct text text = {NULL, 0, 0};
    size_t column = 0;
    for (const char *at = output->command; *at;) {
        size_t length = word_length(at + 1) + 1;      /* a word, with the space before it */
        if (*at == ' ' && strncmp(at, " --", 3) == 0) /* keep an option and its value together */
            length += word_length(at + length + 1) + 1;
        add_part(&text, &column, at, length);
        at += length;
    }
    char *last = output_word(output);
    add_part(&text, &column, last, strlen(last));
    free(last);
    return text_string(&text);
}

/* "10000^(-2i/384)", "exp(2)^(-i/1)" */
static char *frequency_text(const struct output_options *output) {
    const char *base = output->text[BASE];
    const struct frequencies *frequencies = &output->table->frequencies;
    if (frequencies->list.count > 0)
        return text_format("number i, from 0, in %.60s", output->text[FREQUENCIES]);
    const struct spacing_row *spacing = &spacings[frequencies->spacing];
    char *under;
    if (output->table->grid.axes && !output->table->grid.shared)
        under = text_format("%s", spacing->under);
    else if (frequencies->spacing == SPACING_OVER)
        under = rational_text(frequencies->over[0]);
    else if (frequencies->spacing == SPACING_ENDPOINT)
        under = text_format("%llu", (unsigned long long)output->table->d_model / 2 - 1);
    else
        under = text_format("%s", output->text[D_MODEL]);
    bool exponential = mpq_sgn(frequencies->base) == 0;
    bool simple = (exponential || !strpbrk(base, "/.e")) && strlen(base) <= 40,
         bracket = strpbrk(under, "/-") && *under != '(';
    char *text = strlen(under) > 30
                     ? text_format("base^(-%s/%s)", spacing->over, spacing->under)
                     : text_format("%s^(-%s/%s%s%s)", simple ? base : "base", spacing->over,
                                   bracket ? "(" : "", under, bracket ? ")" : "");
    free(under);
    return text;
}

/* Breaks a text in place at spaces, into lines of at most WIDTH columns if its words allow. */
static void wrap(char *text) {
    char *line = text, *space = NULL;
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
}

/* "sin(p*w) and cos(p*w)" */
static char *entry_text(const struct output_options *output) {
    const char *times = word_is_default(AMPLITUDE, output->text[AMPLITUDE]) ? "" : "A*";
    switch (output->table->component) {
    case COMPONENT_SIN:
        return text_format("%ssin(p*w)", times);
    case COMPONENT_COS:
        return text_format("%scos(p*w)", times);
    case COMPONENT_FREQUENCY:
        return text_format("%sw", times);
    case COMPONENT_FACTOR:
        return text_format("w without scaling over w with it");
    case COMPONENT_COS_SIN:
        return text_format("%scos(p*w) in %s_cos and %ssin(p*w) in %s_sin", times,
                           output->text[NAME], times, output->text[NAME]);
    default:
        return text_format("%ssin(p*w) and %scos(p*w)", times, times);
    }
}

static const char *rows_apart(const struct output_options *output) {
    const struct table *table = output->table;
    bool zeros = table->zero_rows.count > 0, unrotated = table->unrotated_rows.count > 0;
    return zeros && unrotated ? " (zero-rows and unrotated-rows apart)"
           : zeros            ? " (zero-rows apart)"
           : unrotated        ? " (unrotated-rows apart, whose angle is 0)"
                              : "";
}

/* "number r of steps.txt, counted from 0, for row r" */
static char *listed_position_text(const struct output_options *output) {
    bool grid = output->table->grid.axes > 0;
    return text_format("%s r of %.60s%s%s%s, counted from 0, for %s r%s",
                       grid ? "that of the channel's axis in line" : "number",
                       output->text[POSITIONS_FILE], grid ? " (" : "",
                       grid ? output->text[GRID] : "", grid ? ")" : "",
                       output->table->channel_major ? "column" : "row", rows_apart(output));
}

/* "first + k * step of coordinate k along its axis, rows in the order yx in blocks of 2x2" */
static char *position_text(const struct output_options *output) {
    if (output->table->positions.file.path)
        return listed_position_text(output);
    const char *first = output->text[FIRST], *step = output->text[STEP];
    bool plain = word_is_default(FIRST, first) && word_is_default(STEP, step);
    bool brief = strlen(first) <= 24 && strlen(step) <= 24;
    bool grid = output->table->grid.axes > 0;
    char counter = grid ? 'k' : 'r', axes[GRID_AXES + 1] = {0};
    for (int k = 0; k < output->table->grid.axes; k++)
        axes[k] = grid_letter(&output->table->grid, output->table->grid.rows[k]);
    char *value = plain ? text_format("%c", counter)
                  : brief && !strpbrk(first, ",") && !strpbrk(step, ",")
                      ? text_format(strpbrk(step, "-/+") ? "%s + %c * (%s)" : "%s + %c * %s", first,
                                    counter, step)
                      : text_format("first + %c * step", counter);
    bool clamped = !word_is_default(CLAMP, output->text[CLAMP]);
    bool row = !output->table->channel_major;
    const char *blocks = output->text[GRID_BLOCKS];
    bool blocked = grid && !word_is_default(GRID_BLOCKS, blocks);
    char *text =
        text_format("%s%s%s%s%s of %s %s%s%s%s%s", value, clamped ? ", clamped to " : "",
                    clamped ? output->text[CLAMP] : "",
                    output->table->positions.absolute ? ", without its sign"
                    : output->table->positions.floor  ? ", rounded down"
                                                      : "",
                    clamped || !word_is_default(POSITIONS, output->text[POSITIONS]) ? "," : "",
                    grid  ? "coordinate k along the channel's axis,"
                    : row ? "row"
                          : "column",
                    grid ? (row ? "rows in the order " : "columns in the order ") : "r", axes,
                    blocked ? " in blocks of " : "", blocked ? blocks : "", rows_apart(output));
    free(value);
    return text;
}

/* Which n and d the formula of the frequencies has, if they aren't the table's. */
static const char *of_axis(const struct output_options *output) {
    const struct table *table = output->table;
    return table->grid.axes == 0 || table->grid.shared ? ""
           : table->component == COMPONENT_BOTH        ? " of the axis' n pairs and d channels"
                                                       : " of the axis' n pairs, d = 2n";
}

/* "Every entry is the exact real value, rounded once, ... to IEEE 754 binary32 (f32)." */
static char *rounding_text(const struct output_options *output) {
    const struct element *type = output->table->type;
    return type->scaled
               ? text_format(
                     "Every entry is, for the exact real value v, %s, S = %.60s, Z = %s (%s).",
                     type->meaning, output->text[SCALE], output->text[ZERO_POINT], type->name)
               : text_format("Every entry is the exact real value, rounded once, to nearest (ties "
                             "to even), to %s (%s).",
                             type->meaning, type->name);
}

char *banner_sentences(const struct output_options *output) {
    char *frequency = frequency_text(output), *position = position_text(output);
    char *entry = entry_text(output), *layout = banner_layout(output);
    char *rounding = rounding_text(output);
    bool quotient = output->table->component == COMPONENT_FACTOR;
    bool one = word_is_default(AMPLITUDE, output->text[AMPLITUDE]) || quotient;
    const struct scaling *rule = &output->table->frequencies.scaling;
    bool scaled = scaling_is_given(rule);
    char *amplitude =
        one ? text_format("%s", "") : text_format("A = %.60s, ", output->text[AMPLITUDE]);
    char *formula = scaled ? scaling_formula(rule) : NULL;
    char *scaling = scaled ? text_format(", scaled by %.80s (%s)%s", output->text[SCALING], formula,
                                         quotient ? "" : scaling_amplitude(rule)->phrase)
                           : text_format("%s", "");
    bool own = output->table->frequencies.spacing == SPACING_COLUMN &&
               output->table->frequencies.list.count == 0;
    char *text = text_format("%s, %sposition p = %s, w = %s of %s%s%s; %s. %s", entry, amplitude,
                             position, frequency, own ? "channel j" : "pair i", of_axis(output),
                             scaling, layout, rounding);
    free(frequency);
    free(position);
    free(entry);
    free(layout);
    free(rounding);
    free(amplitude);
    free(formula);
    free(scaling);
    return text;
}

char *banner_formula(const struct output_options *output) {
    char *text = banner_sentences(output);
    wrap(text);
    return text;
}

char *banner_storage(const struct output_options *output) {
    uint64_t rows = output->table->rows, columns = output->table->columns;
    unsigned long long bytes = rows * columns * output->table->type->bytes;
    bool pair = output->table->arrays > 1;
    const char *channels =
        output->table->channel_count == output->table->d_model ? "d_model" : "channels";
    return text_format("%s%llu bytes%s [%s][%s], %llu x %llu.", pair ? "2 x " : "", bytes,
                       pair ? ", each" : ":", !output->table->channel_major ? "max_len" : channels,
                       !output->table->channel_major ? channels : "max_len",
                       (unsigned long long)rows, (unsigned long long)columns);
}
