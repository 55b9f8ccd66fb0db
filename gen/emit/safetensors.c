#include "base/json.h"
#include "emit/array_header.h"
#include "emit/banner.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdlib.h>

/* "KEY":"TEXT", and what comes before it. */
static void add_string(struct text *header, const char *before, const char *key, const char *text) {
    char *string = json_string_text(text);
    char *member = text_format("%s\"%s\":%s", before, key, string);
    text_print(header, member);
    free(member);
    free(string);
}

/* Transformers refuses a file whose format isn't that of a framework it knows. "pt" is what nearly all files say: the
 * tensors are as PyTorch has them, row by row. */
static void add_metadata(struct text *header, const struct output_options *output) {
    char *sentences = banner_sentences(output);
    text_print(header, "\"__metadata__\":");
    add_string(header, "{", "format", "pt");
    add_string(header, ",", "type", output->table->type->name);
    add_string(header, ",", "command", output->command);
    add_string(header, ",", "formula", sentences);
    text_print(header, "}");
    free(sentences);
}

/* The format of safetensors 0.4 (huggingface/safetensors, README, "Format"): the length of what follows in 8 bytes, and
 * an object of JSON. Blanks pad it, so that the elements begin at a multiple of 64 and can be mapped as vectors. */
struct text safetensors_header(const struct output_options *output,
                               const struct header_array *arrays, size_t count) {
    enum { PREFIX = 8, MULTIPLE = 64 };
    const struct element *type = output->table->type;
    struct text header = {NULL, 0, 0};
    text_add(&header, "\0\0\0\0\0\0\0\0{", PREFIX + 1);
    add_metadata(&header, output);
    for (const struct header_array *array = arrays; array < arrays + count; array++) {
        uint64_t end = array->offset + array->rows * array->columns * type->bytes;
        char *tensor = text_format(",\"%s\":{\"dtype\":\"%s\",\"shape\":[%" PRIu64 ",%" PRIu64
                                   "],\"data_offsets\":[%" PRIu64 ",%" PRIu64 "]}",
                                   array->name, type->safetensors, array->rows, array->columns,
                                   array->offset, end);
        text_print(&header, tensor);
        free(tensor);
    }
    text_print(&header, "}");
    while (header.used % MULTIPLE != 0)
        text_print(&header, " ");
    for (int k = 0; k < PREFIX; k++)
        header.bytes[k] = (char)((uint64_t)(header.used - PREFIX) >> 8 * k & 0xff);
    return header;
}
