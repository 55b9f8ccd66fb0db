#include "emit/print.h"
#include "base/die.h"
#include "emit/banner.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Entries in a piece. A line of text ends after each LINE_BLOCK entries of a row, so that a part of a long
 * row is the same text whoever computes it. */
enum { PIECE_TEXT = 1 << 14, LINE_BLOCK = 1 << 12 };

/* Some bytes, too few for a call of memcpy to be worth it. */
static char *put(char *to, const char *bytes, size_t count) {
    for (size_t k = 0; k < count; k++)
        to[k] = bytes[k];
    return to + count;
}

/* A pattern's texts and their lengths. */
struct lengths {
    size_t start, before, after, last;
};

static struct lengths lengths_of(const struct row_pattern *pattern) {
    return (struct lengths){strlen(pattern->start), strlen(pattern->before), strlen(pattern->after),
                            strlen(pattern->last)};
}

static void refuse_minus_zero(const struct piece *piece, size_t k) {
    die(DIE_REQUEST,
        "row %" PRIu64 ", column %" PRIu64
        ": the entry is -0, which this language has no constant for",
        piece->row + k / piece->columns, piece->from + k % piece->columns);
}

/* The literal of an entry. In C -2147483648 is the negative of a constant too large for a long of 32 bits. */
static char *put_literal(char *to, const struct output_options *output, uint64_t bits) {
    static const char least[] = "-2147483647-1";
    const struct output_options *form = output;
    bool c = form->format == FORMAT_C || form->format == FORMAT_CPP;
    if (c && form->literal == LITERAL_DECIMAL && output->table->type->lowest == INT32_MIN &&
        bits == UINT32_C(1) << 31)
        return put(to, least, strlen(least));
    return to + element_literal(output->table->type, (enum literal)form->literal, bits, to);
}

/* Are there entries that put_literal or the language has trouble with? */
static bool has_trouble(const struct printer *printer) {
    return printer->no_minus_zero || printer->output->table->type->lowest == INT32_MIN;
}

/* Entries [from, from + count) of a piece as text, as many to a line as it holds; the last is the last of
 * its row where `ends`. */
static void print_entries(const struct printer *printer, const struct piece *piece, size_t from,
                          size_t count, bool ends, struct text *text) {
    const struct row_pattern *pattern = printer->pattern;
    const struct element *type = printer->output->table->type;
    const struct lengths length = lengths_of(pattern);
    char *start = text_room(text, count * (2 + length.start + length.before + LITERAL_MAX +
                                           length.after + length.last));
    char *at = put(start, pattern->start, length.start), *line = start;
    const enum literal literal = (enum literal)printer->output->literal;
    const bool trouble = has_trouble(printer);
    for (size_t k = from; k < from + count; k++) {
        bool first = at == line + length.start, last = ends && k + 1 == from + count;
        char *entry = first ? at : at + 1, *end = put(entry, pattern->before, length.before);
        uint64_t bits = element_load(type, piece->entries, k);
        if (trouble && printer->no_minus_zero && element_is_minus_zero(type, bits))
            refuse_minus_zero(piece, k);
        end = trouble ? put_literal(end, printer->output, bits)
                      : end + element_literal(type, literal, bits, end);
        end = last ? put(end, pattern->last, length.last) : put(end, pattern->after, length.after);
        if (first) {
            at = end;
        } else if (end - line <= TEMPLATE_LINE) {
            *at = ' ';
            at = end;
        } else { /* move it to a line of its own */
            size_t width = (size_t)(end - entry);
            char *line_end = at;
            if (pattern->each)
                line_end += (ptrdiff_t)length.last - (ptrdiff_t)length.after;
            line = line_end + 1;
            memmove(line + length.start, entry, width);
            if (pattern->each)
                put(line_end - length.last, pattern->last, length.last);
            *line_end = '\n';
            at = put(line, pattern->start, length.start) + width;
        }
    }
    if (pattern->each && !ends)
        at = put(at - length.after, pattern->last, length.last);
    *at++ = '\n';
    text->used += (size_t)(at - start);
}

/* The same entries as a part of one line. */
static void print_unbroken(const struct printer *printer, const struct piece *piece, size_t from,
                           size_t count, bool ends, struct text *text) {
    const struct row_pattern *pattern = printer->pattern;
    const struct element *type = printer->output->table->type;
    const struct lengths length = lengths_of(pattern);
    size_t each = length.before + LITERAL_MAX + length.after + length.last;
    char *start = text_room(text, count * each + 1), *at = start;
    for (size_t k = from; k < from + count; k++) {
        uint64_t bits = element_load(type, piece->entries, k);
        at = put(at, pattern->before, length.before);
        at = put_literal(at, printer->output, bits);
        at = ends && k + 1 == from + count ? put(at, pattern->last, length.last)
                                           : put(at, pattern->after, length.after);
    }
    if (ends)
        *at++ = '\n';
    text->used += (size_t)(at - start);
}

/* One byte in a string; `open` says that an octal escape stands before it which a digit would extend. */
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

/* A string of `count` bytes, in lines of the pattern. */
static void print_string(const struct row_pattern *pattern, const unsigned char *bytes,
                         size_t count, struct text *text) {
    const struct lengths length = lengths_of(pattern);
    size_t around = length.start + length.before + length.last;
    size_t width = around + 8 < TEMPLATE_LINE ? TEMPLATE_LINE - around : 8;
    for (size_t k = 0; k < count;) {
        char *start = text_room(text, around + width + 8), *at = start;
        bool open = false;
        at = put(put(at, pattern->start, length.start), pattern->before, length.before);
        for (char *first = at; k < count && (size_t)(at - first) + 4 <= width; k++)
            at = put_escaped(at, bytes[k], &open);
        at = put(at, pattern->last, length.last);
        *at++ = '\n';
        text->used += (size_t)(at - start);
    }
}

size_t print_piece(const struct printer *printer) {
    uint64_t columns = printer->output->table->columns;
    if (!printer->pattern->strings || columns <= PIECE_TEXT)
        return PIECE_TEXT;
    uint64_t each = columns / printer->strings; /* whole strings */
    return (size_t)(PIECE_TEXT / each * each);
}

/* The strings of row r of a piece, each opened and closed as a row. */
static void print_strings(const struct printer *printer, const struct piece *piece, uint64_t r,
                          const struct scalar row_scalars[], struct text *text) {
    const struct output_options *output = printer->output;
    size_t each = (size_t)(output->table->columns / printer->strings),
           width = output->table->type->bytes;
    for (size_t from = 0; from < piece->columns; from += each) {
        struct piece part = *piece;
        part.entries = (char *)piece->entries + (r * piece->columns + from) * width;
        part.rows = 1;
        part.columns = each;
        struct text bytes = {NULL, 0, 0};
        print_bytes(output, &part, &bytes);
        template_line(printer->pattern, printer->pattern->opening, row_scalars, text);
        print_string(printer->pattern, (const unsigned char *)bytes.bytes, bytes.used, text);
        template_line(printer->pattern, printer->pattern->closing, row_scalars, text);
        text_free(&bytes);
    }
}

void print_rows(const struct printer *printer, const struct piece *piece, struct text *text) {
    const struct row_pattern *pattern = printer->pattern;
    uint64_t columns = printer->output->table->columns;
    bool ends = piece->from + piece->columns == columns;
    for (uint64_t r = 0; r < piece->rows; r++) {
        char *position = banner_row(printer->output, piece->row + r), row[24];
        snprintf(row, sizeof row, "%llu", (unsigned long long)piece->row + r);
        bool last_row = piece->row + r + 1 == printer->rows;
        const struct scalar row_scalars[] = {
            {"position", position}, {"row", row}, {"comma", last_row ? "" : ","}, {NULL, NULL}};
        if (pattern->strings) {
            print_strings(printer, piece, r, row_scalars, text);
            free(position);
            continue;
        }
        if (piece->from == 0)
            template_line(pattern, pattern->opening, row_scalars, text);
        if (piece->from == 0 && pattern->unbroken)
            template_start(pattern, row_scalars, text);
        for (size_t from = 0; from < piece->columns; from += LINE_BLOCK) {
            size_t rest = piece->columns - from;
            (pattern->unbroken ? print_unbroken : print_entries)(
                printer, piece, (size_t)r * piece->columns + from,
                rest < LINE_BLOCK ? rest : LINE_BLOCK, ends && rest <= LINE_BLOCK, text);
        }
        if (ends)
            template_line(pattern, pattern->closing, row_scalars, text);
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
