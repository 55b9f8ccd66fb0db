/* The hypotheses of a diagnosis. Each looks at the array, adds what it finds, and returns whether that explains it, so
 * that no other needs to be tried. */
#ifndef POSENC_HYPOTHESES_H
#define POSENC_HYPOTHESES_H

#include "compare/compare.h"
#include "compare/diagnosis.h"
#include "compare/finding.h"
#include "fit/entries.h"

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
    bool zero_rows;           /* are there rows of zeros? */
    struct entries entries;   /* of the array, once they are read */
    enum { UNKNOWN, ROUNDED, NOT_ROUNDED } rounding; /* what errors_are_rounded has found */
};

/* Adds a sentence, which it takes, as a finding. Returns true. */
bool add_sentence(struct diagnosis *, char *text);

/* Are the errors those of a computation that rounds on the way? */
bool errors_are_rounded(struct diagnosis *);

/* The usual ways of computing, which are measured when they are needed; if only unusual ones are, few entries may be enough.
 * NULL if the file can't be read any more. */
const struct shares *diagnosis_shares(struct diagnosis *, bool unusual);

/* Is the whole sample in rows of zeros, which a finding names already? */
bool sample_is_in_zero_rows(const struct diagnosis *);

/* --- other words (other_words.c, fitted_numbers.c) */

/* One word more than these has another number, and its table explains every entry. */
bool fitted_numbers(struct diagnosis *, const char *const given[WORDS]);

/* Other words make a table that is much nearer; or the entries are those of the words times a factor, or in another
 * type. */
bool other_words(struct diagnosis *);

/* Takes the sample, which all hypotheses need. */
void take_sample(struct diagnosis *);

#endif
