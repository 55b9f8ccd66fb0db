#include "audit/array_source.h"
#include "base/text.h"
#include "words/choice.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Can elements that are stored so be of this type? Bytes that mean nothing (V) can be any floating type. Signed integers
 * are rarely a floating type's bits, as they are where PyTorch has no unsigned ones: only if the user says so. */
static bool fits(const struct element *type, const char *code, bool said) {
    const char *own = type->precision == 8 ? "b2" : type->numpy + 1;
    if (strcmp(own, code) == 0)
        return true;
    bool bits = *code == 'u' || *code == 'V' || (*code == 'i' && said);
    return bits && !type->fixed && code[1] - '0' == (int)type->bytes && !code[2];
}

static const struct element *type_named(const char *name) {
    for (size_t k = 0; k < element_count; k++)
        if (strcmp(elements[k].name, name) == 0)
            return &elements[k];
    return NULL;
}

/* "f16, bf16 or u16": what the user may say. */
static char *list_fitting(const char *code) {
    const char *names[8];
    struct text list = {NULL, 0, 0};
    size_t count = 0;
    for (size_t k = 0; k < element_count; k++)
        if (fits(&elements[k], code, true))
            names[count++] = elements[k].name;
    for (size_t k = 0; k < count; k++) {
        text_print(&list, k == 0 ? "" : k + 1 < count ? ", " : " or ");
        text_print(&list, names[k]);
    }
    text_add(&list, "", 1);
    return list.bytes;
}

char *array_choose_type(struct array *array, const char *code, const char *stored,
                        const char *given, const char *said) {
    if (*code == 'c') /* its two parts */
        code = strcmp(code, "c8") == 0 ? "f4" : "f8";
    char *list = list_fitting(code), *wrong = NULL;
    const struct element *own = said ? type_named(said) : NULL;
    const struct element *only = NULL;
    size_t count = 0;
    for (size_t k = 0; k < element_count; k++)
        if (fits(&elements[k], code, false)) {
            only = &elements[k];
            count++;
        }
    const struct element *type = given ? type_named(given) : own ? own : count == 1 ? only : NULL;
    if (given && !type)
        wrong = choice_wrong(TYPE, given);
    else if (!*list || (!type && count == 0))
        wrong = text_format("%s: no element type is stored as %s", array->path, stored);
    else if (!type)
        wrong = text_format("%s: elements stored as %s can be of type %s: --type says which",
                            array->path, stored, list);
    else if (!fits(type, code, given != NULL))
        wrong = text_format("%s: elements stored as %s are of type %s, not %s", array->path, stored,
                            list, type->name);
    else if (own && own != type)
        wrong =
            text_format("%s: says that its type is %s, not %s", array->path, own->name, type->name);
    array->type = type;
    free(list);
    return wrong;
}

char *array_choose_raw_type(struct array *array, const char *given) {
    array->type = type_named(given);
    return array->type ? NULL : choice_wrong(TYPE, given);
}

char *array_choose_order(struct array *array, const char *given, const char *own) {
    static const uint16_t one = 1;
    const char *host = *(const unsigned char *)&one ? "little" : "big";
    int choice;
    char *canonical = NULL;
    char *wrong = given ? choice_parse(ENDIAN, given, &choice, &canonical) : NULL;
    free(canonical);
    if (!wrong && given && own && strcmp(given, own) != 0)
        wrong = text_format("%s: its byte order is %s-endian, not %s", array->path, own, given);
    const char *order = given ? given : own ? own : "little";
    array->source->swapped = strcmp(order, host) != 0;
    return wrong;
}

char *array_add_length(struct array *array, uint64_t length) {
    if (length == 0)
        return text_format("%s: the array is empty: its shape has a 0", array->path);
    if (length == 1)
        return NULL;
    if (length > UINT64_MAX / array->count)
        return text_format("%s: its shape has more than 2^64 elements", array->path);
    if (array->dimensions == ARRAY_DIMENSIONS)
        return text_format("%s: its shape has more than %d dimensions", array->path,
                           ARRAY_DIMENSIONS);
    array->count *= length;
    array->size[array->dimensions++] = length;
    return NULL;
}

char *array_check_bytes(const struct array *array, uint64_t bytes) {
    if (bytes % array->type->bytes == 0 && bytes / array->type->bytes == array->count)
        return NULL;
    return text_format("%s: has %" PRIu64 " bytes of elements, where its shape has %" PRIu64
                       " elements of %u bytes",
                       array->path, bytes, array->count, array->type->bytes);
}
