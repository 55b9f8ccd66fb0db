/* SPDX-License-Identifier: MIT */
#include "read/array.h"
#include "base/die.h"
#include "base/integer.h"
#include "base/path.h"
#include "base/text.h"
#include "element/element.h"
#include "read/array_source.h"
#include "words/choice.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Can elements that are stored this way be of this type? Bytes without a meaning (V) can be any floating type. Signed
 * integers are rarely the bits of a floating type (PyTorch has no unsigned ones), so that counts only if the user says
 * so. */
static bool fits(const struct element *type, const char *code, bool said) {
    const char *own = type->precision == 8 ? "b2" : type->numpy + 1;
    if (strcmp(own, code) == 0)
        return true;
    bool bits = *code == 'u' || *code == 'V' || (*code == 'i' && said);
    return bits && !type->fixed && code[1] - '0' == (int)type->bytes;
}

/* Does the type use all values of what stores it? A type that doesn't is taken only if the user names it, and so are i32 and
 * u32: integers of 32 bits are q31, or the bits of f32. */
static bool fills(const struct element *type) {
    const bool scaled_wide = type->scaled && type->bytes == 4;
    return !type->fixed ||
           (!scaled_wide && type->highest - type->lowest == (INT64_C(1) << 8 * type->bytes) - 1);
}

static const struct element *type_named(const char *name) {
    for (size_t k = 0; k < ELEMENTS; k++)
        if (strcmp(elements[k].name, name) == 0)
            return &elements[k];
    return NULL;
}

/* "f16, bf16 or u16": the types that the user may name. */
static char *list_fitting(const char *code) {
    const char *names[8];
    struct text list = {NULL, 0, 0};
    size_t count = 0;
    for (size_t k = 0; k < ELEMENTS; k++)
        if (fits(&elements[k], code, true))
            names[count++] = elements[k].name;
    for (size_t k = 0; k < count; k++)
        text_put(&list, "%s%s", k == 0 ? "" : k + 1 < count ? ", " : " or ", names[k]);
    return text_string(&list);
}

bool array_take_fault(struct array *array, char *wrong) {
    free(array->source->wrong);
    array->source->wrong = wrong;
    return !wrong;
}

bool array_fail(struct array *array, const char *format, ...) {
    struct text text = {NULL, 0, 0};
    va_list arguments;
    text_put(&text, "%s: ", array->path);
    va_start(arguments, format);
    text_vput(&text, format, arguments);
    va_end(arguments);
    return array_take_fault(array, text_string(&text));
}

bool array_choose_type(struct array *array, const char *code, const char *stored, const char *given,
                       const char *said) {
    if (*code == 'c') /* its two parts */
        code = strcmp(code, "c8") == 0 ? "f4" : "f8";
    char *list = list_fitting(code);
    const struct element *own = said ? type_named(said) : NULL, *only = NULL;
    size_t count = 0;
    for (size_t k = 0; k < ELEMENTS; k++)
        if (fits(&elements[k], code, false) && fills(&elements[k])) {
            only = &elements[k];
            count++;
        }
    const struct element *type = given ? type_named(given) : own ? own : count == 1 ? only : NULL;
    bool good = true;
    if (given && !type)
        good = array_take_fault(array, choice_wrong(&words[TYPE], given));
    else if (!*list || (!type && count == 0))
        good = array_fail(array, "no element type is stored as %s", stored);
    else if (!type)
        good = array_fail(array, "elements stored as %s can be of type %s: --type says which",
                          stored, list);
    else if (!fits(type, code, given != NULL))
        good = array_fail(array, "elements stored as %s are of type %s, not %s", stored, list,
                          type->name);
    else if (own && own != type)
        good = array_fail(array, "says that its type is %s, not %s", own->name, type->name);
    array->type = good ? type : NULL;
    free(list);
    return good;
}

bool array_choose_raw_type(struct array *array, const char *given) {
    array->type = type_named(given);
    return array->type || array_take_fault(array, choice_wrong(&words[TYPE], given));
}

bool array_choose_order(struct array *array, const char *given, const char *own) {
    int choice;
    char *wrong = given ? choice_parse(&words[ENDIAN], given, &choice) : NULL;
    const char *order = given ? given : own ? own : "little";
    if (!array_take_fault(array, wrong))
        return false;
    array->source->swapped = least_byte_first() != (strcmp(order, "little") == 0);
    return !own || strcmp(order, own) == 0 ||
           array_fail(array, "its byte order is %s-endian, not %s", own, given);
}

bool array_add_length(struct array *array, uint64_t length) {
    if (length == 0)
        return array_fail(array, "the array is empty: its shape has a 0");
    if (length == 1)
        return true;
    if (length > UINT64_MAX / array->count)
        return array_fail(array, "its shape has more than 2^64 elements");
    if (array->dimensions == ARRAY_DIMENSIONS)
        return array_fail(array, "its shape has more than %d dimensions", ARRAY_DIMENSIONS);
    array->count *= length;
    array->size[array->dimensions++] = length;
    return true;
}

bool array_add_shape(struct array *array, const json_t *shape) {
    if (!json_is_array(shape))
        return array_fail(array, "its shape is not a list of lengths");
    if (json_array_size(shape) == 0)
        return array_fail(array, "holds a single number, no array");
    for (size_t k = 0; k < json_array_size(shape); k++) {
        const json_t *length = json_array_get(shape, k);
        if (!json_is_integer(length) || json_integer_value(length) < 0)
            return array_fail(array, "its shape is not a list of lengths");
        if (!array_add_length(array, (uint64_t)json_integer_value(length)))
            return false;
    }
    return true;
}

bool array_finish(struct array *array, bool complex, uint64_t bytes) {
    array->complex = complex;
    if (complex && !array_add_length(array, 2))
        return false;
    if (bytes % array->type->bytes == 0 && bytes / array->type->bytes == array->count)
        return true;
    return array_fail(array,
                      "has %" PRIu64 " bytes of elements, where its shape has %" PRIu64
                      " elements of %u bytes",
                      bytes, array->count, array->type->bytes);
}

/* Some names, those of positions first: "'a', 'b' and 5 more". */
static char *list_names(const void *names, size_t count, size_t stride, size_t all) {
    enum { MOST = 4 };
    struct text list = {NULL, 0, 0};
    size_t shown = 0;
    for (int wanted = 1; wanted >= 0; wanted--)
        for (size_t k = 0; k < count && shown < MOST; k++) {
            const char *name = *(char *const *)((const char *)names + k * stride);
            if ((strstr(name, "pos") != NULL) == wanted)
                text_put(&list, "%s'%.60s'", shown++ > 0 ? ", " : "", name);
        }
    if (all > shown)
        text_put(&list, " and %zu more", all - shown);
    return text_string(&list);
}

bool array_fail_choice(struct array *array, const char *what, const void *names, size_t count,
                       size_t stride, size_t all) {
    const char *path = array->path, *name = array->name;
    char *list = list_names(names, count, stride, all);
    const char *meant = name ? nearest(name, names, count, stride) : NULL;
    if (name)
        array_fail(array, "has no %s '%.60s', but %s%s%s%s", what, name, list,
                   meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "");
    else
        array_fail(array, "has several %ss: %s: %s:NAME says which", what, list, path);
    free(list);
    return false;
}

/* Reads elements that follow each other in the file, from number `first` on. */
static char *read_run(const struct array *array, uint64_t first, size_t count, void *values) {
    const struct array_source *source = array->source;
    unsigned width = array->type->bytes;
    char *wrong = input_read(source->input, source->offset + first * width, values, count * width);
    if (!wrong && source->swapped)
        element_reverse(width, count, values, instructions_best());
    return wrong;
}

/* The number in the file of element `at`, whose first dimensions are in Fortran order there. */
static uint64_t number_in_file(const struct array *array, uint64_t at) {
    uint64_t number = 0, stride = array->count;
    for (int k = array->dimensions - 1; k >= 0; k--) {
        const bool gathered = k < array->source->gathered;
        const uint64_t index = at % array->size[k];
        at /= array->size[k];
        stride /= gathered ? array->size[k] : 1;
        number += index * (gathered ? stride : 1);
    }
    return number;
}

/* array_read of an array in Fortran order. The first dimension is the fastest of the file, and the slowest of what is
 * asked for. So elements that differ only in their first index, which are `inner` apart in the array, are a run of the
 * file. There they follow each other by a stride of 1, or of 2 if the elements are parts of pairs. */
static char *gather(const struct array *array, uint64_t first, size_t count, void *values) {
    const size_t width = array->type->bytes;
    const uint64_t inner = array->count / array->size[0];
    uint64_t stride = 1;
    for (int k = array->source->gathered; k < array->dimensions; k++)
        stride *= array->size[k];
    char *run = die_malloc((count / inner * stride + 1) * width), *wrong = NULL;
    for (uint64_t k = 0; k < count && k < inner && !wrong; k++) {
        const uint64_t last = (count - 1 - k) / inner;
        wrong = read_run(array, number_in_file(array, first + k), (size_t)(last * stride + 1), run);
        for (uint64_t n = 0; n <= last && !wrong; n++)
            memcpy((char *)values + (k + n * inner) * width, run + n * stride * width, width);
    }
    free(run);
    return wrong;
}

/* Raw elements: the file says nothing about them. */
static bool open_raw(struct array *array, struct array_words said) {
    uint64_t bytes = input_size(array->source->input);
    if (!array_choose_raw_type(array, said.type ? said.type : "f32") ||
        !array_choose_order(array, said.endian, NULL))
        return false;
    if (bytes == 0)
        return array_fail(array, "is empty");
    if (bytes % array->type->bytes != 0)
        return array_fail(array,
                          "%s%" PRIu64 " bytes are not a whole number of elements of type %s",
                          array->taken, bytes, array->type->name);
    return array_add_length(array, bytes / array->type->bytes);
}

typedef bool array_opener(struct array *, struct array_words);

/* A kind of file, by the end of its name or by its first bytes. `meaning` says what a file is that no reader opens. */
struct kind {
    const char *ends, *magic; /* extensions with blanks between them; NULL: none */
    const char *kind;
    array_opener *reader;
    const char *meaning;
};
enum { KIND_RAW, KIND_SAFETENSORS, KIND_C };
static const struct kind kinds[] = {
    [KIND_RAW] = {NULL, NULL, "raw", open_raw, NULL}, /* these three also by their bytes alone */
    [KIND_SAFETENSORS] = {".safetensors", NULL, "safetensors", array_open_safetensors, NULL},
    [KIND_C] = {".c .h .cc .cpp .cxx .c++ .hh .hpp .hxx .h++ .inc .inl .ino .ipp .tpp "
                ".cu .cuh .m .mm .metal .i .ii",
                NULL, "C", array_open_c, NULL},
    {".npy", "\x93NUMPY", "npy", array_open_npy, NULL},
    {".csv .tsv .mem .coe .mif", NULL, "numbers", array_open_numbers, NULL},
    {".pt .pth", NULL, NULL, NULL, "a file of PyTorch"},
    {".ckpt", NULL, NULL, NULL, "a checkpoint"},
    {".pkl", NULL, NULL, NULL, "a pickle of Python"},
    {".npz", "PK\3\4", NULL, NULL, "a ZIP archive, as .npz and .pt are"},
    {".onnx", NULL, NULL, NULL, "an ONNX model"},
    {".pb", NULL, NULL, NULL, "a protocol buffer"},
    {".gguf", "GGUF", NULL, NULL, "a GGUF file"},
    {".ggml", NULL, NULL, NULL, "a GGML file"},
    {".h5 .hdf5", "\x89HDF", NULL, NULL, "an HDF5 file"},
    {".keras", NULL, NULL, NULL, "a file of Keras"},
    {".tflite", NULL, NULL, NULL, "a TensorFlow Lite model"},
    {".mat", NULL, NULL, NULL, "a file of MATLAB"},
    {".parquet", NULL, NULL, NULL, "a Parquet file"},
};

/* Is the path's extension in the list? Case is ignored. */
static bool ends_with(const char *path, const char *list) {
    char lower[16]; /* longer than those of all lists */
    snprintf(lower, sizeof lower, "%s", path_extension(path));
    for (char *at = lower; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return text_lists(list, lower);
}

/* Elements of a type may be in a file that is named after it: pe.f32. */
static bool is_named_raw(const char *path) {
    const char *extension = path_extension(path);
    return ends_with(path, ".bin .raw .dat .data .dump .img .buf") ||
           (*extension && type_named(extension + 1));
}

/* Are the first 8 bytes a length that the file has room for, with an object of JSON after them? */
static bool begins_as_safetensors(const unsigned char *first, uint64_t size) {
    uint64_t length = integer_of_bytes(first, 8);
    return size > 8 && length >= 2 && length <= size - 8 && first[8] == '{';
}

/* Does a source of C begin so? */
static bool is_text(const unsigned char first[9]) {
    size_t k = 0;
    while (k < 8 && (first[k] == '\n' || first[k] == '\r' || first[k] == '\t' ||
                     (first[k] >= ' ' && first[k] < 0x7f)))
        k++;
    return k == 8;
}

/* The kind that the first bytes of a file show; after its end they are 0. */
static const struct kind *kind_by_bytes(const char *path, const unsigned char first[9],
                                        uint64_t size) {
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (kinds[k].magic && memcmp(first, kinds[k].magic, strlen(kinds[k].magic)) == 0)
            return &kinds[k];
    if (begins_as_safetensors(first, size))
        return &kinds[KIND_SAFETENSORS];
    return strcmp(path, "-") == 0 && is_text(first) ? &kinds[KIND_C] : &kinds[KIND_RAW];
}

/* Finds the reader of a file by its name, or else by its first bytes, and sets the array's kind; NULL if there is none. */
static array_opener *find_reader(struct array *array) {
    const char *path = array->path;
    const struct kind *kind = NULL;
    for (size_t k = 0; !kind && k < sizeof kinds / sizeof *kinds; k++)
        if (ends_with(path, kinds[k].ends))
            kind = &kinds[k];
    if (!kind) {
        unsigned char first[9] = "";
        const uint64_t size = input_size(array->source->input);
        if (!array_take_fault(array, input_read(array->source->input, 0, first,
                                                size < sizeof first ? (size_t)size : sizeof first)))
            return NULL;
        kind = kind_by_bytes(path, first, size);
    }
    if (!kind->reader)
        array_fail(array, "is %s: save its array as .npy or .safetensors", kind->meaning);
    array->kind = kind->kind;
    if (kind == &kinds[KIND_RAW] && !is_named_raw(path))
        array->taken =
            "read as raw elements, because its name isn't that of .npy, .safetensors, C or C++: ";
    return kind->reader;
}

static bool open_file(struct array *array, struct array_words said) {
    if (!array_take_fault(array, input_open(array->path, &array->source->input)))
        return false;
    array_opener *reader = find_reader(array);
    if (!reader || !reader(array, said))
        return false;
    if (array->dimensions == 0) /* all lengths are 1 */
        array->size[array->dimensions++] = 1;
    return !array->name ||
           (reader != open_raw && reader != array_open_npy && reader != array_open_numbers) ||
           array_fail(array, "its array has no name, so it isn't '%.60s'", array->name);
}

char *array_open(struct array *array, const char *name, struct array_words said) {
    char *part;
    *array = (struct array){.count = 1, .taken = "", .source = die_malloc(sizeof *array->source)};
    *array->source = (struct array_source){0};
    path_split(name, &array->path, &part);
    if (*part)
        array->name = part;
    else
        free(part);
    if (!*array->path)
        array_take_fault(array, text_format("'%.60s' names no file", name));
    else if (open_file(array, said))
        return NULL;
    char *line = text_printable(array->source->wrong); /* it may quote the file */
    array_close(array);
    return line;
}

void array_close(struct array *array) {
    input_close(array->source->input);
    scratch_free(array->source->elements);
    free(array->source->wrong);
    free(array->source);
    free(array->path);
    free(array->name);
}

struct array array_part(const struct array *array, uint64_t begin, uint64_t count) {
    struct array part = *array;
    uint64_t slice = 1;
    for (int k = 1; k < array->dimensions; k++)
        slice *= array->size[k];
    part.whole = array;
    part.begin = begin;
    part.size[0] = count / slice;
    part.count = count;
    if (part.size[0] == 1 && part.dimensions > 1)
        memmove(part.size, part.size + 1, (size_t)--part.dimensions * sizeof *part.size);
    return part;
}

struct array array_columns(const struct array *array, uint64_t rows, uint64_t columns,
                           uint64_t kept, char **wrong) {
    const unsigned width = array->type->bytes;
    struct array part = *array;
    void *row = die_malloc(columns * width);
    part.path = text_format("%s", array->path);
    part.name = array->name ? text_format("%s", array->name) : NULL;
    part.whole = NULL;
    part.dimensions = 0;
    part.count = 1;
    part.source = die_malloc(sizeof *part.source);
    *part.source = (struct array_source){.elements = scratch_new()};
    array_add_length(&part, rows);
    array_add_length(&part, kept);
    *wrong = NULL;
    for (uint64_t r = 0; r < rows && !*wrong; r++) {
        *wrong = array_read(array, r * columns, (size_t)columns, row);
        if (!*wrong)
            scratch_write(part.source->elements, row, (size_t)kept * width);
    }
    free(row);
    return part;
}

char *array_read(const struct array *array, uint64_t first, size_t count, void *values) {
    if (array->whole)
        return array_read(array->whole, array->begin + first, count, values);
    const struct array_source *source = array->source;
    const unsigned width = array->type->bytes;
    if (source->gathered > 0)
        return gather(array, first, count, values);
    if (!source->elements)
        return read_run(array, first, count, values);
    scratch_read(source->elements, first * width, values, count * width);
    return NULL;
}

bool array_is_raw(const struct array *array) {
    return strcmp(array->kind, "raw") == 0;
}

char *array_shape_text(const struct array *array) {
    if (array_is_raw(array))
        return text_format("%" PRIu64 " elements", array->count);
    struct text shape = {NULL, 0, 0};
    const int dimensions = array->dimensions - array->complex;
    for (int k = 0; k < dimensions; k++) {
        text_put(&shape, "%s%" PRIu64, k > 0 ? " x " : "", array->size[k]);
    }
    if (array->complex)
        text_print(&shape, dimensions > 0 ? ", complex" : "1, complex");
    return text_string(&shape);
}
