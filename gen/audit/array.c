#include "audit/array_source.h"
#include "base/die.h"
#include "base/path.h"

#include <stdlib.h>
#include <string.h>

char *array_open(struct array *array, const char *name, struct array_words words) {
    char *part;
    array_opener *reader;
    *array = (struct array){.count = 1, .taken = "", .source = die_malloc(sizeof *array->source)};
    *array->source = (struct array_source){0};
    path_split(name, &array->path, &part);
    if (*part)
        array->name = part;
    else
        free(part);
    char *wrong = *array->path ? input_open(array->path, &array->source->input)
                               : text_format("'%.60s' names no file", name);
    if (!wrong)
        wrong = array_find_kind(array, &reader);
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
