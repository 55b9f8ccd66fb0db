#include "emit/template_values.h"
#include "base/die.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "emit/banner.h"
#include "emit/emit.h"
#include "emit/output_check.h"
#include "emit/template.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- of the objects and the arrays that a table consists of */

enum { OBJECT_VALUES = 8, STRING_MAX = 4095 };

uint64_t template_objects_strings(const struct output_options *output) {
    uint64_t columns = output->table->columns, each = STRING_MAX / output->table->type->bytes;
    if (each > columns)
        each = columns;
    while (columns % each != 0)
        each--;
    return columns / each;
}

/* The name of the object that holds a part of an array: the array's own name if it isn't split. The caller frees it. */
static char *template_objects_name(const struct output_options *output, uint64_t array,
                                   uint64_t slice) {
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

static void template_objects_free(struct template_objects *values) {
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

/* The arrays that take the place of the table. */
static struct template_objects template_objects_factored(const struct output_options *output,
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

/* The arrays, with the rows of one part. */
static struct template_objects template_objects_arrays(const struct output_options *output,
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

/* The parts of a split table, or its arrays. */
static struct template_objects template_objects_parts(const struct output_options *output) {
    const uint64_t arrays = output->table->arrays, count = arrays > 1 ? arrays : output->split;
    struct template_objects parts = objects_new((size_t)count);
    for (uint64_t k = 0; k < count; k++)
        add_object(&parts.list[k * OBJECT_VALUES], output, arrays > 1 ? k : 0, arrays > 1 ? 0 : k);
    return parts;
}

/* --- of the table */

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
    return text_string(&list);
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

static void add_names(struct template_values *values, const struct output_options *output) {
    char *header = output_beside(output, ".h"), *binary = output_binary(output);
    add_text(values, "name", output->text[NAME]);
    add_text(values, "header", path_base(header));
    add_text(values, "binary", path_base(binary));
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

static struct template_values *template_values_new(const struct output_options *output,
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

static void template_values_free(struct template_values *values) {
    for (size_t k = 0; k < values->count; k++)
        free((char *)values->list[k].text);
    free(values->list);
    template_objects_free(&values->parts);
    template_objects_free(&values->arrays);
    free(values);
}

static struct template_input template_values_input(const struct template_values *values) {
    return (struct template_input){values->list, values->parts.each, values->arrays.each};
}

/* --- templates */

/* The user's own. */
static struct fault *find_file(struct output_options *output, struct template_set *templates,
                               struct faults *faults) {
    char *unreadable;
    struct fault *wrong =
        template_set_file(templates, output->template_path, &output->template, &unreadable);
    if (unreadable)
        faults_add(faults, TEMPLATE, text_format("template: %s", unreadable));
    free(unreadable);
    return wrong;
}

/* The format's own. An extern table also needs the template of C, for the header that declares it. */
static struct fault *find_built_in(struct output_options *output, struct template_set *templates) {
    struct fault *wrong = NULL;
    if (output->format->content == CONTENT_TEXT)
        wrong = template_set_language(templates, output->text[FORMAT], &output->template);
    if (!wrong && output->linkage == LINKAGE_EXTERN)
        wrong = template_set_language(templates, formats[FORMAT_C].name, &output->header);
    return wrong;
}

static struct fault *check(const struct output_options *output,
                           const struct template_input *input) {
    struct fault *wrong = template_check(output->template, input, output->format->user);
    if (!wrong && output->header && output->header != output->template)
        wrong = template_check(output->header, input, false);
    return wrong;
}

struct fault *output_template_check(const struct output_options *output,
                                    const struct factored *factored) {
    if (!output->template)
        return NULL;
    const struct text_file file = {
        .part = PART_HEADER, .contents = output->linkage == LINKAGE_STATIC, .factored = factored};
    struct template_values *values = template_values_new(output, &file);
    struct template_input input = template_values_input(values);
    struct fault *wrong = check(output, &input);
    template_values_free(values);
    return wrong;
}

/* A built-in template is wrong only while somebody changes it. So only emit_table checks it, which halves the time that
 * listing thousands of tables takes. */
void output_template_find(struct output_options *output, struct template_set *templates,
                          struct faults *faults) {
    struct fault *wrong = NULL;
    if (!output->format->user)
        wrong = find_built_in(output, templates);
    else
        wrong = find_file(output, templates, faults);
    if (output->format->user && !wrong && faults->count == 0)
        wrong = output_template_check(output, NULL);
    faults_add_found(faults, TEMPLATE, wrong);
}

struct filled output_template_fill(const struct output_options *output,
                                   const struct template *template, const struct text_file *file) {
    struct template_values *values = template_values_new(output, file);
    struct template_input input = template_values_input(values);
    struct filled filled = template_fill(template, &input);
    template_values_free(values);
    return filled;
}
