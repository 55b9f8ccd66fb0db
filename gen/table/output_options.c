#include "table/output_options.h"
#include "base/die.h"
#include "base/text.h"
#include "words/choice.h"

#include <stdlib.h>
#include <string.h>

static const struct format_row *row_of(const struct output_options *form) {
    return &formats[form->format];
}

const char *output_extension(const char *output) {
    const char *slash = strrchr(output, '/'), *name = slash ? slash + 1 : output;
    const char *point = strrchr(name, '.');
    return point && point > name ? point : "";
}

static char *parse_format(struct output_options *form, const char *text, bool template,
                          char **canonical) {
    if (template) {
        if (text)
            return text_format("format '%.60s' has a template of its own: give one of the two",
                               text);
        form->format = FORMAT_TEMPLATE;
        *canonical = text_format("template");
        return NULL;
    }
    if (text)
        return choice_parse(FORMAT, text, &form->format, canonical);
    const char *extension = output_extension(form->output);
    form->format = *extension ? FORMATS : FORMAT_C;
    for (int k = 0; k < FORMAT_TEMPLATE && *extension; k++)
        if (format_lists(formats[k].extensions, extension))
            form->format = k;
    if (form->format == FORMATS)
        return text_format("output '%s': the extension '%.20s' says no format; use --format",
                           form->output, extension);
    *canonical = text_format("%s", formats[form->format].name);
    return NULL;
}

static const char *literals_of(const struct output_options *form, const struct element *type) {
    return row_of(form)->literals[type->fixed ? 2 : type->native ? 1 : 0];
}

static char *parse_literal(struct output_options *form, const char *text,
                           const struct element *type, char **canonical) {
    const char *allowed = literals_of(form, type);
    char *first = text_format("%.*s", (int)strcspn(allowed, " "), allowed);
    char *wrong = choice_parse(LITERAL, text ? text : first, &form->literal, canonical);
    free(first);
    if (!wrong && text && !format_lists(allowed, text))
        wrong = text_format("literal '%s' is none of format '%s' with type '%s', which has: %s",
                            text, row_of(form)->name, type->name, allowed);
    form->binary = row_of(form)->pair && form->literal == LITERAL_BYTES;
    return wrong;
}

static char *parse_linkage(struct output_options *form, const char *text, char **canonical) {
    bool source = form->format == FORMAT_C && strcmp(output_extension(form->output), ".c") == 0;
    if (!text)
        text = source || form->split > 1 || row_of(form)->pair ? "extern" : "static";
    return choice_parse(LINKAGE, text, &form->linkage, canonical);
}

static char *parse_align(struct output_options *form, const char *text, char **canonical) {
    enum { LARGEST = 1 << 20 };
    form->align = 0;
    if (strcmp(text, "none") == 0) {
        *canonical = text_format("none");
        return NULL;
    }
    char *wrong = choice_size(ALIGN, text, &form->align, canonical);
    if (!wrong && (form->align > LARGEST || (form->align & (form->align - 1)) != 0))
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
static char *parse_qualifiers(struct output_options *form, const char *text, char **canonical) {
    form->progmem = false;
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
        form->progmem = form->progmem || strcmp(one, "PROGMEM") == 0;
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

char *output_parse(struct output_options *form, enum word word, const char *const texts[WORDS],
                   const struct element *type, char *text[WORDS]) {
    const char *said = texts[word], *value = said ? said : "";
    char **canonical = &text[word];
    bool none = strcmp(value, "none") == 0;
    switch (word) {
    case NAME:
        *canonical =
            said ? text_format("%s", said) : text_format("pe_%sx%s", text[MAX_LEN], text[D_MODEL]);
        return NULL; /* checked when the language is known */
    case FORMAT:
        return parse_format(form, said, texts[TEMPLATE] && *texts[TEMPLATE], canonical);
    case LITERAL:
        return parse_literal(form, said, type, canonical);
    case LINKAGE:
        return parse_linkage(form, said, canonical);
    case ENDIAN:
        return choice_parse(word, value, &form->endian, canonical);
    case SPLIT:
        return choice_size(word, value, &form->split, canonical);
    case ALIGN:
        return parse_align(form, value, canonical);
    case SECTION:
        return none ? (*canonical = text_format("none"), NULL) : parse_section(value, canonical);
    case QUALIFIERS:
        return none ? (*canonical = text_format("none"), NULL)
                    : parse_qualifiers(form, value, canonical);
    case INCLUDE:
        return none ? (*canonical = text_format("none"), NULL) : parse_include(value, canonical);
    case ACCESSOR:
        return parse_yes(word, value, &form->accessor, canonical);
    case PACKAGE:
        return parse_package(value, canonical);
    case TEMPLATE:
        form->template = *value ? value : NULL;
        return *value ? choice_file(TEMPLATE, value, canonical)
                      : (*canonical = text_format("%s", ""), NULL);
    default: /* the preset's name */
        *canonical = text_format("%s", value);
        return NULL;
    }
}

bool output_reads(const struct output_options *form, enum word word, const struct element *type) {
    switch (word) {
    case LITERAL:
        return strchr(literals_of(form, type), ' ') != NULL;
    case ENDIAN:
        return form->literal == LITERAL_BYTES && form->format != FORMAT_NPY;
    default:
        return format_reads((enum format)form->format, word);
    }
}

/* The words that only C source has, if this is none. */
static char *check_c_words(const struct output_options *form, const struct element *type,
                           char *const text[WORDS]) {
    static const enum word c_words[] = {ALIGN, SECTION, QUALIFIERS, INCLUDE, ACCESSOR};
    for (size_t k = 0; k < sizeof c_words / sizeof *c_words; k++) {
        enum word word = c_words[k];
        if (!output_reads(form, word, type) && strcmp(text[word], words[word].fallback) != 0)
            return text_format("%s '%.60s' is for C source: format '%s' has none", words[word].name,
                               text[word], row_of(form)->name);
    }
    bool assembled = form->format == FORMAT_INCBIN || form->format == FORMAT_ASM;
    if (assembled && strcmp(text[QUALIFIERS], "none") != 0 && strcmp(text[SECTION], "none") == 0)
        return text_format("qualifiers '%.60s' place no table of an assembler: format '%s' needs a "
                           "section too",
                           text[QUALIFIERS], row_of(form)->name);
    if (!output_reads(form, PACKAGE, type) && strcmp(text[PACKAGE], words[PACKAGE].fallback) != 0)
        return text_format("package '%s' is for format 'go'", text[PACKAGE]);
    return NULL;
}

static char *check_endian(const struct output_options *form, const struct element *type) {
    if (form->endian == ENDIAN_BIG && type->bytes > 1 && !output_reads(form, ENDIAN, type))
        return text_format(
            "endian 'big' is for bytes (raw, literal bytes, incbin, asm, embed): here the "
            "target's compiler orders them");
    return NULL;
}

static char *check_split(const struct output_options *form, uint64_t rows) {
    enum { MOST = 4096 };
    if (form->split == 1)
        return NULL;
    if (!format_reads((enum format)form->format, SPLIT) || form->linkage != LINKAGE_EXTERN)
        return text_format("split '%llu' is for format 'c' with linkage 'extern', and an output",
                           (unsigned long long)form->split);
    if (form->split > MOST || form->split > rows ||
        (form->split - 1) * ((rows + form->split - 1) / form->split) >= rows)
        return text_format(
            "split '%llu': %llu rows have no so many parts of equal length, the last one "
            "perhaps shorter (at most %d)",
            (unsigned long long)form->split, (unsigned long long)rows, MOST);
    return NULL;
}

/* Names that go into #include and .incbin lines. */
static char *check_base(const char *output) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-=@~, ";
    const char *slash = strrchr(output, '/'), *base = slash ? slash + 1 : output;
    if (!*base || strspn(base, letters) != strlen(base))
        return text_format(
            "output '%s': its base name goes into source, and must be of plain letters", output);
    return NULL;
}

static char *check_linkage(const struct output_options *form) {
    const struct format_row *row = row_of(form);
    bool assembler = form->format == FORMAT_ASM;
    const char *extension = output_extension(form->output);
    if (form->linkage == LINKAGE_STATIC)
        return row->pair ? text_format("linkage 'static' is not for format '%s', which defines an "
                                       "extern table",
                                       row->name)
                         : NULL;
    if (!format_reads((enum format)form->format, LINKAGE))
        return text_format("linkage 'extern' is for C source: format '%s' has none", row->name);
    if (strcmp(form->output, "-") == 0 ||
        (*extension && strcmp(extension, assembler ? ".S" : ".c") != 0 &&
         strcmp(extension, ".h") != 0))
        return text_format("%s '%s' writes BASE%s%s BASE.h: output '%s' must be a file "
                           "with one of these extensions, or with none",
                           row->pair ? "format" : "linkage", row->pair ? row->name : "extern",
                           assembler ? ".S" : ".c", form->binary ? ", BASE-DIGEST.bin and" : " and",
                           form->output);
    return check_base(form->output);
}

char *output_check(const struct output_options *form, const struct element *type, uint64_t rows,
                   char *const text[WORDS]) {
    bool accessor = form->accessor || form->split > 1;
    char *wrong = format_check_name((enum format)form->format, text[NAME], accessor);
    if (!wrong)
        wrong = check_c_words(form, type, text);
    if (!wrong)
        wrong = check_endian(form, type);
    if (!wrong)
        wrong = check_linkage(form);
    if (!wrong)
        wrong = check_split(form, rows);
    return wrong;
}

const char *output_fallback(const struct output_options *form, enum word word,
                            const struct element *type) {
    static const char *const defaults[] = {"decimal", "bits", "shortest", "bytes"};
    switch (word) {
    case FORMAT:
        return form->format == FORMAT_TEMPLATE ? "template" : "c";
    case LITERAL:
        for (size_t k = 0; k < sizeof defaults / sizeof *defaults; k++)
            if (strncmp(literals_of(form, type), defaults[k], strlen(defaults[k])) == 0)
                return defaults[k];
        return NULL;
    case LINKAGE:
        return form->split > 1 || row_of(form)->pair ? "extern" : "static";
    case TEMPLATE:
    case ENDIAN:
    case SPLIT:
    case ALIGN:
    case SECTION:
    case QUALIFIERS:
    case INCLUDE:
    case ACCESSOR:
    case PACKAGE:
        return words[word].fallback;
    default:
        return NULL;
    }
}
