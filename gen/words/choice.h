/* SPDX-License-Identifier: MIT */
/* The values of words: a choice, a file, a whole number, or what a parser of another folder makes of a text. */
#ifndef POSENC_CHOICE_H
#define POSENC_CHOICE_H

#include "base/text.h"
#include "words/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers [begin, end). */
struct range {
    uint64_t begin, end;
};

/* Suggestions for a mistyped word. */

/* The name nearest to a mistyped one, or NULL if more than a third of the letters are wrong. `names` are `count`
 * pointers, `stride` bytes apart, so that they can be a column of a table. */
const char *nearest(const char *mistyped, const void *names, size_t count, size_t stride);

/* No table has more entries than this. */
#define CHOICE_ENTRIES (UINT64_C(1) << 40)

/* Each of these returns NULL, or a message of one line that names the value. The caller frees it. */

/* One of the choices in the row; *choice becomes its index there. */
char *choice_parse(const struct word_row *, const char *text, int *choice);

/* What others' name of a value is here: "bf16" for bfloat16; NULL if none is known. The caller frees it. */
char *choice_meant(const struct word_row *, const char *text);

/* The message for a text that is not a choice of the word: "layout 'halfs' is none of interleaved, halves (did you mean
 * halves?)". */
char *choice_wrong(const struct word_row *, const char *text);

/* A file. Emitted text shows its base name, which may contain only letters, digits, blanks and a few signs. */
char *choice_file(enum word, const char *path);

/* Does a text consist of the letters that may appear in a banner? */
bool choice_is_plain(const char *text);

/* Are the first `length` letters of a text a whole number? One beyond CHOICE_ENTRIES becomes some number beyond it. */
bool choice_digits(const char *text, size_t length, uint64_t *value);

/* A whole number in [1, CHOICE_ENTRIES]. */
char *choice_size(enum word, const char *text, uint64_t *size);

/* The same number; 0 if the text is NULL or wrong. */
uint64_t choice_size_or_0(enum word, const char *text);

/* --- a text on its way to a value */

struct value {
    enum word word;
    const char *text;
    struct text canonical; /* the value in its one spelling; nothing, if that is the text */
    char *wrong;           /* the first thing that is wrong; or NULL */
};

/* Refuses it: "WORD 'TEXT'", and what the format makes. */
void value_refuse(struct value *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Is the text the word's default? */
bool value_is_default(const struct value *);

/* The parsers above, for a value. */
void value_choice(struct value *, int *choice);
void value_file(struct value *);
void value_size(struct value *, uint64_t *size);

/* Ends the value: sets *canonical and returns NULL, or returns what is wrong. The caller frees both. */
char *value_end(struct value *, char **canonical);

#endif
