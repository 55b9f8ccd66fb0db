/* The #if, #ifdef and #else that stand around a place in a source of C or C++. */
#ifndef POSENC_C_CONDITIONS_H
#define POSENC_C_CONDITIONS_H

#include "audit/c_tokens.h"

enum { C_CONDITIONS = 32, C_CONDITION_MAX = 64 };

/* A directive that decides whether the lines after it are compiled. */
struct c_condition {
    char text[C_CONDITION_MAX]; /* "ifdef WIDE", cut if it is longer; "" if there is none */
    size_t line;
};

struct c_conditions {
    size_t depth; /* of the open ones; of those beyond C_CONDITIONS only the depth is known */
    struct {
        struct c_condition branch; /* the last #if, #elif or #else of it */
        bool guard;
    } open[C_CONDITIONS];
    char guard[C_CONDITION_MAX]; /* the name of an #ifndef that was the last token, or "" */
};

/* Takes each token of the source in turn. Returns the #ifndef of what has been taken for a guard if the token is its #else,
 * and else none. */
struct c_condition c_conditions_take(struct c_conditions *, const struct c_tokens *);

/* The innermost open directive, except guards of headers: #ifndef NAME, directly followed by its #define. */
struct c_condition c_conditions_here(const struct c_conditions *);

#endif
