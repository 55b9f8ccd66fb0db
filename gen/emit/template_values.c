/* SPDX-License-Identifier: MIT */
#include "emit/template_values.h"
#include "base/digest.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "emit/banner.h"
#include "emit/notices.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- values by name */

__attribute__((format(printf, 3, 4))) static void add(struct template_values *values,
                                                      const char *name, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    template_value(values, name, text_vformat(format, arguments));
    va_end(arguments);
}

static void add_number(struct template_values *values, const char *name, uint64_t number) {
    add(values, name, "%" PRIu64, number);
}

static void add_yes(struct template_values *values, const char *name, bool yes) {
    add(values, name, "%s", yes ? "yes" : "no");
}

/* --- of the objects and the arrays that a table consists of */

/* "[256][384]", or "[256]" in one dimension: the dimensions of an array of C and of languages like it. */
static char *extent(const struct output_options *output, uint64_t rows, uint64_t columns) {
    return output_is_flat(output) ? text_format("[%" PRIu64 "]", rows * columns)
                                  : text_format("[%" PRIu64 "][%" PRIu64 "]", rows, columns);
}

/* Adds an object of C that holds a part of an array, or all of it if the table isn't split. */
static void add_object(struct template_values *to, const struct output_options *output,
                       uint64_t array, uint64_t slice) {
    uint64_t begin, end;
    output_slice(output, slice, &begin, &end);
    template_value(to, "object",
                   output->split == 1 ? output_array_name(output, array)
                                      : text_format("%s_%" PRIu64, output->text[NAME], slice));
    add_number(to, "object_rows", end - begin);
    add_number(to, "object_strings",
               (end - begin) * output->table->columns / output_string_entries(output));
    template_value(to, "extent", extent(output, end - begin, output->table->columns));
}

/* Adds the parts of a split table, or its arrays. */
static void add_parts(struct template_turns *parts, const struct output_options *output) {
    const uint64_t arrays = output->table->arrays;
    for (uint64_t k = 0; k < (arrays > 1 ? arrays : output->split); k++)
        add_object(template_turn(parts), output, arrays > 1 ? k : 0, arrays > 1 ? 0 : k);
}

/* Adds array k of a factored table. */
static void add_factored_array(struct template_values *to, const struct output_options *output,
                               const struct factored *factored, uint64_t k) {
    const struct factored_array *array = &factored->array[k];
    add(to, "array", "%s%s", output->text[NAME], array->suffix);
    add(to, "object", "%s%s", output->text[NAME], array->suffix);
    add_number(to, "object_rows", array->rows);
    add_number(to, "columns", factored->columns);
    add(to, "extent", "[%" PRIu64 "][%" PRIu64 "]", array->rows, factored->columns);
    add(to, "c_type", "%s", array->type->c_type);
}

/* Adds the arrays, with the rows of one part. */
static void add_arrays(struct template_turns *arrays, const struct output_options *output,
                       const struct factored *factored, uint64_t slice) {
    const uint64_t count = factored ? factored->arrays : output->table->arrays;
    for (uint64_t k = 0; k < count; k++) {
        struct template_values *one = template_turn(arrays);
        add(one, "array_comma", "%s", k + 1 < count ? "," : "");
        add_number(one, "array_dimensions", !factored && output_is_flat(output) ? 1 : 2);
        if (factored) {
            add_factored_array(one, output, factored, k);
        } else {
            template_value(one, "array", output_array_name(output, k));
            add_object(one, output, k, slice);
        }
    }
}

/* --- of a factored table */

/* Where a row has pair i: sine_column, cosine_column, and again_column, which repeats the same entry, are offsets from
 * column i * pair_columns; "none" if there is no such entry. And as expressions of C, the pair of the entry in
 * `column_`, and whether it is a cosine. */
static void add_columns(struct template_values *values, const struct table *table) {
    const unsigned long long pairs = table->pairs;
    const bool both = table->component == COMPONENT_BOTH,
               cosine_first =
                   both ? table->order == ORDER_COS_SIN : table->component == COMPONENT_COS,
               once = !both && table->repeat == REPEAT_NONE,
               interleaved =
                   both ? table->layout != LAYOUT_HALVES : table->repeat == REPEAT_INTERLEAVE;
    char *next = text_format("%llu", interleaved ? 1 : pairs);
    const char *second = both ? next : "none";
    add(values, "sine_column", "%s", cosine_first ? second : "0");
    add(values, "cosine_column", "%s", cosine_first ? "0" : second);
    add(values, "again_column", "%s", both || once ? "none" : next);
    add_number(values, "pair_columns", interleaved ? 2 : 1);
    if (once || interleaved)
        add(values, "column_pair", once ? "column_" : "column_ / 2u");
    else
        add(values, "column_pair", "column_ %% %lluu", pairs);
    if (!both)
        add(values, "column_cosine", cosine_first ? "1u" : "0u");
    else if (interleaved)
        add(values, "column_cosine", "(column_ %% 2u %s 0u) ? 1u : 0u", cosine_first ? "==" : "!=");
    else
        add(values, "column_cosine", "(column_ %s %lluu) ? 1u : 0u",
            cosine_first ? "<" : ">=", pairs);
    free(next);
}

/* The type of the arrays with the high or the low parts. */
static const char *type_of(const struct factored *factored, bool low) {
    for (size_t k = 0; k < factored->arrays; k++)
        if ((factored->array[k].type->lowest == 0) == low)
            return factored->array[k].type->c_type;
    return "none";
}

/* The values for the functions of a factored table; "none" for any other table. */
static void add_factored(struct template_values *values, const struct output_options *output,
                         const struct factored *given) {
    static const struct factored none;
    const struct factored *factored = given ? given : &none;
    const struct element *type = output->table->type;
    const size_t first = values->count;
    add_number(values, "high_bits", factored->high_bits);
    add_number(values, "low_bits", factored->low_bits);
    add(values, "high_type", "%s", type_of(factored, false));
    add(values, "low_type", "%s", type_of(factored, true));
    add(values, "sum_type", "int%u_t", 2 * factored->high_bits);
    /* of a sum of products, below those of a fixed-point element */
    add_number(values, "bits_below",
               type->fixed ? 2 * (factored->high_bits - 1) - (unsigned)type->fraction : 0);
    add(values, "highest", "%" PRId64, type->highest);
    add_number(values, "block", factored->block);
    add_number(values, "half_block", (factored->block + 1) / 2);
    add_number(values, "pairs", factored->pairs);
    add_columns(values, output->table);
    for (size_t k = first; k < values->count && !given; k++)
        add(values, values->list[k].name, "none");
    add_yes(values, "factored", given);
}

/* "150528 bytes of arrays; ..." */
static char *factored_storage(const struct output_options *output,
                              const struct factored *factored) {
    const struct table *table = output->table;
    struct text text = {NULL, 0, 0};
    text_put(&text,
             "%" PRIu64 " bytes of arrays; the full table has %" PRIu64
             " bytes: [max_len][%s], %" PRIu64 " x %" PRIu64 ".\n",
             factored->bytes, factored->full_bytes,
             table->channel_count == table->d_model ? "d_model" : "channels", table->rows,
             table->columns);
    text_put(&text,
             "B = %" PRIu64 ", %u guard bits; all %" PRIu64 " entries equal the full table's.",
             factored->block, factored->guard_bits, factored->entries);
    return text_string(&text);
}

/* --- of the table */

/* The texts of the banner. */
static void add_banner(struct template_values *values, const struct output_options *output,
                       const struct factored *factored) {
    char *sentences = banner_sentences(output);
    template_value(values, "command_string", json_string_text(output->command));
    template_value(values, "formula_string", json_string_text(sentences));
    template_value(values, "notices", notices_text(output));
    template_value(values, "command", banner_command(output));
    template_value(values, "formula", banner_lines(sentences));
    template_value(values, "storage",
                   factored ? factored_storage(output, factored) : banner_storage(output));
    free(sentences);
}

/* The kind of union through which C reads the numbers; "none" if it reads literals. */
static const char *union_of(const struct output_options *output) {
    const struct format_row *format = output->format;
    bool float_bits = output->literal == LITERAL_BITS && *output->table->type->stored == 'f';
    if (output->literal == LITERAL_BYTES && format->byte_union)
        return format->byte_union;
    return float_bits && format->bit_union ? format->bit_union : "none";
}

/* "PROGMEM,USED" becomes "PROGMEM USED ", and none becomes nothing. */
static char *spaced(const char *qualifiers) {
    if (word_is_default(QUALIFIERS, qualifiers))
        return text_format("%s", "");
    char *text = text_format("%s ", qualifiers);
    for (char *comma; (comma = strchr(text, ','));)
        *comma = ' ';
    return text;
}

static void add_types(struct template_values *values, const struct output_options *output) {
    const struct element *type = output->table->type;
    bool native = output->literal == LITERAL_NATIVE;
    char kind = *type->stored;
    add(values, "type", "%s", type->name);
    add(values, "c_type", "%s%s", native ? output->text[NAME] : type->c_type,
        native ? "_element" : "");
    add(values, "native", "%s", native ? type->native : "none");
    add(values, "stored", "%s", type->stored);
    add_yes(values, "wide_unsigned", kind == 'u' && type->fixed && type->bytes == 4);
    add(values, "kind", "%s", kind == 'f' ? "float" : kind == 'u' ? "unsigned" : "signed");
    add_yes(values, "fixed", type->fixed);
    add_number(values, "width", 8 * (uint64_t)type->bytes);
    add_number(values, "bits", element_width(type));
    add(values, "quote", "%s", output_is_binary(output) ? "\"" : "x\"");
    add_number(values, "element_bytes", type->bytes);
    template_value(values, "rounded_to", banner_rounded_to(type));
    add(values, "union", "%s", union_of(output));
}

static void add_placement(struct template_values *values, const struct output_options *output,
                          const struct factored *factored) {
    const uint64_t bytes = output->table->type->bytes,
                   natural = factored ? factored->high_bits / 8 : bytes; /* of the widest element */
    template_value(values, "qualifiers", spaced(output->text[QUALIFIERS]));
    add(values, "space", "%.*s", (int)output->space.used,
        output->space.used ? output->space.bytes : "");
    add_yes(values, "progmem", output->progmem);
    /* a C for AVR that knows no other memory copies constants to RAM */
    add_yes(values, "ram_on_avr",
            !output->progmem && output->space.used == 0 &&
                word_is_default(SECTION, output->text[SECTION]));
    add_number(values, "alignment", output->align > natural ? output->align : natural);
    add_yes(values, "placed", output->align || !word_is_default(SECTION, output->text[SECTION]));
    add_yes(values, "accessor", output->accessor || output->split > 1 || output->factored);
    add_yes(values, "split", output->split > 1);
    add_yes(values, "pair", output->table->arrays > 1);
    add_number(values, "parts", output->split);
    add(values, "order_guard", "%s",
        output->literal == LITERAL_BYTES && bytes > 1 ? output->text[ENDIAN] : "none");
    add(values, "storage_class", "%s",
        output->linkage == LINKAGE_STATIC || factored ? "static " : "");
}

static void add_names(struct template_values *values, const struct output_options *output) {
    char *header = output_beside(output, ".h"), *binary = output_binary(output);
    /* by which the headers of two tables with one name know each other */
    const uint64_t digest = digest_append(DIGEST_EMPTY, output->command, strlen(output->command));
    add(values, "words_digest", "%08" PRIx32, (uint32_t)(digest ^ digest >> 32));
    add(values, "header", "%s", path_base(header));
    add(values, "binary", "%s", path_base(binary));
    free(header);
    free(binary);
}

static void add_sizes(struct template_values *values, const struct output_options *output) {
    const struct table *table = output->table;
    const uint64_t rows = output_rows(output), columns = table->columns, bytes = table->type->bytes;
    add_number(values, "channels", table->channel_count);
    add_yes(values, "own_width", table->channel_count != table->d_model);
    add_number(values, "rows", rows);
    add_number(values, "columns", columns);
    add_number(values, "bytes", rows * columns * bytes);
    add_number(values, "part_rows", (rows + output->split - 1) / output->split);
    add_number(values, "string_bytes", output_string_entries(output) * bytes);
    add_number(values, "dimensions", output_is_flat(output) ? 1 : 2);
    add_number(values, "entries", rows * columns);
}

void template_values_set(struct template_values *values, const struct output_options *output,
                         const struct factored *factored) {
    static const struct {
        const char *name;
        enum word word;
    } texts[] = {{"name", NAME},       {"format", FORMAT},   {"linkage", LINKAGE},
                 {"max_len", MAX_LEN}, {"d_model", D_MODEL}, {"scale", SCALE},
                 {"literal", LITERAL}, {"include", INCLUDE}, {"zero_point", ZERO_POINT},
                 {"section", SECTION}, {"align", ALIGN},     {"package", PACKAGE}};
    const bool part = output_rows(output) < output->table->rows; /* which only then has fewer */
    add_parts(&values->parts, output);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        add(values, texts[k].name, "%s", output->text[texts[k].word]);
    if (part)
        add_number(values, "max_len", output_rows(output));
    add_banner(values, output, factored);
    add_names(values, output);
    add_sizes(values, output);
    add_types(values, output);
    add_placement(values, output, factored);
    add_factored(values, output, factored);
}

struct fault *template_values_fill(struct template_values *values,
                                   const struct output_options *output,
                                   const struct factored *factored, const struct template *template,
                                   const struct text_file *file, struct filled *filled) {
    uint64_t begin, end;
    output_slice(output, file->slice, &begin, &end);
    add(values, "part", "%s", file->part);
    add_yes(values, "contents", file->contents);
    add(values, "digest", "%016" PRIx64, file->digest);
    if (output->split == 1)
        add(values, "object", "%s", output->text[NAME]);
    else
        add(values, "object", "%s_%" PRIu64, output->text[NAME], file->slice);
    add_number(values, "object_rows", end - begin);
    template_value(values, "extent", extent(output, end - begin, output->table->columns));
    template_turns_free(&values->arrays);
    add_arrays(&values->arrays, output, factored, file->slice);
    return template_fill(template, values, output->format->user, filled);
}

/* --- templates */

/* The user's template is filled once to check it with the table's values. A built-in one can only be wrong while somebody
 * changes it, and that shows when it is used. An extern table also needs C's template, for its header. */
void output_template_find(struct output_options *output, struct template_set *templates,
                          struct faults *faults) {
    const struct text_file file = {.part = "header", .contents = true};
    const struct format_row *format = output->format;
    struct filled filled = {NULL, 0};
    if (format->user)
        output->template = template_of_file(templates, output->template_path, faults);
    else if (format->content == CONTENT_TEXT)
        output->template = template_of_language(templates, format->name);
    if (output->linkage == LINKAGE_EXTERN)
        output->header = template_of_language(templates, formats[FORMAT_C].name);
    if (!format->user || !output->template)
        return;
    struct template_values values = {.count = 0};
    template_values_set(&values, output, NULL);
    faults_add_found(faults, TEMPLATE,
                     template_values_fill(&values, output, NULL, output->template, &file, &filled));
    for (int k = SPDX; k <= COPYRIGHT; k++)
        if (!word_is_default((enum word)k, output->text[k]) &&
            !strstr(output->template->own, "@notices@"))
            faults_put(faults, k, "%s '%.60s' needs '@notices@' in a line of template '%s'",
                       words[k].name, output->text[k], output->template_path);
    template_filled_free(&filled);
    template_values_free(&values);
}
