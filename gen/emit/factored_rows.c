#include "emit/factored_rows.h"
#include "emit/banner.h"
#include "emit/print.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* "position 64": that of the row in which a coarse row is turned by nothing. */
static char *coarse_text(const struct printer *printer, uint64_t h) {
    char *position = banner_row(printer->output, 0, h * printer->factored->block),
         *text = text_format("position %s", position);
    free(position);
    return text;
}

static char *fine_text(const struct printer *printer, uint64_t l) {
    (void)printer;
    return text_format("%" PRIu64 " row%s on", l, l == 1 ? "" : "s");
}

void factored_rows_write(const struct output_options *output, const struct factored *factored,
                         const struct filled_section *section, struct file *out) {
    const struct factored_array *array = &factored->array[section->number];
    /* the shifts are a list, whose only row has no position */
    const bool coarse = strncmp(array->suffix, "_coarse", strlen("_coarse")) == 0;
    struct printer printer = {.output = output,
                              .pattern = &section->pattern,
                              .type = array->type,
                              .columns = array->columns,
                              .rows = array->rows,
                              .array = section->number,
                              .factored = factored,
                              .position = coarse ? coarse_text : fine_text};
    printer_begin(&printer, array->rows * array->columns);
    const size_t row_bytes = (size_t)array->columns * array->type->bytes;
    struct text text = {NULL, 0, 0};
    for (uint64_t r = 0; r < array->rows; r++) {
        const struct piece row = {.row = r,
                                  .rows = 1,
                                  .columns = (size_t)array->columns,
                                  .entries = (char *)array->entries + r * row_bytes};
        text.used = 0;
        print_rows(&printer, &row, &text);
        file_write(out, text.bytes, text.used);
    }
    text_free(&text);
    printer_end(&printer);
}
