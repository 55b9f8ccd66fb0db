/* SPDX-License-Identifier: MIT */
/* What is this table? Finds the words that make it. */
#ifndef POSENC_GUESS_H
#define POSENC_GUESS_H

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "compare/shares.h"
#include "read/array.h"
#include "words/words.h"

#include <stdbool.h>

struct guess {
    bool match;    /* does a table explain the array? */
    json_t *facts; /* what is known about that table; or what is closest, or why nothing is */
    const struct text *positions; /* what the file of positions-file says, if the command has it */
    /* of the usual ways of computing that table; NULL if there is no match, or the array is a text that hides most bits */
    const struct shares *shares;
    struct guess_found *found; /* all that is the guess's own */
};

/* Tries what agrees with the given words; none of them may name a file. Positions that follow no step are only a match if
 * there is a name for the file that lists them, or NULL. `work` counts what was looked at, and bounds it together for all
 * types that an array may have; NULL: it has one. Returns NULL, or a message if these words are wrong or the file
 * can't be read; then there is nothing to free. */
char *guess_open(struct guess *, const struct array *, const char *const user[WORDS],
                 const char *positions_out, unsigned threads, uint64_t *work);
void guess_free(struct guess *);

/* How many columns at the right of the array hold zeros alone, as padding to a multiple does: of the rows and columns that
 * an array of two dimensions has, or that max-len makes of raw elements. 0: none, or all, or it has no such shape. Returns
 * NULL, or a message if the file can't be read. */
char *guess_padding(const struct array *, const char *max_len, uint64_t *rows, uint64_t *columns,
                    uint64_t *padding);

/* How likely it is that an array of 16 bits has its type, by the size of its numbers: 0 is likeliest. If several types are
 * possible, those of a higher rank needn't be tried. */
enum { GUESS_TYPE_RANKS = 4 };
int guess_type_rank(const struct array *);

/* The words that were found, except sizes and the type, which are the array's; they are the guess's own. */
void guess_given(const struct guess *, const char *given[WORDS]);

/* The words and what they resolve to, if there is a match. */
const struct request *guess_request(const struct guess *);

/* The facts as lines, or "no match" and what is closest. */
void guess_print(struct file *, const json_t *facts);

#endif
