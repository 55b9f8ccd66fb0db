#include "emit/print.h"
#include "element/element.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* PIECE_TEXT entries are a piece, or fewer if a template puts so much around them that their text would be above
 * PIECE_BYTES. A line of text ends after each LINE_BLOCK entries of a row, so that the text of a long row doesn't
 * depend on how it is cut into pieces. */
enum { PIECE_TEXT = 1 << 14, PIECE_BYTES = 64 * PIECE_TEXT, LINE_BLOCK = 1 << 12 };

/* The bytes around an entry, with those that start a line. */
static size_t around(const struct row_pattern *pattern) {
    return pattern->before.used + pattern->after.used +
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

struct printer printer_open(const struct output_options *output, const struct factored *factored,
                            const struct filled_section *section, uint64_t end) {
    const struct table *table = output->table;
    const struct row_pattern *pattern = &section->pattern;
    struct printer printer = {.output = output,
                              .pattern = pattern,
                              .type = table->type,
                              .columns = table->columns,
                              .rows = end,
                              .strings = pattern->strings ? template_strings_of_row(output) : 1,
                              .array = section->array,
                              .factored = factored};
    if (factored) {
        const struct factored_array *array = &factored->array[section->array];
        printer.type = array->type;
        printer.columns = array->columns;
        printer.rows = array->rows;
    }
    if (pattern->strings) {
        printer.c_strings = c_strings_new(pattern, instructions_best());
        return printer;
    }
    printer.texts = text_maker_choose(printer.type, (enum literal)output->literal,
                                      has_least_integer(output, printer.type), instructions_best());
    printer.lines = entry_lines_new(pattern, printer.texts.length);
    return printer;
}

void printer_close(struct printer *printer) {
    c_strings_free(printer->c_strings);
    text_maker_free(&printer->texts);
    entry_lines_free(&printer->lines);
}

size_t print_piece(const struct printer *printer) {
    const struct row_pattern *pattern = printer->pattern;
    const uint64_t opened = printer->columns / printer->strings;
    const size_t open = pattern->opening.used + pattern->closing.used +
                        (pattern->unbroken ? pattern->start.used : 0);
    /* rounded up */
    const uint64_t each = (pattern->strings ? 0 : around(pattern)) + (open + opened - 1) / opened;
    const uint64_t most = each > PIECE_BYTES / PIECE_TEXT ? PIECE_BYTES / each : PIECE_TEXT;
    /* whole rows, whole strings, or whole blocks of a row */
    const uint64_t least = pattern->strings ? opened : line_block(pattern);
    if (printer->columns <= most || (!pattern->strings && printer->columns <= least))
        return (size_t)(most > printer->columns ? most : printer->columns);
    return (size_t)(most > least ? most / least * least : least);
}

/* Prints row r of a piece as strings, each opened and closed like a row. */
static void print_strings(const struct printer *printer, const struct piece *piece, uint64_t r,
                          const char *const row_values[ROW_VALUES], struct text *text) {
    const size_t row = piece->columns * printer->type->bytes,
                 each = (size_t)(printer->columns / printer->strings) * printer->type->bytes;
    const unsigned char *bytes = (const unsigned char *)piece->entries + r * row;
    for (size_t from = 0; from < row; from += each) {
        template_print(printer->pattern->opening, row_values, text);
        c_strings_print(printer->c_strings, bytes + from, each, text);
        template_print(printer->pattern->closing, row_values, text);
    }
}

/* Prints the stream's next row of a piece. */
static void print_row(const struct printer *printer, const struct piece *piece,
                      struct entry_stream *stream, const char *const row_values[ROW_VALUES],
                      struct text *text) {
    const struct row_pattern *pattern = printer->pattern;
    const bool begins = piece->from == 0, ends = piece->from + piece->columns == printer->columns;
    if (begins)
        template_print(pattern->opening, row_values, text);
    if (begins && pattern->unbroken)
        template_print(pattern->start, row_values, text);
    const size_t block = line_block(pattern);
    for (size_t from = 0; from < piece->columns; from += block) {
        const size_t rest = piece->columns - from;
        entry_lines_print(&printer->lines, stream, rest < block ? rest : block,
                          ends && rest <= block, text);
    }
    if (ends)
        template_print(pattern->closing, row_values, text);
}

/* The value @position@ of row r. */
static char *position_text(const struct printer *printer, uint64_t r) {
    const struct factored *factored = printer->factored;
    if (!factored)
        return banner_row(printer->output, printer->array, r);
    /* the shifts are a list, whose only row has no position */
    if (strncmp(factored->array[printer->array].suffix, "_coarse", strlen("_coarse")) != 0)
        return text_format("%" PRIu64 " row%s on", r, r == 1 ? "" : "s");
    char *position = banner_row(printer->output, 0, r * factored->block),
         *text = text_format("position %s", position);
    free(position);
    return text;
}

void print_rows(const struct printer *printer, const struct piece *piece, struct text *text) {
    struct entry_texts texts;
    struct entry_stream stream = {.maker = &printer->texts,
                                  .entries = piece->entries,
                                  .total = (size_t)piece->rows * piece->columns,
                                  .texts = &texts};
    for (uint64_t r = 0; r < piece->rows; r++) {
        char *position = position_text(printer, piece->row + r),
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
