/* The files of a run: all of them are written before the first is put in place. */
#ifndef POSENC_OUTPUTS_H
#define POSENC_OUTPUTS_H

#include "base/file.h"
#include "base/name_set.h"

#include <stdbool.h>
#include <stddef.h>

/* Files that are written, or compared, but not yet in place. */
struct outputs {
    struct file **file;
    char **name;
    size_t count;
    struct names absolute; /* the same, each by the one name that path_absolute gives it */
    struct names inputs;   /* what no output may overwrite */
};

/* Opens one more output. The one before is complete. Dies where the name is that of another one. */
struct file *outputs_open(struct outputs *, const char *name, bool check);

/* Keeps outputs off a file that the run reads. */
void outputs_guard(struct outputs *, const char *input);

/* Puts all in place, and empties the list. */
void outputs_commit(struct outputs *, bool if_changed);

#endif
