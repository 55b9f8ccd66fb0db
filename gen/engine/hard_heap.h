/* The hardest of the entries that were offered so far. */
#ifndef POSENC_HARD_HEAP_H
#define POSENC_HARD_HEAP_H

#include "base/name_set.h"
#include "engine/exact_entries.h"

/* An entry and how hard it is, the smaller the harder. */
struct hard_entry {
    uint64_t array, row, column;
    double measure;
};

/* At most `most` of them. {.most = N} is empty. */
struct hard_heap {
    struct hard_entry *list; /* the easiest comes first */
    size_t count, most;
    struct names seen; /* the functions of angles that were in it */
};

/* Could an entry of at least this measure be one of them? */
bool hard_heap_wants(const struct hard_heap *, double measure);

/* Adds an entry, unless the same function of the same angle is among them. */
void hard_heap_offer(struct hard_heap *, const struct hard_entry *, const struct exact_entry *what);

/* Sorts them, the hardest first, those of equal measures by rows. Nothing can be offered any more. */
void hard_heap_sort(struct hard_heap *);

#endif
