/* A guess tries some ways to read the array, each in several views, and searches words for every view. The verdict on the
 * best of them decides. The first words whose table explains the array end the guess. Part of guess.c. */
#ifndef POSENC_GUESS_ATTEMPT_H
#define POSENC_GUESS_ATTEMPT_H

#include "compare/verdict.h"
#include "guess/guess.h"
#include "guess/guess_input.h"
#include "guess/guess_search.h"

enum way {
    WAY_PLAIN,   /* as it is */
    WAY_STACKED, /* as cosines with sines below them */
    WAY_TO_ZERO, /* as integers that were rounded toward 0, */
    WAY_DOWN,    /* or downward */
    WAY_RANGES,  /* in ranges of rows */
    WAY_LISTED,  /* with any position in each row */
    WAYS
};

/* What all attempts share. */
enum { CLOSEST = 3 };
struct guessing {
    struct guess *guess;
    const struct guess_input *input;
    const struct array *array;
    const char *given[WORDS], *positions_out;
    unsigned threads;
    const char *empty; /* why there is nothing to guess, or NULL */
    bool waves;        /* were its columns sines and cosines in some view? */
    bool near_units;   /* are integers off by few units from some table? */
    json_t *ranges;    /* if some rows are a table: what those of each range are; else NULL */
    json_t *closest;   /* words that nearly make the array, and why they don't, the best first, */
    double distance[CLOSEST + 1]; /* by these numbers */
    char *wrong;                  /* that the file can't be read any more */
};

/* One view of the array, and the best words for it. Its numbers are only there while it is searched. */
struct attempt {
    struct guessing *guessing;
    enum way way;
    struct entries data[TABLE_ARRAYS]; /* of stacked sines the second, once they are reported */
    struct guess_search search;
    struct candidate best[RANKED + 1];
    size_t count;
};

/* Words, and whether their table explains the array. */
struct found_words {
    struct trial trial;
    struct verdict verdict;
};

/* Opens an attempt in which nothing is tried yet; NULL if the file can't be read any more. */
struct attempt *attempt_open(struct guessing *, enum way, const struct array *, struct view,
                             const char *const given[WORDS]);
void attempt_close(struct attempt *);

/* Ranks what was found. */
void attempt_rank(struct attempt *);

/* Takes the words of an attempt that explain the array, and reports them. Returns whether there are any; then the attempt
 * belongs to the guess. */
bool attempt_decide(struct attempt *);

/* Rows that aren't one table: in which ranges an array may be one. */
struct row_range {
    size_t first, last;
    enum {
        ROWS_OF_WAVES, /* each column goes on as a wave of one frequency does */
        ROWS_ALIKE,    /* one row again and again, or a row whose entries are all alike */
        ROWS_OTHER
    } kind;
    char *command; /* that makes them, once it is known */
};
enum { ROW_RANGES_MOST = 32 };

/* Adds the rows of ranges that are 0, or else of angle 0, as a word. Returns whether there are any, and the word is open. */
bool attempt_add_rows(struct attempt *, const char *given[WORDS], bool zero,
                      const struct row_range list[], size_t count, const struct table_model *);

/* Tries all views of the array, read in these ways. */
void guess_views(struct guessing *, enum way first, enum way last);

/* Tries the array in ranges of rows, if it has several. */
void guess_ranges(struct guessing *);

#endif
