/* The characters of a source of C or C++, read in pieces. Backslashes at the ends of lines are gone. Part of c_tokens.c.
 *
 * The functions that are called for each character are in a header to be inlined. */
#ifndef POSENC_C_CHARACTERS_H
#define POSENC_C_CHARACTERS_H

#include "audit/c_tokens.h"

#include <stdbool.h>
#include <stddef.h>

/* The end of the file, or a failure. */
enum { C_FINISHED = -1 };

/* Sets what is wrong, and ends the characters. The first takes the message, the second makes one of this line. */
void c_characters_fail(struct c_tokens *, char *wrong);
void c_characters_fail_here(struct c_tokens *, const char *what);

/* Reads the next piece of the file. */
void c_characters_fill(struct c_tokens *);

/* Goes past backslashes at the ends of lines. */
void c_characters_splice(struct c_tokens *);

/* The byte `k` bytes further, or C_FINISHED. k is small. */
static inline int byte_at(struct c_tokens *t, size_t k) {
    if (t->at + k >= t->used) {
        c_characters_fill(t);
        if (t->at + k >= t->used)
            return C_FINISHED;
    }
    return t->buffer[t->at + k];
}

/* The next character, which isn't read yet, or C_FINISHED. */
static inline int peek(struct c_tokens *t) {
    int c = byte_at(t, 0);
    if (c == '\\') {
        c_characters_splice(t);
        c = byte_at(t, 0);
    }
    return c;
}

/* Reads that character. Text has no control characters except white space. */
static inline int take(struct c_tokens *t) {
    int c = peek(t);
    if (c == C_FINISHED)
        return c;
    if (c < ' ' && c != '\n' && c != '\t' && c != '\r' && c != '\v' && c != '\f') {
        c_characters_fail_here(t, "a control character: this is no source of C or C++");
        return C_FINISHED;
    }
    t->at++;
    t->here += c == '\n';
    return c;
}

static inline bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

static inline bool is_letter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80;
}

#endif
