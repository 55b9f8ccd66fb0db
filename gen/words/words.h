/* SPDX-License-Identifier: MIT */
/* The words that describe a table: the long options of the command, and the keys of presets and manifests. */
#ifndef POSENC_WORDS_H
#define POSENC_WORDS_H

#include "rows/words.h" /* enum word: a value for each section of words.ini, in their order; then WORDS */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The choices of the word spacing: how the frequencies w = base^(-e) of a table follow each other. */

enum spacing { SPACING_PAIR, SPACING_ENDPOINT, SPACING_COLUMN, SPACING_OVER, SPACINGS };

/* e = over/under, for pair i of n, or for column j of d. */
struct spacing_row {
    const char *name; /* a D after a colon stands for a number */
    const char *over, *under;
};

extern const struct spacing_row spacings[SPACINGS];

/* Returns the spacing that a text names, or SPACINGS; *divisor becomes the text of D, or NULL. */
enum spacing spacing_named(const char *text, const char **divisor);

/* The e of a text that names a spacing: "2i/d", "i/(n+1)". The caller frees it. */
char *spacing_exponent(const char *text);

/* A set of words: bit k is that of word k. */
typedef uint64_t word_set;
#define WORD_SET(word) (UINT64_C(1) << (word))

/* What some formats can do, and some words need of a format. */
enum feature {
    FEATURE_C_OBJECT = 1,  /* defines an object of C */
    FEATURE_PARTS = 2,     /* can split that into parts */
    FEATURE_PACKAGE = 4,   /* has a package clause */
    FEATURE_PAIR = 8,      /* holds the two arrays of component cos,sin */
    FEATURE_FACTORED = 16, /* has functions that compute the entries of a factored table */
    FEATURE_COMMENTS = 32, /* has comments */
};

/* A word, or an option of a run, from its section of words.ini or cli/run_options.ini, which explain the members. A
 * missing member is NULL, or 0 for `needs`. */
struct word_row {
    const char *name; /* without the dashes */
    const char *letter;
    const char *argument;
    const char *const *choices; /* ends with NULL */
    const char *fallback;       /* the default */
    const char *file;
    enum feature needs;
    const char *commands;
    const char *excludes; /* other options; of an option of a run */
    const char *also;     /* what others call it, with blanks between */
    const char *synonyms; /* of its values: "what others write:what it is here, ..." */
    const char *meaning, *explanation;
};

extern const struct word_row words[WORDS];

/* Choice k of a word or option; NULL after the last, and if there are no choices. */
const char *word_choice(const struct word_row *, size_t k);

/* The possible values, one a line; NULL if the explanation has them. The caller frees it. */
char *word_list(enum word);

/* Does the word describe the table, and not its output? */
bool word_is_of_table(enum word);

/* Is a text the word's default? */
bool word_is_default(enum word, const char *text);

/* The value as --help shows it: "N", "interleaved|halves"; "" if there is none. The caller frees it. */
char *word_argument(const struct word_row *);

#endif
