#include "audit/array_source.h"
#include "audit/json_members.h"
#include "base/die.h"
#include "base/text.h"
#include "words/nearest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The format of safetensors 0.4 (huggingface/safetensors, README, "Format"): the length of the header in 8 bytes, the
 * header, an object of JSON, and the bytes of all tensors without holes. The format allows headers of 100 MB; these 16 MiB
 * hold some 100,000 tensors. JSON takes up to 80 times as much memory as its text, so the members are read one by one. */
enum { PREFIX = 8, LONGEST = 1 << 24, MEMBER_LONGEST = 1 << 20 };

static const struct {
    const char *dtype, *code;
    unsigned bytes;
} stored[] = {{"F16", "f2", 2}, {"BF16", "b2", 2}, {"F32", "f4", 4}, {"F64", "f8", 8},
              {"I8", "i1", 1},  {"I16", "i2", 2},  {"I32", "i4", 4}, {"I64", "i8", 8},
              {"U8", "u1", 1},  {"U16", "u2", 2},  {"U32", "u4", 4}, {"U64", "u8", 8},
              {"C64", "c8", 8}, {"BOOL", "", 1}};
enum { STORED = sizeof stored / sizeof *stored };

struct tensor {
    char *name;
    uint64_t begin, end; /* of its bytes, after the header */
    size_t row;          /* of its dtype above; STORED if it is another */
    size_t from;         /* where its member of the header begins */
};

struct tensors {
    struct tensor *list;
    size_t count, room;
    char *said; /* the element type that posenc names in its own files, or NULL */
};

static char *wrong_tensor(const struct array *array, const char *name, const char *what) {
    return text_format("%s: tensor '%.60s': %s", array->path, name, what);
}

/* Is it a whole number that isn't negative? */
static bool take_whole(const json_t *number, uint64_t *value) {
    if (!json_is_integer(number) || json_integer_value(number) < 0)
        return false;
    *value = (uint64_t)json_integer_value(number);
    return true;
}

/* Checks that the shape and the type of a tensor take as many bytes as it has. */
static char *check_span(const struct array *array, const struct tensor *tensor,
                        const json_t *shape) {
    uint64_t bytes = tensor->row < STORED ? stored[tensor->row].bytes : 1, length;
    bool empty = false, large = false;
    for (size_t k = 0; k < json_array_size(shape); k++) {
        if (!take_whole(json_array_get(shape, k), &length))
            return wrong_tensor(array, tensor->name, "its shape has what is no length");
        empty = empty || length == 0;
        large = large || (length > 0 && bytes > UINT64_MAX / length);
        bytes = large || length == 0 ? bytes : bytes * length;
    }
    if (tensor->row == STORED) /* the size of its elements is unknown */
        return NULL;
    if (empty ? tensor->end == tensor->begin : !large && bytes == tensor->end - tensor->begin)
        return NULL;
    return wrong_tensor(array, tensor->name, "its shape doesn't take the bytes that it has");
}

static char *read_tensor(const struct array *array, const char *name, json_t *value,
                         struct tensor *tensor) {
    json_t *offsets = json_object_get(value, "data_offsets");
    const char *dtype = json_string_value(json_object_get(value, "dtype"));
    const json_t *shape = json_object_get(value, "shape");
    if (!dtype || !json_is_array(shape))
        return wrong_tensor(array, name, "has no dtype or no shape");
    if (json_array_size(offsets) != 2 || !take_whole(json_array_get(offsets, 0), &tensor->begin) ||
        !take_whole(json_array_get(offsets, 1), &tensor->end) || tensor->begin > tensor->end)
        return wrong_tensor(array, name, "has no data_offsets [begin, end]");
    while (tensor->row < STORED && strcmp(stored[tensor->row].dtype, dtype) != 0)
        tensor->row++;
    return check_span(array, tensor, shape);
}

static int by_place(const void *left, const void *right) {
    const struct tensor *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

/* Checks that the tensors fill the bytes after the header, one after the other. */
static char *check_places(const struct array *array, struct tensors tensors, uint64_t bytes) {
    uint64_t end = 0;
    qsort(tensors.list, tensors.count, sizeof *tensors.list, by_place);
    for (size_t k = 0; k < tensors.count; k++) {
        const struct tensor *tensor = &tensors.list[k];
        if (tensor->end > bytes)
            return wrong_tensor(array, tensor->name, "its bytes end after the file");
        if (tensor->begin != end)
            return wrong_tensor(array, tensor->name,
                                tensor->begin < end ? "its bytes overlap those of another"
                                                    : "there are unused bytes before it");
        end = tensor->end;
    }
    return end == bytes
               ? NULL
               : text_format("%s: %" PRIu64 " bytes after its tensors", array->path, bytes - end);
}

/* Some names, those of positions first: "'a', 'b' and 5 more". */
static char *list_names(struct tensors tensors) {
    enum { MOST = 4 };
    struct text list = {NULL, 0, 0};
    size_t shown = 0;
    for (int wanted = 1; wanted >= 0; wanted--)
        for (size_t k = 0; k < tensors.count && shown < MOST; k++) {
            const char *name = tensors.list[k].name;
            if ((strstr(name, "pos") != NULL) != wanted)
                continue;
            char *quoted = text_format("%s'%.60s'", shown++ > 0 ? ", " : "", name);
            text_print(&list, quoted);
            free(quoted);
        }
    char *rest = tensors.count > shown ? text_format(" and %zu more", tensors.count - shown) : NULL;
    text_print(&list, rest ? rest : "");
    free(rest);
    text_add(&list, "", 1);
    return list.bytes;
}

/* Finds the tensor that the user means. */
static char *choose(struct array *array, struct tensors tensors, const struct tensor **chosen) {
    *chosen = !array->name && tensors.count == 1 ? tensors.list : NULL;
    for (size_t k = 0; array->name && k < tensors.count; k++)
        if (strcmp(tensors.list[k].name, array->name) == 0)
            *chosen = &tensors.list[k];
    if (*chosen || tensors.count == 0)
        return *chosen ? NULL : text_format("%s: has no tensor", array->path);
    char *names = list_names(tensors), *wrong;
    const char *meant = array->name ? nearest(array->name, &tensors.list[0].name, tensors.count,
                                              sizeof *tensors.list)
                                    : NULL;
    if (array->name)
        wrong =
            text_format("%s: has no tensor '%.60s', but %s%s%s%s", array->path, array->name, names,
                        meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "");
    else
        wrong = text_format("%s: has several tensors: %s: %s:NAME says which", array->path, names,
                            array->path);
    free(names);
    return wrong;
}

static char *use_tensor(struct array *array, const struct tensor *tensor, json_t *value,
                        struct array_words words, const char *said) {
    const char *code = tensor->row < STORED ? stored[tensor->row].code : "";
    const json_t *shape = json_object_get(value, "shape");
    char *dtype = text_format("%.60s", json_string_value(json_object_get(value, "dtype")));
    char *wrong = array_choose_type(array, code, dtype, words.type, said);
    free(dtype);
    if (!wrong)
        wrong = array_choose_order(array, words.endian, "little");
    if (!wrong && json_array_size(shape) == 0)
        wrong = wrong_tensor(array, tensor->name, "is a single number, no array");
    for (size_t k = 0; !wrong && k < json_array_size(shape); k++)
        wrong = array_add_length(array, (uint64_t)json_integer_value(json_array_get(shape, k)));
    array->complex = *code == 'c';
    if (!wrong && array->complex)
        wrong = array_add_length(array, 2);
    if (wrong)
        return wrong;
    if (!array->name)
        array->name = text_format("%s", tensor->name);
    array->source->offset += tensor->begin;
    return array_check_bytes(array, tensor->end - tensor->begin);
}

/* A member of the header is a tensor, or says something of the file. */
static char *read_member(const struct array *array, struct tensors *tensors, size_t from,
                         json_t *member) {
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
    *tensor = (struct tensor){.name = text_format("%s", name), .from = from};
    return read_tensor(array, name, value, tensor);
}

static int by_name(const void *left, const void *right) {
    const struct tensor *a = left, *b = right;
    return strcmp(a->name, b->name);
}

static char *check_names(const struct array *array, struct tensors tensors) {
    qsort(tensors.list, tensors.count, sizeof *tensors.list, by_name);
    for (size_t k = 1; k < tensors.count; k++)
        if (by_name(&tensors.list[k - 1], &tensors.list[k]) == 0)
            return wrong_tensor(array, tensors.list[k].name, "is there twice");
    return NULL;
}

static char *read_tensors(const struct array *array, struct json_members *members,
                          struct tensors *tensors) {
    json_t *member;
    size_t from;
    char *wrong = json_members_next(members, &from, &member);
    while (!wrong && member) {
        wrong = read_member(array, tensors, from, member);
        json_decref(member);
        if (!wrong)
            wrong = json_members_next(members, &from, &member);
    }
    if (!wrong && tensors->count > 0)
        wrong = check_names(array, *tensors);
    if (!wrong && tensors->count > 0)
        wrong =
            check_places(array, *tensors, input_size(array->source->input) - array->source->offset);
    return wrong;
}

static char *use_header(struct array *array, struct json_members *members,
                        struct array_words words) {
    struct tensors tensors = {NULL, 0, 0, NULL};
    const struct tensor *chosen = NULL;
    json_t *member = NULL;
    char *wrong = read_tensors(array, members, &tensors);
    if (!wrong)
        wrong = choose(array, tensors, &chosen);
    if (!wrong)
        wrong = json_members_again(members, chosen->from, &member);
    if (!wrong)
        wrong = use_tensor(array, chosen, json_object_iter_value(json_object_iter(member)), words,
                           tensors.said);
    json_decref(member);
    for (size_t k = 0; k < tensors.count; k++)
        free(tensors.list[k].name);
    free(tensors.list);
    free(tensors.said);
    return wrong;
}

char *array_open_safetensors(struct array *array, struct array_words words) {
    struct array_source *source = array->source;
    unsigned char start[PREFIX];
    uint64_t size = input_size(source->input), length = 0;
    if (size < PREFIX)
        return text_format("%s: is no safetensors file: it has only %" PRIu64 " bytes", array->path,
                           size);
    char *wrong = input_read(source->input, 0, start, PREFIX);
    if (wrong)
        return wrong;
    for (unsigned k = 0; k < PREFIX; k++)
        length |= (uint64_t)start[k] << 8 * k;
    if (length > size - PREFIX)
        return text_format("%s: ends within its header of %" PRIu64 " bytes", array->path, length);
    if (length > LONGEST)
        return text_format("%s: its header has %" PRIu64 " bytes: more than %d aren't read",
                           array->path, length, LONGEST);
    source->offset = PREFIX + length;
    char *text = die_malloc(length);
    struct json_members members = {array->path, text, (size_t)length, MEMBER_LONGEST, 0};
    wrong = input_read(source->input, PREFIX, text, (size_t)length);
    if (!wrong)
        wrong = use_header(array, &members, words);
    free(text);
    return wrong;
}
