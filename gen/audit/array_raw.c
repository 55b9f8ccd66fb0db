#include "audit/array_source.h"
#include "base/text.h"

#include <inttypes.h>

char *array_open_raw(struct array *array, struct array_words words) {
    uint64_t bytes = input_size(array->source->input);
    char *wrong = array_choose_raw_type(array, words.type ? words.type : "f32");
    if (!wrong)
        wrong = array_choose_order(array, words.endian, NULL);
    if (!wrong && bytes == 0)
        wrong = text_format("%s: is empty", array->path);
    if (!wrong && bytes % array->type->bytes != 0)
        wrong = text_format("%s: %s%" PRIu64 " bytes are no whole number of elements of type %s",
                            array->path, array->taken, bytes, array->type->name);
    return wrong ? wrong : array_add_length(array, bytes / array->type->bytes);
}
