/* The hypotheses of a diagnosis. Each looks at the array, says what it finds, and returns whether that explains it, so
 * that no other needs to be tried. */
#ifndef POSENC_HYPOTHESES_H
#define POSENC_HYPOTHESES_H

#include "audit/diagnosis.h"
#include "audit/probe.h"

/* The rows of a table, or its columns: the error of each, the largest or the mean one, and whether it is zero, but
 * shouldn't be. */
struct table_lines {
    bool columns;
    uint64_t count; /* 0 if their errors aren't known */
    double *error;
    bool *zero;
};
struct table_lines rows_of(const struct patient *);
void lines_free(struct table_lines *);

struct diagnosis {
    struct patient patient;
    struct sentences *sentences;
    struct probe probe;

    /* Some entries: their mean distance from those of the words as they are, and the mean magnitudes of both. */
    struct sample sample;
    double own, magnitude, wanted;
    double near;  /* entries differ as roundings do up to this share of that magnitude, */
    double least; /* which is this error: one up to it never counts, except of single entries */
    struct table_lines rows; /* without errors that a coarse pipeline explains */
    enum { UNKNOWN, ROUNDED, NOT_ROUNDED } rounding; /* are_rounded has found */
    struct shares taken;                             /* if the patient has none */
};

/* Adds a sentence, and takes its text. */
void sentences_add(struct sentences *, char *text);

/* The usual ways of computing, which are measured when they are needed. NULL if the file can't be read any more. */
const struct shares *diagnosis_shares(struct diagnosis *);

/* Does a sentence say that rows are zero, and is the sample in these? */
bool sample_is_in_zero_rows(const struct diagnosis *);

/* --- single entries (damage.c) */

/* Few entries are wrong, and each by one bit. */
bool flipped_bits(struct diagnosis *);

/* All wrong entries are known, and some are far off. Of a table that is exact elsewhere, those are that no libm
 * explains. */
bool single_entries(struct diagnosis *);

/* --- rows and columns. The first three need lines of rows. */

/* All wrong entries are in rows of zeros. Says which rows these are in any case. */
bool zero_rows(struct diagnosis *);

/* A row, or a few entries, are lost, or were inserted: from there on all are some places too early, or too late. */
bool shifted(struct diagnosis *);

/* Rows are swapped, or copies of others, or have one entry that is out of place. Only rows whose errors stand out are
 * looked at, and only if they are few; if they are many, says from where to where they are. */
bool rows_out_of_order(struct diagnosis *);

/* Columns are swapped, or copies of others, or zero. Wide tables aren't looked at. */
bool columns_out_of_order(struct diagnosis *);

/* A few stretches of rows are unlike those beside them. */
bool row_stretches(struct diagnosis *);

/* Explains nothing, but takes errors from the lines that are those of a pipeline that rounds angles to 16 bits, if that
 * explains most of the array: such an angle may be nearly that of another row. */
bool coarse_rows(struct diagnosis *);

/* --- other words (variants.c) */

/* Other words make a table that is much nearer; or the entries are those of the words times a factor, or in another
 * type. */
bool other_words(struct diagnosis *);

/* Explains nothing, but takes the sample, which all that follows needs. */
bool take_sample(struct diagnosis *);

#endif
