/* SPDX-License-Identifier: MIT */
#include "emit/output_files.h"
#include "base/die.h"
#include "base/path.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- files */

const char *output_source(const struct output_options *output) {
    return output->format->source ? output->format->source : ".c";
}

uint64_t output_rows(const struct output_options *output) {
    return output->rows.end - output->rows.begin;
}

void output_slice(const struct output_options *output, uint64_t slice, uint64_t *begin,
                  uint64_t *end) {
    const uint64_t each = (output_rows(output) + output->split - 1) / output->split;
    *begin = output->rows.begin + slice * each;
    *end = *begin + each < output->rows.end ? *begin + each : output->rows.end;
}

char *output_beside(const struct output_options *output, const char *format, ...) {
    struct text path = {NULL, 0, 0};
    va_list arguments;
    va_start(arguments, format);
    char *ending = text_vformat(format, arguments);
    va_end(arguments);
    text_add(&path, output->path, strlen(output->path) - strlen(path_extension(output->path)));
    text_print(&path, ending);
    free(ending);
    return text_string(&path);
}

char *output_binary(const struct output_options *output) {
    return output_beside(output, ".bin");
}

char **output_names(const struct output_options *output) {
    char **names = die_malloc((output->split + 4) * sizeof *names), **name = names;
    if (output->linkage == LINKAGE_STATIC) {
        *name++ = text_format("%s", output->path);
    } else {
        *name++ = output_beside(output, ".h");
        *name++ = output_beside(output, "%s", output_source(output));
        for (uint64_t slice = 0; output->split > 1 && slice < output->split; slice++)
            *name++ = output_beside(output, "_%" PRIu64 ".c", slice);
        if (output->binary)
            *name++ = output_binary(output);
    }
    *name = NULL;
    return names;
}

void output_names_free(char **names) {
    for (char **name = names; *name; name++)
        free(*name);
    free(names);
}

/* --- names */

const char *const output_pair_suffixes[TABLE_ARRAYS] = {"_cos", "_sin"};

const char *const output_made_suffixes[] = {
    "_H _HPP _MAX_LEN _D_MODEL _CHANNELS _IN_RAM _max_len _d_model _channels _ATTRIBUTE _PLACED",
    "_INLINE _copy _at _row",
    "_cos_copy _cos_at _cos_row _sin_copy _sin_at _sin_row",
    "_parts _PART_ROWS",
    "_bits _storage _union _NONSTRING",
    "_cos_storage _cos_union _sin_storage _sin_union",
    "_element",
    "_BEGIN _END _STRING _SYMBOL _TEXT _JOIN _JOIN_TEXTS _found _storage _union",
    NULL};

const char *const output_factored_suffixes[] = {
    /* arrays */
    "_coarse_low", "_fine_low", "_coarse", "_fine",
    /* functions, and the functions that they call */
    "_copy", "_at", "_difference", "_bytewise", "_product", "_middle", "_number", "_raised",
    "_bytes", "_floor", "_round", "_zeros", "_read", "_turn", "_sum",
    /* macros, which begin with the name as it is */
    "_ATTRIBUTE", "_CHANNELS", "_D_MODEL", "_MAX_LEN", "_CALLED", "_INLINE", "_IN_RAM", "_NARROW",
    "_PLACED", "_HIGH", "_LOW", "_H", NULL};

unsigned output_made(const struct output_options *output) {
    const bool cpp = output->format == &formats[FORMAT_CPP],
               c = cpp || (output->format->features & FEATURE_C_OBJECT);
    const bool stored = output->literal == LITERAL_BITS || output->literal == LITERAL_BYTES;
    const bool has[] = {c,
                        output->accessor || output->split > 1,
                        output->accessor && output->table->arrays > 1,
                        output->split > 1,
                        stored,
                        stored && output->table->arrays > 1,
                        output->literal == LITERAL_NATIVE,
                        output->binary};
    unsigned made = 0;
    for (size_t k = 0; k < sizeof has / sizeof *has; k++)
        made |= (unsigned)(c && has[k] && (k == 0 || !cpp)) << k;
    return made;
}

char *output_array_name(const struct output_options *output, uint64_t array) {
    return text_format("%s%s", output->text[NAME],
                       output->table->arrays > 1 ? output_pair_suffixes[array] : "");
}

char **output_defines(const struct output_options *output) {
    const bool pair = output->table->arrays == TABLE_ARRAYS;
    char **names = die_malloc((output->split + TABLE_ARRAYS + 3) * sizeof *names), **name = names;
    *name++ = text_format("%s", output->text[NAME]);
    for (uint64_t array = 0; pair && array < TABLE_ARRAYS; array++)
        *name++ = output_array_name(output, array);
    for (uint64_t slice = 0; output->split > 1 && slice < output->split; slice++)
        *name++ = text_format("%s_%" PRIu64, output->text[NAME], slice);
    if (output->split > 1)
        *name++ = text_format("%s_parts", output->text[NAME]);
    *name = NULL;
    return names;
}

enum { STRING_MAX = 4095 };

bool output_is_binary(const struct output_options *output) {
    return output->format->binary_bits && output->literal == LITERAL_BITS &&
           element_width(output->table->type) % 4 != 0;
}

bool output_is_flat(const struct output_options *output) {
    return output->table->channel_count == 1 && !output->two_dimensions;
}

uint64_t output_string_entries(const struct output_options *output) {
    const struct table *table = output->table;
    uint64_t begin, end, last_begin, last_end, each = STRING_MAX / table->type->bytes;
    output_slice(output, 0, &begin, &end);
    output_slice(output, output->split - 1, &last_begin, &last_end);
    const bool flat = output_is_flat(output) && !output->format->user;
    const uint64_t of = flat ? (end - begin) * table->columns : table->columns,
                   last = flat ? (last_end - last_begin) * table->columns : of;
    while (of % each != 0 || last % each != 0)
        each--;
    return each;
}
