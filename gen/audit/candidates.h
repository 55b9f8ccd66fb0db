/* Numbers in an interval, of which the simplest are taken. */
#ifndef POSENC_CANDIDATES_H
#define POSENC_CANDIDATES_H

#include <stdbool.h>
#include <stddef.h>

#include <gmp.h>

/* q, q*pi or exp(q); of equally simple numbers the first kind wins. */
enum kind { KIND_RATIONAL, KIND_PI, KIND_EXP };

struct simple_number {
    char *text;
    long bits; /* that say it (number_bits.h) */
    enum kind kind;
    double distance; /* from the middle of the interval */
};

struct candidates {
    struct simple_number *list;
    size_t count;

    /* Of those that are added next: are they negated, and where is the middle of the interval without its sign? */
    bool negative;
    double middle;
};

/* Adds a number, unless it takes too many bits. */
void candidates_add(struct candidates *, const mpq_t q, enum kind kind, long bits);

/* The simplest of them, each once, and at most that many. Returns how many; the caller frees each. Frees the list. */
size_t candidates_take(struct candidates *, char *texts[], size_t most);

#endif
