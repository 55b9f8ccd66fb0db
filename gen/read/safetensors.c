#include "base/die.h"
#include "base/json.h"
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
    char *text;
    size_t length;
    size_t at; /* what isn't read yet begins here */
};

struct tensor {
    char *name;
    uint64_t begin, end; /* of its bytes, after the header */
    const char *code; /* how its elements are stored (array_source.h); "" if no type of posenc is */
    unsigned width;   /* bytes of an element; 0: unknown */
    size_t from;      /* where its value begins in the header */
};

struct tensors {
    struct tensor *list; /* in the order of their bytes */
    size_t count, room;
    char *said; /* the element type that posenc names in its own files, or NULL */
};

static char *no_object(const struct header *h) {
    return text_format("%s: its header is no object of JSON", h->path);
}

/* Goes past a sign and the blanks around it, if it is there. */
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

static const struct {
    const char *dtype, *code;
    unsigned bytes;
} stored[] = {{"F16", "f2", 2}, {"BF16", "b2", 2}, {"F32", "f4", 4}, {"F64", "f8", 8},
              {"I8", "i1", 1},  {"I16", "i2", 2},  {"I32", "i4", 4}, {"I64", "i8", 8},
              {"U8", "u1", 1},  {"U16", "u2", 2},  {"U32", "u4", 4}, {"U64", "u8", 8},
              {"C64", "c8", 8}, {"BOOL", "", 1}};
enum { STORED = sizeof stored / sizeof *stored };

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
static char *check_span(const char *path, const struct tensor *tensor, const json_t *shape) {
    uint64_t bytes = tensor->width > 0 ? tensor->width : 1, length;
    bool empty = false, large = false;
    for (size_t k = 0; k < json_array_size(shape); k++) {
        if (!take_whole(json_array_get(shape, k), &length))
            return wrong_tensor(path, tensor->name, "its shape has what is no length");
        empty = empty || length == 0;
        large = large || (length > 0 && bytes > UINT64_MAX / length);
        bytes = large || length == 0 ? bytes : bytes * length;
    }
    if (tensor->width == 0) /* the size of its elements is unknown */
        return NULL;
    if (empty ? tensor->end == tensor->begin : !large && bytes == tensor->end - tensor->begin)
        return NULL;
    return wrong_tensor(path, tensor->name, "its shape doesn't take the bytes that it has");
}

static char *read_tensor(const char *path, const char *name, json_t *value, struct tensor *tensor) {
    json_t *offsets = json_object_get(value, "data_offsets");
    const char *dtype = json_string_value(json_object_get(value, "dtype"));
    const json_t *shape = json_object_get(value, "shape");
    if (!dtype || !json_is_array(shape))
        return wrong_tensor(path, name, "has no dtype or no shape");
    if (json_array_size(offsets) != 2 || !take_whole(json_array_get(offsets, 0), &tensor->begin) ||
        !take_whole(json_array_get(offsets, 1), &tensor->end) || tensor->begin > tensor->end)
        return wrong_tensor(path, name, "has no data_offsets [begin, end]");
    for (size_t k = 0; k < STORED; k++)
        if (strcmp(stored[k].dtype, dtype) == 0) {
            tensor->code = stored[k].code;
            tensor->width = stored[k].bytes;
        }
    return check_span(path, tensor, shape);
}

static int by_place(const void *left, const void *right) {
    const struct tensor *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

/* Checks that the tensors fill the bytes after the header, one after the other. */
static char *check_places(const char *path, struct tensors tensors, uint64_t bytes) {
    uint64_t end = 0;
    qsort(tensors.list, tensors.count, sizeof *tensors.list, by_place);
    for (size_t k = 0; k < tensors.count; k++) {
        const struct tensor *tensor = &tensors.list[k];
        if (tensor->end > bytes)
            return wrong_tensor(path, tensor->name, "its bytes end after the file");
        if (tensor->begin != end)
            return wrong_tensor(path, tensor->name,
                                tensor->begin < end ? "its bytes overlap those of another"
                                                    : "there are unused bytes before it");
        end = tensor->end;
    }
    return end == bytes ? NULL
                        : text_format("%s: %" PRIu64 " bytes after its tensors", path, bytes - end);
}

/* A member of the header is a tensor, or says something of the file. */
static char *use_member(const struct header *h, struct tensors *tensors, size_t from,
                        const char *name, json_t *value) {
    if (strcmp(name, "__metadata__") == 0) {
        const char *command = json_string_value(json_object_get(value, "command"));
        const char *type = json_string_value(json_object_get(value, "type"));
        if (command && type && !tensors->said &&
            strncmp(command, "posenc ", strlen("posenc ")) == 0)
            tensors->said = text_format("%s", type);
        return NULL;
    }
    if (tensors->count == tensors->room) {
        tensors->room = 2 * tensors->room + 16;
        tensors->list = die_realloc(tensors->list, tensors->room * sizeof *tensors->list);
    }
    struct tensor *tensor = &tensors->list[tensors->count++];
    *tensor = (struct tensor){.name = text_format("%s", name), .code = "", .from = from};
    return read_tensor(h->path, name, value, tensor);
}

static char *read_member(struct header *h, struct tensors *tensors) {
    json_t *name = NULL, *value = NULL;
    char *wrong = h->text[h->at] == '"' ? take_value(h, &name) : no_object(h);
    if (!wrong && !take_sign(h, ':'))
        wrong = text_format("%s: its header has no ':' after '%.60s'", h->path,
                            json_string_value(name));
    const size_t from = h->at;
    if (!wrong)
        wrong = take_value(h, &value);
    if (!wrong)
        wrong = use_member(h, tensors, from, json_string_value(name), value);
    json_decref(name);
    json_decref(value);
    return wrong;
}

static int by_name(const void *left, const void *right) {
    const struct tensor *a = left, *b = right;
    return strcmp(a->name, b->name);
}

static char *check_names(const char *path, struct tensors tensors) {
    qsort(tensors.list, tensors.count, sizeof *tensors.list, by_name);
    for (size_t k = 1; k < tensors.count; k++)
        if (by_name(&tensors.list[k - 1], &tensors.list[k]) == 0)
            return wrong_tensor(path, tensors.list[k].name, "is there twice");
    return NULL;
}

/* Reads the header of a file that has so many bytes after it, and checks that the tensors fill them, as their shapes and
 * types say. Returns NULL, or a message that the caller frees; the tensors are to be freed in any case. */
static char *tensors_read(struct header *h, uint64_t bytes, struct tensors *tensors) {
    if (!take_sign(h, '{'))
        return no_object(h);
    if (!take_sign(h, '}')) {
        do {
            char *wrong = read_member(h, tensors);
            if (wrong)
                return wrong;
        } while (take_sign(h, ','));
        if (!take_sign(h, '}'))
            return no_object(h);
    }
    if (h->at != h->length)
        return no_object(h);
    if (tensors->count == 0)
        return text_format("%s: has no tensor", h->path);
    char *wrong = check_names(h->path, *tensors);
    return wrong ? wrong : check_places(h->path, *tensors, bytes);
}

static void tensors_free(struct tensors *tensors) {
    for (size_t k = 0; k < tensors->count; k++)
        free(tensors->list[k].name);
    free(tensors->list);
    free(tensors->said);
}

/* Finds the tensor that the user means. */
static char *choose(const struct array *array, const struct tensors *tensors,
                    const struct tensor **chosen) {
    *chosen = !array->name && tensors->count == 1 ? tensors->list : NULL;
    for (size_t k = 0; array->name && k < tensors->count; k++)
        if (strcmp(tensors->list[k].name, array->name) == 0)
            *chosen = &tensors->list[k];
    return *chosen ? NULL
                   : array_not_chosen(array, "tensor", &tensors->list->name, sizeof *tensors->list,
                                      tensors->count, tensors->count);
}

static char *use_tensor(struct array *array, const struct tensor *tensor, json_t *value,
                        struct array_words said, const char *tensor_said) {
    const json_t *shape = json_object_get(value, "shape");
    char *dtype = text_format("%.60s", json_string_value(json_object_get(value, "dtype")));
    char *wrong = array_choose_type(array, tensor->code, dtype, said.type, tensor_said);
    free(dtype);
    if (!wrong)
        wrong = array_choose_order(array, said.endian, "little");
    if (!wrong && json_array_size(shape) == 0)
        wrong = text_format("%s: tensor '%.60s': is a single number, no array", array->path,
                            tensor->name);
    for (size_t k = 0; !wrong && k < json_array_size(shape); k++)
        wrong = array_add_length(array, (uint64_t)json_integer_value(json_array_get(shape, k)));
    array->complex = *tensor->code == 'c';
    if (!wrong && array->complex)
        wrong = array_add_length(array, 2);
    if (wrong)
        return wrong;
    if (!array->name)
        array->name = text_format("%s", tensor->name);
    array->source->offset += tensor->begin;
    return array_check_bytes(array, tensor->end - tensor->begin);
}

static char *use_header(struct array *array, struct header *h, struct array_words said) {
    struct tensors tensors = {NULL, 0, 0, NULL};
    const struct tensor *chosen = NULL;
    json_t *value = NULL;
    const uint64_t bytes = input_size(array->source->input) - array->source->offset;
    char *wrong = tensors_read(h, bytes, &tensors);
    if (!wrong)
        wrong = choose(array, &tensors, &chosen);
    if (!wrong && chosen) {
        h->at = chosen->from;
        wrong = take_value(h, &value);
    }
    if (!wrong && chosen)
        wrong = use_tensor(array, chosen, value, said, tensors.said);
    json_decref(value);
    tensors_free(&tensors);
    return wrong;
}

char *array_open_safetensors(struct array *array, struct array_words said) {
    struct array_source *source = array->source;
    unsigned char start[PREFIX];
    const uint64_t size = input_size(source->input);
    if (size < PREFIX)
        return text_format("%s: is no safetensors file: it has only %" PRIu64 " bytes", array->path,
                           size);
    char *wrong = input_read(source->input, 0, start, PREFIX);
    if (wrong)
        return wrong;
    const uint64_t length = array_little_endian(start, PREFIX);
    if (length > size - PREFIX)
        return text_format("%s: ends within its header of %" PRIu64 " bytes", array->path, length);
    if (length > LONGEST)
        return text_format("%s: its header has %" PRIu64 " bytes: more than %d aren't read",
                           array->path, length, LONGEST);
    source->offset = PREFIX + length;
    struct header header = {array->path, die_malloc(length + 1), (size_t)length, 0};
    wrong = input_read(source->input, PREFIX, header.text, (size_t)length);
    header.text[length] = 0; /* no blank and no sign */
    if (!wrong)
        wrong = use_header(array, &header, said);
    free(header.text);
    return wrong;
}
