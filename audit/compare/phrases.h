/* SPDX-License-Identifier: MIT */
/* Phrases that a person understands without the manual: how two tables differ, and which rows are meant. */
#ifndef POSENC_PHRASES_H
#define POSENC_PHRASES_H

#include "base/json.h"
#include "table/request.h"

#include <stddef.h>
#include <stdint.h>

/* Of an array whose elements are read with the wrong byte order. */
extern const char phrase_reversed_bytes[];

/* The phrase with these texts for "@", "#" and "*". The caller frees it. */
char *phrase_filled(const char *phrase, const char *at, const char *number, const char *star);

/* Says of the request `other` how its table differs from that of `is`: "halves, not interleaved",
 * "positions begin at 1", "base 500000, not 10000". Both requests must be resolved. What matters most comes first; a
 * word that follows from another is left out, and one that the table of either doesn't read. Equal words make no
 * sentences. They are a list of strings, which the caller gives back with json_decref. */
json_t *contrast(const struct request *is, const struct request *other);

/* The text of a word, but of a spacing that is the paper's or fairseq's for this width, as that. */
const char *word_text(const struct request *, enum word);

/* --- numbers of rows or columns that follow each other */

/* The first ranges are kept. {.numbers = 0} is none. */
enum { RANGES_KEPT = 4 };
struct ranges {
    uint64_t numbers; /* how many in all */
    size_t count;     /* of all ranges */
    uint64_t last;    /* the last number */
    struct {
        uint64_t first, last;
    } kept[RANGES_KEPT];
};

/* Adds a number, or all from `first` to `last`, above those that are there. */
void ranges_add(struct ranges *, uint64_t number);
void ranges_add_range(struct ranges *, uint64_t first, uint64_t last);

/* "row 3", "rows 3 to 5"; without a noun "3" or "3 to 5". The caller frees it. */
char *range_text(const char *noun, uint64_t first, uint64_t last);

/* "3 to 5, 8, 11 to 14, 20 and 1 more range". The caller frees it. */
char *ranges_text(const struct ranges *);

/* "row 3 is zero", "rows 3 to 5 are zero" or "9 rows are zero: 3 to 5, 8, 11 to 14, 20 and 1 more range". The caller frees
 * it. */
char *ranges_say(const struct ranges *, const char *noun, const char *what);

#endif
