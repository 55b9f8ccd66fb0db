/* The choices of the word spacing: how the frequencies w = base^(-e) of a table follow each other. */
#ifndef POSENC_SPACING_H
#define POSENC_SPACING_H

#include <stddef.h>

enum spacing { SPACING_PAIR, SPACING_ENDPOINT, SPACING_COLUMN, SPACING_OVER, SPACINGS };

/* e = over/under, for pair i of n, or for column j of d. */
struct spacing_row {
    const char *name; /* a D after a colon stands for a number */
    const char *over, *under;
    const char *about;
};

extern const struct spacing_row spacings[SPACINGS];

/* The spacing that a text names, or SPACINGS. *divisor becomes the text of D, or NULL. */
enum spacing spacing_named(const char *text, const char **divisor);

/* The e of a text that names a spacing: "2i/d", "i/(n+1)". The caller frees it. */
char *spacing_exponent(const char *text);

/* All spacings in lines, for --help. The caller frees it. */
char *spacing_help(void);

#endif
