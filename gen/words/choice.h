/* The values of words: a choice, a file, a whole number. Each function returns NULL and sets *canonical to the value in
 * its one spelling, or returns a message of one line that names the value. The caller frees both. */
#ifndef POSENC_CHOICE_H
#define POSENC_CHOICE_H

#include "words/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a mistyped word may have meant. */

/* The name nearest to a mistyped one, or NULL if more than a third of the letters are wrong. `names` are `count`
 * pointers, `stride` bytes apart, so that they can be a column of a table. */
const char *nearest(const char *mistyped, const void *names, size_t count, size_t stride);

/* No table has more entries than this. */
#define CHOICE_ENTRIES (UINT64_C(1) << 40)

/* One of the choices in the word's row; *choice becomes its index there. */
char *choice_parse(enum word, const char *text, int *choice, char **canonical);

/* The message for a text that is none of them: "layout 'halfs' is none of interleaved, halves (did you mean
 * halves?)". */
char *choice_wrong(enum word, const char *text);

/* A file. *canonical becomes its base name, which emitted text shows: it may contain only letters, digits,
 * blanks and a few signs. */
char *choice_file(enum word, const char *path, char **canonical);

/* Does a text that the banner shows consist of such letters? */
bool choice_is_plain(const char *text);

/* A whole number in [1, CHOICE_ENTRIES]. */
char *choice_size(enum word, const char *text, uint64_t *size, char **canonical);

#endif
