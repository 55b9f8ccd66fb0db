#include "base/text.h"
#include "read/c_source.h"

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
    l->at = l->used = 0;
    l->offset = input_size(l->input);
    l->next = FINISHED;
}

static void fail_here(struct c_lexer *l, const char *what) {
    fail(l, text_format("%s:%zu: %s", l->path, l->lines + 1, what));
}

/* Reads the next piece of the file. */
static void fill(struct c_lexer *l) {
    l->used -= l->at;
    memmove(l->buffer, l->buffer + l->at, l->used);
    l->at = 0;
    const uint64_t left = input_size(l->input) - l->offset;
    const size_t wanted = left < C_BUFFER - l->used ? (size_t)left : C_BUFFER - l->used;
    char *wrong = input_read(l->input, l->offset, l->buffer + l->used, wanted);
    l->offset += wanted;
    l->used += wanted;
    if (wrong)
        fail(l, wrong);
}

/* The byte `k` bytes after l->next, or FINISHED. k is small. */
static inline int byte_at(struct c_lexer *l, size_t k) {
    if (l->at + k >= l->used && l->offset < input_size(l->input))
        fill(l);
    return l->at + k < l->used ? l->buffer[l->at + k] : FINISHED;
}

static void skip_comment(struct c_lexer *l);

/* Advances to the next character. A backslash at the end of a line is skipped; a comment is one blank. */
static inline void advance(struct c_lexer *l) {
    l->lines += l->next == '\n';
    l->next = byte_at(l, 0);
    while (l->next == '\\') {
        const size_t end = byte_at(l, 1) == '\r' ? 2 : 1;
        if (byte_at(l, end) != '\n')
            break;
        l->at += end + 1;
        l->lines++;
        l->next = byte_at(l, 0);
    }
    if (l->next == FINISHED)
        return;
    l->at++;
    if (l->next < ' ' && (l->next < '\t' || l->next > '\r'))
        fail_here(l, "a control character: this is not a source of C or C++");
    else if (l->next == '/' && !l->quoted)
        skip_comment(l);
}

/* Skips the comment that may begin with a slash. */
static void skip_comment(struct c_lexer *l) {
    const int kind = byte_at(l, 0);
    int before = 0;
    if (kind != '/' && kind != '*')
        return;
    l->quoted = true;
    advance(l);
    if (kind == '*')
        advance(l);
    for (; l->next != FINISHED && (kind == '*' ? before != '*' || l->next != '/' : l->next != '\n');
         advance(l))
        before = l->next;
    l->quoted = false;
    if (kind == '*' && l->next == FINISHED)
        fail_here(l, "a comment has no end");
    else if (kind == '*')
        l->next = ' ';
}

/* Keeps a character and advances. */
static inline void keep(struct c_lexer *l) {
    if (l->length < C_TEXT - 1)
        l->text[l->length++] = (char)l->next;
    advance(l);
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
    l->quoted = true;
    for (advance(l); l->next != quote; keep(l)) {
        if (l->next == '\\')
            keep(l);
        if (l->next == FINISHED || l->next == '\n') {
            fail_here(l, "a string has no end");
            return;
        }
    }
    l->quoted = false;
    advance(l);
}

/* The rest of a line, which may go on in the next after a backslash or in a comment. */
static void read_directive(struct c_lexer *l) {
    advance(l);
    while (l->next != FINISHED && l->next != '\n') {
        l->quoted ^= l->next == '"';
        if (l->next <= ' ')
            l->next = ' ';
        if (l->next != ' ' || l->length > 0)
            keep(l);
        else
            advance(l);
    }
    l->quoted = false;
    while (l->length > 0 && l->text[l->length - 1] == ' ')
        l->length--;
}

/* Letters, digits, points, signs of exponents, and quotes between digits. */
static void read_number(struct c_lexer *l) {
    bool exponent = false;
    while (is_letter(l->next) || l->next == '.' || (l->next == '\'' && is_letter(byte_at(l, 0))) ||
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
    if (is_digit(c) || (c == '.' && is_digit(byte_at(l, 0)))) {
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
    if ((c != '-' && c != '+') || l->next != c)
        return c;
    keep(l);
    return C_STEP;
}

/* Are these "ifndef NAME" or "if !defined(NAME)", and "define NAME"? */
static bool guards(const char *opening, const char *definition) {
    char guard[100], name[100], rest[2];
    return (sscanf(opening, "ifndef %99[A-Za-z0-9_]%1s", guard, rest) == 1 ||
            sscanf(opening, "if ! defined %99[A-Za-z0-9_]%1s", guard, rest) == 1 ||
            sscanf(opening, "if ! defined ( %99[A-Za-z0-9_] )%1s", guard, rest) == 1) &&
           sscanf(definition, "define %99[A-Za-z0-9_]", name) == 1 && strcmp(guard, name) == 0;
}

/* Keeps track of #if and #endif. `opened`: the token before this directive was an #if. */
static void take_condition(struct c_lexer *l, bool opened) {
    l->opened = strncmp(l->text, "if", 2) == 0;
    l->depth += l->opened;
    if (l->depth == 1 && (l->opened || strncmp(l->text, "el", 2) == 0)) {
        memcpy(l->condition, l->text, l->length + 1);
        l->condition_line = l->line;
    } else if (strncmp(l->text, "endif", 5) == 0) {
        l->depth -= l->depth > 0;
    } else if (opened && l->depth == 1 && guards(l->condition, l->text)) {
        l->depth = 0; /* so its #endif closes nothing */
    }
}

int c_lexer_next(struct c_lexer *l) {
    const bool opened = l->opened;
    if (l->offset == 0) { /* at the beginning, perhaps with a byte order mark */
        l->at = byte_at(l, 0) == 0xef && byte_at(l, 1) == 0xbb && byte_at(l, 2) == 0xbf ? 3 : 0;
        advance(l);
    }
    while (l->next <= ' ' && l->next != FINISHED)
        advance(l);
    l->line = l->lines + 1;
    l->length = 0;
    l->opened = false;
    l->kind = read_token(l);
    l->text[l->length] = 0;
    if (l->kind == C_DIRECTIVE)
        take_condition(l, opened);
    if (l->wrong)
        l->kind = C_END;
    return l->kind;
}

/* --- numbers */

static char *read_integer(const char *text, struct c_number *number) {
    const bool binary = text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
    const char *digits = binary ? text + 2 : text;
    char *end;
    errno = 0;
    number->whole = strtoull(digits, &end, binary ? 2 : 0);
    if (end == digits || end[strspn(end, "uUlLzZ")])
        return text_format("'%.60s' is not a number of C", text);
    if (errno == ERANGE)
        return text_format("'%.60s' has more than 64 bits", text);
    number->integer = true;
    number->decimal = *text != '0';
    return NULL;
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
static char *read_floating(const char *text, struct c_number *number) {
    const bool single = text[strlen(text) - 1] == 'f' || text[strlen(text) - 1] == 'F';
    char *end;
    number->value = single ? strtof(text, &end) : strtod(text, &end);
    if (end[single])
        return text_format("'%.60s' is not a number of C, or has a suffix other than f", text);
    return isinf(number->value) ? text_format("'%.60s' is too large for its type", text) : NULL;
}

char *c_number_read(const char *text, struct c_number *number) {
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

char *c_number_convert(const struct c_number *number, const char *code, const struct element *type,
                       uint64_t *bits) {
    if (*code == 'f' || *code == 'b') {
        *bits = element_round(type, expand(number));
        return element_is_infinite(type, *bits)
                   ? text_format("a number is too large for type %s", type->name)
                   : NULL;
    }
    if (!number->integer)
        return text_format("a number with a point, where elements are integers");
    const int width = 8 * (code[1] - '0'); /* a code has one digit */
    const uint64_t half = UINT64_C(1) << (width - 1), all = half - 1 + half;
    const uint64_t most = *code == 'i' && number->decimal ? half - 1 : all;
    if (number->whole > (number->negative ? *code == 'i' ? half : 0 : most))
        return text_format("%s%llu doesn't fit into %s integer of %d bits",
                           number->negative ? "-" : "", (unsigned long long)number->whole,
                           *code == 'i' ? "a signed" : "an unsigned", width);
    *bits = (number->negative ? -number->whole : number->whole) & all;
    return NULL;
}
