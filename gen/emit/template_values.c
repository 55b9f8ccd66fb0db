#include "emit/template_values.h"
#include "base/die.h"
#include "emit/banner.h"
#include "emit/output_files.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SCALARS_MAX = 48, STRING_MAX = 4095 };

struct template_values {
    struct scalar list[SCALARS_MAX];
    size_t count;
    const struct scalar **parts;
    struct scalar *part_list; /* PART_SCALARS for each part */
    size_t part_count;
};

enum { PART_SCALARS = 4 };

/* Takes ownership of the value. */
static void add(struct template_values *scalars, const char *name, const char *value) {
    if (scalars->count + 1 == SCALARS_MAX)
        abort();
    scalars->list[scalars->count++] = (struct scalar){name, value};
    scalars->list[scalars->count] = (struct scalar){NULL, NULL};
}

static void add_text(struct template_values *scalars, const char *name, const char *value) {
    add(scalars, name, text_format("%s", value));
}

static void add_number(struct template_values *scalars, const char *name, uint64_t value) {
    add(scalars, name, text_format("%" PRIu64, value));
}

uint64_t template_values_strings(const struct output_options *output) {
    uint64_t columns = output->table->columns, each = STRING_MAX / output->table->type->bytes;
    if (each > columns)
        each = columns;
    while (columns % each != 0)
        each--;
    return columns / each;
}

/* The name of the object that holds a part: the table's own name if it isn't split. */
static char *object_name(const struct output_options *output, uint64_t slice) {
    const char *name = output->text[NAME];
    return output->split == 1 ? text_format("%s", name) : text_format("%s_%" PRIu64, name, slice);
}

static void add_parts(struct template_values *scalars, const struct output_options *output) {
    size_t count = (size_t)output->split;
    scalars->part_count = count;
    scalars->parts = die_malloc((count + 1) * sizeof(struct scalar *));
    scalars->part_list = die_malloc(count * PART_SCALARS * sizeof *scalars->part_list);
    for (size_t k = 0; k < count; k++) {
        uint64_t begin, end;
        output_slice(output, k, &begin, &end);
        struct scalar *part = scalars->part_list + k * PART_SCALARS;
        part[0] = (struct scalar){"object", object_name(output, k)};
        part[1] = (struct scalar){"object_rows", text_format("%" PRIu64, end - begin)};
        uint64_t strings = (end - begin) * template_values_strings(output);
        part[2] = (struct scalar){"object_strings", text_format("%" PRIu64, strings)};
        part[3] = (struct scalar){NULL, NULL};
        scalars->parts[k] = part;
    }
    scalars->parts[count] = NULL;
}

/* The kind of union through which C reads the numbers; "none" if they are literals. */
static const char *union_of(const struct output_options *output) {
    const struct format_row *format = output->format;
    bool float_bits = output->literal == LITERAL_BITS && *output->table->type->stored == 'f';
    if (output->literal == LITERAL_BYTES && format->byte_union)
        return format->byte_union;
    return float_bits && format->bit_union ? format->bit_union : "none";
}

/* Named address spaces among the qualifiers. On AVR they are part of the type, and so of a pointer to it. */
static char *address_space(const char *qualifiers) {
    char *space = text_format("%s", "");
    for (const char *at = qualifiers; *at;) {
        size_t length = strcspn(at, ",");
        if (strncmp(at, "__flash", 7) == 0 || strncmp(at, "__memx", 6) == 0) {
            free(space);
            space = text_format("%.*s ", (int)length, at);
        }
        at += length + (at[length] == ',');
    }
    return space;
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

static void add_types(struct template_values *scalars, const struct output_options *output) {
    const struct element *type = output->table->type;
    bool native = output->literal == LITERAL_NATIVE;
    char kind = *type->stored;
    add_text(scalars, "type", type->name);
    add(scalars, "c_type",
        native ? text_format("%s_element", output->text[NAME]) : text_format("%s", type->c_type));
    add_text(scalars, "native", native ? type->native : "none");
    add_text(scalars, "stored", type->stored);
    add_text(scalars, "kind", kind == 'f' ? "float" : kind == 'u' ? "unsigned" : "signed");
    add_number(scalars, "width", 8 * (uint64_t)type->bytes);
    add_number(scalars, "element_bytes", type->bytes);
    add_text(scalars, "rounded_to", type->meaning);
    add_text(scalars, "literal", output->text[LITERAL]);
}

static void add_placement(struct template_values *scalars, const struct output_options *output) {
    const struct output_options *form = output;
    bool source_bytes = form->literal == LITERAL_BYTES;
    add(scalars, "qualifiers", spaced(output->text[QUALIFIERS]));
    add(scalars, "space", address_space(output->text[QUALIFIERS]));
    add_text(scalars, "progmem", form->progmem ? "yes" : "no");
    add_text(scalars, "include", output->text[INCLUDE]);
    add_text(scalars, "section", output->text[SECTION]);
    add_text(scalars, "align", output->text[ALIGN]);
    uint64_t natural = output->table->type->bytes;
    add_number(scalars, "alignment", form->align > natural ? form->align : natural);
    bool placed = form->align || !word_is_default(SECTION, output->text[SECTION]);
    add_text(scalars, "placed", placed ? "yes" : "no");
    add_text(scalars, "accessor", form->accessor || form->split > 1 ? "yes" : "no");
    add_text(scalars, "split", form->split > 1 ? "yes" : "no");
    add_number(scalars, "parts", form->split);
    add_text(scalars, "order_guard",
             source_bytes && output->table->type->bytes > 1 ? output->text[ENDIAN] : "none");
    add_text(scalars, "package", output->text[PACKAGE]);
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_names(struct template_values *scalars, const struct output_options *output) {
    char *header = output_beside(output, ".h"), *binary = output_binary(output);
    add_text(scalars, "name", output->text[NAME]);
    add_text(scalars, "header", base_name(header));
    add_text(scalars, "binary", base_name(binary));
    free(header);
    free(binary);
}

static void add_sizes(struct template_values *scalars, const struct output_options *output,
                      uint64_t slice) {
    uint64_t rows = output->table->rows, columns = output->table->columns, begin = 0, end = rows;
    output_slice(output, slice, &begin, &end);
    add_number(scalars, "channels", output->table->channel_count);
    add_text(scalars, "own_width",
             output->table->channel_count == output->table->d_model ? "no" : "yes");
    add_number(scalars, "rows", rows);
    add_number(scalars, "columns", columns);
    add_number(scalars, "bytes", rows * columns * output->table->type->bytes);
    add_text(scalars, "max_len", output->text[MAX_LEN]);
    add_text(scalars, "d_model", output->text[D_MODEL]);
    add_number(scalars, "part_rows", (rows + output->split - 1) / output->split);
    add(scalars, "object", object_name(output, slice));
    add_number(scalars, "object_rows", end - begin);
    add_number(scalars, "string_bytes",
               columns / template_values_strings(output) * output->table->type->bytes);
}

struct template_values *template_values_new(const struct output_options *output, enum part part,
                                            bool contents, uint64_t slice, uint64_t digest) {
    static const char *const parts[] = {"header", "source", "slice"};
    struct template_values *scalars = die_malloc(sizeof *scalars);
    *scalars = (struct template_values){.count = 0};
    add_text(scalars, "part", parts[part]);
    add_text(scalars, "contents", contents ? "yes" : "no");
    add_text(scalars, "format", output->text[FORMAT]);
    add_text(scalars, "linkage", output->text[LINKAGE]);
    add_text(scalars, "storage_class", output->linkage == LINKAGE_STATIC ? "static " : "");
    add_text(scalars, "union", union_of(output));
    add(scalars, "command", banner_command(output));
    add(scalars, "formula", banner_formula(output));
    add(scalars, "storage", banner_storage(output));
    add(scalars, "digest", text_format("%016" PRIx64, digest));
    add_names(scalars, output);
    add_sizes(scalars, output, slice);
    add_types(scalars, output);
    add_placement(scalars, output);
    add_parts(scalars, output);
    return scalars;
}

void template_values_free(struct template_values *scalars) {
    for (size_t k = 0; k < scalars->count; k++)
        free((char *)scalars->list[k].value);
    for (size_t k = 0; k < scalars->part_count; k++)
        for (size_t n = 0; scalars->parts[k][n].name; n++)
            free((char *)scalars->parts[k][n].value);
    free(scalars->parts);
    free(scalars->part_list);
    free(scalars);
}

struct template_input template_values_input(const struct template_values *scalars) {
    return (struct template_input){scalars->list, scalars->parts};
}
