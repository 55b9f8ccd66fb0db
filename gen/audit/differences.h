/* The sentences of contrast.h: each says of one word how a table differs from another. */
#ifndef POSENC_DIFFERENCES_H
#define POSENC_DIFFERENCES_H

#include "words/words.h"

/* The canonical texts of the words of two tables. */
struct pair {
    const char *const *is, *const *other;
};

/* Each is for a word whose texts differ. It returns what `other` has, which the caller frees, or NULL if there is
 * nothing to say, or if another word's sentence says it. */
char *say_choice(const struct pair *, enum word);
char *say_values(const struct pair *, enum word);
char *say_file(const struct pair *, enum word);
char *say_scaling(const struct pair *, enum word);
char *say_spacing(const struct pair *, enum word);
char *say_grid(const struct pair *, enum word);
char *say_axes(const struct pair *, enum word);
char *say_blocks(const struct pair *, enum word);
char *say_nesting(const struct pair *, enum word);
char *say_step(const struct pair *, enum word);
char *say_first(const struct pair *, enum word);
char *say_clamp(const struct pair *, enum word);
char *say_zero_rows(const struct pair *, enum word);
char *say_odd(const struct pair *, enum word);

#endif
