#include "audit/array_source.h"
#include "base/die.h"
#include "base/path.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef char *opener(struct array *, struct array_words);

static const struct {
    const char *extension, *kind;
    opener *reader;
} kinds[] = {
    {".npy", "npy", array_open_npy}, {".safetensors", "safetensors", array_open_safetensors},
    {".c", "C", array_open_c},       {".h", "C", array_open_c},
    {".cc", "C", array_open_c},      {".cpp", "C", array_open_c},
    {".cxx", "C", array_open_c},     {".c++", "C", array_open_c},
    {".hh", "C", array_open_c},      {".hpp", "C", array_open_c},
    {".hxx", "C", array_open_c},     {".h++", "C", array_open_c},
    {".inc", "C", array_open_c},     {".inl", "C", array_open_c},
    {".ino", "C", array_open_c},     {".ipp", "C", array_open_c},
    {".tpp", "C", array_open_c},     {".cu", "C", array_open_c},
    {".cuh", "C", array_open_c},     {".m", "C", array_open_c},
    {".mm", "C", array_open_c},      {".metal", "C", array_open_c},
    {".i", "C", array_open_c},       {".ii", "C", array_open_c},
};

/* A file whose extension says nothing begins with these bytes; what no reader opens has a meaning. */
static const struct {
    size_t bytes;
    const char *magic, *kind;
    opener *reader;
    const char *meaning;
} magics[] = {
    {6, "\x93NUMPY", "npy", array_open_npy, NULL},
    {4, "PK\3\4", NULL, NULL, "a ZIP archive, as .npz and .pt are"},
    {4, "\x89HDF", NULL, NULL, "an HDF5 file"},
    {4, "GGUF", NULL, NULL, "a GGUF file"},
};

/* Is a length of 8 bytes followed by so many bytes, which begin an object of JSON? */
static bool begins_as_safetensors(const char *first, uint64_t size) {
    uint64_t length = 0;
    for (int k = 0; k < 8; k++)
        length |= (uint64_t)(unsigned char)first[k] << 8 * k;
    return size > 8 && length >= 2 && length <= size - 8 && first[8] == '{';
}

/* Finds the reader of a file. */
static char *find_kind(struct array *array, opener **reader) {
    const char *path = array->path, *end = path + strlen(path);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        size_t length = strlen(kinds[k].extension);
        if ((size_t)(end - path) > length && strcasecmp(end - length, kinds[k].extension) == 0) {
            array->kind = kinds[k].kind;
            *reader = kinds[k].reader;
            return NULL;
        }
    }
    char first[9] = "";
    uint64_t size = input_size(array->source->input);
    char *wrong = input_read(array->source->input, 0, first,
                             size < sizeof first ? (size_t)size : sizeof first);
    array->kind = "raw";
    *reader = array_open_raw;
    if (!wrong && begins_as_safetensors(first, size)) {
        array->kind = "safetensors";
        *reader = array_open_safetensors;
    }
    for (size_t k = 0; !wrong && k < sizeof magics / sizeof *magics; k++)
        if (memcmp(first, magics[k].magic, magics[k].bytes) == 0) {
            array->kind = magics[k].kind;
            *reader = magics[k].reader;
            if (!*reader)
                wrong = text_format("%s: is %s: save its array as .npy or .safetensors", path,
                                    magics[k].meaning);
        }
    return wrong;
}

char *array_open(struct array *array, const char *name, struct array_words words) {
    char *part;
    opener *reader;
    *array = (struct array){.count = 1, .source = die_malloc(sizeof *array->source)};
    *array->source = (struct array_source){0};
    path_split(name, &array->path, &part);
    if (*part)
        array->name = part;
    else
        free(part);
    char *wrong = input_open(array->path, &array->source->input);
    if (!wrong)
        wrong = find_kind(array, &reader);
    if (!wrong)
        wrong = reader(array, words);
    if (!wrong && array->name && (reader == array_open_raw || reader == array_open_npy))
        wrong =
            text_format("%s: its array has no name, so it isn't '%.60s'", array->path, array->name);
    if (!wrong && array->dimensions == 0) /* all lengths are 1 */
        array->size[array->dimensions++] = 1;
    if (!wrong)
        return NULL;
    array_close(array);
    char *line = text_printable(wrong); /* it may quote the file */
    free(wrong);
    return line;
}

void array_close(struct array *array) {
    input_close(array->source->input);
    scratch_free(array->source->elements);
    free(array->source);
    free(array->path);
    free(array->name);
}

/* Turns the bytes of each element round. */
static void swap_bytes(unsigned char *bytes, unsigned width, size_t count) {
    for (unsigned char *element = bytes; element < bytes + width * count; element += width)
        for (unsigned k = 0; k < width / 2; k++) {
            unsigned char byte = element[k];
            element[k] = element[width - 1 - k];
            element[width - 1 - k] = byte;
        }
}

char *array_read_run(const struct array *array, uint64_t first, size_t count, void *values) {
    const struct array_source *source = array->source;
    unsigned width = array->type->bytes;
    char *wrong = input_read(source->input, source->offset + first * width, values, count * width);
    if (!wrong && source->swapped)
        swap_bytes(values, width, count);
    return wrong;
}

char *array_read(const struct array *array, uint64_t first, size_t count, void *values) {
    const struct array_source *source = array->source;
    const unsigned width = array->type->bytes;
    if (source->gathered > 0)
        return array_gather(array, first, count, values);
    if (!source->elements)
        return array_read_run(array, first, count, values);
    scratch_read(source->elements, first * width, values, count * width);
    return NULL;
}
