/* SPDX-License-Identifier: MIT */
/* Other words than those that an array is compared with, which make it. */
#ifndef POSENC_DIAGNOSIS_WORDS_H
#define POSENC_DIAGNOSIS_WORDS_H

#include "diagnosis/diagnosis.h"

/* Some entries: of each of the positions in each of the channels, [p * channels + c]. */
enum { SAMPLE_POSITIONS = 16, SAMPLE_CHANNELS = 32, SAMPLE_ENTRIES = 512 };
struct sample {
    size_t positions, channels;
    uint64_t position[SAMPLE_POSITIONS], channel[SAMPLE_CHANNELS];
    uint64_t bits[SAMPLE_ENTRIES]; /* of the array; */
    double got[SAMPLE_ENTRIES];    /* what they mean, */
    double wanted[SAMPLE_ENTRIES]; /* and what the table has there */

    double own;                    /* their mean distance from each other, */
    double magnitude, wanted_size; /* and their mean magnitudes */
};

/* Returns NULL, or a message if the file can't be read any more. */
char *sample_read(struct sample *, const struct array *, const struct table *);

/* The numbers were stored in another way: in another type, in the other byte order, or negated. Returns a
 * sentence, which the caller frees, or NULL. */
char *words_of_elements(const struct audited *, const struct sample *);

/* Finds the words that make the array, as --guess does, and says how they differ from those that it was compared with.
 * Adds that to the findings, with any damage. Returns whether there are such words; sets `wrong` if the file can't be read
 * any more. */
bool words_find(const struct audited *, struct findings *, char **wrong);

#endif
