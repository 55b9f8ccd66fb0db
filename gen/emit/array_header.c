#include "emit/array_header.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdlib.h>

uint64_t output_array_bytes(const struct output_options *output) {
    const struct table *table = output->table;
    return table->rows * table->columns * table->type->bytes;
}

struct text output_header(const struct output_options *output) {
    static array_header *const headers[CONTENTS] = {
        [CONTENT_NPY] = npy_header,
        [CONTENT_SAFETENSORS] = safetensors_header,
        [CONTENT_ONNX] = onnx_header,
    };
    array_header *header = headers[output->format->content];
    if (!header)
        return (struct text){NULL, 0, 0};
    const struct table *table = output->table;
    char *name[TABLE_ARRAYS] = {NULL};
    struct header_array array[TABLE_ARRAYS];
    for (uint64_t k = 0; k < table->arrays; k++) {
        name[k] = output_array_name(output, k);
        array[k] = (struct header_array){name[k], table->rows, table->columns,
                                         k * output_array_bytes(output)};
    }
    struct text text = header(output, array, (size_t)table->arrays);
    for (int k = 0; k < TABLE_ARRAYS; k++)
        free(name[k]);
    return text;
}

char *output_header_wrong(const struct output_options *output) {
    uint64_t most = output->format->most_bytes;
    if (most == 0)
        return NULL;
    struct text header = output_header(output);
    uint64_t bytes = header.used + output->table->arrays * output_array_bytes(output);
    text_free(&header);
    return bytes <= most ? NULL
                         : text_format("format '%s' has files of at most %" PRIu64
                                       " bytes, and this one would have %" PRIu64
                                       ": its readers take format 'raw' as external data",
                                       output->format->name, most, bytes);
}
