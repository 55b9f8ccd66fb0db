/* The search for words: candidates, and how near their tables are to the array. */
#ifndef POSENC_GUESS_SEARCH_H
#define POSENC_GUESS_SEARCH_H

#include "fit/table_model.h"
#include "guess/guess_data.h"

/* Some rows and channels of the data, whose entries are looked at. */
struct sample {
    size_t rows, *row; /* which of the rows that are here, rising; none is 0 throughout */
    size_t channels;
    uint64_t *channel;
    double *mean;     /* of each channel */
    double *row_mean; /* of each row */
};

struct candidate {
    const char *given[WORDS];
    double
        error; /* the mean error of an entry of the sample; an error above a limit counts as that limit */
    bool simple;   /* its numbers are such as a person writes */
    bool explains; /* noise is the rest of nearly all of the sample, */
    bool exact;    /* that of float64, */
    bool clean;    /* or any, and the numbers are simple */
};

struct guess_search {
    const struct guess_data *data;
    const char *const *user; /* words that the user gives, which every candidate has */
    const char *type;        /* the name of the element type */
    struct sample sample;
    struct candidate *found;
    size_t count;
    char **text; /* texts that candidates point to */
    size_t texts;
};

void guess_search_open(struct guess_search *, const struct guess_data *,
                       const char *const user[WORDS], const char *type);
void guess_search_close(struct guess_search *);

/* Keeps a text until the search is closed. */
const char *guess_keep(struct guess_search *, char *text);
const char *guess_number(struct guess_search *, uint64_t);

/* The words of a candidate, with the sizes of the view and the user's words. */
void guess_words(const struct guess_search *, const char *const given[WORDS],
                 const char *complete[WORDS]);

/* What is done with words that might be those of the array. */
typedef void guess_visit(struct guess_search *, const char *const given[WORDS]);

/* Keeps the words as a candidate if their table is near to the data. */
guess_visit guess_try;

/* Was a table found that leaves nothing to explain? */
bool guess_is_clean(const struct guess_search *);

/* And one that leaves only the rounding of entries? */
bool guess_is_exact(const struct guess_search *);

/* Does a candidate with simple numbers come close to the best error? */
bool guess_has_simple(const struct guess_search *);

/* The lower the better: numbers that take more to say must explain the entries better, about half for seven digits. */
double guess_merit(const struct guess_search *, double error, double cost);

/* The mean error of the channels of an axis, or of all for axis -1; infinity if no part of the sample is near. */
double guess_error(const struct guess_search *, const struct table_model *, int axis);

/* Which candidate is the answer, and which tables a person might have expected instead. */

struct ranked {
    const char *given[WORDS]; /* the shortest words; they belong to the search */
    bool explains, exact;     /* as the candidate's */
    double cost, error, merit;
};

/* The best candidates, the best first: those that explain the sample, of these the ones that leave least, of these the
 * published or the simplest. Returns how many. */
enum { RANKED = 4 };
size_t guess_rank(struct guess_search *, struct ranked best[RANKED]);

#endif
