#include "emit/array_headers.h"
#include "base/json.h"
#include "emit/banner.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The size of each of the table's arrays, which follow each other. */
static uint64_t output_array_bytes(const struct output_options *output) {
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

/* Fields of TensorProto (onnx.proto, IR version 9), and how protobuf writes them. */
enum field { DIMS = 1, DATA_TYPE = 2, NAME_FIELD = 8, RAW_DATA = 9, DOC_STRING = 12 };
enum wire { WIRE_VARINT = 0, WIRE_BYTES = 2 };

/* 7 bits a byte, the lowest first; all except the last byte have their top bit set. */
static void add_varint(struct text *message, uint64_t number) {
    for (; number >= 128; number >>= 7)
        text_add(message, (const char[]){(char)(number % 128 + 128)}, 1);
    text_add(message, (const char[]){(char)number}, 1);
}

static void add_number(struct text *message, enum field field, uint64_t number) {
    add_varint(message, (uint64_t)field << 3 | WIRE_VARINT);
    add_varint(message, number);
}

/* The caller adds the bytes. */
static void begin_bytes(struct text *message, enum field field, uint64_t length) {
    add_varint(message, (uint64_t)field << 3 | WIRE_BYTES);
    add_varint(message, length);
}

static void add_string(struct text *message, enum field field, const char *text) {
    begin_bytes(message, field, strlen(text));
    text_print(message, text);
}

/* A message of type TensorProto. Its last field is raw_data: the elements, which follow. Protobuf takes fields in any
 * order. */
struct text onnx_header(const struct output_options *output, const struct header_array *array,
                        size_t count) {
    const struct element *type = output->table->type;
    struct text message = {NULL, 0, 0};
    (void)count;
    char *sentences = banner_sentences(output);
    char *about = text_format("%s\n%s", output->command, sentences);
    add_number(&message, DIMS, array->rows);
    add_number(&message, DIMS, array->columns);
    add_number(&message, DATA_TYPE, (uint64_t)type->onnx);
    add_string(&message, NAME_FIELD, array->name);
    add_string(&message, DOC_STRING, about);
    begin_bytes(&message, RAW_DATA, array->rows * array->columns * type->bytes);
    free(about);
    free(sentences);
    return message;
}

/* "KEY":"TEXT", and what comes before it. */
static void safetensors_add_string(struct text *header, const char *before, const char *key,
                                   const char *text) {
    char *string = json_string_text(text);
    text_put(header, "%s\"%s\":%s", before, key, string);
    free(string);
}

/* Transformers refuses a file whose format isn't that of a framework it knows. "pt" is what nearly all files say: the
 * tensors are as PyTorch has them, row by row. */
static void add_metadata(struct text *header, const struct output_options *output) {
    char *sentences = banner_sentences(output);
    text_print(header, "\"__metadata__\":");
    safetensors_add_string(header, "{", "format", "pt");
    safetensors_add_string(header, ",", "type", output->table->type->name);
    safetensors_add_string(header, ",", "command", output->command);
    safetensors_add_string(header, ",", "formula", sentences);
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
        text_put(&header,
                 ",\"%s\":{\"dtype\":\"%s\",\"shape\":[%" PRIu64 ",%" PRIu64
                 "],\"data_offsets\":[%" PRIu64 ",%" PRIu64 "]}",
                 array->name, type->safetensors, array->rows, array->columns, array->offset, end);
    }
    text_print(&header, "}");
    while (header.used % MULTIPLE != 0)
        text_print(&header, " ");
    for (int k = 0; k < PREFIX; k++)
        header.bytes[k] = (char)((uint64_t)(header.used - PREFIX) >> 8 * k & 0xff);
    return header;
}
