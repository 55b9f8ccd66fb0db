/* The hypotheses of a diagnosis. Each looks at the array, says what it finds, and returns whether that explains it, so
 * that no other needs to be tried. */
#ifndef POSENC_HYPOTHESES_H
#define POSENC_HYPOTHESES_H

#include "audit/diagnosis.h"
#include "audit/probe.h"
#include "fit/entries.h"

/* The rows of a table, or its columns. A row has the largest error of its entries, a column their mean error. */
struct table_lines {
    bool columns;
    uint64_t count; /* 0 if their errors aren't known */
    double *error;
    bool *zero; /* is it zero, though the table's isn't? */
};
struct table_lines lines_new(bool columns, uint64_t count);
struct table_lines rows_of(const struct patient *);
void lines_free(struct table_lines *);
const char *lines_noun(const struct table_lines *); /* "row" or "column" */

/* A line stands out if its error is above the usual one, unless it is zero. Lines of zeros don't count for the usual
 * error. */
double lines_usual(const struct table_lines *, double least);
bool line_stands_out(const struct table_lines *, uint64_t k, double usual);

struct diagnosis {
    struct patient patient;
    struct sentences *sentences;
    struct probe probe;

    struct sample sample;     /* some entries */
    double own;               /* their mean distance from those of the words as they are */
    double magnitude, wanted; /* the mean magnitudes of the array's, and of those of the words */
    double near;              /* up to this share of the magnitude a distance may be rounding */
    double least; /* the same as an error: smaller ones never count, except in single_entries */
    struct entries entries;  /* of the array, once they are read */
    struct table_lines rows; /* without the errors that a coarse pipeline explains */
    enum { UNKNOWN, ROUNDED, NOT_ROUNDED } rounding; /* what errors_are_rounded has found */
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

/* Is the whole sample in rows of zeros, which a sentence tells already? */
bool sample_is_in_zero_rows(const struct diagnosis *);

/* --- rows and columns. All but the last need lines of rows. */

/* Says which rows are zero. Explains the array if all wrong entries are in these. (misplaced_lines.c) */
bool zero_rows(struct diagnosis *);

/* A few stretches of rows are unlike those beside them. (misplaced_lines.c) */
bool row_stretches(struct diagnosis *);

/* The pipeline that rounds angles to 16 bits and explains most of the array. (misplaced_lines.c) */
bool coarse_pipeline(struct diagnosis *, size_t *pipeline);

/* Rows are lost, duplicated or inserted, so that those after them are some rows too early, or too late; or all rows of a
 * run are alike. (row_runs.c) */
bool row_runs(struct diagnosis *);

/* A few entries are lost, or were inserted: from there on all are some places too early, or too late. (shifted.c) */
bool shifted(struct diagnosis *);

/* Sets the errors of rows to 0 that a coarse pipeline explains: an angle of 16 bits may be nearly that of another row, which
 * would look like a row out of place. Explains nothing itself. (misplaced_lines.c) */
bool coarse_rows(struct diagnosis *);

/* Rows are swapped, or copies of others, or have one entry that is out of place. Only rows that stand out are looked at. If
 * these are many, says only which ranges they are. (misplaced_lines.c) */
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

/* Takes the sample, which all hypotheses after it need. Explains nothing itself. */
bool take_sample(struct diagnosis *);

#endif
