#include "emit/banner.h"
#include "base/die.h"
#include "emit/banner_layout.h"
#include "emit/output_files.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 86 };

/* " -o rope.c", in the words of a shell: a form of several files can't be made without it. "" for other forms. */
static char *output_word(const struct output_options *output) {
    struct text word = {NULL, 0, 0};
    if (output->linkage == LINKAGE_EXTERN) {
        const char *source = output->format->source ? output->format->source : ".c";
        char *path = output_beside(output, source), *slash = strrchr(path, '/');
        text_print(&word, " -o ");
        request_quote(slash ? slash + 1 : path, &word);
        free(path);
    }
    text_add(&word, "", 1);
    return word.bytes;
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
    text_add(&text, "", 1);
    return text.bytes;
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
                    output->table->positions.absolute ? ", without its sign" : "",
                    clamped || output->table->positions.absolute ? "," : "",
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
