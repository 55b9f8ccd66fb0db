/* The hypotheses of a diagnosis. Each looks at the array, says what it finds, and returns whether that explains it, so
 * that no other needs to be tried. */
#ifndef POSENC_HYPOTHESES_H
#define POSENC_HYPOTHESES_H

#include "audit/diagnosis.h"
#include "audit/probe.h"
#include "fit/entries.h"

/* The rows of a table, or its columns: the error of each, the largest or the mean one, and whether it is zero, but
 * shouldn't be. */
struct table_lines {
    bool columns;
    uint64_t count; /* 0 if their errors aren't known */
    double *error;
    bool *zero;
};
struct table_lines lines_new(bool columns, uint64_t count);
struct table_lines rows_of(const struct patient *);
void lines_free(struct table_lines *);
const char *lines_noun(const struct table_lines *); /* "row" or "column" */

/* Up to this, a line's error is like those of the others, of which lines of zeros don't count. These never stand out. */
double lines_usual(const struct table_lines *, double least);
bool line_stands_out(const struct table_lines *, uint64_t k, double usual);

struct diagnosis {
    struct patient patient;
    struct sentences *sentences;
    struct probe probe;

    /* Some entries: their mean distance from those of the words as they are, and the mean magnitudes of both. */
    struct sample sample;
    struct entries entries; /* of the array, once they are read */
    double own, magnitude, wanted;
    double near;  /* entries differ as roundings do up to this share of that magnitude, */
    double least; /* which is this error: one up to it never counts, except of single entries */
    struct table_lines rows; /* without errors that a coarse pipeline explains */
    enum { UNKNOWN, ROUNDED, NOT_ROUNDED } rounding; /* are_rounded has found */
    struct shares taken;                             /* if the patient has none */
};

/* Adds a sentence, and takes its text. Returns true. */
bool tell(struct diagnosis *, char *text);

/* Takes note of what a sentence says. */
void note_damage(struct diagnosis *, struct damage);

/* Says which lines are zero. */
void lines_tell_zeros(struct diagnosis *, const struct table_lines *);

/* "row 15, column 19: bit 31 is flipped" if that is all that keeps the entry from an error of at most `usual`, or else
 * "row 15, column 19 is far off: got 2.5 (0x40200000), wanted 0.5 (0x3f000000)". The caller frees it. */
char *entry_text(struct diagnosis *, struct cell, double usual);

/* Are the errors those of a computation that rounds on the way? */
bool errors_are_rounded(struct diagnosis *);

/* The usual ways of computing, which are measured when they are needed. NULL if the file can't be read any more. */
const struct shares *diagnosis_shares(struct diagnosis *);

/* Does a sentence say that rows are zero, and is the sample in these? */
bool sample_is_in_zero_rows(const struct diagnosis *);

/* --- single entries (single_entries.c) */

/* Are all wrong entries that are looked at among the first, which are kept? */
bool all_are_known(const struct comparison *);

/* Few entries are wrong, and each by one bit. */
bool flipped_bits(struct diagnosis *);

/* All wrong entries are known, and some are far off. Of a table that is exact elsewhere, those are that no libm
 * explains. */
bool single_entries(struct diagnosis *);

/* --- rows and columns. All but the last need lines of rows. */

/* All wrong entries are in rows of zeros. Says which rows these are in any case. (table_lines.c) */
bool zero_rows(struct diagnosis *);

/* A few stretches of rows are unlike those beside them. (table_lines.c) */
bool row_stretches(struct diagnosis *);

/* The pipeline that rounds angles to 16 bits and explains most of the array. (misplaced_lines.c) */
bool coarse_pipeline(struct diagnosis *, size_t *pipeline);

/* Rows are lost, duplicated or inserted, so that those after them are some rows too early, or too late; or all rows of a
 * run are alike. (row_runs.c) */
bool row_runs(struct diagnosis *);

/* A few entries are lost, or were inserted: from there on all are some places too early, or too late. (shifted.c) */
bool shifted(struct diagnosis *);

/* Explains nothing, but takes errors from the lines that are those of a pipeline that rounds angles to 16 bits, if that
 * explains most of the array: such an angle may be nearly that of another row. (misplaced_lines.c) */
bool coarse_rows(struct diagnosis *);

/* Rows are swapped, or copies of others, or have one entry that is out of place. Only rows whose errors stand out are
 * looked at, and only if they are few; if they are many, says from where to where they are. (misplaced_lines.c) */
bool rows_out_of_order(struct diagnosis *);

/* Columns are swapped, or copies of others, or zero. Wide tables aren't looked at. (misplaced_lines.c) */
bool columns_out_of_order(struct diagnosis *);

/* --- other words (variants.c, fitted_words.c) */

/* A word with another value; without a value it is no change. */
struct change {
    enum word word;
    const char *value;
};

/* One word more than these has another number, and its table explains every entry. */
bool fitted_words(struct diagnosis *, const struct change[], size_t changes);

/* Other words make a table that is much nearer; or the entries are those of the words times a factor, or in another
 * type. */
bool other_words(struct diagnosis *);

/* Explains nothing, but takes the sample, which all that follows needs. */
bool take_sample(struct diagnosis *);

#endif
