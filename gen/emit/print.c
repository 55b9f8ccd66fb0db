#include "emit/print.h"
#include "emit/entry_lines.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* PIECE_TEXT entries are a piece. A line of text ends after each LINE_BLOCK entries of a row, so that a part of a
 * long row is the same text whichever piece it is in. */
enum { PIECE_TEXT = 1 << 14, LINE_BLOCK = 1 << 12 };

static char *put_text(char *to, struct text text) {
    for (size_t k = 0; k < text.used; k++)
        to[k] = text.bytes[k];
    return to + text.used;
}

/* Puts one byte of a string. `open`: the text so far ends in an octal escape that a digit would extend. */
static char *put_escaped(char *to, unsigned char byte, bool *open) {
    bool digit = byte >= '0' && byte <= '7';
    bool plain = byte >= ' ' && byte <= '~' && byte != '"' && byte != '\\' && byte != '?';
    if (plain && !(digit && *open)) {
        *open = false;
        *to++ = (char)byte;
        return to;
    }
    *to++ = '\\';
    *open = !(byte == '"' || byte == '\\' || byte == '?');
    if (!*open) {
        *to++ = (char)byte;
        return to;
    }
    if (byte >= 0100)
        *to++ = (char)('0' + (byte >> 6));
    if (byte >= 010)
        *to++ = (char)('0' + (byte >> 3) % 8);
    *to++ = (char)('0' + byte % 8);
    *open = byte < 0100;
    return to;
}

/* Prints a string of `count` bytes, in lines of the pattern. */
static void print_string(const struct row_pattern *pattern, const unsigned char *bytes,
                         size_t count, struct text *text) {
    const struct text begin = pattern->start.text, before = pattern->before, last = pattern->last;
    size_t around = begin.used + before.used + last.used;
    size_t width = around + 8 < TEMPLATE_LINE ? TEMPLATE_LINE - around : 8;
    for (size_t k = 0; k < count;) {
        char *start = text_room(text, around + width + 8), *at = start;
        bool open = false;
        at = put_text(put_text(at, begin), before);
        for (char *first = at; k < count && (size_t)(at - first) + 4 <= width; k++)
            at = put_escaped(at, bytes[k], &open);
        at = put_text(at, last);
        *at++ = '\n';
        text->used += (size_t)(at - start);
    }
}

/* Can the array have an entry -2147483648, which C can't write as one number? */
static bool least_apart(const struct output_options *output, const struct element *type) {
    return output->format->c_integers && output->literal == LITERAL_DECIMAL &&
           type->lowest == INT32_MIN;
}

struct text_maker print_texts(const struct output_options *output, const struct element *type,
                              uint64_t entries) {
    return text_maker_choose(type, (enum literal)output->literal, least_apart(output, type),
                             entries, instructions_best());
}

size_t print_piece(const struct printer *printer) {
    if (!printer->pattern->strings || printer->columns <= PIECE_TEXT)
        return PIECE_TEXT;
    uint64_t each = printer->columns / printer->strings; /* whole strings */
    return (size_t)(PIECE_TEXT / each * each);
}

/* Prints row r of a piece as strings, each opened and closed like a row. */
static void print_strings(const struct printer *printer, const struct piece *piece, uint64_t r,
                          const char *const row_values[ROW_VALUES], struct text *text) {
    const struct output_options *output = printer->output;
    size_t each = (size_t)(printer->columns / printer->strings), width = printer->type->bytes;
    for (size_t from = 0; from < piece->columns; from += each) {
        struct piece part = *piece;
        part.entries = (char *)piece->entries + (r * piece->columns + from) * width;
        part.rows = 1;
        part.columns = each;
        struct text bytes = {NULL, 0, 0};
        print_bytes(output, &part, &bytes);
        template_print(&printer->pattern->opening, row_values, text);
        print_string(printer->pattern, (const unsigned char *)bytes.bytes, bytes.used, text);
        template_print(&printer->pattern->closing, row_values, text);
        text_free(&bytes);
    }
}

void print_rows(const struct printer *printer, const struct piece *piece, struct text *text) {
    const struct row_pattern *pattern = printer->pattern;
    bool ends = piece->from + piece->columns == printer->columns;
    struct entry_lines lines = entry_lines_new(pattern);
    struct entry_stream stream = {.maker = &printer->texts,
                                  .entries = piece->entries,
                                  .total = (size_t)piece->rows * piece->columns};
    for (uint64_t r = 0; r < piece->rows; r++) {
        char *position = printer->position(printer, piece->row + r),
             *row = text_integer((int64_t)(piece->row + r));
        bool last_row = piece->row + r + 1 == printer->rows;
        const char *const row_values[ROW_VALUES] = {
            [ROW_POSITION] = position, [ROW_NUMBER] = row, [ROW_COMMA] = last_row ? "" : ","};
        if (pattern->strings) {
            print_strings(printer, piece, r, row_values, text);
            free(position);
            free(row);
            continue;
        }
        if (piece->from == 0)
            template_print(&pattern->opening, row_values, text);
        if (piece->from == 0 && pattern->unbroken)
            template_print(&pattern->start, row_values, text);
        for (size_t from = 0; from < piece->columns; from += LINE_BLOCK) {
            size_t rest = piece->columns - from;
            entry_lines_print(&lines, &stream, rest < LINE_BLOCK ? rest : LINE_BLOCK,
                              ends && rest <= LINE_BLOCK, text);
        }
        if (ends)
            template_print(&pattern->closing, row_values, text);
        free(position);
        free(row);
    }
    entry_lines_free(&lines);
}

bool print_swaps(const struct output_options *output) {
    const uint16_t probe = 1;
    bool little_host = *(const unsigned char *)&probe;
    return output->table->type->bytes > 1 && little_host != (output->endian == ENDIAN_LITTLE);
}

void print_bytes(const struct output_options *output, const struct piece *piece,
                 struct text *text) {
    size_t count = (size_t)piece->rows * piece->columns, width = output->table->type->bytes;
    const char *from = piece->entries;
    char *to = text_room(text, count * width);
    text->used += count * width;
    if (!print_swaps(output)) {
        memcpy(to, from, count * width);
        return;
    }
    for (size_t k = 0; k < count; k++, to += width, from += width)
        for (size_t b = 0; b < width; b++)
            to[b] = from[width - 1 - b];
}
