/* Sums of errors, which threads make apart and which are then added. Part of compare.c. */
#ifndef POSENC_ERRORS_H
#define POSENC_ERRORS_H

#include "audit/compare.h"

/* Counts a wrong entry, except in `entries` and in bin 0 of the histogram. */
void errors_count(struct errors *, const struct found *, bool allowed);

/* Adds the counts of `more`, and takes its worst errors if they are worse. */
void errors_add(struct errors *, const struct errors *more);

/* When all are counted: these are all entries, wrong or not. */
void errors_finish(struct errors *, uint64_t entries);

/* Counts a wrong entry of a line; adds the errors of more of the line's entries. */
void line_count(struct line *, const struct found *, uint64_t at);
void line_add(struct line *, const struct line *more);

/* Octaves without errors; the first row of octave k or of a later one; the group of a channel. */
struct octaves octaves_new(const struct table *);
uint64_t octave_begin(const struct octaves *, size_t k);
size_t group_of(const struct table *, uint64_t channel);

/* Keeps the larger error of each octave and group. */
void octaves_count(struct octaves *, const struct table *, const struct found *);
void octaves_add(struct octaves *, const struct octaves *more);

/* The range of a position, the first position of a range. */
size_t range_of(uint64_t position);
uint64_t range_begin(size_t range);

#endif
