#include "emit/output_options.h"
#include "base/die.h"
#include "base/text.h"
#include "words/choice.h"

#include <stdlib.h>
#include <string.h>

const char *output_extension(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *point = strrchr(name, '.');
    return point && point > name ? point : "";
}

/* The format that the output's extension means; C if it has none. */
static char *format_by_extension(struct output_options *output, char **canonical) {
    const char *extension = output_extension(output->path);
    output->format = *extension ? NULL : &formats[FORMAT_C];
    for (int k = 0; k < FORMATS && *extension; k++)
        if (format_lists(formats[k].extensions, extension))
            output->format = &formats[k];
    if (!output->format)
        return text_format("output '%s': the extension '%.20s' says no format; use --format",
                           output->path, extension);
    *canonical = text_format("%s", output->format->name);
    return NULL;
}

static char *parse_format(struct output_options *output, const char *text, char **canonical) {
    int k = FORMAT_TEMPLATE;
    if (!text && !output->template)
        return format_by_extension(output, canonical);
    if (text && output->template)
        return text_format("format '%.60s' has a template of its own: give one of the two", text);
    char *wrong = text ? choice_parse(FORMAT, text, &k, canonical) : NULL;
    if (!text)
        *canonical = text_format("template");
    output->format = &formats[k];
    return wrong;
}

static const char *literals_of(const struct output_options *output) {
    const struct element *type = output->table->type;
    return output->format->literals[type->fixed ? 2 : type->native ? 1 : 0];
}

static char *parse_literal(struct output_options *output, const char *text, char **canonical) {
    const char *allowed = literals_of(output);
    char *first = text_format("%.*s", (int)strcspn(allowed, " "), allowed);
    char *wrong = choice_parse(LITERAL, text ? text : first, &output->literal, canonical);
    free(first);
    if (!wrong && text && !format_lists(allowed, text))
        wrong = text_format("literal '%s' is none of format '%s' with type '%s', which has: %s",
                            text, output->format->name, output->table->type->name, allowed);
    output->binary = output->format->source && output->literal == LITERAL_BYTES;
    return wrong;
}

static char *parse_linkage(struct output_options *output, const char *text, char **canonical) {
    bool source =
        format_reads(output->format, LINKAGE) && strcmp(output_extension(output->path), ".c") == 0;
    if (!text)
        text = source || output->split > 1 || output->format->source ? "extern" : "static";
    return choice_parse(LINKAGE, text, &output->linkage, canonical);
}

static char *parse_align(struct output_options *output, const char *text, char **canonical) {
    enum { LARGEST = 1 << 20 };
    output->align = 0;
    if (strcmp(text, "none") == 0) {
        *canonical = text_format("none");
        return NULL;
    }
    char *wrong = choice_size(ALIGN, text, &output->align, canonical);
    if (!wrong && (output->align > LARGEST || (output->align & (output->align - 1)) != 0))
        wrong = text_format("align '%.60s' is no power of two up to 2^20", text);
    return wrong;
}

/* A text of some letters only, which is pasted into source. */
static char *parse_plain(enum word word, const char *text, const char *letters, const char *what,
                         char **canonical) {
    if (!*text || strspn(text, letters) != strlen(text) || strlen(text) > 200)
        return text_format("%s '%.60s' is no %s", words[word].name, text, what);
    *canonical = text_format("%s", text);
    return NULL;
}

static char *parse_section(const char *text, char **canonical) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$,-";
    return parse_plain(SECTION, text, letters, "section's name", canonical);
}

static char *parse_include(const char *text, char **canonical) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
    return parse_plain(INCLUDE, text, letters, "header's name", canonical);
}

/* The length of what stands between two identifiers: blanks, a comma and blanks, or blanks alone. */
static size_t separator(const char *text) {
    size_t length = strspn(text, " ");
    return text[length] == ',' ? length + 1 + strspn(text + length + 1, " ") : length;
}

/* "PROGMEM,DRAM_ATTR": identifiers with a comma or blanks between them; canonical with commas. */
static char *parse_qualifiers(struct output_options *output, const char *text, char **canonical) {
    output->progmem = false;
    struct text list = {NULL, 0, 0};
    char *wrong = *text ? NULL : text_format("qualifiers '' is no list of C identifiers");
    for (const char *at = text; !wrong;) {
        size_t length = format_identifier(at), gap = separator(at + length);
        char *one = text_format("%.*s", (int)length, at);
        if (length == 0 || length > FORMAT_NAME_MAX || (at[length] && gap == 0))
            wrong = text_format("qualifiers '%.60s': '%.60s' is no C identifier", text, at);
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

static char *parse_yes(enum word word, const char *text, bool *yes, char **canonical) {
    int answer = 0;
    char *wrong = choice_parse(word, text, &answer, canonical);
    *yes = answer == 1;
    return wrong;
}

static char *copy(const char *text, char **canonical) {
    *canonical = text_format("%s", text);
    return NULL;
}

/* A text that a function parses, or "none". */
static char *parse_or_none(const char *text, char *(*parse)(const char *, char **),
                           char **canonical) {
    return strcmp(text, "none") == 0 ? copy(text, canonical) : parse(text, canonical);
}

/* `text` is NULL if the word is not given and has a default that depends on others. */
static char *parse_word(struct output_options *output, enum word word, const char *text,
                        const struct request *request, char **canonical) {
    switch (word) {
    case NAME: /* checked when the language is known */
        *canonical = text ? text_format("%s", text)
                          : text_format("pe_%sx%s", request->text[MAX_LEN], request->text[D_MODEL]);
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
        return parse_align(output, text, canonical);
    case SECTION:
        return parse_or_none(text, parse_section, canonical);
    case QUALIFIERS:
        return strcmp(text, "none") == 0 ? copy(text, canonical)
                                         : parse_qualifiers(output, text, canonical);
    case INCLUDE:
        return parse_or_none(text, parse_include, canonical);
    case ACCESSOR:
        return parse_yes(word, text, &output->accessor, canonical);
    case PACKAGE:
        return parse_package(text, canonical);
    default:
        output->template = *text ? text : NULL;
        return *text ? choice_file(TEMPLATE, text, canonical) : copy("", canonical);
    }
}

/* Does a table of this format, literal and type read the word? Asked when the words before it are parsed. */
static bool reads(const struct output_options *output, enum word word) {
    switch (word) {
    case LITERAL:
        return strchr(literals_of(output), ' ') != NULL;
    case ENDIAN:
        return output->literal == LITERAL_BYTES && output->format->content != CONTENT_NPY;
    default:
        return format_reads(output->format, word);
    }
}

/* The words that only C source has, if this is none. */
static char *check_c_words(const struct output_options *output) {
    char *const *text = output->text;
    static const enum word c_words[] = {ALIGN, SECTION, QUALIFIERS, INCLUDE, ACCESSOR};
    for (size_t k = 0; k < sizeof c_words / sizeof *c_words; k++) {
        enum word word = c_words[k];
        if (!reads(output, word) && strcmp(text[word], words[word].fallback) != 0)
            return text_format("%s '%.60s' is for C source: format '%s' has none", words[word].name,
                               text[word], output->format->name);
    }
    if (output->format->assembled && strcmp(text[QUALIFIERS], "none") != 0 &&
        strcmp(text[SECTION], "none") == 0)
        return text_format("qualifiers '%.60s' place no table of an assembler: format '%s' needs a "
                           "section too",
                           text[QUALIFIERS], output->format->name);
    if (!reads(output, PACKAGE) && strcmp(text[PACKAGE], words[PACKAGE].fallback) != 0)
        return text_format("package '%s' is for format 'go'", text[PACKAGE]);
    return NULL;
}

static char *check_endian(const struct output_options *output) {
    if (output->endian == ENDIAN_BIG && output->table->type->bytes > 1 && !reads(output, ENDIAN))
        return text_format(
            "endian 'big' is for bytes (raw, literal bytes, incbin, asm, embed): here the "
            "target's compiler orders them");
    return NULL;
}

static char *check_split(const struct output_options *output) {
    enum { MOST = 4096 };
    uint64_t rows = output->table->rows;
    if (output->split <= 1)
        return NULL;
    if (!format_reads(output->format, SPLIT) || output->linkage != LINKAGE_EXTERN)
        return text_format("split '%llu' is for format 'c' with linkage 'extern', and an output",
                           (unsigned long long)output->split);
    if (output->split > MOST || output->split > rows ||
        (output->split - 1) * ((rows + output->split - 1) / output->split) >= rows)
        return text_format(
            "split '%llu': %llu rows have no so many parts of equal length, the last one "
            "perhaps shorter (at most %d)",
            (unsigned long long)output->split, (unsigned long long)rows, MOST);
    return NULL;
}

/* Names that go into #include and .incbin lines. */
static char *check_base(const char *path) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-=@~, ";
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    if (!*base || strspn(base, letters) != strlen(base))
        return text_format(
            "output '%s': its base name goes into source, and must be of plain letters", path);
    return NULL;
}

static char *check_linkage(const struct output_options *output) {
    const struct format_row *format = output->format;
    const char *extension = output_extension(output->path);
    const char *source = format->source ? format->source : ".c";
    if (output->linkage == LINKAGE_STATIC)
        return format->source ? text_format("linkage 'static' is not for format '%s', which "
                                            "defines an extern table",
                                            format->name)
                              : NULL;
    if (!format_reads(format, LINKAGE))
        return text_format("linkage 'extern' is for C source: format '%s' has none", format->name);
    if (strcmp(output->path, "-") == 0 ||
        (*extension && strcmp(extension, source) != 0 && strcmp(extension, ".h") != 0))
        return text_format("%s '%s' writes BASE%s%s BASE.h: output '%s' must be a file "
                           "with one of these extensions, or with none",
                           format->source ? "format" : "linkage",
                           format->source ? format->name : "extern", source,
                           output->binary ? ", BASE-DIGEST.bin and" : " and", output->path);
    return check_base(output->path);
}

static char *check_together(const struct output_options *output) {
    bool accessor = output->accessor || output->split > 1;
    char *wrong = format_check_name(output->format, output->text[NAME], accessor);
    if (!wrong)
        wrong = check_c_words(output);
    if (!wrong)
        wrong = check_endian(output);
    if (!wrong)
        wrong = check_linkage(output);
    if (!wrong)
        wrong = check_split(output);
    return wrong;
}

/* The text of a word if it isn't given, all others being as they are and the output standard output; NULL if it has no such
 * text. */
static const char *plain_text(const struct output_options *output, enum word word) {
    static const char *const literals[] = {"decimal", "bits", "shortest", "bytes"};
    switch (word) {
    case FORMAT:
        return output->format->user ? "template" : "c";
    case LITERAL:
        for (size_t k = 0; k < sizeof literals / sizeof *literals; k++)
            if (strncmp(literals_of(output), literals[k], strlen(literals[k])) == 0)
                return literals[k];
        return NULL;
    case LINKAGE:
        return output->split > 1 || output->format->source ? "extern" : "static";
    default:
        return words[word].fallback;
    }
}

/* The words of the output, each after those that its meaning depends on. */
static const enum word in_order[] = {NAME,    TEMPLATE, FORMAT, SPLIT,   LITERAL,
                                     LINKAGE, ENDIAN,   ALIGN,  SECTION, QUALIFIERS,
                                     INCLUDE, ACCESSOR, PACKAGE};
enum { OUTPUT_WORDS = sizeof in_order / sizeof in_order[0] };

/* A format that is given takes the place of a template that isn't, and the other way round. */
static const char *value_of(struct request *request, enum word word, enum word unread_because) {
    const char *text = request_value(request, word, unread_because);
    bool other = (word == TEMPLATE && request->given[FORMAT]) ||
                 (word == FORMAT && request->given[TEMPLATE]);
    return other && !request->given[word] ? words[word].fallback : text;
}

static char *parse_words(struct output_options *output, struct request *request) {
    char *wrong = NULL;
    for (int k = 0; k < OUTPUT_WORDS && !wrong; k++) {
        enum word word = in_order[k];
        bool decided = word == NAME || word == TEMPLATE || word == FORMAT;
        enum word unread = decided || reads(output, word) ? WORDS : FORMAT;
        const char *text = value_of(request, word, unread);
        wrong = parse_word(output, word, text, request, &request->text[word]);
        if (!wrong)
            wrong = request_check_read(request, word);
    }
    return wrong;
}

static void find_plain_texts(const struct output_options *output, struct request *request) {
    request->plain[NAME] = text_format("pe_%sx%s", request->text[MAX_LEN], request->text[D_MODEL]);
    for (int k = 0; k < OUTPUT_WORDS; k++) {
        const char *plain = in_order[k] == NAME ? NULL : plain_text(output, in_order[k]);
        if (plain)
            request->plain[in_order[k]] = text_format("%s", plain);
    }
}

struct fault output_resolve(struct request *request, const struct table *table, const char *path,
                            struct output_options *output) {
    *output = (struct output_options){.table = table, .path = path, .text = request->text};
    char *wrong = parse_words(output, request);
    if (!wrong)
        wrong = check_together(output);
    if (!wrong) {
        find_plain_texts(output, request);
        output->command = request_command(request);
    }
    return request_fault(wrong);
}

void output_free(struct output_options *output) {
    free(output->command);
    *output = (struct output_options){.table = NULL};
}
