/* SPDX-License-Identifier: MIT */
#include "emit/notices.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 200 }; /* bytes of a text */

/* Advances past a word of the expression, and past the blanks after it. */
static bool takes(const char **at, const char *word) {
    const size_t length = strlen(word);
    const bool found = strncmp(*at, word, length) == 0;
    if (found)
        *at += length + strspn(*at + length, " ");
    return found;
}

/* The same for an identifier, which may end in +. */
static bool takes_identifier(const char **at) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";
    char *name = text_format("%.*s", (int)strspn(*at, letters), *at);
    const bool good = *name && !text_lists("AND OR WITH", name);
    *at += strlen(name);
    if (!takes(at, "+"))
        takes(at, " ");
    free(name);
    return good;
}

/* Advances past an expression (SPDX 2.3, annex D). False if a part of it is wrong. */
static bool takes_expression(const char **at, int depth) {
    enum { DEPTH = 16 };
    do {
        const bool inner = takes(at, "(");
        if (inner && (depth == DEPTH || !takes_expression(at, depth + 1) || !takes(at, ")")))
            return false;
        if (!inner && (!takes_identifier(at) || (takes(at, "WITH ") && !takes_identifier(at))))
            return false;
    } while (takes(at, "AND ") || takes(at, "OR "));
    return true;
}

void notices_parse_licence(struct output_options *output, struct value *value) {
    const char *at = value->text;
    (void)output;
    if (strlen(at) > MOST || *at == ' ' || !takes_expression(&at, 0) || *at || at[-1] == ' ')
        value_refuse(value,
                     " is not a licence expression of at most %d bytes, such as MIT-0 or "
                     "(MIT OR Apache-2.0)",
                     MOST);
}

/* No comment of any language ends at one of these signs, and none needs quoting within quotes. */
void notices_parse_copyright(struct output_options *output, struct value *value) {
    char *text = text_format(" %s", value->text), *last = text + strlen(text) - 1;
    (void)output;
    const bool bounded = last - text <= MOST && text[1] != ' ' && *last != ' ';
    for (char *at; (at = strpbrk(text, ",:;()<>@&/"));)
        *at = '.';
    if (!bounded || !choice_is_plain(text))
        value_refuse(value,
                     ": it goes into comments, and may have at most %d bytes: letters, digits, "
                     "blanks between them and _ . + - = ~ , : ; ( ) < > @ & /",
                     MOST);
    free(text);
}

char *notices_text(const struct output_options *output) {
    const char *copyright = output->text[COPYRIGHT], *licence = output->text[SPDX];
    struct text text = {NULL, 0, 0};
    if (!word_is_default(COPYRIGHT, copyright))
        text_put(&text, "SPDX-%s: %s", "FileCopyrightText", copyright);
    if (!word_is_default(SPDX, licence))
        text_put(&text, "%sSPDX-%s: %s", text.used > 0 ? "\n" : "", "License-Identifier", licence);
    return text.used > 0 ? text_string(&text) : text_format("none");
}
