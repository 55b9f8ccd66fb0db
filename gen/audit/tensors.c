#include "audit/tensors.h"
#include "base/die.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

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
static char *read_member(const char *path, struct tensors *tensors, size_t from, json_t *member) {
    void *only = json_object_iter(member);
    const char *name = json_object_iter_key(only);
    json_t *value = json_object_iter_value(only);
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
    return read_tensor(path, name, value, tensor);
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

char *tensors_read(const char *path, struct json_members *members, uint64_t bytes,
                   struct tensors *tensors) {
    json_t *member;
    size_t from;
    *tensors = (struct tensors){NULL, 0, 0, NULL};
    char *wrong = json_members_next(members, &from, &member);
    while (!wrong && member) {
        wrong = read_member(path, tensors, from, member);
        json_decref(member);
        if (!wrong)
            wrong = json_members_next(members, &from, &member);
    }
    if (!wrong && tensors->count > 0)
        wrong = check_names(path, *tensors);
    if (!wrong && tensors->count > 0)
        wrong = check_places(path, *tensors, bytes);
    return wrong;
}

void tensors_free(struct tensors *tensors) {
    for (size_t k = 0; k < tensors->count; k++)
        free(tensors->list[k].name);
    free(tensors->list);
    free(tensors->said);
}
