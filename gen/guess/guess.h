/* What is this table? Finds the words that make it. */
#ifndef POSENC_GUESS_H
#define POSENC_GUESS_H

#include "base/text.h"
#include "read/array.h"
#include "words/words.h"

#include <stdbool.h>

struct guess {
    bool near; /* was anything found? */
    struct text
        report; /* lines: the command and what is known about it, or that there is no match */
    char *given[WORDS]; /* the words of that command; NULL for those that it doesn't have */
};

/* Tries everything that agrees with the given words; none of them may name a file. Returns NULL, or a message if these words
 * are wrong or the file can't be read; then there is nothing to free. */
char *guess_open(struct guess *, const struct array *, const char *const user[WORDS],
                 unsigned threads);
void guess_free(struct guess *);

#endif
