#include "emit/array_header.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* NumPy's format 1.0 (NEP 1): magic, version, the length of what follows, a dictionary. Blanks pad it, so that the
 * elements begin at a multiple of 64. */
struct text npy_header(const struct output_options *output, const struct header_array *array,
                       size_t count) {
    enum { PREFIX = 10, MULTIPLE = 64 };
    (void)count;
    char *dictionary = text_format("{'descr': '%s', 'fortran_order': False, 'shape': (%" PRIu64
                                   ", %" PRIu64 "), }",
                                   output->table->type->numpy, array->rows, array->columns);
    size_t length = (PREFIX + strlen(dictionary) + 1 + MULTIPLE - 1) / MULTIPLE * MULTIPLE - PREFIX;
    const unsigned char numbers[] = {1, 0, (unsigned char)(length % 256),
                                     (unsigned char)(length / 256)};
    char *padded = text_format("%-*s\n", (int)length - 1, dictionary);
    struct text header = {NULL, 0, 0};
    text_print(&header, "\x93NUMPY");
    text_add(&header, (const char *)numbers, sizeof numbers);
    text_add(&header, padded, length);
    free(padded);
    free(dictionary);
    return header;
}
