#include "audit/c_characters.h"
#include "base/die.h"

#include <stdlib.h>
#include <string.h>

void c_tokens_begin(struct c_tokens *t, const struct input *input, const char *path) {
    *t = (struct c_tokens){.input = input, .path = path, .buffer = die_malloc(C_BUFFER)};
    c_tokens_go_to(t, (struct c_place){0, 1});
}

void c_tokens_end(struct c_tokens *t) {
    free(t->buffer);
}

struct c_place c_tokens_place(const struct c_tokens *t) {
    return (struct c_place){t->offset - (t->used - t->at), t->here};
}

void c_tokens_go_to(struct c_tokens *t, struct c_place place) {
    t->offset = place.offset;
    t->at = t->used = 0;
    t->here = place.line;
    t->line_begins = place.offset == 0;
}

static inline void keep(struct c_tokens *t, int c) {
    if (t->length < C_TEXT - 1)
        t->text[t->length++] = (char)c;
}

/* Skips the rest of a comment that has begun with this character after its slash. */
static void skip_comment(struct c_tokens *t, int kind) {
    int before = 0, c;
    if (kind == '/') {
        while ((c = peek(t)) != C_FINISHED && c != '\n')
            take(t);
        return;
    }
    while ((c = take(t)) != C_FINISHED && !(before == '*' && c == '/'))
        before = c;
    if (c == C_FINISHED)
        c_characters_fail_here(t, "a comment has no end");
}

/* A string or a character up to its quote; its escapes stay as they are. */
static void read_quoted(struct c_tokens *t, int quote) {
    int c;
    while ((c = peek(t)) != quote) {
        if (c == C_FINISHED || c == '\n') {
            c_characters_fail_here(t,
                                   quote == '"' ? "a string has no end" : "a character has no end");
            return;
        }
        keep(t, take(t));
        if (c == '\\' && peek(t) != C_FINISHED)
            keep(t, take(t));
    }
    take(t);
}

/* R"DELIMITER( ... )DELIMITER": nothing in it is an escape, not even at the end of a line. */
static void read_raw_string(struct c_tokens *t) {
    enum { DELIMITER = 16 };
    char end[DELIMITER + 2] = ")";
    size_t length = 1, matched = 0;
    int c;
    while ((c = byte_at(t, 0)) != '(' && c > ' ' && length <= DELIMITER) {
        end[length++] = (char)c;
        t->at++;
    }
    end[length] = '"';
    while (matched <= length && (c = byte_at(t, 0)) != C_FINISHED) {
        keep(t, c);
        matched = c == end[matched] ? matched + 1 : c == ')';
        t->here += c == '\n';
        t->at++;
    }
    if (matched <= length)
        c_characters_fail_here(t, "a string has no end");
}

/* The rest of a line, which may go on in the next after a backslash or in a comment. */
static void read_directive(struct c_tokens *t) {
    int c;
    while ((c = peek(t)) != C_FINISHED && c != '\n') {
        keep(t, take(t));
        int next = peek(t);
        if (c == '/' && (next == '/' || next == '*')) {
            t->text[t->length - 1] = ' ';
            take(t);
            skip_comment(t, next);
        } else if (c == '"') {
            while ((next = peek(t)) != '"' && next != '\n' && next != C_FINISHED)
                keep(t, take(t));
            if (next == '"')
                keep(t, take(t));
        }
    }
}

/* A letter, a digit, a point, a sign of an exponent, or a quote between digits. */
static bool continues_number(struct c_tokens *t, int before, int c) {
    if (c == '+' || c == '-')
        return before == 'e' || before == 'E' || before == 'p' || before == 'P';
    if (c == '\'') {
        int next = byte_at(t, 1);
        return is_digit(next) || is_letter(next);
    }
    return is_digit(c) || is_letter(c) || c == '.';
}

static void read_number(struct c_tokens *t) {
    int before = 0, c;
    while (continues_number(t, before, c = peek(t))) {
        keep(t, take(t));
        before = c;
    }
}

static bool begins_raw_string(const struct c_tokens *t) {
    static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R"};
    for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
        if (strcmp(t->text, prefixes[k]) == 0)
            return true;
    return false;
}

static enum c_token read_name(struct c_tokens *t) {
    int c;
    while (c = peek(t), is_letter(c) || is_digit(c))
        keep(t, take(t));
    t->text[t->length] = 0;
    if (c != '"' || !begins_raw_string(t))
        return C_NAME;
    take(t);
    t->length = 0;
    read_raw_string(t);
    return C_STRING;
}

/* Reads the token that begins here. */
static enum c_token read_token(struct c_tokens *t, bool line_begins) {
    int c = peek(t);
    if (is_letter(c))
        return read_name(t);
    if (is_digit(c) || (c == '.' && is_digit(byte_at(t, 1)))) {
        read_number(t);
        return C_NUMBER;
    }
    take(t);
    if (c == '"' || c == '\'') {
        read_quoted(t, c);
        return c == '"' ? C_STRING : C_CHARACTER;
    }
    if (c == '#' && line_begins) {
        read_directive(t);
        return C_DIRECTIVE;
    }
    keep(t, c);
    return C_SIGN;
}

/* Goes past blanks, ends of lines and comments. */
static void skip_blanks(struct c_tokens *t) {
    for (;;) {
        int c = peek(t);
        if (c == '/' && (byte_at(t, 1) == '*' || byte_at(t, 1) == '/')) {
            take(t);
            skip_comment(t, take(t));
        } else if (c >= 0 && c <= ' ') {
            t->line_begins = t->line_begins || c == '\n';
            take(t);
        } else if (t->offset - t->used + t->at == 0 && c == 0xef && byte_at(t, 1) == 0xbb &&
                   byte_at(t, 2) == 0xbf) {
            t->at += 3; /* a byte order mark */
        } else {
            return;
        }
    }
}

enum c_token c_tokens_next(struct c_tokens *t) {
    skip_blanks(t);
    t->line = t->here;
    t->length = 0;
    t->kind = peek(t) == C_FINISHED ? C_END : read_token(t, t->line_begins);
    t->line_begins = false;
    t->text[t->length] = 0;
    if ((t->kind == C_NAME || t->kind == C_NUMBER) && t->length == C_TEXT - 1)
        c_characters_fail_here(t,
                               t->kind == C_NAME ? "a name is too long" : "a number is too long");
    if (t->wrong)
        t->kind = C_END;
    return t->kind;
}

bool c_tokens_is(const struct c_tokens *t, const char *text) {
    return (t->kind == C_SIGN || t->kind == C_NAME) && strcmp(t->text, text) == 0;
}
