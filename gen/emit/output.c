#include "emit/output.h"
#include "base/die.h"
#include "base/digest.h"
#include "base/path.h"
#include "base/text.h"
#include "emit/print.h"
#include "words/choice.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* --- files */

const char *output_source(const struct output_options *output) {
    return output->format->source ? output->format->source : ".c";
}

void output_slice(const struct output_options *output, uint64_t slice, uint64_t *begin,
                  uint64_t *end) {
    uint64_t rows = output->table->rows, each = (rows + output->split - 1) / output->split;
    *begin = slice * each;
    *end = *begin + each < rows ? *begin + each : rows;
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

const char *const output_pair_suffixes[TABLE_ARRAYS] = {"_cos", "_sin"};

const char *const output_made_suffixes[] = {
    "_H _HPP _MAX_LEN _D_MODEL _CHANNELS _max_len _d_model _channels _ATTRIBUTE _PLACED",
    "_INLINE _copy _at _row",
    "_cos_copy _cos_at _cos_row _sin_copy _sin_at _sin_row",
    "_parts _PART_ROWS",
    "_bits _storage _union _NONSTRING",
    "_element",
    "_BEGIN _END _STRING _SYMBOL _TEXT _JOIN _JOIN_TEXTS _found _storage _union",
    NULL};

unsigned output_made(const struct output_options *output) {
    const bool cpp = output->format == &formats[FORMAT_CPP],
               c = cpp || (output->format->features & FEATURE_C_OBJECT);
    const bool has[] = {c,
                        output->accessor || output->split > 1,
                        output->accessor && output->table->arrays > 1,
                        output->split > 1,
                        output->literal == LITERAL_BITS || output->literal == LITERAL_BYTES,
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

/* --- words, one by one */

/* If a word isn't given and its default depends on other words, the text of its value is NULL, and its parser sets the
 * canonical text. The words that its meaning depends on are parsed before it. */

static char *default_name(const struct request *request) {
    return text_format("pe_%sx%s", request->text[MAX_LEN], request->text[D_MODEL]);
}

/* Without a text, the format is that of the output's extension, or C if there is none. */
static void parse_format(struct output_options *output, struct value *value) {
    const char *extension = path_extension(output->path);
    const bool given = value->text;
    int k = output->template_path ? FORMAT_TEMPLATE : FORMAT_DEFAULT;
    if (given && output->template_path)
        value_refuse(value, " has a template of its own: give format or template");
    else if (given)
        value_choice(value, &k);
    else if (!output->template_path && *extension)
        for (k = 0; k < FORMATS && !text_lists(formats[k].extensions, extension);)
            k++;
    if (k == FORMATS)
        value->wrong =
            text_format("output '%s': the extension '%.20s' belongs to no format; use --format",
                        output->path, extension);
    output->format = &formats[k == FORMATS ? FORMAT_DEFAULT : k];
    if (!given)
        text_print(&value->canonical, output->format->name);
}

/* The literals of the format for the table's type, with spaces between them; the first is the default. */
static const char *output_literals(const struct output_options *output) {
    const struct element *type = output->table->type;
    return output->format->literals[type->fixed ? 2 : type->native ? 1 : 0];
}

static const char *output_default_literal(const struct output_options *output) {
    const char *allowed = output_literals(output), *literal;
    for (size_t k = 0; (literal = word_choice(&words[LITERAL], k)); k++)
        if (strncmp(allowed, literal, strcspn(allowed, " ")) == 0)
            break;
    return literal;
}

static void parse_literal(struct output_options *output, struct value *value) {
    const char *allowed = output_literals(output), *given = value->text;
    value->text = given ? given : output_default_literal(output);
    value_choice(value, &output->literal);
    if (given && !text_lists(allowed, given))
        value_refuse(value, " is none of format '%s' with type '%s', which has: %s",
                     output->format->name, output->table->type->name, allowed);
    output->binary = output->format->source && output->literal == LITERAL_BYTES;
}

static void parse_linkage(struct output_options *output, struct value *value) {
    bool source =
        format_reads(output->format, LINKAGE) && strcmp(path_extension(output->path), ".c") == 0;
    if (!value->text)
        value->text = source || output->split > 1 || output->format->source ? "extern" : "static";
    value_choice(value, &output->linkage);
}

static void parse_align(struct output_options *output, struct value *value) {
    enum { LARGEST = 1 << 20 };
    if (value_is_default(value))
        return;
    value_size(value, &output->align);
    if (output->align > LARGEST || (output->align & (output->align - 1)) != 0)
        value_refuse(value, " is not a power of two up to 2^20");
}

static void parse_split(struct output_options *output, struct value *value) {
    value_size(value, &output->split);
}

/* Parses a text that is pasted into source. */
static void parse_plain(struct output_options *output, struct value *value) {
    const bool section = value->word == SECTION;
    const char *letters =
        section ? "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$,-"
                : "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
    const size_t length = strlen(value->text);
    (void)output;
    if (!value_is_default(value) &&
        (length == 0 || length > 200 || strspn(value->text, letters) < length))
        value_refuse(value, " is not a %s name", section ? "section" : "header");
}

/* The length of the separator between two identifiers: blanks, with or without one comma. */
static size_t separator(const char *text) {
    size_t length = strspn(text, " ");
    return text[length] == ',' ? length + 1 + strspn(text + length + 1, " ") : length;
}

/* Must a pointer to the table have this qualifier too? That goes for volatile, and for named address spaces, which on
 * AVR are part of the type. */
static bool is_pointed_to(const char *qualifier) {
    return strncmp(qualifier, "__flash", 7) == 0 || strncmp(qualifier, "__memx", 6) == 0 ||
           strcmp(qualifier, "volatile") == 0;
}

/* Parses identifiers with a comma or blanks between them. The canonical text has commas: "PROGMEM,DRAM_ATTR". */
static void parse_qualifiers(struct output_options *output, struct value *value) {
    if (value_is_default(value))
        return;
    if (!*value->text)
        value_refuse(value, " is not a list of C identifiers");
    for (const char *at = value->text; !value->wrong;) {
        size_t length = format_identifier(at), gap = separator(at + length);
        char *one = text_format("%.*s", (int)length, at);
        if (length == 0 || length > FORMAT_NAME_MAX || (at[length] && gap == 0))
            value_refuse(value, ": '%.60s' is not a C identifier", at);
        else if (format_keyword(one) && strcmp(one, "volatile") != 0)
            value_refuse(value, ": '%s' is a keyword of C or C++", one);
        text_put(&value->canonical, "%s%s", value->canonical.used > 0 ? "," : "", one);
        output->progmem = output->progmem || strcmp(one, "PROGMEM") == 0;
        if (is_pointed_to(one))
            text_put(&output->space, "%s ", one);
        free(one);
        at += length + gap;
        if (gap == 0)
            break;
    }
}

static void parse_template(struct output_options *output, struct value *value) {
    if (!*value->text)
        return;
    output->template_path = value->text;
    value_file(value);
}

static void parse_package(struct output_options *output, struct value *value) {
    (void)output;
    value->wrong = format_check_package(value->text);
}

bool output_word_read(const struct output_options *output, enum word word) {
    switch (word) {
    case LITERAL:
        return strchr(output_literals(output), ' ') != NULL;
    case ENDIAN:
        return output->literal == LITERAL_BYTES && !format_has_header(output->format);
    default:
        return format_reads(output->format, word);
    }
}

/* The words of the output, each after those that its meaning depends on. A word without a parser is a choice, stored in
 * an int of the options. The name is checked when the format is known, since that decides which names are allowed. */
static const struct row {
    enum word word;
    void (*parse)(struct output_options *, struct value *);
    size_t choice; /* where the int is */
} rows[] = {
    {TEMPLATE, parse_template, 0},
    {FORMAT, parse_format, 0},
    {SPLIT, parse_split, 0},
    {LITERAL, parse_literal, 0},
    {LINKAGE, parse_linkage, 0},
    {ENDIAN, NULL, offsetof(struct output_options, endian)},
    {ALIGN, parse_align, 0},
    {SECTION, parse_plain, 0},
    {QUALIFIERS, parse_qualifiers, 0},
    {INCLUDE, parse_plain, 0},
    {ACCESSOR, NULL, offsetof(struct output_options, accessor)},
    {FACTORED, NULL, offsetof(struct output_options, factored)},
    {PACKAGE, parse_package, 0},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* The text of a word. Of format and template, one that is given replaces one that isn't. */
static const char *value_of(struct request *request, enum word word, enum word unread_because) {
    const char *text = request_value(request, word, unread_because);
    const struct request_word *given = request->given;
    const enum word rival = word == TEMPLATE ? FORMAT : word == FORMAT ? TEMPLATE : word;
    const bool replaced = given[rival].from == FROM_USER && given[word].from != FROM_USER;
    return replaced ? words[word].fallback : text;
}

static void parse_word(struct output_options *output, struct request *request,
                       const struct row *row) {
    const enum word word = row->word;
    bool decided = word == TEMPLATE || word == FORMAT;
    enum word unread = decided || output_word_read(output, word) ? WORDS : FORMAT;
    struct value value = {.word = word, .text = value_of(request, word, unread)};
    const int about = word == FORMAT && !value.text ? ABOUT_OUTPUT : (int)word;
    if (row->parse)
        row->parse(output, &value);
    else
        value_choice(&value, (int *)((char *)output + row->choice));
    faults_add(request->faults, about, value_end(&value, &request->text[word]));
    if (!request_is_wrong(request))
        request_check_read(request, word);
}

/* The text that a word of the output has if the command omits it, whose output is standard output. */
static const char *omitted(const struct output_options *output, enum word word) {
    switch (word) {
    case FORMAT:
        return formats[output->format->user ? FORMAT_TEMPLATE : FORMAT_DEFAULT].name;
    case LITERAL:
        return output_default_literal(output);
    case LINKAGE:
        return output->split > 1 || output->format->source ? "extern" : "static";
    default:
        return words[word].fallback;
    }
}

static void find_origin(struct request *request, enum word word, const char *usual) {
    enum origin *from = &request->given[word].from;
    if (strcmp(request->text[word], usual) == 0)
        *from = FROM_USUAL;
    else if (*from < FROM_OUTPUT)
        *from = FROM_OUTPUT;
}

/* The words of the output that have another text than without its name and without being given. */
static void find_origins(const struct output_options *output, struct request *request) {
    char *name = default_name(request);
    find_origin(request, NAME, name);
    free(name);
    for (const struct row *row = rows; row < rows + ROWS; row++)
        find_origin(request, row->word, omitted(output, row->word));
}

/* --- a digest of the table's words and numbers */

static uint64_t append_integer(uint64_t digest, const mpz_t n) {
    unsigned char bytes[NUMBER_BITS / 8 + 1];
    size_t count = 0;
    mpz_export(bytes, &count, -1, 1, -1, 0, n);
    const unsigned char length[] = {(unsigned char)(count % 256), (unsigned char)(count / 256)};
    return digest_append(digest_append(digest, length, sizeof length), bytes, count);
}

static uint64_t append_rational(uint64_t digest, const mpq_t q) {
    return append_integer(append_integer(digest, mpq_numref(q)), mpq_denref(q));
}

static uint64_t append_list(uint64_t digest, const struct number_list *list) {
    for (size_t k = 0; k < list->count; k++)
        digest = append_rational(digest, list->value[k]);
    return digest;
}

static uint64_t append_signed(uint64_t digest, const mpq_t q) {
    const char sign = (char)('0' + mpq_sgn(q));
    return append_rational(digest_append(digest, &sign, 1), q);
}

/* The positions of all rows, along all axes of a grid. */
static uint64_t append_positions(uint64_t digest, const struct table *table) {
    const int axes = table->grid.axes;
    struct number p;
    number_init(&p);
    for (uint64_t r = 0; r < table->position_count; r++)
        for (int axis = 0; axis < axes || axis == 0; axis++) {
            table_position(axes > 0 ? table->axis[axis] : table,
                           axes > 0 ? table_coordinate(table, axis, r) : r, &p);
            digest = append_signed(append_signed(digest, p.rational), p.pi);
        }
    number_clear(&p);
    return digest;
}

static uint64_t append_numbers(uint64_t digest, const struct table *table) {
    digest = append_list(digest, &table->frequencies.list);
    digest = append_list(digest, &table->frequencies.scaling.factors);
    return table->positions.listed ? append_positions(digest, table) : digest;
}

uint64_t output_content(const struct output_options *output) {
    uint64_t digest = DIGEST_EMPTY;
    for (int k = 0; k < WORDS; k++)
        if (word_is_of_table((enum word)k) && output->text[k])
            digest = digest_append(digest, output->text[k], strlen(output->text[k]) + 1);
    return append_numbers(digest, output->table);
}

/* --- all words */

void output_resolve(struct request *request, const struct table *table, const char *path,
                    struct template_set *templates, struct output_options *output) {
    *output = (struct output_options){.table = table, .path = path, .text = request->text};
    if (request_is_wrong(request))
        return;
    const char *name = request_value(request, NAME, WORDS);
    request->text[NAME] = name ? text_format("%s", name) : default_name(request);
    for (const struct row *row = rows; row < rows + ROWS && !request_is_wrong(request); row++)
        parse_word(output, request, row);
    if (request_is_wrong(request))
        return;
    find_origins(output, request);
    output_check(output, request);
    if (request_is_wrong(request))
        return;
    output->command = request_command(request);
    output_header_check(output, request->faults);
    if (!request_is_wrong(request))
        output_template_find(output, templates, request->faults);
}

void output_free(struct output_options *output) {
    free(output->command);
    text_free(&output->space);
    *output = (struct output_options){.table = NULL};
}
