/* posenc show: entries of a table as decimals, beside the elements that they become. */
#ifndef POSENC_SHOW_ENTRIES_H
#define POSENC_SHOW_ENTRIES_H

#include "cli/options.h"
#include "cli/range.h"
#include "cli/resolved.h"

/* What to show of which table. */
struct show {
    struct resolved resolved;
    struct range rows, columns;
    size_t digits; /* 0: not given */
    bool csv;
    struct file *out;
};

/* Shows what the options ask for. Dies if one is wrong, or if an entry is undecided. */
void show_run(const struct options *);

/* Ends the program with the engine's error, unless it is of kind ENGINE_FINE. */
void show_check(const struct show *, struct engine_error);

#endif
