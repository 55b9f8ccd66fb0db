/* What is this table? Finds the words that make it. */
#ifndef POSENC_GUESS_H
#define POSENC_GUESS_H

#include "audit/shares.h"
#include "base/json.h"
#include "base/text.h"
#include "guess/guess_rows.h"
#include "read/array.h"
#include "words/words.h"

#include <stdbool.h>

/* Words that nearly make the array, and why they don't. */
struct closest {
    double merit;
    char *command, *reason;
};
enum { CLOSEST = 3 };

/* Rows of the array, and the command of a table that they are, or what else they are. */
struct guess_range {
    size_t first, last;
    char *what;
    bool is_command;
};

struct guess {
    bool match; /* does a table explain the array? */
    struct text
        report; /* lines: the command, how sure that is, and what is known about it; or "no match", and what is nearest */
    const struct text *positions; /* what the file of positions-file says, if the command has it */
    const struct shares
        *shares; /* of the usual ways of computing that table; NULL if there is no match */
    struct closest closest[CLOSEST + 1]; /* if there is no match */
    size_t closest_count;
    struct guess_range range[ROW_RANGES_MOST];
    size_t ranges;           /* 0: no range of rows is a table */
    struct attempt *attempt; /* whose search found the words */
    struct found_words *found;
};

/* Tries everything that agrees with the given words; none of them may name a file. Positions that follow no step are only a
 * match if there is a name for the file that lists them, or NULL. Returns NULL, or a message if these words are wrong or the
 * file can't be read; then there is nothing to free. */
char *guess_open(struct guess *, const struct array *, const char *const user[WORDS],
                 const char *positions_out, unsigned threads);
void guess_free(struct guess *);

/* The words that were found, except sizes and the type, which are the array's; they are the guess's own. */
void guess_given(const struct guess *, const char *given[WORDS]);

/* The same as an object, which the caller gives back with json_decref. */
json_t *guess_json(const struct guess *);

#endif
