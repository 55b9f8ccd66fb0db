#include "audit/array_source.h"
#include "audit/tensors.h"
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

/* Some names, those of positions first: "'a', 'b' and 5 more". */
static char *list_names(struct tensors tensors) {
    enum { MOST = 4 };
    struct text list = {NULL, 0, 0};
    size_t shown = 0;
    for (int wanted = 1; wanted >= 0; wanted--)
        for (size_t k = 0; tensors.list && k < tensors.count && shown < MOST; k++) {
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
    const json_t *shape = json_object_get(value, "shape");
    char *dtype = text_format("%.60s", json_string_value(json_object_get(value, "dtype")));
    char *wrong = array_choose_type(array, tensor->code, dtype, words.type, said);
    free(dtype);
    if (!wrong)
        wrong = array_choose_order(array, words.endian, "little");
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

static char *use_header(struct array *array, struct json_members *members,
                        struct array_words words) {
    struct tensors tensors;
    const struct tensor *chosen = NULL;
    json_t *member = NULL;
    const uint64_t bytes = input_size(array->source->input) - array->source->offset;
    char *wrong = tensors_read(array->path, members, bytes, &tensors);
    if (!wrong)
        wrong = choose(array, tensors, &chosen);
    if (!wrong && chosen)
        wrong = json_members_again(members, chosen->from, &member);
    if (!wrong && chosen)
        wrong = use_tensor(array, chosen, json_object_iter_value(json_object_iter(member)), words,
                           tensors.said);
    json_decref(member);
    tensors_free(&tensors);
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
