/* SPDX-License-Identifier: MIT */
/* What an array's elements mean, and what the user says of them, before any words are searched. */
#ifndef POSENC_GUESS_INPUT_H
#define POSENC_GUESS_INPUT_H

#include "fit/entries.h"
#include "fit/table_model.h"
#include "read/array.h"

/* The words point into it, so it stays where it is. */
struct guess_input {
    const struct array *array;
    const char *given[WORDS]; /* of the user; with a scale, a zero point and bits for integers */
    char *scale, *zero_point, *bits; /* those that the user doesn't give, or NULL */
    struct trial any;                /* a table whose elements mean the same */
    struct measure measure;
};

/* Returns NULL, or a message if the words are wrong or the file can't be read; there is something to close in any case. */
char *guess_input_open(struct guess_input *, const struct array *, const char *const user[WORDS]);
void guess_input_close(struct guess_input *);

/* Are they floats whose bytes are in the other order? Sets `wrong` if the file can't be read any more. */
bool guess_input_is_reversed(const struct guess_input *, char **wrong);

/* Is each number of the first half a cosine whose sine is in the second? Sets `wrong` likewise. */
bool guess_input_is_stacked(const struct guess_input *, char **wrong);

#endif
