#include "emit/array_header.h"
#include "emit/banner.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

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
