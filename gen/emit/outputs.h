/* SPDX-License-Identifier: MIT */
/* The files of a run: all of them are written before the first is put in place. And the rule for Make that says what they
 * depend on. */
#ifndef POSENC_OUTPUTS_H
#define POSENC_OUTPUTS_H

#include "base/file.h"
#include "base/names.h"
#include "base/text.h"

#include <stddef.h>

/* Files that are written or compared, but not yet in place. */
struct outputs {
    enum file_mode mode; /* of all of them */
    struct file **file;
    char **name;
    size_t count;
    /* by the one name that path_absolute gives each: files that an output has, and those that none may overwrite */
    struct names claimed, inputs;
    const char **claimant; /* of each claimed name, its table or NULL */
};

/* Forbids outputs to overwrite a file that the run reads. */
void outputs_guard(struct outputs *, const char *input);

/* Reserves a file for one output; `table` is named in messages, or NULL. Call it when all inputs are guarded.
 * Returns NULL, or what is wrong: another output has that file, or the run reads it. The caller frees it. */
char *outputs_claim(struct outputs *, const char *name, const char *table);

/* Opens a claimed output. The output opened before it must be complete. */
struct file *outputs_open(struct outputs *, const char *name);

/* Puts all files in place and empties the list. */
void outputs_commit(struct outputs *);

/* Empties the list, none of whose files is open. */
void outputs_free(struct outputs *);

/* What outputs depend on, as Make and Ninja read it: "out1 out2: in1 in2". */

/* {0} is the empty rule. */
struct depfile {
    struct text outputs, inputs; /* names, escaped, with a blank before each */
    char *wrong; /* about the first name that a depfile can't hold; NULL if there is none */
};

/* Adds a name to the outputs or to the inputs. */
void depfile_add(struct depfile *, struct text *list, const char *name);

/* The text of the rule, if nothing is wrong. The caller frees it. */
struct text depfile_rule(const struct depfile *);
void depfile_free(struct depfile *);

#endif
