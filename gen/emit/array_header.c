#include "emit/array_header.h"
#include "table/table.h"

#include <inttypes.h>

struct text output_header(const struct output_options *output) {
    static array_header *const headers[CONTENTS] = {
        [CONTENT_NPY] = npy_header,
        [CONTENT_SAFETENSORS] = safetensors_header,
        [CONTENT_ONNX] = onnx_header,
    };
    array_header *header = headers[output->format->content];
    const struct header_array array = {
        .name = output->text[NAME], .rows = output->table->rows, .columns = output->table->columns};
    return header ? header(output, &array, 1) : (struct text){NULL, 0, 0};
}

char *output_header_wrong(const struct output_options *output) {
    const struct table *table = output->table;
    uint64_t most = output->format->most_bytes;
    if (most == 0)
        return NULL;
    struct text header = output_header(output);
    uint64_t bytes = header.used + table->rows * table->columns * table->type->bytes;
    text_free(&header);
    return bytes <= most ? NULL
                         : text_format("format '%s' has files of at most %" PRIu64
                                       " bytes, and this one would have %" PRIu64
                                       ": its readers take format 'raw' as external data",
                                       output->format->name, most, bytes);
}
