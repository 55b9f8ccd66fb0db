/* SPDX-License-Identifier: MIT */
#include "read/c_lexer.h"
#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- characters */

enum { FINISHED = -1 /* the end of the file, or a failure */ };

/* Sets what is wrong, unless something is already, and ends the characters. Takes the message. */
static void fail(struct c_lexer *l, char *wrong) {
    if (l->wrong)
        free(wrong);
    else
        l->wrong = wrong;
    l->at = l->used;
    l->offset = input_size(l->input);
    l->next = FINISHED;
}

static void fail_here(struct c_lexer *l, const char *what) {
    fail(l, text_format("%s:%zu: %s", l->path, l->lines + 1, what));
}

/* Reads the next piece of the file. */
static void fill(struct c_lexer *l) {
    const uint64_t left = input_size(l->input) - l->offset;
    l->at = 0;
    l->used = left < C_BUFFER ? (size_t)left : C_BUFFER;
    char *wrong = input_read(l->input, l->offset, l->buffer, l->used);
    l->offset += l->used;
    if (wrong)
        fail(l, wrong);
}

/* The byte after l->next, or FINISHED. */
static inline int peek(struct c_lexer *l) {
    if (l->at == l->used && l->offset < input_size(l->input))
        fill(l);
    return l->at < l->used ? l->buffer[l->at] : FINISHED;
}

/* Advances to the next character. Ends of lines are "\n", or "\r\n". */
static inline void advance(struct c_lexer *l) {
    l->lines += l->next == '\n';
    do {
        l->next = peek(l);
        l->at += l->next != FINISHED;
    } while (l->next == '\r');
    if (l->next < ' ' && l->next != FINISHED && (l->next < '\t' || l->next > '\r'))
        fail_here(l, "a control character: this is not a source of C or C++");
}

/* Keeps a character, except blanks at the beginning, and advances. */
static inline void keep(struct c_lexer *l) {
    if (l->length < C_TEXT - 1 && (l->length > 0 || l->next > ' '))
        l->text[l->length++] = (char)(l->next < ' ' ? ' ' : l->next);
    advance(l);
}

/* If a comment begins here, advances to its last character, which counts as a blank, or to the end of its line. */
static bool skip_comment(struct c_lexer *l) {
    const int kind = l->next == '/' ? peek(l) : 0;
    int before = 0;
    if (kind != '/' && kind != '*')
        return false;
    advance(l);
    for (advance(l); l->next != FINISHED && (kind == '*' ? before != '*' || l->next != '/'
                                                         : before == '\\' || l->next != '\n');
         advance(l))
        before = l->next;
    if (kind == '*' && l->next == FINISHED)
        fail_here(l, "a comment has no end");
    else if (kind == '*')
        l->next = ' ';
    return true;
}

static inline bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

/* Does a name go on so? */
static inline bool is_letter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80 ||
           is_digit(c);
}

/* --- tokens */

/* A string or a character up to its quote; its escapes stay as they are. */
static void read_quoted(struct c_lexer *l) {
    const int quote = l->next;
    advance(l);
    while (l->next != quote && l->next != '\n' && l->next != FINISHED) {
        if (l->next == '\\')
            keep(l);
        keep(l);
    }
    if (l->next != quote)
        fail_here(l, "a string has no end");
    advance(l);
}

/* The rest of a line, which may go on in the next after a backslash or in a comment. */
static void read_directive(struct c_lexer *l) {
    bool quoted = false;
    int before = l->next;
    advance(l);
    while (l->next != FINISHED && (l->next != '\n' || before == '\\')) {
        quoted ^= l->next == '"';
        before = l->next;
        if (quoted || !skip_comment(l))
            keep(l);
    }
    while (l->length > 0 && l->text[l->length - 1] == ' ')
        l->length--;
}

/* Letters, digits, points, signs of exponents, and quotes between digits. */
static void read_number(struct c_lexer *l) {
    bool exponent = false;
    while (is_letter(l->next) || l->next == '.' || (l->next == '\'' && is_letter(peek(l))) ||
           (exponent && (l->next == '+' || l->next == '-'))) {
        exponent = l->next == 'e' || l->next == 'E' || l->next == 'p' || l->next == 'P';
        if (l->next == '\'')
            advance(l);
        else
            keep(l);
    }
    if (l->length == C_TEXT - 1)
        fail_here(l, "a number is too long");
}

static void read_name(struct c_lexer *l) {
    while (is_letter(l->next))
        keep(l);
    l->text[l->length] = 0;
    if (l->length == C_TEXT - 1)
        fail_here(l, "a name is too long");
    else if (l->next == '"' && text_lists("R LR uR UR u8R", l->text))
        fail_here(l, "raw strings aren't read");
}

/* Reads the token that begins with the next character. */
static int read_token(struct c_lexer *l) {
    const int c = l->next;
    if (c == FINISHED)
        return C_END;
    if (is_digit(c) || (c == '.' && is_digit(peek(l)))) {
        read_number(l);
        return C_NUMBER;
    }
    if (is_letter(c)) {
        read_name(l);
        return C_NAME;
    }
    if (c == '"' || c == '\'') {
        read_quoted(l);
        return C_STRING;
    }
    if (c == '#') {
        read_directive(l);
        return C_DIRECTIVE;
    }
    keep(l);
    return c;
}

int c_lexer_next(struct c_lexer *l) {
    if (l->offset == 0) { /* at the beginning, perhaps with a byte order mark */
        fill(l);
        l->at = memcmp(l->buffer, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
        advance(l);
    }
    while ((l->next <= ' ' && l->next != FINISHED) || l->next == '\\' || skip_comment(l))
        advance(l);
    l->line = l->lines + 1;
    l->length = 0;
    l->kind = read_token(l);
    l->text[l->length] = 0;
    if (l->wrong)
        l->kind = C_END;
    return l->kind;
}

/* --- numbers */

static const char *read_integer(const char *text, struct c_number *number) {
    const bool binary = text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
    const char *digits = binary ? text + 2 : text;
    char *end;
    errno = 0;
    number->whole = strtoull(digits, &end, binary ? 2 : 0);
    number->integer = true;
    number->decimal = *text != '0';
    return end == digits || end[strspn(end, "uUlLzZ")] ? "is not a number of C"
           : errno == ERANGE                           ? "has more than 64 bits"
                                                       : NULL;
}

/* Counts the digits of a decimal. */
static void count_digits(const char *text, struct c_number *number) {
    bool point = false;
    for (; (*text >= '0' && *text <= '9') || *text == '.'; text++) {
        point |= *text == '.';
        number->places += point && *text != '.';
        number->digits += *text != '.' && (number->digits > 0 || *text != '0');
    }
    if (*text == 'e' || *text == 'E')
        number->places -= (int)strtol(text + 1, NULL, 10);
}

/* strtof and strtod round once, and read hexadecimal numbers too. The program never leaves the C locale. */
static const char *read_floating(const char *text, struct c_number *number) {
    const bool single = text[strlen(text) - 1] == 'f' || text[strlen(text) - 1] == 'F';
    char *end;
    number->value = single ? strtof(text, &end) : strtod(text, &end);
    return end[single]            ? "is not a number of C, or has a suffix other than f"
           : isinf(number->value) ? "is too large for its type"
                                  : NULL;
}

const char *c_number_read(const char *text, struct c_number *number) {
    *number = (struct c_number){0};
    const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (!strpbrk(text, hexadecimal ? "pP" : ".eE"))
        return read_integer(text, number);
    if (!hexadecimal)
        count_digits(text, number);
    return read_floating(text, number);
}

static struct expansion expand(const struct c_number *number) {
    if (!number->integer)
        return expansion_of_double(number->negative ? -number->value : number->value);
    struct expansion v = {.significand = number->whole};
    v.negative = number->negative && number->whole > 0; /* there is no integer -0 */
    for (; v.significand && !(v.significand >> 63); v.exponent--)
        v.significand <<= 1;
    return v;
}

bool c_number_convert(const struct c_number *number, char kind, const struct element *type,
                      uint64_t *bits) {
    if (kind == 'f' || kind == 'b') {
        *bits = element_round(type, expand(number));
        return !element_is_infinite(type, *bits);
    }
    const uint64_t half = UINT64_C(1) << (8 * type->bytes - 1), all = half - 1 + half;
    const uint64_t least = kind == 'i' ? half : 0;
    const uint64_t most = kind == 'i' && number->decimal ? half - 1 : all;
    *bits = (number->negative ? -number->whole : number->whole) & all;
    return number->integer && number->whole <= (number->negative ? least : most);
}
