/* The #if, #ifdef and #else that stand around a place in a source of C or C++. */
#ifndef POSENC_C_CONDITIONS_H
#define POSENC_C_CONDITIONS_H

#include "read/c_lexer.h"

/* A directive that decides whether the lines after it are compiled. */
struct c_condition {
    char text[120]; /* "ifdef WIDE", cut if it is longer */
    size_t line;    /* 0: there is none */
};

enum { C_CONDITIONS = 32 };

struct c_conditions {
    size_t depth; /* of the open ones; of those beyond C_CONDITIONS only the depth is known */
    struct {
        struct c_condition branch; /* the last #if, #elif or #else of it */
        bool guard;                /* of a header: #ifndef NAME, directly followed by its #define */
    } open[C_CONDITIONS];
    bool opened; /* by the last token */
};

/* Takes each token of the source in turn. Returns the #ifndef of what has been taken for a guard if the token is its #else,
 * and else none. */
struct c_condition c_conditions_take(struct c_conditions *, const struct c_lexer *);

/* The innermost open directive, except guards of headers. */
struct c_condition c_conditions_here(const struct c_conditions *);

#endif
