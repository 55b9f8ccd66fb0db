#include "emit/template_values.h"
#include "base/die.h"
#include "base/json.h"
#include "emit/banner.h"
#include "emit/factored_values.h"
#include "emit/output_files.h"
#include "emit/template_objects.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct template_values {
    struct template_value *list; /* ended by a name of NULL */
    size_t count;                /* with that name */
    struct template_objects parts, arrays;
};

/* Takes ownership of the text. */
static void add(struct template_values *values, const char *name, const char *text) {
    values->list[values->count - 1] = (struct template_value){name, text};
    values->list = die_grow(values->list, values->count, sizeof *values->list);
    values->list[values->count++] = (struct template_value){NULL, NULL};
}

static void add_text(struct template_values *values, const char *name, const char *text) {
    add(values, name, text_format("%s", text));
}

static void add_number(struct template_values *values, const char *name, uint64_t number) {
    add(values, name, text_format("%" PRIu64, number));
}

/* As a string of JSON. */
static void add_string(struct template_values *values, const char *name, const char *text) {
    add(values, name, json_string_text(text));
}

/* What the file is, in the words of a banner. */
static void add_banner(struct template_values *values, const struct output_options *output,
                       const struct factored *factored) {
    char *sentences = banner_sentences(output);
    add(values, "command", banner_command(output));
    add(values, "formula", banner_formula(output));
    add(values, "storage", factored ? factored_storage(output, factored) : banner_storage(output));
    add_string(values, "command_string", output->command);
    add_string(values, "formula_string", sentences);
    free(sentences);
}

/* The kind of union through which C reads the numbers; "none" if they are literals. */
static const char *union_of(const struct output_options *output) {
    const struct format_row *format = output->format;
    bool float_bits = output->literal == LITERAL_BITS && *output->table->type->stored == 'f';
    if (output->literal == LITERAL_BYTES && format->byte_union)
        return format->byte_union;
    return float_bits && format->bit_union ? format->bit_union : "none";
}

/* Those of the qualifiers that a pointer to the table needs too: volatile, and named address spaces, which on AVR are
 * part of the type. */
static char *pointed_to(const char *qualifiers) {
    struct text list = {NULL, 0, 0};
    for (const char *at = qualifiers; *at;) {
        size_t length = strcspn(at, ",");
        if (strncmp(at, "__flash", 7) == 0 || strncmp(at, "__memx", 6) == 0 ||
            (length == 8 && strncmp(at, "volatile", length) == 0)) {
            text_add(&list, at, length);
            text_print(&list, " ");
        }
        at += length + (at[length] == ',');
    }
    text_add(&list, "", 1);
    return list.bytes;
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
    add_text(values, "type", type->name);
    add(values, "c_type",
        native ? text_format("%s_element", output->text[NAME]) : text_format("%s", type->c_type));
    add_text(values, "native", native ? type->native : "none");
    add_text(values, "stored", type->stored);
    add_text(values, "kind", kind == 'f' ? "float" : kind == 'u' ? "unsigned" : "signed");
    add_text(values, "fixed", type->fixed ? "yes" : "no");
    add_number(values, "width", 8 * (uint64_t)type->bytes);
    add_number(values, "element_bytes", type->bytes);
    add_text(values, "rounded_to", type->meaning);
    add_text(values, "scale", output->text[SCALE]);
    add_text(values, "zero_point", output->text[ZERO_POINT]);
    add_text(values, "literal", output->text[LITERAL]);
}

/* The bytes of the widest element among the arrays. */
static uint64_t natural_alignment(const struct output_options *output,
                                  const struct factored *factored) {
    return factored ? factored->high_bits / 8 : output->table->type->bytes;
}

static void add_placement(struct template_values *values, const struct output_options *output,
                          const struct factored *factored) {
    bool source_bytes = output->literal == LITERAL_BYTES;
    add(values, "qualifiers", spaced(output->text[QUALIFIERS]));
    add(values, "space", pointed_to(output->text[QUALIFIERS]));
    add_text(values, "progmem", output->progmem ? "yes" : "no");
    add_text(values, "include", output->text[INCLUDE]);
    add_text(values, "section", output->text[SECTION]);
    add_text(values, "align", output->text[ALIGN]);
    uint64_t natural = natural_alignment(output, factored);
    add_number(values, "alignment", output->align > natural ? output->align : natural);
    bool placed = output->align || !word_is_default(SECTION, output->text[SECTION]);
    add_text(values, "placed", placed ? "yes" : "no");
    add_text(values, "accessor",
             output->accessor || output->split > 1 || output->factored ? "yes" : "no");
    add_text(values, "split", output->split > 1 ? "yes" : "no");
    add_text(values, "pair", output->table->arrays > 1 ? "yes" : "no");
    add_number(values, "parts", output->split);
    add_text(values, "order_guard",
             source_bytes && output->table->type->bytes > 1 ? output->text[ENDIAN] : "none");
    add_text(values, "package", output->text[PACKAGE]);
}

static void add_factored(struct template_values *values, const struct output_options *output,
                         const struct factored *factored) {
    struct template_value of_functions[FACTORED_VALUES];
    factored_values(output, factored, of_functions);
    add_text(values, "factored", factored ? "yes" : "no");
    for (size_t k = 0; k < FACTORED_VALUES; k++)
        add(values, of_functions[k].name, of_functions[k].text);
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_names(struct template_values *values, const struct output_options *output) {
    char *header = output_beside(output, ".h"), *binary = output_binary(output);
    add_text(values, "name", output->text[NAME]);
    add_text(values, "header", base_name(header));
    add_text(values, "binary", base_name(binary));
    free(header);
    free(binary);
}

static void add_sizes(struct template_values *values, const struct output_options *output,
                      uint64_t slice) {
    uint64_t rows = output->table->rows, columns = output->table->columns, begin = 0, end = rows;
    output_slice(output, slice, &begin, &end);
    add_number(values, "channels", output->table->channel_count);
    add_text(values, "own_width",
             output->table->channel_count == output->table->d_model ? "no" : "yes");
    add_number(values, "rows", rows);
    add_number(values, "columns", columns);
    add_number(values, "dimensions", 2);
    add_number(values, "bytes", rows * columns * output->table->type->bytes);
    add_text(values, "max_len", output->text[MAX_LEN]);
    add_text(values, "d_model", output->text[D_MODEL]);
    add_number(values, "part_rows", (rows + output->split - 1) / output->split);
    add(values, "object",
        output->split == 1 ? text_format("%s", output->text[NAME])
                           : template_objects_name(output, 0, slice));
    add_number(values, "object_rows", end - begin);
    add_number(values, "string_bytes",
               columns / template_objects_strings(output) * output->table->type->bytes);
}

struct template_values *template_values_new(const struct output_options *output,
                                            const struct text_file *file) {
    static const char *const parts[] = {"header", "source", "slice"};
    struct template_values *values = die_malloc(sizeof *values);
    *values = (struct template_values){.list = die_malloc(2 * sizeof *values->list), .count = 1};
    add_text(values, "part", parts[file->part]);
    add_text(values, "contents", file->contents ? "yes" : "no");
    add_text(values, "format", output->text[FORMAT]);
    add_text(values, "linkage", output->text[LINKAGE]);
    add_text(values, "storage_class",
             output->linkage == LINKAGE_STATIC || file->factored ? "static " : "");
    add_text(values, "union", union_of(output));
    add_banner(values, output, file->factored);
    add(values, "digest", text_format("%016" PRIx64, file->digest));
    add_names(values, output);
    add_sizes(values, output, file->slice);
    add_types(values, output);
    add_placement(values, output, file->factored);
    add_factored(values, output, file->factored);
    values->parts = template_objects_parts(output);
    values->arrays = file->factored ? template_objects_factored(output, file->factored)
                                    : template_objects_arrays(output, file->slice);
    return values;
}

void template_values_free(struct template_values *values) {
    for (size_t k = 0; k < values->count; k++)
        free((char *)values->list[k].text);
    free(values->list);
    template_objects_free(&values->parts);
    template_objects_free(&values->arrays);
    free(values);
}

struct template_input template_values_input(const struct template_values *values) {
    return (struct template_input){values->list, values->parts.each, values->arrays.each};
}
