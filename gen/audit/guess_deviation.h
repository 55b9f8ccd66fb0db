/* How far the array is from the table of the guessed words, and what has happened to it. Part of guess_report.c. */
#ifndef POSENC_GUESS_DEVIATION_H
#define POSENC_GUESS_DEVIATION_H

#include "audit/guess_rank.h"

/* Adds the line `deviation:`, and indented lines on entries and rows that are out of place. A deviation is measured from
 * the exact number, not from the element that it is rounded to; it is rounded up. Returns NULL, or a message if the file
 * can't be read any more. */
char *guess_deviation(const struct guess_search *, const struct array *, const struct guess_model *,
                      unsigned threads, struct text *report);

#endif
