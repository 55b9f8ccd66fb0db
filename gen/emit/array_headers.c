/* SPDX-License-Identifier: MIT */
#include "emit/array_headers.h"
#include "base/json.h"
#include "emit/banner.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The size of one array of the table; its arrays follow each other. */
static uint64_t array_bytes(const struct output_options *output) {
    return output_rows(output) * output->table->columns * output->table->type->bytes;
}

/* The first dimension: the only one of a flat array. */
static uint64_t flat_rows(const struct output_options *output) {
    const struct table *table = output->table;
    return output_is_flat(output) ? output_rows(output) * table->columns : output_rows(output);
}

/* NumPy's format 1.0 (NEP 1): magic, version, the length of the dictionary, the dictionary. Blanks pad it so that the
 * elements start at a multiple of 64. */
static struct text npy_header(const struct output_options *output) {
    enum { PREFIX = 10, MULTIPLE = 64 };
    const struct table *table = output->table;
    char *columns =
        output_is_flat(output) ? text_format("%s", "") : text_format(" %" PRIu64, table->columns);
    char *dictionary =
        text_format("{'descr': '%s', 'fortran_order': False, 'shape': (%" PRIu64 ",%s), }",
                    table->type->numpy, flat_rows(output), columns);
    size_t length = (PREFIX + strlen(dictionary) + 1 + MULTIPLE - 1) / MULTIPLE * MULTIPLE - PREFIX;
    const char numbers[] = {1, 0, (char)(length % 256), (char)(length / 256)};
    struct text header = {NULL, 0, 0};
    text_print(&header, "\x93NUMPY");
    text_add(&header, numbers, sizeof numbers);
    text_put(&header, "%-*s\n", (int)length - 1, dictionary);
    free(dictionary);
    free(columns);
    return header;
}

/* Fields of TensorProto (onnx.proto, IR version 9), and how protobuf writes them. */
enum field { DIMS = 1, DATA_TYPE = 2, NAME_FIELD = 8, RAW_DATA = 9, DOC_STRING = 12 };
enum wire { WIRE_VARINT = 0, WIRE_BYTES = 2 };

/* Appends 7 bits in each byte, the lowest first; all bytes except the last have their top bit set. */
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
static void add_length(struct text *message, enum field field, uint64_t length) {
    add_varint(message, (uint64_t)field << 3 | WIRE_BYTES);
    add_varint(message, length);
}

static void add_string(struct text *message, enum field field, const char *text) {
    add_length(message, field, strlen(text));
    text_print(message, text);
}

/* A message of type TensorProto. Its last field is raw_data: the elements, which follow. Protobuf takes fields in any
 * order. */
static struct text onnx_header(const struct output_options *output) {
    const struct table *table = output->table;
    struct text message = {NULL, 0, 0};
    char *sentences = banner_sentences(output);
    char *about = text_format("%s\n%s", output->command, sentences);
    add_number(&message, DIMS, flat_rows(output));
    if (!output_is_flat(output))
        add_number(&message, DIMS, table->columns);
    add_number(&message, DATA_TYPE, (uint64_t)table->type->onnx);
    add_string(&message, NAME_FIELD, output->text[NAME]);
    add_string(&message, DOC_STRING, about);
    add_length(&message, RAW_DATA, array_bytes(output));
    free(about);
    free(sentences);
    return message;
}

/* The format of safetensors 0.4 (huggingface/safetensors, README, "Format"): the length of the header in 8 bytes, and
 * the header, an object of JSON. Blanks pad it so that the elements start at a multiple of 64 and can be mapped as
 * vectors.
 *
 * Transformers refuses a file whose format isn't that of a framework it knows. Nearly all files say "pt": the tensors
 * are arranged as in PyTorch, row by row. */
static struct text safetensors_header(const struct output_options *output) {
    enum { PREFIX = 8, MULTIPLE = 64 };
    const struct table *table = output->table;
    const uint64_t bytes = array_bytes(output);
    struct text header = {NULL, 0, 0};
    char *sentences = banner_sentences(output);
    json_t *object = json_pack("{s{ssssssss}}", "__metadata__", "format", "pt", "type",
                               table->type->name, "command", output->command, "formula", sentences);
    for (uint64_t k = 0; k < table->arrays; k++) {
        const uint64_t begin = k * bytes, end = begin + bytes;
        char *name = output_array_name(output, k);
        json_t *shape = json_pack("[I]", (json_int_t)flat_rows(output));
        if (!output_is_flat(output))
            json_array_append_new(shape, json_integer((json_int_t)table->columns));
        json_object_set_new(object, name,
                            json_pack("{sssos[II]}", "dtype", table->type->safetensors, "shape",
                                      shape, "data_offsets", (json_int_t)begin, (json_int_t)end));
        free(name);
    }
    char *text = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_PRESERVE_ORDER);
    text_put(&header, "%*s%s", PREFIX, "", text);
    while (header.used % MULTIPLE != 0)
        text_print(&header, " ");
    for (int k = 0; k < PREFIX; k++)
        header.bytes[k] = (char)((uint64_t)(header.used - PREFIX) >> 8 * k & 0xff);
    json_decref(object);
    free(text);
    free(sentences);
    return header;
}

struct text array_header(const struct output_options *output) {
    switch (output->format->content) {
    case CONTENT_NPY:
        return npy_header(output);
    case CONTENT_SAFETENSORS:
        return safetensors_header(output);
    case CONTENT_ONNX:
        return onnx_header(output);
    default:
        return (struct text){NULL, 0, 0};
    }
}

void array_header_check(const struct output_options *output, struct faults *faults) {
    const uint64_t most = output->format->most_bytes;
    if (most == 0)
        return;
    struct text header = array_header(output);
    const uint64_t bytes = header.used + output->table->arrays * array_bytes(output);
    text_free(&header);
    if (bytes > most)
        faults_put(faults, FORMAT,
                   "format '%s' has files of at most %" PRIu64
                   " bytes, and this one would have %" PRIu64
                   ": its readers take format 'raw' as external data",
                   output->format->name, most, bytes);
}
