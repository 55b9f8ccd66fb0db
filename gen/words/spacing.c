#include "words/spacing.h"
#include "base/die.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const struct spacing_row spacings[SPACINGS] = {
    [SPACING_PAIR] = {"pair", "2i", "d", "from 1 to just above 1/base, for a base above 1"},
    [SPACING_ENDPOINT] = {"endpoint", "i", "(n-1)", "from exactly 1 to exactly 1/base"},
    [SPACING_COLUMN] = {"column", "j", "d",
                        "of emitted column j, so a sine and the cosine beside it differ in "
                        "frequency"},
    [SPACING_OVER] = {"over:D", "i", "D",
                      "for any rational D except 0, which may contain d, n and max-len: over:n, "
                      "over:-d/2"},
};

enum spacing spacing_named(const char *text, const char **divisor) {
    int k = 0;
    *divisor = NULL;
    for (; k < SPACINGS && strcmp(spacings[k].name, text) != 0; k++) {
        const char *colon = strchr(spacings[k].name, ':');
        size_t length = colon ? (size_t)(colon + 1 - spacings[k].name) : 0;
        if (colon && strncmp(spacings[k].name, text, length) == 0) {
            *divisor = text + length;
            break;
        }
    }
    return (enum spacing)k;
}

char *spacing_exponent(const char *text) {
    const char *divisor;
    const struct spacing_row *row = &spacings[spacing_named(text, &divisor)];
    const char *under = divisor ? divisor : row->under;
    bool bracket = divisor && strlen(divisor) > 1;
    return text_format("%s/%s%s%s", row->over, bracket ? "(" : "", under, bracket ? ")" : "");
}

char *spacing_help(void) {
    struct text list = {NULL, 0, 0};
    text_print(&list, "w = base^(-e), for pair i of n = floor(d/2):\n");
    for (const struct spacing_row *row = spacings; row < spacings + SPACINGS; row++) {
        char *exponent = text_format("%s/%s", row->over, row->under);
        char *line = text_format("  %-10se = %-10s%s\n", row->name, exponent, row->about);
        text_print(&list, line);
        free(exponent);
        free(line);
    }
    text_add(&list, "", 1);
    return list.bytes;
}
