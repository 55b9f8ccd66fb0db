#include "words/choice.h"
#include "base/die.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Does `text` name a choice of the list? Then its index goes to *choice. */
static bool choose(const char *const choices[], const char *text, int *choice) {
    for (int k = 0; choices[k]; k++)
        if (strcmp(choices[k], text) == 0) {
            *choice = k;
            return true;
        }
    return false;
}

/* "layout 'halfs' is not interleaved or halves; did you mean halves?" */
char *choice_wrong(enum word word, const char *const choices[], const char *text) {
    unsigned long count = 0;
    while (choices[count])
        count++;
    const char *meant = nearest(text, choices, count, sizeof *choices);
    char *list = text_format("%s", choices[0]);
    for (unsigned long k = 1; k < count; k++) {
        char *longer = text_format("%s, %s", list, choices[k]);
        free(list);
        list = longer;
    }
    char *wrong =
        text_format("%s '%.60s' is none of %s%s%s%s", words[word].name, text, list,
                    meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "");
    free(list);
    return wrong;
}

char *choice_parse(enum word word, const char *const choices[], const char *text, int *choice,
                   char **canonical) {
    if (!choose(choices, text, choice))
        return choice_wrong(word, choices, text);
    *canonical = text_format("%s", text);
    return NULL;
}

char *choice_size(enum word word, const char *text, uint64_t *size, char **canonical) {
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++)
        if (value <= CHOICE_ENTRIES)
            value = 10 * value + (uint64_t)(*at - '0');
    if (at == text || *at)
        return text_format("%s '%.60s' is no whole number", words[word].name, text);
    if (value == 0)
        return text_format("%s '%.60s' must be at least 1", words[word].name, text);
    if (value > CHOICE_ENTRIES)
        return text_format("%s '%.60s' is too large: a table has at most 2^40 entries",
                           words[word].name, text);
    *size = value;
    *canonical = text_format("%llu", (unsigned long long)value);
    return NULL;
}

char *choice_file(enum word word, const char *path, char **canonical) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-=~";
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    if (!*path)
        return text_format("%s '' names no file", words[word].name);
    if (!*base || strspn(base, letters) != strlen(base))
        return text_format(
            "%s '%s': a file whose base name has other characters than letters, digits "
            "and _ . + - = ~ can't be named in a banner",
            words[word].name, path);
    *canonical = text_format("%s", base);
    return NULL;
}
