/* The search for words: candidates, and how much of the array their tables explain. */
#ifndef POSENC_GUESS_SEARCH_H
#define POSENC_GUESS_SEARCH_H

#include "base/json.h"
#include "fit/entries.h"
#include "fit/noise.h"
#include "fit/table_model.h"

/* Some rows and channels of the data, whose entries are looked at. */
struct excerpt {
    size_t rows, *row; /* which of the rows that are here, rising */
    size_t channels;
    uint64_t *channel;
    double *value; /* of the k-th row in its n-th channel: value[k * channels + n] */
    bool *moves;   /* does the n-th channel change much? */
    bool still;    /* are all rows equal, except for rounding? */
};

/* What noise leaves of the sample. */
struct judgement {
    double misfit;    /* the bits by which entries are beyond noise, in all; 0: it explains them */
    bool near;        /* is it worth a closer look? */
    bool explained;   /* noise explains nearly all; the rest may be damage */
    double magnitude; /* the mean error, relative to the amplitude; large ones count as a limit */
    double of_moving; /* the same of the channels that change much */
};

struct candidate {
    const char *given[WORDS];
    struct judgement judgement;
    bool same_places;  /* does the noise of float64 suffice, */
    bool exact;        /* and are its numbers short enough? */
    bool simple;       /* its numbers are such as a person writes */
    bool unidentified; /* has it long numbers, where noise allows others? */
    bool long_base;    /* only a base, or a rare word: few bits determine it if code made them */
    double
        score; /* the lower the better: how long the words are, and how much they leave unexplained */
};

struct guess_search {
    const struct entries *data;
    const char *const *user;        /* words that the user gives, which every candidate has */
    word_set solved;                /* all others */
    const char *type;               /* the name of the element type */
    const char *listed_path;        /* set if each row may have any position: a file's name, */
    struct text listed;             /* and what it says */
    struct noise noise;             /* of the last table whose frequencies differed, */
    double *frequency;              /* of each channel; NULL at first */
    struct number_cost *cost;       /* COSTS_KEPT of pairs.h */
    struct simplest_kept *simplest; /* of texts_simplest() */
    struct excerpt sample;
    struct candidate *found;
    size_t count;
    bool rounded_once;        /* may only the entries be off, not their angles? */
    bool waves;               /* were its columns sines and cosines in some shape? */
    struct candidate closest; /* of all that were tried, if none of them is near */
    double nearest; /* the least mean error of channels that change much, until it is set again */
    char **text;    /* texts that candidates point to */
    size_t texts;
};

void guess_search_open(struct guess_search *, const struct entries *, const char *const user[WORDS],
                       const char *type);
void guess_search_close(struct guess_search *);

/* Keeps a text until the search is closed. */
const char *guess_keep(struct guess_search *, char *text);
const char *guess_number(struct guess_search *, uint64_t);

/* The words of a candidate, with the sizes of the view and the user's words. */
void guess_words(const struct guess_search *, const char *const given[WORDS],
                 const char *complete[WORDS]);

/* Opens a trial of these words, completed, if it has the view's sizes. */
bool guess_trial(struct guess_search *, const char *const given[WORDS], struct trial *);

/* The channels of an axis, one of `every`, and its coordinates [begin, end). */
struct part {
    int axis;
    uint64_t begin, end;
    size_t every;
};

/* The noise of a trial's table, to be used before that of another table is asked for; the search keeps it. */
struct noise guess_noise(struct guess_search *, const struct table_model *);

/* What noise leaves of a part of the table, without rows apart, or of all for NULL. It stops where the misfit is more than
 * `most`, and if nearly all entries are far off. Without noise, NULL, errors up to a twentieth of the amplitude are
 * explained. */
struct judgement guess_judge(struct guess_search *, const struct table_model *,
                             const struct noise *, const struct part *, double most);

/* Do the words have numbers, except for a base, so long that even exact entries leave others near them open? */
bool guess_leaves_open(const struct guess_search *, const char *const given[WORDS]);

/* Keeps the words as a candidate, whatever their table is. */
void guess_add(struct guess_search *, const char *const given[WORDS]);

/* Keeps the words as a candidate if their table is near. Returns whether noise explains the sample. */
bool guess_try(struct guess_search *, const char *const given[WORDS]);

/* Was a table with simple numbers found that leaves nothing to explain? */
bool guess_is_clean(const struct guess_search *);

/* And one that leaves only the noise of float64? */
bool guess_is_exact(const struct guess_search *);

/* The best candidates under their shortest names, each table once, the best first: those that leave least, of these the
 * published or the simplest; few that noise doesn't explain. Returns how many. */
enum { RANKED = 8, RANKED_UNLIKELY = 3 };
size_t guess_rank(struct guess_search *, struct candidate best[RANKED]);

/* Finds the numbers of a shape's words from the entries, and tries them. Returns whether they are found. */
bool guess_solve(struct guess_search *, const char *const given[WORDS]);

/* Tries words with one of their numbers narrowed to what all entries leave of it, if the others are right: within the noise
 * of float64 only, or that of float32 too. */
void guess_narrow(struct guess_search *, const char *const given[WORDS], bool exact);

/* --- the shortest words of a table: by the name of a system that has it, with what differs */

/* Finds words for the table of a trial. Returns how much they say: the shorter the better. */
double guess_name(struct guess_search *, struct trial *, const char *named[WORDS]);

/* The same measure for the words as they are. */
double guess_words_cost(const char *const given[WORDS]);

/* Presets that people know best come first. */
int guess_fame(const char *preset);

/* --- what is said of words (guess_report.c) */

/* The facts about words whose table explains the array, as an object: the command, how sure that is, the deviation, notes,
 * and what speaks against others. */
struct verdict;
json_t *guess_facts(struct guess_search *, struct trial *, const struct verdict *);

/* How the tables of two models differ in the sample: on average, and at most. It stops if the mean is above `most_mean`. */
struct difference {
    double mean, most;
};
struct difference guess_difference(const struct guess_search *, const struct table_model *,
                                   const struct table_model *, double most_mean);

/* The command, with the preset first: its words stand for what the table is, the others for sizes and differences. Files
 * have their folders. The caller frees it. */
char *guess_command(const struct request *);

#endif
