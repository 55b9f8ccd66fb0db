/* SPDX-License-Identifier: MIT */
#include "words/format.h"
#include "base/die.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char identifier_letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

size_t format_identifier(const char *text) {
    return *text >= '0' && *text <= '9' ? 0 : strspn(text, identifier_letters);
}

static bool between(const char *text, const char *begin, const char *end) {
    size_t length = strlen(text), first = strlen(begin), last = strlen(end);
    return length >= first + last && strncmp(text, begin, first) == 0 &&
           strcmp(text + length - last, end) == 0;
}

/* Is it a name of the kinds that headers of C and POSIX define: int_fast8_t, INT_FAST8_MAX, UINT64_C, LDBL_DIG,
 * PATH_MAX? ISO/IEC 9899:2024, 5.2.5.3, 7.22 and 7.33.14; POSIX.1, <limits.h>. */
static bool header_name(const char *text) {
    static const char *const forms[][2] = {
        {"int", "_t"}, {"uint", "_t"}, {"INT", "_C"}, {"UINT", "_C"},  {"FLT", ""},
        {"DBL_", ""},  {"LDBL_", ""},  {"DEC", ""},   {"BITINT_", ""}, {"", "_MAX"},
        {"", "_MIN"},  {"", "_WIDTH"}, {"", "_BIT"},  {"MAX_", ""},    {"NL_", ""},
        {"EXIT_", ""}, {"DTOSTR_", ""}};
    bool capital = text[strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == 0;
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
        if ((capital || k < 2) && between(text, forms[k][0], forms[k][1]))
            return true;
    return false;
}

/* Reserved for the compiler and its library: __x, _X (ISO/IEC 9899:2024, 7.1.3). */
static bool reserved(const char *text) {
    return text[0] == '_' && (text[1] == '_' || (text[1] >= 'A' && text[1] <= 'Z'));
}

bool format_keyword(const char *word) {
    return text_lists(formats[FORMAT_C].keywords, word);
}

/* Is it a keyword of the format's own language that C doesn't have? */
static bool own_word(const struct format_row *format, const char *text) {
    char word[FORMAT_NAME_MAX + 1] = {0};
    for (size_t k = 0; text[k]; k++)
        word[k] = (char)(format->caseless ? tolower((unsigned char)text[k]) : text[k]);
    const char *numbered = format->numbered, *prefix = format->prefix;
    bool number = numbered && strchr(numbered, *word) && word[1] &&
                  word[1 + strspn(word + 1, "0123456789")] == 0;
    bool own = prefix && strncmp(word, prefix, strlen(prefix)) == 0;
    return number || own || text_lists(format->keywords, word);
}

/* VHDL's rule: IEEE 1076-2019, 15.4.2. */
static bool lone_underscores(const char *text) {
    return *text != '_' && !strstr(text, "__") && text[strlen(text) - 1] != '_';
}

char *format_check_name(const struct format_row *format, const char *text, bool accessor) {
    if (format_identifier(text) != strlen(text) || !*text)
        return text_format("name '%.60s' is not a C identifier", text);
    if (strlen(text) > FORMAT_NAME_MAX)
        return text_format("name '%.60s' is longer than %d characters", text, FORMAT_NAME_MAX);
    if (format_keyword(text))
        return text_format("name '%s' is a keyword of C or C++", text);
    if (text_lists(formats[FORMAT_C].defined, text) || header_name(text))
        return text_format("name '%s' is defined by C's headers or compilers", text);
    if (reserved(text))
        return text_format("name '%s' is reserved for compilers", text);
    if (accessor && text_lists("row_ column_ entry_ out_", text))
        return text_format("name '%s' is also a parameter or a variable of the accessors", text);
    if (own_word(format, text))
        return text_format("name '%s' is a word of the language of format '%s'", text,
                           format->name);
    if (format->caseless && !lone_underscores(text))
        return text_format(
            "name '%s' has an underscore that format '%s' can't have: each must stand "
            "between two letters or digits",
            text, format->name);
    return NULL;
}

char *format_check_package(const char *text) {
    bool plain = *text && format_identifier(text) == strlen(text);
    bool word = text_lists(formats[FORMAT_GO].keywords, text) || format_keyword(text);
    return plain && (!word || strcmp(text, "main") == 0)
               ? NULL
               : text_format("package '%.60s' is not a Go identifier", text);
}

bool format_reads(const struct format_row *format, enum word word) {
    return (words[word].needs & ~format->features) == 0;
}

char *format_names_reading(enum word word) {
    struct text list = {NULL, 0, 0};
    for (const struct format_row *row = formats; row < formats + FORMATS; row++)
        if (format_reads(row, word))
            text_put(&list, "%s%s", list.used > 0 ? ", " : "", row->name);
    return text_string(&list);
}

char *format_names_of_bytes(void) {
    struct text list = {NULL, 0, 0};
    for (const struct format_row *row = formats; row < formats + FORMATS; row++)
        if (!format_has_header(row) && text_lists(row->literals[0], "bytes")) {
            bool always = strncmp(row->literals[0], "bytes", strlen("bytes")) == 0;
            text_put(&list, "%s%s%s", list.used > 0 ? ", " : "", always ? "" : "literal bytes of ",
                     row->name);
        }
    return text_string(&list);
}

char *format_help(void) {
    struct text list = {NULL, 0, 0};
    for (const struct format_row *row = formats; row < formats + FORMAT_TEMPLATE; row++)
        if (row->source)
            text_put(&list, "%-15sBASE%s, BASE.h and, for bytes, BASE.bin: %s\n", row->name,
                     row->source, row->about);
        else
            text_put(&list, "%-15s%s: %s\n", row->name, row->extensions, row->about);
    return text_string(&list);
}

const char *format_language(const struct format_row *format) {
    bool c = format->c_integers || format->features & FEATURE_C_OBJECT; /* or C++ */
    return c ? formats[FORMAT_C].name : format->keywords || format->user ? format->name : NULL;
}
