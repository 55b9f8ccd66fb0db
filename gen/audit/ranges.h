/* Numbers of rows or columns that follow each other, as a text. */
#ifndef POSENC_RANGES_H
#define POSENC_RANGES_H

#include <stddef.h>
#include <stdint.h>

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
char *range_text(const struct ranges *, size_t k, const char *noun);

/* "3 to 5, 8, 11 to 14, 20 and 1 more range". The caller frees it. */
char *ranges_text(const struct ranges *);

/* "row 3 is zero", "rows 3 to 5 are zero" or "9 rows are zero: 3 to 5, 8, 11 to 14, 20 and 1 more range". The caller frees
 * it. */
char *ranges_say(const struct ranges *, const char *noun, const char *what);

#endif
