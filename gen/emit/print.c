#include "emit/print.h"
#include "element/byte_order.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* PIECE_TEXT entries are a piece. A line of text ends after each LINE_BLOCK entries of a row, so that a part of a
 * long row is the same text whichever piece it is in. */
enum { PIECE_TEXT = 1 << 14, LINE_BLOCK = 1 << 12 };

/* The bits of the least integer of 32 bits. */
#define LEAST (UINT64_C(1) << 31)

/* Copies so few bytes that a call of memcpy isn't worth it. */
static char *put(char *to, const char *bytes, size_t count) {
    for (size_t k = 0; k < count; k++)
        to[k] = bytes[k];
    return to + count;
}

static char *put_text(char *to, struct text text) {
    return put(to, text.bytes, text.used);
}

/* Can the array have an entry -2147483648? In C that is minus a constant which is too large for a long of 32 bits. */
static bool least_is_large(const struct printer *printer) {
    const struct output_options *output = printer->output;
    return output->format->c_integers && output->literal == LITERAL_DECIMAL &&
           printer->type->lowest == INT32_MIN;
}

static char *put_literal(char *to, const struct element *type, enum literal literal, bool large,
                         uint64_t bits) {
    static const char least[] = "-2147483647-1";
    return large && bits == LEAST ? put(to, least, strlen(least))
                                  : to + element_literal(type, literal, bits, to);
}

/* Prints entries [from, from + count) of a piece, as many on a line as fit. If `ends`, the last one ends its row. */
static void print_entries(const struct printer *printer, const struct piece *piece, size_t from,
                          size_t count, bool ends, struct text *text) {
    const struct row_pattern *pattern = printer->pattern;
    const struct text begin = pattern->start.text, before = pattern->before, after = pattern->after,
                      final = pattern->last;
    const struct element *type = printer->type;
    char *start = text_room(
        text, count * (2 + begin.used + before.used + LITERAL_MAX + after.used + final.used));
    char *at = put_text(start, begin), *line = start;
    const enum literal literal = (enum literal)printer->output->literal;
    const bool large = least_is_large(printer);
    for (size_t k = from; k < from + count; k++) {
        bool first = at == line + begin.used, last = ends && k + 1 == from + count;
        char *entry = first ? at : at + 1, *end = put_text(entry, before);
        end = put_literal(end, type, literal, large, element_load(type, piece->entries, k));
        end = put_text(end, last ? final : after);
        if (first) {
            at = end;
        } else if (end - line <= TEMPLATE_LINE) {
            *at = ' ';
            at = end;
        } else { /* move it to a line of its own */
            size_t width = (size_t)(end - entry);
            char *line_end = at;
            if (pattern->each)
                line_end += (ptrdiff_t) final.used - (ptrdiff_t)after.used;
            line = line_end + 1;
            memmove(line + begin.used, entry, width);
            if (pattern->each)
                put_text(line_end - final.used, final);
            *line_end = '\n';
            at = put_text(line, begin) + width;
        }
    }
    if (pattern->each && !ends)
        at = put_text(at - after.used, final);
    *at++ = '\n';
    text->used += (size_t)(at - start);
}

/* Prints the same entries as a part of one line. */
static void print_unbroken(const struct printer *printer, const struct piece *piece, size_t from,
                           size_t count, bool ends, struct text *text) {
    const struct row_pattern *pattern = printer->pattern;
    const struct element *type = printer->type;
    const enum literal literal = (enum literal)printer->output->literal;
    const bool large = least_is_large(printer);
    size_t each = pattern->before.used + LITERAL_MAX + pattern->after.used + pattern->last.used;
    char *start = text_room(text, count * each + 1), *at = start;
    for (size_t k = from; k < from + count; k++) {
        bool last = ends && k + 1 == from + count;
        at = put_text(at, pattern->before);
        at = put_literal(at, type, literal, large, element_load(type, piece->entries, k));
        at = put_text(at, last ? pattern->last : pattern->after);
    }
    if (ends)
        *at++ = '\n';
    text->used += (size_t)(at - start);
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
    for (uint64_t r = 0; r < piece->rows; r++) {
        char *position = printer->position(printer, piece->row + r), row[24];
        snprintf(row, sizeof row, "%llu", (unsigned long long)piece->row + r);
        bool last_row = piece->row + r + 1 == printer->rows;
        const char *const row_values[ROW_VALUES] = {
            [ROW_POSITION] = position, [ROW_NUMBER] = row, [ROW_COMMA] = last_row ? "" : ","};
        if (pattern->strings) {
            print_strings(printer, piece, r, row_values, text);
            free(position);
            continue;
        }
        if (piece->from == 0)
            template_print(&pattern->opening, row_values, text);
        if (piece->from == 0 && pattern->unbroken)
            template_print(&pattern->start, row_values, text);
        for (size_t from = 0; from < piece->columns; from += LINE_BLOCK) {
            size_t rest = piece->columns - from;
            (pattern->unbroken ? print_unbroken : print_entries)(
                printer, piece, (size_t)r * piece->columns + from,
                rest < LINE_BLOCK ? rest : LINE_BLOCK, ends && rest <= LINE_BLOCK, text);
        }
        if (ends)
            template_print(&pattern->closing, row_values, text);
        free(position);
    }
}

bool print_swaps(const struct output_options *output) {
    const uint16_t probe = 1;
    bool little_host = *(const unsigned char *)&probe;
    return output->table->type->bytes > 1 && little_host != (output->endian == ENDIAN_LITTLE);
}

void print_bytes(const struct output_options *output, const struct piece *piece,
                 struct text *text) {
    size_t count = (size_t)piece->rows * piece->columns, width = output->table->type->bytes;
    char *to = text_room(text, count * width);
    text->used += count * width;
    memcpy(to, piece->entries, count * width);
    if (print_swaps(output))
        byte_order_reverse((unsigned)width, count, to);
}
