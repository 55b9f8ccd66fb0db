#include "emit/output_words.h"
#include "base/die.h"
#include "base/text.h"
#include "emit/output_files.h"
#include "words/choice.h"

#include <stdlib.h>
#include <string.h>

/* The format that the output's extension means; C if it has none. */
static char *format_by_extension(struct output_options *output, char **canonical) {
    const char *extension = output_extension(output->path);
    output->format = *extension ? NULL : &formats[FORMAT_DEFAULT];
    for (int k = 0; k < FORMATS && *extension; k++)
        if (format_lists(formats[k].extensions, extension))
            output->format = &formats[k];
    if (!output->format)
        return text_format("output '%s': the extension '%.20s' belongs to no format; use --format",
                           output->path, extension);
    *canonical = text_format("%s", output->format->name);
    return NULL;
}

static char *parse_format(struct output_options *output, const char *text, char **canonical) {
    int k = FORMAT_TEMPLATE;
    if (!text && !output->template_path)
        return format_by_extension(output, canonical);
    if (text && output->template_path)
        return text_format("format '%.60s' has a template of its own: give one of the two", text);
    char *wrong = text ? choice_parse(FORMAT, text, &k, canonical) : NULL;
    if (!text)
        *canonical = text_format("%s", formats[k].name);
    output->format = &formats[k];
    return wrong;
}

const char *output_literals(const struct output_options *output) {
    const struct element *type = output->table->type;
    return output->format->literals[type->fixed ? 2 : type->native ? 1 : 0];
}

const char *output_default_literal(const struct output_options *output) {
    const char *allowed = output_literals(output), *literal;
    for (size_t k = 0; (literal = word_choice(LITERAL, k)); k++)
        if (strncmp(allowed, literal, strcspn(allowed, " ")) == 0)
            break;
    return literal;
}

static char *parse_literal(struct output_options *output, const char *text,
                           const struct request *request, char **canonical) {
    const char *allowed = output_literals(output);
    char *wrong = choice_parse(LITERAL, text ? text : output_default_literal(output),
                               &output->literal, canonical);
    bool sound = request_is_sound(request, WORD_SET(FORMAT) | WORD_SET(TYPE));
    if (!wrong && text && sound && !format_lists(allowed, text))
        wrong = text_format("literal '%s' is none of format '%s' with type '%s', which has: %s",
                            text, output->format->name, output->table->type->name, allowed);
    output->binary = output->format->source && output->literal == LITERAL_BYTES;
    return wrong;
}

static char *parse_linkage(struct output_options *output, const char *text, char **canonical) {
    bool source = output->path && format_reads(output->format, LINKAGE) &&
                  strcmp(output_extension(output->path), ".c") == 0;
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

/* A text that is pasted into source, and so must consist of these letters. */
static char *parse_letters(enum word word, const char *text, const char *letters, const char *what,
                           char **canonical) {
    if (!*text || strspn(text, letters) != strlen(text) || strlen(text) > 200)
        return text_format("%s '%.60s' is not a %s", words[word].name, text, what);
    *canonical = text_format("%s", text);
    return NULL;
}

static char *parse_section(const char *text, char **canonical) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$,-";
    return parse_letters(SECTION, text, letters, "section name", canonical);
}

static char *parse_include(const char *text, char **canonical) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
    return parse_letters(INCLUDE, text, letters, "header name", canonical);
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
    text_add(&list, "", 1);
    if (wrong)
        text_free(&list);
    else
        *canonical = list.bytes;
    return wrong;
}

static char *parse_package(const char *text, char **canonical) {
    char *wrong = format_check_package(text);
    if (!wrong)
        *canonical = text_format("%s", text);
    return wrong;
}

/* A word with two choices, of which the second is yes. */
static char *parse_yes(enum word word, const char *text, bool *yes, char **canonical) {
    int answer = 0;
    char *wrong = choice_parse(word, text, &answer, canonical);
    *yes = answer == 1;
    return wrong;
}

/* A word whose default is none, if it has another value. */
static char *parse_placement(struct output_options *output, enum word word, const char *text,
                             char **canonical) {
    return word == ALIGN     ? parse_align(output, text, canonical)
           : word == SECTION ? parse_section(text, canonical)
           : word == INCLUDE ? parse_include(text, canonical)
                             : parse_qualifiers(output, text, canonical);
}

char *output_default_name(const struct request *request) {
    return text_format("pe_%sx%s", request->text[MAX_LEN], request->text[D_MODEL]);
}

static char *copy(const char *text, char **canonical) {
    *canonical = text_format("%s", text);
    return NULL;
}

static char *parse_template(struct output_options *output, const char *text, char **canonical) {
    char *wrong = *text ? choice_file(TEMPLATE, text, canonical) : copy("", canonical);
    output->template_path = *text && !wrong ? text : NULL;
    return wrong;
}

char *output_word_parse(struct output_options *output, enum word word, const char *text,
                        const struct request *request, char **canonical) {
    switch (word) {
    case NAME: /* output_combinations.c checks it: the format decides which names are allowed */
        *canonical = text ? text_format("%s", text) : output_default_name(request);
        return NULL;
    case FORMAT:
        return parse_format(output, text, canonical);
    case LITERAL:
        return parse_literal(output, text, request, canonical);
    case LINKAGE:
        return parse_linkage(output, text, canonical);
    case ENDIAN:
        return choice_parse(word, text, &output->endian, canonical);
    case SPLIT:
        return choice_size(word, text, &output->split, canonical);
    case ALIGN:
    case SECTION:
    case QUALIFIERS:
    case INCLUDE:
        return word_is_default(word, text) ? copy(text, canonical)
                                           : parse_placement(output, word, text, canonical);
    case ACCESSOR:
        return parse_yes(word, text, &output->accessor, canonical);
    case FACTORED:
        return parse_yes(word, text, &output->factored, canonical);
    case PACKAGE:
        return parse_package(text, canonical);
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
