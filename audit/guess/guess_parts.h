/* SPDX-License-Identifier: MIT */
/* The parts of a guess, in the order in which an array goes through them: shapes, which say what its columns and rows are;
 * candidates, whose numbers are measured; and their names. */
#ifndef POSENC_GUESS_PARTS_H
#define POSENC_GUESS_PARTS_H

#include "compare/verdict.h"
#include "fit/entries.h"
#include "fit/law.h"
#include "fit/noise.h"
#include "fit/table_model.h"
#include "words/presets.h"

/* Texts that words point to, until all are freed. */
struct texts {
    char **list;
    size_t count;
};
const char *texts_keep(struct texts *, char *text); /* takes it */
const char *texts_number(struct texts *, uint64_t);
void texts_free(struct texts *);

/* Are two texts the same? Either may be NULL. */
bool same_text(const char *, const char *);

/* --- shapes (guess_shapes.c) */

/* Words that say which column holds what, and which rows are apart. Those of a grid have the numbers of a preset too. */
struct shape {
    const char *given[WORDS];
    bool again; /* do only numbers, which are measured, tell it from one before it? */
};

/* All shapes that the entries may have, the usual ones first, if they agree with the user's words. Returns how many. */
enum { SHAPES_MOST = 1 << 11 };
size_t shapes_find(struct texts *, const struct entries *, const char *const user[WORDS],
                   struct shape list[SHAPES_MOST]);

/* All rows of zeros, as the value of zero-rows; NULL if there are none, or too many ranges. */
const char *shapes_zero_rows(struct texts *, const struct entries *);

/* --- candidates (guess_search.c) */

/* Words whose table is near to the entries. */
struct candidate {
    const char *given[WORDS];
    double misfit;  /* the share of the excerpt that noise doesn't explain */
    double error;   /* the mean error, relative to the amplitude */
    double share;   /* of the entries with the bits of the best pipeline; -1: unknown */
    double digits;  /* of the longest of their numbers */
    double cost;    /* of the words under their name */
    bool explained; /* by noise, except for damage */
    bool counted;   /* was its share counted among many entries? */
};

/* The search in one view of the array. */
enum { CANDIDATES_MOST = 24 };
struct search {
    const struct entries *data;
    struct texts *texts;
    const char *const *user;                /* words that every candidate has */
    const char *type, *listed_path;         /* the path is set if positions may follow no step, */
    struct text listed;                     /* and this is what the file says */
    struct noise noise;                     /* of the last table whose frequencies differed, */
    double *frequency;                      /* of each channel; NULL at first */
    struct candidate list[CANDIDATES_MOST]; /* the best so far, the nearest first */
    size_t count;
    uint64_t *tried; /* a hash of all words that were tried */
    size_t tried_count;
    bool waves;                /* were its columns sines and cosines in some shape? */
    bool apart;                /* are there rows of zeros, or of angle 0, that words may list? */
    const struct array *array; /* that has the data */
    char *wrong;               /* that the file can't be read any more; the caller frees it */
    uint64_t work_most;        /* where this search ends */
    uint64_t *work;            /* entries that were computed or measured, in all views */
};

/* No more of these are looked at: some two seconds. */
#define WORK_MOST (UINT64_C(48) << 20)

/* Opens and closes a search; the data, the texts and the words outlive it. */
void search_open(struct search *, const struct entries *, struct texts *,
                 const char *const user[WORDS], const struct array *, uint64_t *work);
void search_close(struct search *);

/* Is there a candidate of short words that leaves nothing? */
bool search_is_clean(const struct search *);

/* The share of bits that a candidate has; less for long numbers, which have to explain more. */
double search_weight(const struct candidate *);

/* The words with the sizes of the view and the user's words. */
void search_complete(const struct search *, const char *const given[WORDS],
                     const char *complete[WORDS]);

/* Do other numbers near those of the words, with as many digits, explain the entries too? */
bool search_leaves_open(struct search *, const struct candidate *);

/* Has the search done all of its work? */
bool search_is_tired(const struct search *);

/* Opens a trial of these words, completed, if it has the view's sizes. */
bool search_trial(struct search *, const char *const given[WORDS], struct trial *);

/* What noise explains of the table's entries; it lasts until the next call for another table. */
struct noise search_noise(struct search *, const struct table_model *);

/* By how much of itself is the logarithm of the base off, if most entries are doubles that were rounded? */
struct estimate search_narrow_base(const struct search *, const struct noise *,
                                   const struct estimate *within);

/* Which share of some entries has the bits of the best pipeline? In a text, is the exact number rounded to its places? */
enum { ENTRIES_SOME = 1 << 11, ENTRIES_MANY = 1 << 14 };
double search_share(struct search *, struct trial *, uint64_t entries);

/* Have of many entries clearly fewer other bits than the first words' than the second's, however long the words are? */
bool search_has_more_bits(const struct candidate *, const struct candidate *);

/* Keeps words, completed, as a candidate, if their table is near. Returns its mean error, or infinity. */
double search_try(struct search *, const char *const given[WORDS]);

/* Is the best candidate so good that no others need to be tried? Or good enough, whatever its base is? */
bool search_is_done(const struct search *);
bool search_is_enough(const struct search *);

/* Numbers with a larger grain have few bits. */
#define FEW_BITS 0x1p-12
bool has_few_bits(const struct search *); /* and no text */

/* By how much of itself code rounds the logarithm of a base. */
#define LOGARITHM_ROUNDED 0x1p-24

/* Digits of a number that a person gives, and those that are ever named but of a base. */
#define DIGITS_SHORT 4.5
#define DIGITS_LONG 7.4

/* The bases of released models, those of most models first. */
enum { BASES_KNOWN = 23, BASES_USUAL = 3 };
extern const char *const bases_known[BASES_KNOWN];

/* --- words for the numbers of a shape (guess_words.c) */

/* Finds candidates, until one is exact. */
void search_words(struct search *);

/* The same for pairs of columns in each row of which the position may be another. */
void search_listed(struct search *);

/* --- names (guess_name.c) */

/* Is a preset one of a grid, or of none, whose tables of so many rows are quickly resolved? */
bool preset_is_tried(const struct preset *, bool grid, uint64_t rows);

/* Puts the words of a trial under the name of a preset, where that is shorter. Returns what they cost. */
double name_words(struct texts *, const struct trial *, const char *only_preset,
                  const struct text *listed, const char *named[WORDS]);

/* --- the report (guess_report.c) */

/* The command, with the preset first: its words stand for what the table is, the others for sizes and differences. Files
 * have their folders. The caller frees it. */
char *guess_command(const struct request *);

/* The facts about words whose table explains the array, as an object. `of_array` are its entries, or a part of them. */
json_t *guess_facts(const struct entries of_array[], struct trial *, const struct verdict *,
                    const struct array *);

#endif
