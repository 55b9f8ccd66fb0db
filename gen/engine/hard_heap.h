/* The hardest of the entries that were offered so far. */
#ifndef POSENC_HARD_HEAP_H
#define POSENC_HARD_HEAP_H

#include "base/name_set.h"
#include "engine/exact_entries.h"

/* An entry and how hard it is, the smaller the harder. */
struct hard_entry {
    uint64_t array, row, column;
    double measure;
    size_t number; /* part of hard_heap.c: which of the names that were seen */
};

/* At most `most` of them. {.most = N} is empty. */
struct hard_heap {
    struct hard_entry *list; /* the easiest comes first */
    size_t count, most;
    struct names seen;        /* the numbers that were in it, */
    struct hard_entry *first; /* and the first entry of each that was offered, by rows */
};

/* Could an entry of at least this measure be one of them? */
bool hard_heap_wants(const struct hard_heap *, double measure);

/* Is this entry one of them, if no other is the same number? */
bool hard_heap_takes(const struct hard_heap *, const struct hard_entry *);

/* Adds an entry that it takes, of the number of this name (hard_name). One that is in it already stays there once, as the
 * first entry of these, by rows. */
void hard_heap_offer(struct hard_heap *, const struct hard_entry *, const char *name);

/* Sorts them, the hardest first, those of equal measures by rows. Nothing can be offered any more. */
void hard_heap_sort(struct hard_heap *);

#endif
