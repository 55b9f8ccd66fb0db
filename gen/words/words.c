/* SPDX-License-Identifier: MIT */
#include "words/words.h"
#include "base/die.h"
#include "base/text.h"
#include "element/element.h"
#include "words/format.h"

#include <stdlib.h>
#include <string.h>

const struct spacing_row spacings[SPACINGS] = {[SPACING_PAIR] = {"pair", "2i", "d"},
                                               [SPACING_ENDPOINT] = {"endpoint", "i", "(n-1)"},
                                               [SPACING_COLUMN] = {"column", "j", "d"},
                                               [SPACING_OVER] = {"over:D", "i", "D"}};

enum spacing spacing_named(const char *text, const char **divisor) {
    static const char over[] = "over:";
    int k = 0;
    while (k < SPACINGS && strcmp(spacings[k].name, text) != 0)
        k++;
    const bool divided = k == SPACINGS && strncmp(text, over, strlen(over)) == 0;
    *divisor = divided ? text + strlen(over) : NULL;
    return divided ? SPACING_OVER : (enum spacing)k;
}

char *spacing_exponent(const char *text) {
    const char *divisor;
    const struct spacing_row *row = &spacings[spacing_named(text, &divisor)];
    const char *under = divisor ? divisor : row->under;
    bool bracket = divisor && strlen(divisor) > 1;
    return text_format("%s/%s%s%s", row->over, bracket ? "(" : "", under, bracket ? ")" : "");
}

const char *word_choice(const struct word_row *row, size_t k) {
    if (row == &words[TYPE])
        return k < ELEMENTS ? elements[k].name : NULL;
    if (row == &words[SPACING])
        return k < SPACINGS ? spacings[k].name : NULL;
    if (row == &words[FORMAT])
        return k < FORMAT_TEMPLATE ? formats[k].name : NULL; /* a template has no name */
    return row->choices ? row->choices[k] : NULL;
}

static char *readers_of_endian(void) {
    char *names = format_names_of_bytes(), *line = text_format("For %s.\n", names);
    free(names);
    return line;
}

char *word_list(enum word word) {
    return word == FORMAT ? format_help() : word == ENDIAN ? readers_of_endian() : NULL;
}

/* The order of words.ini: the shape and the other words of the table, those of the output, the sources of words. */
_Static_assert(MAX_LEN == 0 && GRID_FREQUENCIES + 1 == BASE && ZERO_POINT + 1 == NAME &&
                   COPYRIGHT + 1 == PRESET && IGNORE + 1 == WORDS,
               "a section of words.ini has moved");

bool word_is_of_table(enum word word) {
    return word < NAME;
}

bool word_is_default(enum word word, const char *text) {
    return words[word].fallback && strcmp(text, words[word].fallback) == 0;
}

char *word_argument(const struct word_row *row) {
    struct text list = {NULL, 0, 0};
    if (row->argument)
        text_print(&list, row->argument);
    for (size_t k = 0; word_choice(row, k); k++)
        text_put(&list, "%s%s", k > 0 ? "|" : "", word_choice(row, k));
    return text_string(&list);
}
