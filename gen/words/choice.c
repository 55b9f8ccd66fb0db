#include "words/choice.h"
#include "base/die.h"
#include "base/text.h"
#include "words/nearest.h"

#include <string.h>

char *choice_wrong(enum word word, const char *text) {
    enum { MOST = 32 };
    const char *choices[MOST];
    size_t count = 0;
    struct text list = {NULL, 0, 0};
    for (; count < MOST && word_choice(word, count); count++) {
        choices[count] = word_choice(word, count);
        const char *quote = strchr(choices[count], ',') ? "'" : ""; /* else it looks like two */
        const char *const parts[] = {count > 0 ? ", " : "", quote, choices[count], quote};
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
            text_print(&list, parts[k]);
    }
    text_add(&list, "", 1);
    const char *meant = nearest(text, choices, count, sizeof *choices);
    char *wrong =
        text_format("%s '%.60s' is none of %s%s%s%s", words[word].name, text, list.bytes,
                    meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "");
    text_free(&list);
    return wrong;
}

char *choice_parse(enum word word, const char *text, int *choice, char **canonical) {
    const char *name;
    for (int k = 0; (name = word_choice(word, (size_t)k)); k++)
        if (strcmp(name, text) == 0) {
            *choice = k;
            *canonical = text_format("%s", text);
            return NULL;
        }
    return choice_wrong(word, text);
}

char *choice_size(enum word word, const char *text, uint64_t *size, char **canonical) {
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++)
        if (value <= CHOICE_ENTRIES)
            value = 10 * value + (uint64_t)(*at - '0');
    if (at == text || *at)
        return text_format("%s '%.60s' is not a whole number", words[word].name, text);
    if (value == 0)
        return text_format("%s '%.60s' must be at least 1", words[word].name, text);
    if (value > CHOICE_ENTRIES)
        return text_format("%s '%.60s' is too large: a table has at most 2^40 entries",
                           words[word].name, text);
    *size = value;
    *canonical = text_format("%llu", (unsigned long long)value);
    return NULL;
}

/* Bytes of the character of UTF-8 beyond ASCII at the start of a text. 0 if there is none, or if it is a control or among
 * U+2000 to U+207F: ends of lines, and marks of direction, which compilers refuse in comments. */
static size_t letter_beyond_ascii(const char *text) {
    size_t length = text_character(text);
    bool punctuation = (unsigned char)text[0] == 0xe2 && (unsigned char)text[1] < 0x82;
    return length < 2 || punctuation ? 0 : length;
}

bool choice_is_plain(const char *text) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-=~ ";
    while (*text) {
        size_t ascii = strspn(text, letters), length = ascii ? ascii : letter_beyond_ascii(text);
        if (length == 0)
            return false;
        text += length;
    }
    return true;
}

char *choice_file(enum word word, const char *path, char **canonical) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    if (!*path)
        return text_format("%s '' names no file", words[word].name);
    if (!*base || !choice_is_plain(base))
        return text_format(
            "%s '%s': the base name appears in the banner, and may contain only letters, digits, "
            "blanks and _ . + - = ~",
            words[word].name, path);
    *canonical = text_format("%s", base);
    return NULL;
}
