/* The search for words: candidates, and how near their tables are to the array. */
#ifndef POSENC_GUESS_SEARCH_H
#define POSENC_GUESS_SEARCH_H

#include "guess/guess_data.h"
#include "guess/guess_model.h"

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
    bool simple; /* its numbers are such as a person writes */
    bool clean;  /* and errors are not larger than those of float32 code */
    bool exact;  /* and not larger than those of rounding */
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

/* Is the table of the words near to the data? If it is, the candidate is kept. Returns its error, or infinity. */
double guess_try(struct guess_search *, const char *const given[WORDS]);

/* Was a table found that leaves nothing to explain? */
bool guess_is_clean(const struct guess_search *);

/* And one that leaves only the rounding of entries? */
bool guess_is_exact(const struct guess_search *);

/* Does a candidate with simple numbers come close to the best error? */
bool guess_has_simple(const struct guess_search *);

/* The lower the better: numbers that take more to say must explain the entries better, about half for seven digits. */
double guess_merit(const struct guess_search *, double error, double cost);

/* Are nearly all errors as small as those of float32 code? As those of rounding? */
struct explained {
    bool clean, exact;
};

/* The mean error of the channels of an axis, or of all for axis -1; infinity if no part of the sample is near. */
double guess_error(const struct guess_search *, const struct guess_model *, int axis,
                   struct explained *);

/* Which candidate is the answer, and which tables a person might have expected instead. */

struct ranked {
    const char *given[WORDS]; /* the shortest words; they belong to the search */
    double merit;             /* the lower the better, also between two views of an array */
};

/* The best candidate. Returns false if there is none. */
bool guess_best(struct guess_search *, struct ranked *);

/* Other tables that a person might have expected: the nearest of those that have a name of their own, or differ from the
 * best one in one word. Each with the largest difference between an entry of it and of the best one. Returns how many. */
enum { OTHERS = 3 };
struct other {
    const char *given[WORDS];
    double mean, most; /* how the entries differ */
};
size_t guess_others(struct guess_search *, const struct ranked *best, struct other others[OTHERS]);

#endif
