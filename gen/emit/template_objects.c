#include "emit/template_objects.h"
#include "base/die.h"
#include "base/text.h"
#include "emit/factored_values.h"
#include "emit/output_files.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdlib.h>

enum { OBJECT_VALUES = 8, STRING_MAX = 4095 };

uint64_t template_objects_strings(const struct output_options *output) {
    uint64_t columns = output->table->columns, each = STRING_MAX / output->table->type->bytes;
    if (each > columns)
        each = columns;
    while (columns % each != 0)
        each--;
    return columns / each;
}

char *template_objects_name(const struct output_options *output, uint64_t array, uint64_t slice) {
    return output->split == 1 ? output_array_name(output, array)
                              : text_format("%s_%" PRIu64, output->text[NAME], slice);
}

static struct template_objects objects_new(size_t count) {
    struct template_objects values = {.count = count};
    values.each = die_malloc((count + 1) * sizeof(struct template_value *));
    values.list = die_malloc(count * OBJECT_VALUES * sizeof *values.list);
    for (size_t k = 0; k < count; k++)
        values.each[k] = &values.list[k * OBJECT_VALUES];
    values.each[count] = NULL;
    return values;
}

void template_objects_free(struct template_objects *values) {
    for (size_t k = 0; k < values->count; k++)
        for (size_t n = 0; values->each[k][n].name; n++)
            free((char *)values->each[k][n].text);
    free(values->each);
    free(values->list);
}

/* Appends the values of an object, and ends the list. */
static void add_object(struct template_value *to, const struct output_options *output,
                       uint64_t array, uint64_t slice) {
    uint64_t begin, end;
    output_slice(output, slice, &begin, &end);
    uint64_t strings = (end - begin) * template_objects_strings(output);
    to[0] = /* NOLINT(*Null*) */
        (struct template_value){"object", template_objects_name(output, array, slice)};
    to[1] = (struct template_value){"object_rows", text_format("%" PRIu64, end - begin)};
    to[2] = (struct template_value){"object_strings", text_format("%" PRIu64, strings)};
    to[3] = (struct template_value){NULL, NULL};
}

struct template_objects template_objects_factored(const struct output_options *output,
                                                  const struct factored *factored) {
    struct template_objects arrays = objects_new(factored->arrays);
    for (size_t k = 0; k < factored->arrays; k++) {
        struct template_value *list = &arrays.list[k * OBJECT_VALUES];
        factored_array_values(output, factored, k, list);
        list[FACTORED_ARRAY_VALUES] = (struct template_value){
            "array_comma", text_format("%s", k + 1 < factored->arrays ? "," : "")};
        list[FACTORED_ARRAY_VALUES + 1] = (struct template_value){NULL, NULL};
    }
    return arrays;
}

struct template_objects template_objects_arrays(const struct output_options *output,
                                                uint64_t slice) {
    const uint64_t count = output->table->arrays;
    struct template_objects arrays = objects_new((size_t)count);
    for (uint64_t k = 0; k < count; k++) {
        struct template_value *list = &arrays.list[k * OBJECT_VALUES];
        list[0] = /* NOLINT(*Null*) */
            (struct template_value){"array", output_array_name(output, k)};
        list[1] =
            (struct template_value){"array_comma", text_format("%s", k + 1 < count ? "," : "")};
        add_object(list + 2, output, k, slice);
    }
    return arrays;
}

struct template_objects template_objects_parts(const struct output_options *output) {
    const uint64_t arrays = output->table->arrays, count = arrays > 1 ? arrays : output->split;
    struct template_objects parts = objects_new((size_t)count);
    for (uint64_t k = 0; k < count; k++)
        add_object(&parts.list[k * OBJECT_VALUES], output, arrays > 1 ? k : 0, arrays > 1 ? 0 : k);
    return parts;
}
