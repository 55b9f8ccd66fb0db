/* The hypotheses of a diagnosis. Each looks at the array, adds what it finds, and returns whether that explains it, so
 * that no other needs to be tried. */
#ifndef POSENC_HYPOTHESES_H
#define POSENC_HYPOTHESES_H

#include "compare/compare.h"
#include "compare/diagnosis.h"
#include "compare/finding.h"
#include "fit/entries.h"

/* The rows of an array, or its columns. */
struct table_line {
    double error;   /* the largest; infinite if one is no number */
    bool zero;      /* is it zero, though the table's isn't? */
    bool explained; /* is there a finding about it? Then it has no error. */
};
struct table_lines {
    enum finding_unit unit;
    uint64_t count; /* 0 if their errors aren't known */
    struct table_line *line;
};
struct table_lines rows_of(const struct audited *);
void lines_free(struct table_lines *);

/* Some entries: of each of the positions in each of the channels, [p * channels + c]. */
enum { SAMPLE_POSITIONS = 16, SAMPLE_CHANNELS = 32, SAMPLE_ENTRIES = 512 };
struct sample {
    size_t positions, channels;
    uint64_t position[SAMPLE_POSITIONS], channel[SAMPLE_CHANNELS];
    uint64_t bits[SAMPLE_ENTRIES]; /* of the array; */
    double got[SAMPLE_ENTRIES];    /* what they mean, */
    double wanted[SAMPLE_ENTRIES]; /* and what the table has there */
};

struct diagnosis {
    struct audited audited;
    struct findings *findings;
    struct probe probe;

    struct sample sample;     /* some entries */
    double own;               /* their mean distance from those of the words as they are */
    double magnitude, wanted; /* the mean magnitudes of the array's, and of those of the words */
    double near;              /* up to this share of the magnitude a distance may be rounding */
    double least; /* the same as an error: smaller ones never count, except in single_entries */
    struct entries entries; /* of the array, once they are read */
    struct table_lines rows;
    enum { UNKNOWN, ROUNDED, NOT_ROUNDED } rounding; /* what errors_are_rounded has found */
};

/* Adds a sentence, which it takes, as a finding. Returns true. */
bool add_sentence(struct diagnosis *, char *text);

/* Adds an entry. "row 15, column 19: bit 31 is flipped" if that is all that keeps it from an error of at most `usual`, or
 * else "row 15, column 19 is far off: got 2.5 (0x40200000), wanted 0.5 (0x3f000000)". */
void add_entry(struct diagnosis *, struct cell, double usual);

/* Are the errors those of a computation that rounds on the way? */
bool errors_are_rounded(struct diagnosis *);

/* The usual ways of computing, which are measured when they are needed; if only unusual ones are, few entries may be enough.
 * NULL if the file can't be read any more. */
const struct shares *diagnosis_shares(struct diagnosis *, bool unusual);

/* Is the whole sample in rows of zeros, which a finding names already? */
bool sample_is_in_zero_rows(const struct diagnosis *);

/* --- rows and columns */

/* Finds the rows that are zero. Explains the array if all entries to explain are in these. (misplaced_rows.c) */
bool zero_rows(struct diagnosis *);

/* Rows, or columns, hold what others should, or one number, or what the one before does. Wide tables' columns aren't looked
 * at. (misplaced_rows.c) */
bool misplaced_rows(struct diagnosis *);
bool misplaced_columns(struct diagnosis *);

/* A few stretches of rows are unlike those beside them. (misplaced_rows.c) */
bool rows_far_off(struct diagnosis *);

/* A few entries are lost, or were inserted: from there on all are some places too early, or too late.
 * (misplaced_entries.c) */
bool misplaced_entries(struct diagnosis *);

/* --- other words (other_words.c, fitted_numbers.c) */

/* One word more than these has another number, and its table explains every entry. */
bool fitted_numbers(struct diagnosis *, const char *const given[WORDS]);

/* Other words make a table that is much nearer; or the entries are those of the words times a factor, or in another
 * type. */
bool other_words(struct diagnosis *);

/* Takes the sample, which all hypotheses after it need. Explains nothing itself. */
bool take_sample(struct diagnosis *);

#endif
