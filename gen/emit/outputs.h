/* The files of a run. All of them are written before the first is put in place. */
#ifndef POSENC_OUTPUTS_H
#define POSENC_OUTPUTS_H

#include "base/file.h"
#include "base/name_set.h"

#include <stdbool.h>
#include <stddef.h>

/* Files that are written, or compared, and not yet in place. */
struct outputs {
    struct file **file;
    char **name;
    size_t count;
    struct names
        claimed; /* files that an output has, each by the one name that path_absolute gives it */
    struct names inputs; /* files that no output may overwrite */
};

/* Keeps outputs off a file that the run reads. */
void outputs_guard(struct outputs *, const char *input);

/* Reserves the file for one output, once all inputs are guarded. Returns what is wrong, or NULL: another output has
 * that file, or the run reads it. The caller frees it. */
char *outputs_claim(struct outputs *, const char *name, bool check);

/* Opens a claimed output. The one opened before must be complete. */
struct file *outputs_open(struct outputs *, const char *name, bool check);

/* Puts all files in place and empties the list. With `if_changed` a file with the same bytes stays as it is. */
void outputs_commit(struct outputs *, bool if_changed);

#endif
