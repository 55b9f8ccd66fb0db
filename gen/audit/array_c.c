#include "audit/array_source.h"
#include "audit/c_initializer.h"
#include "base/die.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Compilers take no larger ones: Clang counts the bytes of sources with 31 bits. */
#define LARGEST INT32_MAX

/* Finds the element type of an array. */
static char *choose_type(struct array *array, struct c_array *declared, const char *given) {
    char *code = declared->code;
    if (*code && code[1] == '?') /* of long, --type f64 tells that it has 64 bits */
        code[1] = given && strcmp(given, "f64") == 0 ? '8' : '4';
    if (*code)
        return array_choose_type(array, code, declared->type, given, NULL);
    if (!given)
        return text_format("%s: how '%.60s' stores a number isn't known here: --type says it",
                           array->path, declared->type);
    char *wrong = array_choose_raw_type(array, given);
    if (!wrong && array->type->fixed)
        snprintf(code, sizeof declared->code, "%s", array->type->numpy + 1);
    return wrong;
}

/* Lengths of a shape without those of 1. */
struct shape {
    int dimensions;
    uint64_t size[C_NESTING + 1];
};

static void add_length(struct shape *shape, uint64_t length) {
    if (length != 1)
        shape->size[shape->dimensions++] = length;
}

static char *wrong_shape(const struct array *array, const struct c_definition *definition,
                         const char *what) {
    return text_format("%s:%zu: the braces of '%.60s' %s", array->path, definition->line,
                       definition->array.name, what);
}

/* The product of the known lengths, or 0 if it has more than 64 bits; how many are unknown. */
static uint64_t known_product(const struct shape *shape, int *unknown) {
    uint64_t product = 1;
    *unknown = 0;
    for (int k = 0; k < shape->dimensions; k++) {
        uint64_t length = shape->size[k];
        if (length > 0 && product > UINT64_MAX / length)
            return 0;
        *unknown += length == 0;
        product *= length > 0 ? length : 1;
    }
    return product;
}

/* Is each length of the braces the product of some declared ones, in their order? Braces may be left out. */
static bool agree(const struct shape *braces, const struct shape *declared) {
    int next = 0;
    for (int k = 0; k < braces->dimensions; k++) {
        uint64_t product = 1;
        while (product < braces->size[k] && next < declared->dimensions)
            product *= declared->size[next++];
        if (product != braces->size[k])
            return false;
    }
    return true;
}

/* Finds the shape: the declared one, if it has at most one length that isn't a number, and else that of the braces. */
static char *choose_shape(const struct array *array, const struct c_definition *definition,
                          const struct c_initializer *initializer, struct shape *shape) {
    struct shape braces = {0}, declared = {0};
    int unknown;
    for (int k = 1; k <= initializer->depth; k++)
        add_length(&braces, initializer->size[k]);
    for (int k = 0; k < definition->array.dimensions; k++)
        add_length(&declared, definition->array.size[k]);
    uint64_t product = known_product(&declared, &unknown), count = initializer->count;
    *shape = braces;
    if (definition->array.dimensions == 0)
        return NULL;
    if (unknown > 1) {
        bool same = declared.dimensions == braces.dimensions;
        for (int k = 0; k < declared.dimensions && same; k++)
            if (declared.size[k] != 0 && declared.size[k] != braces.size[k])
                return wrong_shape(array, definition, "aren't those of its declared shape");
        return NULL;
    }
    if (product == 0)
        return wrong_shape(array, definition,
                           "can't have the 2^64 or more numbers of its declared shape");
    if ((unknown == 1 ? count % product != 0 : count != product)) {
        char *what = text_format("have %" PRIu64 " numbers, not the %s%" PRIu64 " of its declared "
                                 "shape: a compiler would add zeros or fail",
                                 count, unknown ? "multiple of " : "", product);
        char *wrong = wrong_shape(array, definition, what);
        free(what);
        return wrong;
    }
    *shape = (struct shape){0};
    for (int k = 0; k < declared.dimensions; k++)
        add_length(shape, declared.size[k] > 0 ? declared.size[k] : count / product);
    return agree(&braces, shape)
               ? NULL
               : wrong_shape(array, definition, "aren't those of its declared shape");
}

static char *read_definition(struct array *array, const struct c_definition *definition,
                             const struct c_types *types) {
    struct c_initializer initializer;
    struct shape shape;
    char *wrong = c_initializer_read(array->source->input, array->path, definition, types,
                                     array->type, &initializer);
    array->source->elements = initializer.elements;
    if (!wrong)
        wrong = choose_shape(array, definition, &initializer, &shape);
    for (int k = 0; !wrong && k < shape.dimensions; k++)
        wrong = array_add_length(array, shape.size[k]);
    if (!wrong && !array->name)
        array->name = text_format("%s", definition->array.name);
    return wrong;
}

char *array_open_c(struct array *array, struct array_words words) {
    struct c_definition definition = {.line = 0};
    struct c_types *types = die_malloc(sizeof *types);
    uint64_t size = input_size(array->source->input);
    types->count = 0;
    char *wrong = NULL;
    if (size > LARGEST)
        wrong = text_format("%s: has %" PRIu64 " bytes: sources of more than %d aren't read",
                            array->path, size, LARGEST);
    else if (words.endian)
        wrong = text_format("%s: a source of C has no byte order: endian says nothing of it",
                            array->path);
    else
        wrong = c_arrays_find(array->source->input, array->path, array->name, &definition, types);
    if (!wrong && *definition.array.impossible)
        wrong = text_format("%s:%zu: '%.60s' is declared with the size %.60s, which no array has",
                            array->path, definition.line, definition.array.name,
                            definition.array.impossible);
    if (!wrong)
        wrong = c_initializer_refuse(array->source->input, array->path, &definition);
    if (!wrong)
        wrong = choose_type(array, &definition.array, words.type);
    if (!wrong)
        wrong = read_definition(array, &definition, types);
    free(types);
    return wrong;
}
