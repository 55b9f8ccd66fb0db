/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/integer.h"
#include "base/json.h"
#include "base/names.h"
#include "base/text.h"
#include "read/array_source.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The format of safetensors 0.4 (huggingface/safetensors, README, "Format"): the length of the header in 8 bytes, the
 * header, an object of JSON, and the bytes of all tensors without holes. The format allows headers of 100 MB; these 16 MiB
 * hold some 100,000 tensors. JSON takes up to 80 times as much memory as its text, so the members are read one by one. */
enum { PREFIX = 8, LONGEST = 1 << 24, MEMBER_LONGEST = 1 << 20 };

struct header {
    struct array *array;
    char *text;
    size_t length;
    size_t at; /* what isn't read yet begins here */

    struct tensor *tensors;
    size_t count;
    struct names seen; /* the names of members */
    char *said;        /* the element type that posenc names in its own files, or NULL */
    json_t *meant;     /* what the header says of the tensor that is meant; NULL: nothing */
};

/* The bytes of a tensor, after the header. */
struct tensor {
    uint64_t begin, end;
    char *name;
};

static bool no_object(const struct header *h) {
    return array_fail(h->array, "its header is not an object of JSON");
}

/* Skips a sign and the blanks around it, if it is there. */
static bool take_sign(struct header *h, char sign) {
    h->at += strspn(h->text + h->at, " \t\r\n");
    bool there = h->text[h->at] == sign;
    h->at += there;
    h->at += strspn(h->text + h->at, " \t\r\n");
    return there;
}

/* Reads the value that begins here, which the caller gives back with json_decref. */
static bool take_value(struct header *h, json_t **value) {
    const size_t left = h->length - h->at, most = left < MEMBER_LONGEST ? left : MEMBER_LONGEST;
    json_error_t error;
    *value = json_loadb(h->text + h->at, most,
                        JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &error);
    if (*value) {
        h->at += (size_t)error.position;
        return true;
    }
    if (left > most && (size_t)error.position >= most)
        return array_fail(h->array, "'%.20s' in its header has more than %d bytes", h->text + h->at,
                          MEMBER_LONGEST);
    char *what = text_printable(error.text);
    array_take_fault(h->array, text_format("%s:%d: %s", h->array->path, error.line, what));
    free(what);
    return false;
}

/* How the elements of a dtype are stored (array_source.h); "" if it is unknown. */
static const char *code_of(const char *dtype) {
    static const struct {
        const char *dtype, *code;
    } known[] = {{"F16", "f2"}, {"BF16", "b2"}, {"F32", "f4"}, {"F64", "f8"}, {"I8", "i1"},
                 {"I16", "i2"}, {"I32", "i4"},  {"I64", "i8"}, {"U8", "u1"},  {"U16", "u2"},
                 {"U32", "u4"}, {"U64", "u8"},  {"C64", "c8"}, {"BOOL", "V1"}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(known[k].dtype, dtype) == 0)
            return known[k].code;
    return "";
}

static bool wrong_tensor(const struct header *h, const char *name, const char *what) {
    return array_fail(h->array, "tensor '%.60s': %s", name, what);
}

/* Is it a whole number that isn't negative? */
static bool take_whole(const json_t *number, uint64_t *value) {
    if (!json_is_integer(number) || json_integer_value(number) < 0)
        return false;
    *value = (uint64_t)json_integer_value(number);
    return true;
}

/* Checks that the shape and the type of a tensor take as many bytes as it has. */
static bool check_span(const struct header *h, const struct tensor *tensor, const json_t *shape,
                       const char *code) {
    uint64_t bytes = *code ? (uint64_t)(code[1] - '0') : 1, length;
    bool empty = false, large = false;
    for (size_t k = 0; k < json_array_size(shape); k++) {
        if (!take_whole(json_array_get(shape, k), &length))
            return wrong_tensor(h, tensor->name,
                                "its shape has a length that is not a whole number");
        empty = empty || length == 0;
        large = large || (length > 0 && bytes > UINT64_MAX / length);
        bytes = large || length == 0 ? bytes : bytes * length;
    }
    return !*code /* the size of its elements is unknown */
           || (empty ? tensor->end == tensor->begin
                     : !large && bytes == tensor->end - tensor->begin) ||
           wrong_tensor(h, tensor->name, "its shape doesn't take the bytes that it has");
}

static bool read_tensor(const struct header *h, json_t *value, struct tensor *tensor) {
    json_t *offsets = json_object_get(value, "data_offsets");
    const char *dtype = json_string_value(json_object_get(value, "dtype"));
    const json_t *shape = json_object_get(value, "shape");
    if (!dtype || !json_is_array(shape))
        return wrong_tensor(h, tensor->name, "has no dtype or no shape");
    if (json_array_size(offsets) != 2 || !take_whole(json_array_get(offsets, 0), &tensor->begin) ||
        !take_whole(json_array_get(offsets, 1), &tensor->end) || tensor->begin > tensor->end)
        return wrong_tensor(h, tensor->name, "has no data_offsets [begin, end]");
    return check_span(h, tensor, shape, code_of(dtype));
}

static int by_place(const void *left, const void *right) {
    const struct tensor *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

/* Checks that the tensors fill the bytes after the header, one after the other. */
static bool check_places(struct header *h, uint64_t bytes) {
    uint64_t end = 0;
    qsort(h->tensors, h->count, sizeof *h->tensors, by_place);
    for (size_t k = 0; k < h->count; k++) {
        const struct tensor *tensor = &h->tensors[k];
        if (tensor->end > bytes)
            return wrong_tensor(h, tensor->name, "its bytes end after the file");
        if (tensor->begin != end)
            return wrong_tensor(h, tensor->name,
                                tensor->begin < end ? "its bytes overlap those of another"
                                                    : "there are unused bytes before it");
        end = tensor->end;
    }
    return end == bytes || array_fail(h->array, "%" PRIu64 " bytes after its tensors", bytes - end);
}

/* A member of the header describes a tensor, or the file. */
static bool use_member(struct header *h, const char *name, json_t *value) {
    const char *wanted = h->array->name;
    if (names_add(&h->seen, name, h->count))
        return wrong_tensor(h, name, "is there twice");
    if (strcmp(name, "__metadata__") == 0) {
        const char *command = json_string_value(json_object_get(value, "command"));
        const char *type = json_string_value(json_object_get(value, "type"));
        if (command && type && strncmp(command, "posenc ", strlen("posenc ")) == 0)
            h->said = text_format("%s", type);
        return true;
    }
    h->tensors = die_grow(h->tensors, h->count, sizeof *h->tensors);
    struct tensor *tensor = &h->tensors[h->count++];
    *tensor = (struct tensor){.name = text_format("%s", name)};
    if (wanted ? strcmp(name, wanted) == 0 : h->count == 1)
        h->meant = json_incref(value);
    return read_tensor(h, value, tensor);
}

static bool read_member(struct header *h) {
    json_t *name = NULL, *value = NULL;
    bool good = h->text[h->at] == '"' ? take_value(h, &name) : no_object(h);
    if (good && !take_sign(h, ':'))
        good = array_fail(h->array, "its header has no ':' after '%.60s'", json_string_value(name));
    good = good && take_value(h, &value) && use_member(h, json_string_value(name), value);
    json_decref(name);
    json_decref(value);
    return good;
}

/* Reads the header of a file that has `bytes` bytes after it, and checks that the tensors fill them, as their shapes and
 * types say. */
static bool read_header(struct header *h, uint64_t bytes) {
    if (!take_sign(h, '{'))
        return no_object(h);
    if (!take_sign(h, '}')) {
        do
            if (!read_member(h))
                return false;
        while (take_sign(h, ','));
        if (!take_sign(h, '}'))
            return no_object(h);
    }
    if (h->at != h->length)
        return no_object(h);
    return h->count > 0 ? check_places(h, bytes) : array_fail(h->array, "has no tensor");
}

static void free_header(struct header *h) {
    for (size_t k = 0; k < h->count; k++)
        free(h->tensors[k].name);
    names_free(&h->seen);
    free(h->tensors);
    free(h->said);
    free(h->text);
    json_decref(h->meant);
}

/* Takes the tensor that is meant as the array. */
static bool use_tensor(const struct header *h, struct array_words said) {
    struct array *array = h->array;
    if (array->name ? !h->meant : h->count != 1)
        return array_fail_choice(array, "tensor", &h->tensors->name, h->count, sizeof *h->tensors,
                                 h->count);
    if (!array->name)
        array->name = text_format("%s", h->tensors[0].name);
    struct tensor tensor = {.name = array->name};
    const json_t *shape = json_object_get(h->meant, "shape");
    const char *dtype = json_string_value(json_object_get(h->meant, "dtype")),
               *code = code_of(dtype);
    char *shown = text_format("%.60s", dtype);
    bool good = read_tensor(h, h->meant, &tensor) &&
                array_choose_type(array, code, shown, said.type, h->said) &&
                array_choose_order(array, said.endian, "little") && array_add_shape(array, shape);
    free(shown);
    array->source->offset += tensor.begin;
    return good && array_finish(array, *code == 'c', tensor.end - tensor.begin);
}

bool array_open_safetensors(struct array *array, struct array_words said) {
    unsigned char start[PREFIX];
    const struct input *input = array->source->input;
    const uint64_t size = input_size(input);
    if (size < PREFIX)
        return array_fail(array, "is not a .safetensors file: it has only %" PRIu64 " bytes", size);
    if (!array_take_fault(array, input_read(input, 0, start, PREFIX)))
        return false;
    const uint64_t length = integer_of_bytes(start, PREFIX),
                   offset = array->source->offset = PREFIX + length;
    if (length > size - PREFIX)
        return array_fail(array, "ends within its header of %" PRIu64 " bytes", length);
    if (length > LONGEST)
        return array_fail(array, "its header has %" PRIu64 " bytes: more than %d aren't read",
                          length, LONGEST);
    struct header header = {
        .array = array, .text = die_malloc(length + 1), .length = (size_t)length};
    header.text[length] = 0; /* no blank and no sign */
    bool good = array_take_fault(array, input_read(input, PREFIX, header.text, (size_t)length)) &&
                read_header(&header, size - offset) && use_tensor(&header, said);
    free_header(&header);
    return good;
}
