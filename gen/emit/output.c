#include "emit/output.h"
#include "base/die.h"
#include "base/digest.h"
#include "base/path.h"
#include "base/text.h"
#include "emit/description.h"
#include "words/choice.h"

#include <inttypes.h>
#include <stdarg.h>
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
    return output_beside(output, "-%016" PRIx64 ".bin", output->digest);
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

char *output_array_name(const struct output_options *output, uint64_t array) {
    return text_format("%s%s", output->text[NAME],
                       output->table->arrays > 1 ? output_pair_suffixes[array] : "");
}

/* --- words, one by one */

/* Each parser returns NULL, or what is wrong. It sets the canonical text, unless that is the text itself. `text` is NULL if
 * the word isn't given and its default depends on other words. */

/* Without a text it is the format that the output's extension means; C if it has none. */
static char *parse_format(struct output_options *output, const char *text, char **canonical) {
    const char *extension = path_extension(output->path);
    int k = output->template_path ? FORMAT_TEMPLATE : FORMAT_DEFAULT;
    if (text && output->template_path)
        return text_format("format '%.60s' has a template of its own: give format or template",
                           text);
    char *wrong = text ? choice_parse(FORMAT, text, &k, canonical) : NULL;
    if (!text && !output->template_path && *extension)
        for (k = 0; k < FORMATS && !text_lists(formats[k].extensions, extension);)
            k++;
    if (k == FORMATS)
        return text_format("output '%s': the extension '%.20s' belongs to no format; use --format",
                           output->path, extension);
    if (!text)
        *canonical = text_format("%s", formats[k].name);
    output->format = &formats[k];
    return wrong;
}

/* The literals that the format has for the table's type, with spaces between them; the first is the default. */
static const char *output_literals(const struct output_options *output) {
    const struct element *type = output->table->type;
    return output->format->literals[type->fixed ? 2 : type->native ? 1 : 0];
}

static const char *output_default_literal(const struct output_options *output) {
    const char *allowed = output_literals(output), *literal;
    for (size_t k = 0; (literal = word_choice(LITERAL, k)); k++)
        if (strncmp(allowed, literal, strcspn(allowed, " ")) == 0)
            break;
    return literal;
}

static char *parse_literal(struct output_options *output, const char *text, char **canonical) {
    const char *allowed = output_literals(output);
    char *wrong = choice_parse(LITERAL, text ? text : output_default_literal(output),
                               &output->literal, canonical);
    if (!wrong && text && !text_lists(allowed, text))
        wrong = text_format("literal '%s' is none of format '%s' with type '%s', which has: %s",
                            text, output->format->name, output->table->type->name, allowed);
    output->binary = output->format->source && output->literal == LITERAL_BYTES;
    return wrong;
}

static char *parse_linkage(struct output_options *output, const char *text, char **canonical) {
    bool source =
        format_reads(output->format, LINKAGE) && strcmp(path_extension(output->path), ".c") == 0;
    if (!text)
        text = source || output->split > 1 || output->format->source ? "extern" : "static";
    return choice_parse(LINKAGE, text, &output->linkage, canonical);
}

static char *parse_align(struct output_options *output, const char *text, char **canonical) {
    enum { LARGEST = 1 << 20 };
    char *wrong = choice_size(ALIGN, text, &output->align, canonical);
    if (!wrong && (output->align > LARGEST || (output->align & (output->align - 1)) != 0))
        wrong = text_format("align '%.60s' is not a power of two up to 2^20", text);
    return wrong;
}

/* A text that is pasted into source. */
static char *parse_plain(enum word word, const char *text) {
    const bool section = word == SECTION;
    const char *letters =
        section ? "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$,-"
                : "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
    return *text && strspn(text, letters) == strlen(text) && strlen(text) <= 200
               ? NULL
               : text_format("%s '%.60s' is not a %s name", words[word].name, text,
                             section ? "section" : "header");
}

/* The length of the separator between two identifiers: blanks, with or without one comma. */
static size_t separator(const char *text) {
    size_t length = strspn(text, " ");
    return text[length] == ',' ? length + 1 + strspn(text + length + 1, " ") : length;
}

/* Identifiers with a comma or blanks between them. The canonical text has commas: "PROGMEM,DRAM_ATTR". */
static char *parse_qualifiers(struct output_options *output, const char *text, char **canonical) {
    struct text list = {NULL, 0, 0};
    char *wrong = *text ? NULL : text_format("qualifiers '' is not a list of C identifiers");
    for (const char *at = text; !wrong;) {
        size_t length = format_identifier(at), gap = separator(at + length);
        char *one = text_format("%.*s", (int)length, at);
        if (length == 0 || length > FORMAT_NAME_MAX || (at[length] && gap == 0))
            wrong = text_format("qualifiers '%.60s': '%.60s' is not a C identifier", text, at);
        else if (format_keyword(one) && strcmp(one, "volatile") != 0)
            wrong = text_format("qualifiers '%.60s': '%s' is a keyword of C or C++", text, one);
        if (list.used > 0)
            text_print(&list, ",");
        text_print(&list, one);
        output->progmem = output->progmem || strcmp(one, "PROGMEM") == 0;
        free(one);
        at += length + gap;
        if (gap == 0)
            break;
    }
    if (wrong)
        text_free(&list);
    else
        *canonical = text_string(&list);
    return wrong;
}

/* What the word name is if it isn't given. The caller frees it. */
static char *output_default_name(const struct request *request) {
    return text_format("pe_%sx%s", request->text[MAX_LEN], request->text[D_MODEL]);
}

static char *parse_template(struct output_options *output, const char *text, char **canonical) {
    if (!*text)
        return NULL;
    output->template_path = text;
    return choice_file(TEMPLATE, text, canonical);
}

/* Parses a word into the options. The words that its meaning depends on are parsed already. */
static char *parse_text(struct output_options *output, enum word word, const char *text,
                        const struct request *request, char **canonical) {
    const bool by_default = word_is_default(word, text);
    switch (word) {
    case NAME: /* output_check.c checks it: the format decides which names are allowed */
        if (!text)
            *canonical = output_default_name(request);
        return NULL;
    case FORMAT:
        return parse_format(output, text, canonical);
    case LITERAL:
        return parse_literal(output, text, canonical);
    case LINKAGE:
        return parse_linkage(output, text, canonical);
    case ENDIAN:
        return choice_parse(word, text, &output->endian, canonical);
    case SPLIT:
        return choice_size(word, text, &output->split, canonical);
    case ALIGN:
        return by_default ? NULL : parse_align(output, text, canonical);
    case SECTION:
    case INCLUDE:
        return by_default ? NULL : parse_plain(word, text);
    case QUALIFIERS:
        return by_default ? NULL : parse_qualifiers(output, text, canonical);
    case ACCESSOR:
        return choice_parse(word, text, &output->accessor, canonical);
    case FACTORED:
        return choice_parse(word, text, &output->factored, canonical);
    case PACKAGE:
        return format_check_package(text);
    default:
        return parse_template(output, text, canonical);
    }
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

/* The text that a word would have if it weren't given, with the other words unchanged and standard output as the
 * output. NULL if there is no such text. */
static const char *default_text(const struct output_options *output, enum word word) {
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

/* The words of the output, each after those that its meaning depends on. */
static const enum word output_words[] = {NAME,    TEMPLATE, FORMAT,   SPLIT,   LITERAL,
                                         LINKAGE, ENDIAN,   ALIGN,    SECTION, QUALIFIERS,
                                         INCLUDE, ACCESSOR, FACTORED, PACKAGE};
enum { OUTPUT_WORDS = sizeof output_words / sizeof output_words[0] };

/* A format that is given takes the place of a template that isn't, and the other way round. */
static const char *value_of(struct request *request, enum word word, enum word unread_because) {
    const char *text = request_value(request, word, unread_because);
    bool other = (word == TEMPLATE && request->given[FORMAT]) ||
                 (word == FORMAT && request->given[TEMPLATE]);
    return other && !request->given[word] ? words[word].fallback : text;
}

static void parse_word(struct output_options *output, struct request *request, enum word word,
                       struct faults *faults) {
    bool decided = word == NAME || word == TEMPLATE || word == FORMAT;
    enum word unread = decided || output_word_read(output, word) ? WORDS : FORMAT;
    const char *text = value_of(request, word, unread);
    char *wrong = parse_text(output, word, text, request, &request->text[word]);
    if (!wrong && !request->text[word])
        request->text[word] = text_format("%s", text);
    if (!wrong)
        wrong = request_check_read(request, word);
    faults_add(faults, word == FORMAT && !text ? ABOUT_OUTPUT : (int)word, wrong);
}

static void find_default_texts(const struct output_options *output, struct request *request) {
    request->default_text[NAME] = output_default_name(request);
    for (int k = 0; k < OUTPUT_WORDS; k++) {
        const char *text = output_words[k] == NAME ? NULL : default_text(output, output_words[k]);
        if (text)
            request->default_text[output_words[k]] = text_format("%s", text);
    }
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

/* Of all that the bytes of the table depend on: the canonical command and the numbers in listed files. It takes long for
 * many of them. */
static uint64_t digest_of(const struct output_options *output) {
    uint64_t digest = digest_append(DIGEST_EMPTY, output->command, strlen(output->command));
    digest = append_list(digest, &output->table->frequencies.list);
    digest = append_list(digest, &output->table->frequencies.scaling.factors);
    if (output->table->positions.file.path)
        digest = append_positions(digest, output->table);
    return digest;
}

/* --- all words */

void output_resolve(struct request *request, const struct table *table, const char *path,
                    struct template_set *templates, struct output_options *output,
                    struct faults *faults) {
    *output = (struct output_options){.table = table, .path = path, .text = request->text};
    for (int k = 0; k < OUTPUT_WORDS && faults->count == 0; k++)
        parse_word(output, request, output_words[k], faults);
    if (faults->count == 0)
        output_combinations_check(output, request, faults);
    if (faults->count > 0)
        return;
    find_default_texts(output, request);
    output_pair_check(output, request, faults);
    if (faults->count > 0)
        return;
    output->command = request_command(request);
    output_header_check(output, faults);
    if (output->binary || output->format->user)
        output->digest = digest_of(output);
    if (faults->count == 0)
        output_template_find(output, templates, faults);
}

void output_free(struct output_options *output) {
    free(output->command);
    *output = (struct output_options){.table = NULL};
}
