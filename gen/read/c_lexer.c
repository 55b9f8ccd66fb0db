#include "base/die.h"
#include "base/text.h"
#include "read/c_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- characters */

enum { BUFFER = 1 << 16, FINISHED = -1 /* the end of the file, or a failure */ };

/* Sets what is wrong, unless something is already, and ends the characters. Takes the message. */
static void fail(struct c_lexer *l, char *wrong) {
    if (l->wrong)
        free(wrong);
    else
        l->wrong = wrong;
    l->at = l->used = 0;
    l->offset = input_size(l->input);
}

static void fail_here(struct c_lexer *l, const char *what) {
    fail(l, text_format("%s:%zu: %s", l->path, l->here, what));
}

/* Reads the next piece of the file. */
static void fill(struct c_lexer *l) {
    l->used -= l->at;
    memmove(l->buffer, l->buffer + l->at, l->used);
    l->at = 0;
    uint64_t left = input_size(l->input) - l->offset;
    size_t wanted = left < BUFFER - l->used ? (size_t)left : BUFFER - l->used;
    char *wrong = input_read(l->input, l->offset, l->buffer + l->used, wanted);
    if (wrong) {
        fail(l, wrong);
        return;
    }
    l->offset += wanted;
    l->used += wanted;
}

/* The byte `k` bytes further, or FINISHED. k is small. */
static inline int byte_at(struct c_lexer *l, size_t k) {
    if (l->at + k >= l->used && l->offset < input_size(l->input))
        fill(l);
    return l->at + k < l->used ? l->buffer[l->at + k] : FINISHED;
}

/* Skips backslashes at the ends of lines. */
static void splice(struct c_lexer *l) {
    for (;;) {
        size_t end = byte_at(l, 1) == '\r' ? 2 : 1;
        if (byte_at(l, 0) != '\\' || byte_at(l, end) != '\n')
            return;
        l->at += end + 1;
        l->here++;
    }
}

/* The next character, which isn't read yet, or FINISHED. */
static inline int peek(struct c_lexer *l) {
    int c = byte_at(l, 0);
    if (c != '\\')
        return c;
    splice(l);
    return byte_at(l, 0);
}

/* Reads that character. Text has no control characters except white space. */
static inline int take(struct c_lexer *l) {
    int c = peek(l);
    if (c == FINISHED)
        return c;
    if (c < ' ' && (c < '\t' || c > '\r')) {
        fail_here(l, "a control character: this is not a source of C or C++");
        return FINISHED;
    }
    l->at++;
    l->here += c == '\n';
    return c;
}

static inline void keep(struct c_lexer *l, int c) {
    if (l->length < C_TEXT - 1)
        l->text[l->length++] = (char)c;
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

/* Skips the rest of a comment that has begun with this character after its slash. */
static void skip_comment(struct c_lexer *l, int kind) {
    int before = 0, c;
    if (kind == '/') {
        while ((c = peek(l)) != FINISHED && c != '\n')
            take(l);
        return;
    }
    while ((c = take(l)) != FINISHED && !(before == '*' && c == '/'))
        before = c;
    if (c == FINISHED)
        fail_here(l, "a comment has no end");
}

/* A string or a character up to its quote; its escapes stay as they are. */
static void read_quoted(struct c_lexer *l, int quote) {
    int c;
    while ((c = peek(l)) != quote) {
        if (c == FINISHED || c == '\n') {
            fail_here(l, quote == '"' ? "a string has no end" : "a character has no end");
            return;
        }
        keep(l, take(l));
        if (c == '\\' && peek(l) != FINISHED)
            keep(l, take(l));
    }
    take(l);
}

/* DELIMITER( ... )DELIMITER" of a raw string: nothing in it is an escape, not even at the end of a line. */
static void skip_raw_string(struct c_lexer *l) {
    enum { DELIMITER = 16 };
    char end[DELIMITER + 2] = ")";
    size_t length = 1, matched = 0;
    int c;
    for (; (c = byte_at(l, 0)) != '(' && c > ' ' && length <= DELIMITER; l->at++)
        end[length++] = (char)c;
    end[length] = '"';
    for (; matched <= length && (c = byte_at(l, 0)) != FINISHED; l->at++) {
        matched = c == end[matched] ? matched + 1 : c == ')';
        l->here += c == '\n';
    }
    if (matched <= length)
        fail_here(l, "a string has no end");
}

/* The rest of a line, which may go on in the next after a backslash or in a comment. */
static void read_directive(struct c_lexer *l) {
    bool quoted = false;
    int c;
    while ((c = peek(l)) != FINISHED && c != '\n') {
        take(l);
        quoted ^= c == '"';
        int next = c == '/' && !quoted ? peek(l) : 0;
        bool comment = next == '/' || next == '*', blank = comment || c <= ' ';
        if (!blank || l->length > 0)
            keep(l, blank ? ' ' : c);
        if (comment) {
            take(l);
            skip_comment(l, next);
        }
    }
    while (l->length > 0 && l->text[l->length - 1] == ' ')
        l->length--;
}

/* Letters, digits, points, signs of exponents, and quotes between digits. */
static void read_number(struct c_lexer *l) {
    for (;;) {
        const int c = take(l), next = peek(l), letter = c | ('a' - 'A');
        if (c != '\'')
            keep(l, c);
        bool sign = (next == '+' || next == '-') && (letter == 'e' || letter == 'p'),
             quote = next == '\'' && is_letter(byte_at(l, 1));
        if (!sign && !quote && !is_letter(next) && next != '.')
            return;
    }
}

/* A name, or the prefix of a raw string and that. */
static enum c_token read_name(struct c_lexer *l) {
    while (is_letter(peek(l)))
        keep(l, take(l));
    l->text[l->length] = 0;
    if (peek(l) != '"' || !text_lists("R LR uR UR u8R", l->text))
        return C_NAME;
    take(l);
    l->length = 0;
    skip_raw_string(l);
    return C_STRING;
}

/* Reads the token that begins here. */
static enum c_token read_token(struct c_lexer *l, bool line_begins) {
    int c = peek(l);
    if (is_digit(c) || (c == '.' && is_digit(byte_at(l, 1)))) {
        read_number(l);
        return C_NUMBER;
    }
    if (is_letter(c))
        return read_name(l);
    take(l);
    if (c == '"' || c == '\'') {
        read_quoted(l, c);
        return c == '"' ? C_STRING : C_CHARACTER;
    }
    if (c == '#' && line_begins) {
        read_directive(l);
        return C_DIRECTIVE;
    }
    keep(l, c);
    return C_SIGN;
}

/* Skips blanks, ends of lines and comments. */
static void skip_blanks(struct c_lexer *l) {
    for (;;) {
        int c = peek(l);
        if (c == '/' && (byte_at(l, 1) == '*' || byte_at(l, 1) == '/')) {
            take(l);
            skip_comment(l, take(l));
        } else if (c >= 0 && c <= ' ') {
            l->line_begins = l->line_begins || c == '\n';
            take(l);
        } else {
            return;
        }
    }
}

/* --- conditions */

static bool begins_with(const char *directive, const char *word) {
    return strncmp(directive, word, strlen(word)) == 0;
}

/* Are these "ifndef NAME" or "if !defined(NAME)", and "define NAME"? */
static bool guards(const char *opening, const char *definition) {
    char plain[sizeof(struct c_condition)], name[sizeof plain];
    size_t length = 0;
    for (; *opening; opening++)
        if (!strchr(" ()", *opening))
            plain[length++] = *opening;
    plain[length] = 0;
    if (sscanf(definition, "define %99[A-Za-z0-9_]", name) != 1)
        return false;
    const char *word = begins_with(plain, "ifndef") ? "ifndef" : "if!defined";
    return begins_with(plain, word) && strcmp(plain + strlen(word), name) == 0;
}

/* Takes note of a directive. `opened`: the token before it was an #if. */
static void take_condition(struct c_lexer *l, bool opened) {
    const bool begins = begins_with(l->text, "if");
    const size_t top = l->depth - !begins; /* beyond all depths if an #else is outside of any #if */
    l->depth += begins;
    if (begins || begins_with(l->text, "el")) { /* else, elif, elifdef */
        if (top >= C_CONDITIONS)
            return;
        if (!begins && l->open[top].guard)
            l->no_guard = l->open[top].branch;
        l->open[top].branch.line = l->line;
        snprintf(l->open[top].branch.text, sizeof l->open[top].branch.text, "%.*s",
                 (int)sizeof l->open[top].branch.text - 1, l->text);
        l->open[top].guard = false;
        l->opened = begins;
    } else if (begins_with(l->text, "endif")) {
        l->depth -= l->depth > 0;
    } else if (opened) {
        l->open[top].guard = guards(l->open[top].branch.text, l->text);
    }
}

struct c_condition c_lexer_condition(const struct c_lexer *l) {
    size_t k = l->depth < C_CONDITIONS ? l->depth : C_CONDITIONS;
    while (k > 0 && l->open[k - 1].guard)
        k--;
    return k > 0 ? l->open[k - 1].branch : (struct c_condition){.line = 0};
}

/* --- the source */

void c_lexer_begin(struct c_lexer *l, const struct input *input, const char *path) {
    *l = (struct c_lexer){.input = input, .path = path, .here = 1, .line_begins = true};
    l->buffer = die_malloc(BUFFER);
    if (byte_at(l, 0) == 0xef && byte_at(l, 1) == 0xbb && byte_at(l, 2) == 0xbf)
        l->at = 3; /* a byte order mark */
}

void c_lexer_end(struct c_lexer *l) {
    free(l->buffer);
}

enum c_token c_lexer_next(struct c_lexer *l) {
    const bool opened = l->opened;
    skip_blanks(l);
    l->line = l->here;
    l->length = l->no_guard.line = 0;
    l->opened = false;
    l->kind = peek(l) == FINISHED ? C_END : read_token(l, l->line_begins);
    l->line_begins = false;
    l->text[l->length] = 0;
    if ((l->kind == C_NAME || l->kind == C_NUMBER) && l->length == C_TEXT - 1)
        fail_here(l, l->kind == C_NAME ? "a name is too long" : "a number is too long");
    if (l->wrong)
        l->kind = C_END;
    if (l->kind == C_DIRECTIVE)
        take_condition(l, opened);
    return l->kind;
}

bool c_lexer_is(const struct c_lexer *l, const char *text) {
    return (l->kind == C_SIGN || l->kind == C_NAME) && strcmp(l->text, text) == 0;
}
