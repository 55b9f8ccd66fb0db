#include "base/die.h"
#include "base/integer.h"
#include "base/json.h"
#include "base/name_set.h"
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
    const char *path; /* of the file, for messages */
    const char *name; /* of the tensor that is meant; NULL: the only one */
    char *text;
    size_t length;
    size_t at; /* what isn't read yet begins here */

    struct tensor *tensors;
    size_t count;
    struct names seen; /* of the tensors */
    char *said;        /* the element type that posenc names in its own files, or NULL */
    json_t *meant;     /* what the header says of the tensor that is meant; NULL: nothing */
};

/* The bytes of a tensor, after the header. */
struct tensor {
    uint64_t begin, end;
    char *name;
};

static char *no_object(const struct header *h) {
    return text_format("%s: its header is not an object of JSON", h->path);
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
static char *take_value(struct header *h, json_t **value) {
    const size_t left = h->length - h->at, most = left < MEMBER_LONGEST ? left : MEMBER_LONGEST;
    json_error_t error;
    *value = json_loadb(h->text + h->at, most,
                        JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &error);
    if (*value) {
        h->at += (size_t)error.position;
        return NULL;
    }
    if (left > most && (size_t)error.position >= most)
        return text_format("%s: '%.20s' in its header has more than %d bytes", h->path,
                           h->text + h->at, MEMBER_LONGEST);
    char *what = text_printable(error.text);
    char *wrong = text_format("%s:%d: %s", h->path, error.line, what);
    free(what);
    return wrong;
}

static const struct stored {
    const char *dtype, *code; /* how its elements are stored (array_source.h) */
    unsigned bytes;
} stored[] = {{"F16", "f2", 2}, {"BF16", "b2", 2}, {"F32", "f4", 4}, {"F64", "f8", 8},
              {"I8", "i1", 1},  {"I16", "i2", 2},  {"I32", "i4", 4}, {"I64", "i8", 8},
              {"U8", "u1", 1},  {"U16", "u2", 2},  {"U32", "u4", 4}, {"U64", "u8", 8},
              {"C64", "c8", 8}, {"BOOL", "", 1}};

/* Of a dtype that isn't known here neither the code, "", nor the bytes, 0. */
static struct stored stored_as(const char *dtype) {
    for (size_t k = 0; k < sizeof stored / sizeof *stored; k++)
        if (strcmp(stored[k].dtype, dtype) == 0)
            return stored[k];
    return (struct stored){dtype, "", 0};
}

static char *wrong_tensor(const char *path, const char *name, const char *what) {
    return text_format("%s: tensor '%.60s': %s", path, name, what);
}

/* Is it a whole number that isn't negative? */
static bool take_whole(const json_t *number, uint64_t *value) {
    if (!json_is_integer(number) || json_integer_value(number) < 0)
        return false;
    *value = (uint64_t)json_integer_value(number);
    return true;
}

/* Checks that the shape and the type of a tensor take as many bytes as it has. */
static char *check_span(const char *path, const struct tensor *tensor, const json_t *shape,
                        unsigned width) {
    uint64_t bytes = width > 0 ? width : 1, length;
    bool empty = false, large = false;
    for (size_t k = 0; k < json_array_size(shape); k++) {
        if (!take_whole(json_array_get(shape, k), &length))
            return wrong_tensor(path, tensor->name,
                                "its shape has a length that is not a whole number");
        empty = empty || length == 0;
        large = large || (length > 0 && bytes > UINT64_MAX / length);
        bytes = large || length == 0 ? bytes : bytes * length;
    }
    if (width == 0) /* the size of its elements is unknown */
        return NULL;
    if (empty ? tensor->end == tensor->begin : !large && bytes == tensor->end - tensor->begin)
        return NULL;
    return wrong_tensor(path, tensor->name, "its shape doesn't take the bytes that it has");
}

static char *read_tensor(const char *path, json_t *value, struct tensor *tensor) {
    json_t *offsets = json_object_get(value, "data_offsets");
    const char *dtype = json_string_value(json_object_get(value, "dtype"));
    const json_t *shape = json_object_get(value, "shape");
    if (!dtype || !json_is_array(shape))
        return wrong_tensor(path, tensor->name, "has no dtype or no shape");
    if (json_array_size(offsets) != 2 || !take_whole(json_array_get(offsets, 0), &tensor->begin) ||
        !take_whole(json_array_get(offsets, 1), &tensor->end) || tensor->begin > tensor->end)
        return wrong_tensor(path, tensor->name, "has no data_offsets [begin, end]");
    return check_span(path, tensor, shape, stored_as(dtype).bytes);
}

static int by_place(const void *left, const void *right) {
    const struct tensor *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

/* Checks that the tensors fill the bytes after the header, one after the other. */
static char *check_places(struct header *h, uint64_t bytes) {
    uint64_t end = 0;
    qsort(h->tensors, h->count, sizeof *h->tensors, by_place);
    for (size_t k = 0; k < h->count; k++) {
        const struct tensor *tensor = &h->tensors[k];
        if (tensor->end > bytes)
            return wrong_tensor(h->path, tensor->name, "its bytes end after the file");
        if (tensor->begin != end)
            return wrong_tensor(h->path, tensor->name,
                                tensor->begin < end ? "its bytes overlap those of another"
                                                    : "there are unused bytes before it");
        end = tensor->end;
    }
    return end == bytes
               ? NULL
               : text_format("%s: %" PRIu64 " bytes after its tensors", h->path, bytes - end);
}

/* A member of the header is a tensor, or says something of the file. */
static char *use_member(struct header *h, const char *name, json_t *value) {
    if (strcmp(name, "__metadata__") == 0) {
        const char *command = json_string_value(json_object_get(value, "command"));
        const char *type = json_string_value(json_object_get(value, "type"));
        if (command && type && !h->said && strncmp(command, "posenc ", strlen("posenc ")) == 0)
            h->said = text_format("%s", type);
        return NULL;
    }
    if (names_add(&h->seen, name, h->count))
        return wrong_tensor(h->path, name, "is there twice");
    h->tensors = die_grow(h->tensors, h->count, sizeof *h->tensors);
    struct tensor *tensor = &h->tensors[h->count++];
    *tensor = (struct tensor){.name = text_format("%s", name)};
    if (h->name ? strcmp(name, h->name) == 0 : h->count == 1)
        h->meant = json_incref(value);
    return read_tensor(h->path, value, tensor);
}

static char *read_member(struct header *h) {
    json_t *name = NULL, *value = NULL;
    char *wrong = h->text[h->at] == '"' ? take_value(h, &name) : no_object(h);
    if (!wrong && !take_sign(h, ':'))
        wrong = text_format("%s: its header has no ':' after '%.60s'", h->path,
                            json_string_value(name));
    if (!wrong)
        wrong = take_value(h, &value);
    if (!wrong)
        wrong = use_member(h, json_string_value(name), value);
    json_decref(name);
    json_decref(value);
    return wrong;
}

/* Reads the header of a file that has `bytes` bytes after it, and checks that the tensors fill them, as their shapes and
 * types say. Returns NULL, or a message that the caller frees. */
static char *read_header(struct header *h, uint64_t bytes) {
    if (!take_sign(h, '{'))
        return no_object(h);
    if (!take_sign(h, '}')) {
        do {
            char *wrong = read_member(h);
            if (wrong)
                return wrong;
        } while (take_sign(h, ','));
        if (!take_sign(h, '}'))
            return no_object(h);
    }
    if (h->at != h->length)
        return no_object(h);
    return h->count > 0 ? check_places(h, bytes) : text_format("%s: has no tensor", h->path);
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
static char *use_tensor(struct array *array, const struct header *h, struct array_words said) {
    if (!array->name && h->tensors)
        array->name = text_format("%s", h->tensors[0].name);
    struct tensor tensor = {.name = array->name};
    const json_t *shape = json_object_get(h->meant, "shape");
    const struct stored own = stored_as(json_string_value(json_object_get(h->meant, "dtype")));
    char *dtype = text_format("%.60s", own.dtype);
    char *wrong = read_tensor(h->path, h->meant, &tensor);
    if (!wrong)
        wrong = array_choose_type(array, own.code, dtype, said.type, h->said);
    free(dtype);
    if (!wrong)
        wrong = array_choose_order(array, said.endian, "little");
    if (!wrong && json_array_size(shape) == 0)
        wrong = wrong_tensor(h->path, tensor.name, "is a single number, no array");
    for (size_t k = 0; !wrong && k < json_array_size(shape); k++)
        wrong = array_add_length(array, (uint64_t)json_integer_value(json_array_get(shape, k)));
    array->complex = *own.code == 'c';
    if (!wrong && array->complex)
        wrong = array_add_length(array, 2);
    if (wrong)
        return wrong;
    array->source->offset += tensor.begin;
    return array_check_bytes(array, tensor.end - tensor.begin);
}

static char *not_chosen(const struct array *array, const struct header *h) {
    char **names = die_malloc(h->count * sizeof *names);
    for (size_t k = 0; k < h->count; k++)
        names[k] = h->tensors[k].name;
    char *wrong = array_not_chosen(array, "tensor", names, h->count, h->count);
    free(names);
    return wrong;
}

char *array_open_safetensors(struct array *array, struct array_words said) {
    struct array_source *source = array->source;
    unsigned char start[PREFIX];
    const uint64_t size = input_size(source->input);
    if (size < PREFIX)
        return text_format("%s: is not a .safetensors file: it has only %" PRIu64 " bytes",
                           array->path, size);
    char *wrong = input_read(source->input, 0, start, PREFIX);
    if (wrong)
        return wrong;
    const uint64_t length = integer_of_bytes(start, PREFIX);
    if (length > size - PREFIX)
        return text_format("%s: ends within its header of %" PRIu64 " bytes", array->path, length);
    if (length > LONGEST)
        return text_format("%s: its header has %" PRIu64 " bytes: more than %d aren't read",
                           array->path, length, LONGEST);
    source->offset = PREFIX + length;
    struct header header = {.path = array->path,
                            .name = array->name,
                            .text = die_malloc(length + 1),
                            .length = (size_t)length};
    wrong = input_read(source->input, PREFIX, header.text, (size_t)length);
    header.text[length] = 0; /* no blank and no sign */
    if (!wrong)
        wrong = read_header(&header, size - source->offset);
    if (!wrong && (header.name ? !header.meant : header.count > 1))
        wrong = not_chosen(array, &header);
    if (!wrong)
        wrong = use_tensor(array, &header, said);
    free_header(&header);
    return wrong;
}
