/* The files of a run. All of them are written before the first is put in place. */
#ifndef POSENC_OUTPUTS_H
#define POSENC_OUTPUTS_H

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* What outputs depend on, as Make and Ninja read it: "out1 out2: in1 in2". */

/* {0} is the empty rule. */
struct depfile {
    struct text outputs, inputs; /* names, escaped, with a blank before each */
    char *wrong; /* about the first name that no depfile can hold; NULL if there is none */
};

/* Adds a name to the outputs or to the inputs. */
void depfile_add(struct depfile *, struct text *list, const char *name);

/* The text of the rule, if nothing is wrong. The caller frees it. */
struct text depfile_rule(const struct depfile *);
void depfile_free(struct depfile *);

/* Files that are written, or compared, and not yet in place. */
struct outputs {
    enum file_mode mode; /* of all of them */
    struct file **file;
    char **name;
    size_t count;
    json_t
        *claimed;   /* files that an output has, each by the one name that path_absolute gives it */
    json_t *inputs; /* files that no output may overwrite */
};

/* Keeps outputs off a file that the run reads. */
void outputs_guard(struct outputs *, const char *input);

/* Reserves the file for one output, once all inputs are guarded. Returns what is wrong, or NULL: another output has
 * that file, or the run reads it. The caller frees it. */
char *outputs_claim(struct outputs *, const char *name);

/* Opens a claimed output. The one opened before must be complete. */
struct file *outputs_open(struct outputs *, const char *name);

/* Puts all files in place and empties the list. */
void outputs_commit(struct outputs *);

#endif
