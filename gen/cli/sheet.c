#include "cli/sheet.h"
#include "base/die.h"

#include <stdlib.h>
#include <string.h>

enum { LINES = 512, BYTES = 1 << 20 }; /* that are held, some more bytes */

struct sheet {
    struct file *out;
    const struct sheet_column *column;
    size_t columns, *width;
    bool csv;
    char **cell; /* LINES of them */
    size_t count, bytes;
};

struct sheet *sheet_new(struct file *out, const struct sheet_column *column, size_t columns,
                        bool csv) {
    struct sheet *sheet = die_malloc(sizeof *sheet);
    *sheet = (struct sheet){.out = out, .column = column, .columns = columns, .csv = csv};
    sheet->width = die_malloc(columns * sizeof *sheet->width);
    sheet->cell = die_malloc(LINES * columns * sizeof *sheet->cell);
    memset(sheet->width, 0, columns * sizeof *sheet->width);
    for (size_t k = 0; k < columns; k++)
        sheet_cell(sheet, text_format("%s", csv ? column[k].csv : column[k].title));
    return sheet;
}

/* Blanks come before a text at the right, and after one at the left unless it ends the line. */
static void print_aligned(const struct sheet *sheet, char *const line[]) {
    size_t last = sheet->columns, blanks = 0;
    while (last > 1 && !*line[last - 1])
        last--;
    for (size_t k = 0; k < last; k++) {
        size_t length = strlen(line[k]), room = sheet->width[k] - length;
        bool right = sheet->column[k].right;
        file_print(sheet->out, "%*s", (int)(blanks + (right ? room : 0)), "");
        file_write(sheet->out, line[k], length);
        blanks = 2 + (right ? 0 : room);
    }
    file_print(sheet->out, "\n");
}

static void print_csv(const struct sheet *sheet, char *const line[]) {
    for (size_t k = 0; k < sheet->columns; k++) {
        file_write(sheet->out, line[k], strlen(line[k]));
        file_write(sheet->out, k + 1 < sheet->columns ? "," : "\n", 1);
    }
}

static void print_lines(struct sheet *sheet) {
    for (size_t k = 0; k < sheet->count; k++) {
        size_t length = strlen(sheet->cell[k]), *width = &sheet->width[k % sheet->columns];
        *width = length > *width ? length : *width;
    }
    for (size_t k = 0; k < sheet->count; k += sheet->columns)
        (sheet->csv ? print_csv : print_aligned)(sheet, sheet->cell + k);
    for (size_t k = 0; k < sheet->count; k++)
        free(sheet->cell[k]);
    sheet->count = sheet->bytes = 0;
}

void sheet_cell(struct sheet *sheet, char *text) {
    sheet->cell[sheet->count++] = text;
    sheet->bytes += strlen(text);
    bool whole = sheet->count % sheet->columns == 0;
    if (whole && (sheet->count == LINES * sheet->columns || sheet->bytes >= BYTES))
        print_lines(sheet);
}

void sheet_end(struct sheet *sheet) {
    print_lines(sheet);
    free(sheet->width);
    free(sheet->cell);
    free(sheet);
}
