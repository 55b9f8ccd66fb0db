/* The values of words: one of a list, a file, a whole number. Each function returns NULL, or in
 * one line what is wrong, with the value; the caller frees that. *canonical becomes the value in its one
 * spelling. */
#ifndef POSENC_CHOICE_H
#define POSENC_CHOICE_H

#include "words/words.h"

#include <stdint.h>

/* No table has more entries than this. */
#define CHOICE_ENTRIES (UINT64_C(1) << 40)

/* `choices` ends with NULL; *choice becomes the index. */
char *choice_parse(enum word, const char *const choices[], const char *text, int *choice,
                   char **canonical);

/* What to say of a text that is none of the choices. */
char *choice_wrong(enum word, const char *const choices[], const char *text);

/* The base name of a file, which emitted text may show: of plain letters only, or wrong. */
char *choice_file(enum word, const char *path, char **canonical);

/* A whole number, of [1, CHOICE_ENTRIES]. */
char *choice_size(enum word, const char *text, uint64_t *size, char **canonical);

#endif
