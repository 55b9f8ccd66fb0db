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

/* Can the array have an entry -2147483648, which C can't write as one number? */
static bool least_apart(const struct output_options *output, const struct element *type) {
    return output->format->c_integers && output->literal == LITERAL_DECIMAL &&
           type->lowest == INT32_MIN;
}

void printer_begin(struct printer *printer, uint64_t entries) {
    const struct output_options *output = printer->output;
    if (printer->pattern->strings) {
        printer->c_strings = c_strings_new(printer->pattern, instructions_best());
        return;
    }
    printer->texts =
        text_maker_choose(printer->type, (enum literal)output->literal,
                          least_apart(output, printer->type), entries, instructions_best());
    printer->lines = entry_lines_new(printer->pattern, printer->texts.length);
}

void printer_end(struct printer *printer) {
    c_strings_free(printer->c_strings);
    text_maker_free(&printer->texts);
    entry_lines_free(&printer->lines);
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
    const size_t row = piece->columns * printer->type->bytes,
                 each = (size_t)(printer->columns / printer->strings) * printer->type->bytes;
    struct piece part = *piece;
    part.entries = (char *)piece->entries + r * row;
    part.rows = 1;
    struct text swapped = {NULL, 0, 0};
    const bool swaps = print_swaps(printer->output);
    if (swaps)
        print_bytes(printer->output, &part, &swapped);
    const char *bytes = swaps ? swapped.bytes : part.entries;
    for (size_t from = 0; from < row; from += each) {
        template_print(&printer->pattern->opening, row_values, text);
        c_strings_print(printer->c_strings, (const unsigned char *)bytes + from, each, text);
        template_print(&printer->pattern->closing, row_values, text);
    }
    text_free(&swapped);
}

/* Prints the stream's next row of a piece. */
static void print_row(const struct printer *printer, const struct piece *piece,
                      struct entry_stream *stream, const char *const row_values[ROW_VALUES],
                      struct text *text) {
    const struct row_pattern *pattern = printer->pattern;
    const bool begins = piece->from == 0, ends = piece->from + piece->columns == printer->columns;
    if (begins)
        template_print(&pattern->opening, row_values, text);
    if (begins && pattern->unbroken)
        template_print(&pattern->start, row_values, text);
    for (size_t from = 0; from < piece->columns; from += LINE_BLOCK) {
        const size_t rest = piece->columns - from;
        entry_lines_print(&printer->lines, stream, rest < LINE_BLOCK ? rest : LINE_BLOCK,
                          ends && rest <= LINE_BLOCK, text);
    }
    if (ends)
        template_print(&pattern->closing, row_values, text);
}

void print_rows(const struct printer *printer, const struct piece *piece, struct text *text) {
    struct entry_texts texts;
    struct entry_stream stream = {.maker = &printer->texts,
                                  .entries = piece->entries,
                                  .total = (size_t)piece->rows * piece->columns,
                                  .texts = &texts};
    for (uint64_t r = 0; r < piece->rows; r++) {
        char *position = printer->position(printer, piece->row + r),
             *row = text_integer((int64_t)(piece->row + r));
        const bool last = piece->row + r + 1 == printer->rows;
        const char *const row_values[ROW_VALUES] = {
            [ROW_POSITION] = position, [ROW_NUMBER] = row, [ROW_COMMA] = last ? "" : ","};
        if (printer->pattern->strings)
            print_strings(printer, piece, r, row_values, text);
        else
            print_row(printer, piece, &stream, row_values, text);
        free(position);
        free(row);
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
        byte_order_reverse((unsigned)width, count, to, instructions_best());
}
