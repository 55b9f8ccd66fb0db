/* SPDX-License-Identifier: MIT */
#include "emit/print.h"
#include "element/element.h"
#include "emit/banner.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- entries on lines */

/* The text between two entries of a full line is at most this long, and copied at once. */
enum { SHORT = 8 };

/* Puts n full lines of texts that are `slot` bytes apart, and returns their end. Each text is copied as `chunk` bytes, at
 * most TEXT_CHUNK; the next text overwrites the surplus. */
static inline __attribute__((always_inline)) char *put_lines(const struct entry_lines *lines,
                                                             const char *texts, size_t slot,
                                                             size_t n, char *at, size_t chunk) {
    const struct text first = lines->between[1];
    const size_t length = lines->length, step = lines->between[0].used + length;
    char between[SHORT];
    memcpy(between, lines->between[0].bytes, SHORT);
    for (; n > 0; n--) {
        for (size_t k = 0; k < first.used; k += TEXT_CHUNK)
            memcpy(at + k, first.bytes + k, TEXT_CHUNK);
        at += first.used;
        memcpy(at, texts, chunk);
        for (size_t k = 1; k < lines->full_count; k++, at += step) {
            texts += slot;
            memcpy(at + length, between, SHORT);
            memcpy(at + step, texts, chunk);
        }
        texts += slot;
        at += length;
    }
    return at;
}

/* Entries vary in width, so a branch on line breaks would be mispredicted once a line, and the CPU's work on the next
 * entries would be lost. So nothing here branches on a break: it only selects one of two texts and the room that is
 * left. Texts are copied by whole slots; the next text overwrites the surplus. */

/* Pads a text so that whole chunks of the longest one can be read. */
static void pad(struct text *text, size_t longest) {
    text_pad(text, longest - text->used + TEXT_CHUNK);
}

/* The length of the longer text between two entries. */
static size_t longer(const struct entry_lines *lines) {
    const struct text *between = lines->between;
    return between[between[0].used < between[1].used].used;
}

struct entry_lines entry_lines_new(const struct row_pattern *pattern, unsigned length) {
    struct entry_lines lines = {.capacity = PTRDIFF_MAX / 2};
    const struct text before = pattern->before, after = pattern->after, last = pattern->last,
                      final = pattern->each ? last : after, start = pattern->start;
    lines.around = (ptrdiff_t)(before.used + after.used) + 1;
    lines.around_last = (ptrdiff_t)(before.used + last.used) + 1;
    text_append(&lines.between[0], after);
    if (pattern->lines) {
        text_append(&lines.end[0], last); /* print_group ends the line */
    } else if (!pattern->unbroken) {
        lines.capacity = TEMPLATE_LINE + 1 - (ptrdiff_t)(start.used + pattern->ending.used);
        text_append(&lines.first, start);
        text_print(&lines.between[0], " ");
        text_append(&lines.between[1], final);
        text_append(&lines.between[1], pattern->ending);
        text_print(&lines.between[1], "\n");
        text_append(&lines.between[1], start);
        text_append(&lines.end[0], final);
        text_append(&lines.end[0], pattern->ending);
        text_print(&lines.end[0], "\n");
    } else {
        text_append(&lines.end[0], after);
    }
    text_append(&lines.first, before);
    text_append(&lines.end[1], last);
    if (!pattern->lines) {
        text_append(&lines.end[1], pattern->ending);
        text_print(&lines.end[1], "\n");
    }
    pad(&lines.first, lines.first.used);
    for (int k = 0; k < 2; k++) {
        text_append(&lines.between[k], before);
        pad(&lines.end[k], lines.end[k].used);
    }
    for (int k = 0; k < 2; k++)
        pad(&lines.between[k], longer(&lines));
    if (length > 0 && !pattern->unbroken && !pattern->lines && lines.between[0].used <= SHORT) {
        const ptrdiff_t fit = lines.capacity / (lines.around + (ptrdiff_t)length);
        lines.full_count = fit > 1 ? (size_t)fit : 1;
        lines.length = length;
    }
    return lines;
}

void entry_lines_free(struct entry_lines *lines) {
    text_free(&lines->first);
    for (int k = 0; k < 2; k++) {
        text_free(&lines->between[k]);
        text_free(&lines->end[k]);
    }
}

/* Prints n entries, each after the text that separates it from the one before. *room is the room left on the line. */
static inline __attribute__((always_inline)) char *
put_after(const struct entry_lines *lines, ptrdiff_t *room, const char *slot, const uint8_t *length,
          size_t n, size_t width, size_t longest, char *at) {
    const ptrdiff_t around = lines->around, capacity = lines->capacity;
    const char *const between[2] = {lines->between[0].bytes, lines->between[1].bytes};
    const size_t between_used[2] = {lines->between[0].used, lines->between[1].used};
    ptrdiff_t rest = *room;
    for (size_t k = 0; k < n; k++, slot += width) {
        const size_t own = length[k];
        const ptrdiff_t taken = (ptrdiff_t)own + around;
        const bool breaks = rest < taken;
        rest = breaks ? capacity - taken : rest - taken;
        memcpy(at, between[breaks], TEXT_CHUNK);
        for (size_t copied = TEXT_CHUNK; copied < longest; copied += TEXT_CHUNK)
            memcpy(at + copied, between[breaks] + copied, TEXT_CHUNK);
        at += between_used[breaks];
        memcpy(at, slot, width);
        at += own;
    }
    *room = rest;
    return at;
}

static inline __attribute__((always_inline)) char *put_wide(const struct entry_lines *lines,
                                                            ptrdiff_t *room, const char *slot,
                                                            const uint8_t *length, size_t n,
                                                            size_t width, char *at) {
    const size_t longest = longer(lines);
    return longest > TEXT_CHUNK ? put_after(lines, room, slot, length, n, width, longest, at)
                                : put_after(lines, room, slot, length, n, width, TEXT_CHUNK, at);
}

static char *put_slots(const struct entry_lines *lines, ptrdiff_t *room, const char *slot,
                       const uint8_t *length, size_t n, size_t width, char *at) {
    switch (width) {
    case 8:
        return put_wide(lines, room, slot, length, n, 8, at);
    case 16:
        return put_wide(lines, room, slot, length, n, 16, at);
    default:
        return put_wide(lines, room, slot, length, n, ENTRY_SLOT, at);
    }
}

/* The same for texts of equal length: those that still fit on the line, full lines, and the rest. */
static char *put_even(const struct entry_lines *lines, ptrdiff_t *room, const char *slot,
                      const uint8_t *length, size_t n, size_t width, char *at) {
    const ptrdiff_t each = lines->around + (ptrdiff_t)lines->length;
    const size_t fit = (size_t)(*room / each), begun = fit < n ? fit : n,
                 full = (n - begun) / lines->full_count, done = begun + full * lines->full_count;
    at = put_slots(lines, room, slot, length, begun, width, at);
    at = lines->length <= 8 ? put_lines(lines, slot + begun * width, width, full, at, 8)
                            : put_lines(lines, slot + begun * width, width, full, at, TEXT_CHUNK);
    if (full > 0)
        *room = lines->capacity - (ptrdiff_t)lines->full_count * each;
    return put_slots(lines, room, slot + done * width, length + done, n - done, width, at);
}

static char *put_entries(const struct entry_lines *lines, ptrdiff_t *room,
                         const struct entry_stream *stream, size_t k, size_t n, char *at) {
    const size_t width = stream->maker->slot;
    const char *slot = stream->texts->slots + k * width;
    const uint8_t *length = stream->texts->length + k;
    return (n > 1 && lines->full_count > 0 ? put_even : put_slots)(lines, room, slot, length, n,
                                                                   width, at);
}

/* Prints the first entry of a part. */
static char *put_first(const struct entry_lines *lines, ptrdiff_t *room,
                       const struct entry_stream *stream, size_t k, char *at) {
    const size_t length = stream->texts->length[k];
    memcpy(at, lines->first.bytes, lines->first.used);
    memcpy(at + lines->first.used, stream->texts->slots + k * stream->maker->slot, length);
    *room = lines->capacity - (ptrdiff_t)length - lines->around;
    return at + lines->first.used + length;
}

/* How many of the next `count` entries have their texts: at least one, since it makes the next block if none has. */
static size_t made(struct entry_stream *stream, size_t count) {
    size_t k = stream->next % ENTRY_BLOCK, rest = stream->total - stream->next;
    if (k == 0)
        stream->maker->make(stream->maker,
                            stream->entries + stream->next * stream->maker->type->bytes,
                            rest < ENTRY_BLOCK ? rest : ENTRY_BLOCK, stream->texts);
    return count < ENTRY_BLOCK - k ? count : ENTRY_BLOCK - k;
}

void entry_lines_print(const struct entry_lines *lines, struct entry_stream *stream, size_t count,
                       bool ends, struct text *text) {
    char *start = text_room(text, lines->first.used + count * (longer(lines) + ENTRY_SLOT) +
                                      TEXT_CHUNK + lines->end[ends].used);
    char *at = start;
    ptrdiff_t room = 0;
    for (size_t done = 0; done < count;) {
        size_t n = made(stream, count - done), k = stream->next % ENTRY_BLOCK;
        bool first = done == 0, last = ends && done + n == count && n > first;
        if (first)
            at = put_first(lines, &room, stream, k, at);
        at = put_entries(lines, &room, stream, k + first, n - first - last, at);
        if (last) { /* its width is another */
            room += lines->around - lines->around_last;
            at = put_entries(lines, &room, stream, k + n - 1, 1, at);
        }
        stream->next += n;
        done += n;
    }
    memcpy(at, lines->end[ends].bytes, lines->end[ends].used);
    text->used += (size_t)(at - start) + lines->end[ends].used;
}

/* --- rows */

/* PIECE_TEXT entries are a piece, or fewer if a template puts so much around them that their text would be above
 * PIECE_BYTES. A line of text ends after each LINE_BLOCK entries of a row, so that the text of a long row doesn't
 * depend on how it is cut into pieces. */
enum { PIECE_TEXT = 1 << 14, PIECE_BYTES = 64 * PIECE_TEXT, LINE_BLOCK = 1 << 12 };

/* The bytes around an entry, with those that start and end a line. */
static size_t around(const struct row_pattern *pattern) {
    return pattern->before.used + pattern->after.used + pattern->ending.used +
           (pattern->unbroken ? 0 : pattern->start.used);
}

/* After how many entries of a row a line always ends. That makes no difference if the text around an entry fills a
 * line, or if there are no lines. */
static size_t line_block(const struct row_pattern *pattern) {
    const size_t each = around(pattern), full = (size_t)2 * TEMPLATE_LINE;
    const size_t block = each > full ? LINE_BLOCK * full / each : LINE_BLOCK;
    return block > 0 ? block : 1;
}

/* Can the array have an entry -2147483648, which C can't write as one number? */
static bool has_least_integer(const struct output_options *output, const struct element *type) {
    return output->format->c_integers && output->literal == LITERAL_DECIMAL &&
           type->lowest == INT32_MIN;
}

/* The longest literal of an array. */
static size_t longest_literal(const struct element *type, enum literal literal) {
    char text[LITERAL_MAX];
    if (type->fixed) {
        const size_t low = element_literal(type, literal, (uint64_t)type->lowest, text),
                     high = element_literal(type, literal, (uint64_t)type->highest, text);
        return low > high ? low : high;
    }
    return literal == LITERAL_DECIMAL || literal == LITERAL_SHORTEST
               ? (type->precision > 24 ? 23 : 15)  /* -1.2345678e-05 */
               : (type->precision > 24 ? 24 : 15); /* -0x1.234566p-12 */
}

/* The largest power of two of entries that a line holds, whatever they are. */
static uint64_t line_entries(const struct printer *printer) {
    const struct row_pattern *pattern = printer->pattern;
    const unsigned equal = printer->texts.length; /* of all literals, if it isn't 0 */
    const size_t each = pattern->before.used + pattern->after.used +
                        (equal ? equal : longest_literal(printer->type, printer->texts.literal)),
                 start = pattern->start.used + (size_t)printer->digits + pattern->ending.used;
    uint64_t entries = 1;
    while (start + 2 * entries * each <= TEMPLATE_LINE)
        entries *= 2;
    return entries;
}

struct printer printer_open(const struct output_options *output, const struct factored *factored,
                            const struct filled_section *section, uint64_t end) {
    const struct table *table = output->table;
    const struct row_pattern *pattern = &section->pattern;
    struct printer printer = {.output = output,
                              .pattern = pattern,
                              .type = table->type,
                              .columns = table->columns,
                              .rows = end,
                              .array = section->array,
                              .factored = factored};
    if (factored) {
        const struct factored_array *array = &factored->array[section->array];
        printer.type = array->type;
        printer.columns = factored->columns;
        printer.rows = array->rows;
    }
    printer.all = printer.rows * printer.columns;
    printer.first = factored ? 0 : output->rows.begin * printer.columns;
    printer.group = pattern->strings ? output_string_entries(output) : printer.columns;
    if (pattern->strings) {
        printer.c_strings = c_strings_new(pattern, instructions_best());
        return printer;
    }
    printer.texts =
        output_is_binary(output)
            ? text_maker_binary(printer.type)
            : text_maker_choose(printer.type, (enum literal)output->literal,
                                has_least_integer(output, printer.type), instructions_best());
    printer.lines = entry_lines_new(pattern, printer.texts.length);
    if (pattern->lines) {
        printer.digits = snprintf(NULL, 0, "%" PRIu64, printer.all - printer.first - 1);
        printer.group = line_entries(&printer);
    }
    return printer;
}

void printer_close(struct printer *printer) {
    c_strings_free(printer->c_strings);
    text_maker_free(&printer->texts);
    entry_lines_free(&printer->lines);
}

/* The value @position@ of row r. */
static char *printed_position(const struct printer *printer, uint64_t r) {
    const struct factored *factored = printer->factored;
    if (!factored)
        return banner_row(printer->output, printer->array, r);
    if (strncmp(factored->array[printer->array].suffix, "_coarse", strlen("_coarse")) != 0)
        return text_format("%" PRIu64 " row%s on", r, r == 1 ? "" : "s");
    char *position = banner_row(printer->output, 0, r * factored->block),
         *text = text_format("position %s", position);
    free(position);
    return text;
}

size_t print_piece(const struct printer *printer) {
    const struct row_pattern *pattern = printer->pattern;
    const uint64_t group = printer->group;
    const size_t open = pattern->opening.used + pattern->closing.used +
                        (pattern->unbroken || pattern->lines ? pattern->start.used : 0);
    /* rounded up */
    const uint64_t each = (pattern->strings ? 0 : around(pattern)) + (open + group - 1) / group;
    const uint64_t most = each > PIECE_BYTES / PIECE_TEXT ? PIECE_BYTES / each : PIECE_TEXT;
    /* whole rows, whole strings or lines, or whole blocks of a row */
    const uint64_t least = pattern->strings || pattern->lines ? group : line_block(pattern);
    if (printer->columns > 1 &&
        (printer->columns <= most || (!pattern->strings && printer->columns <= least)))
        return (size_t)(most > printer->columns ? most : printer->columns);
    return (size_t)(most > least ? most / least * least : least);
}

/* The values of the row that entry `index` of the array is in. */
struct row_texts {
    char *position, *row, *index;
};

static void row_values_make(const struct printer *printer, uint64_t index, uint64_t next,
                            struct row_texts *texts, const char *values[ROW_VALUES]) {
    const uint64_t row = index / printer->columns;
    *texts = (struct row_texts){
        .position = printed_position(printer, row),
        .row = text_integer((int64_t)row),
        .index = text_format("%*" PRIu64, printer->digits, index - printer->first)};
    values[ROW_POSITION] = texts->position;
    values[ROW_NUMBER] = texts->row;
    values[ROW_INDEX] = texts->index;
    values[ROW_COMMA] = next == printer->all ? "" : ",";
    values[ROW_SEMICOLON] = next == printer->all ? ";" : "";
}

static void row_values_free(struct row_texts *texts) {
    free(texts->position);
    free(texts->row);
    free(texts->index);
}

/* Prints entries [begin, end) of the array, which are a string or a line. */
static void print_group(const struct printer *printer, uint64_t begin, uint64_t end,
                        const void *entries, struct entry_stream *stream, struct text *text) {
    const struct row_pattern *pattern = printer->pattern;
    const size_t count = (size_t)(end - begin);
    const char *values[ROW_VALUES];
    struct row_texts texts;
    row_values_make(printer, begin, end, &texts, values);
    template_print(pattern->opening, values, text);
    if (pattern->strings) {
        c_strings_print(printer->c_strings, entries, count * printer->type->bytes, text);
    } else {
        template_print(pattern->start, values, text);
        entry_lines_print(&printer->lines, stream, count, end == printer->all, text);
        values[ROW_INDEX] += strspn(values[ROW_INDEX], " ");
        template_print(pattern->ending, values, text);
        text_print(text, "\n");
    }
    template_print(pattern->closing, values, text);
    row_values_free(&texts);
}

/* Prints the stream's next row of a piece. */
static void print_row(const struct printer *printer, const struct piece *piece, uint64_t r,
                      struct entry_stream *stream, struct text *text) {
    const struct row_pattern *pattern = printer->pattern;
    const bool begins = piece->from == 0, ends = piece->from + piece->columns == printer->columns;
    const uint64_t index = (piece->row + r) * printer->columns;
    const char *values[ROW_VALUES];
    struct row_texts texts;
    row_values_make(printer, index, index + printer->columns, &texts, values);
    if (begins)
        template_print(pattern->opening, values, text);
    if (begins && pattern->unbroken)
        template_print(pattern->start, values, text);
    const size_t block = line_block(pattern);
    for (size_t from = 0; from < piece->columns; from += block) {
        const size_t rest = piece->columns - from;
        entry_lines_print(&printer->lines, stream, rest < block ? rest : block,
                          ends && rest <= block, text);
    }
    if (ends)
        template_print(pattern->closing, values, text);
    row_values_free(&texts);
}

void print_rows(const struct printer *printer, const struct piece *piece, struct text *text) {
    struct entry_texts texts;
    const size_t bytes = printer->type->bytes, all = (size_t)piece->rows * piece->columns;
    struct entry_stream stream = {
        .maker = &printer->texts, .entries = piece->entries, .total = all, .texts = &texts};
    const bool groups = printer->pattern->strings || printer->pattern->lines;
    for (uint64_t r = 0; !groups && r < piece->rows; r++)
        print_row(printer, piece, r, &stream, text);
    /* the rows of a single column are one row of groups */
    const size_t row = printer->columns == 1 ? all : piece->columns;
    const uint64_t first = piece->row * printer->columns + piece->from;
    for (size_t from = 0; groups && from < all;) {
        const size_t end = from - from % row + row;
        const size_t next = from + printer->group < end ? from + (size_t)printer->group : end;
        print_group(printer, first + from, first + next,
                    (const char *)piece->entries + from * bytes, &stream, text);
        from = next;
    }
}
