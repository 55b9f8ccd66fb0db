/* SPDX-License-Identifier: MIT */
/* What the words of a command say about an array that others made. Each function dies if they are wrong. */
#ifndef POSENC_AUDIT_WORDS_H
#define POSENC_AUDIT_WORDS_H

#include "cli/resolved.h"
#include "diagnosis/diagnosis.h"
#include "fit/entries.h"
#include "read/array.h"

/* The words of the table that an array is compared with: those of the user, and the sizes that its shape decides.
 *
 * It must not move: a request keeps pointers into it. */
struct audit_words {
    struct resolved resolved;  /* of the command; its table has the array's own rows and columns */
    struct chosen_words words; /* for a diagnosis; it owns the sizes that were found */
    char *command;             /* that makes the table: "posenc --max-len 48 --d-model 32" */
};

/* Finds them. Dies if they are wrong, or contradict the array. */
void audit_words_find(struct audit_words *, const struct options *, const struct array *);
void audit_words_free(struct audit_words *);

/* Do the user's words describe a table? Sizes and types only say how the elements are read. */
bool words_are_given(const struct options *);

/* "pe.npy" or "model.safetensors:pe": the file without its folder, and the array in it if that has a name. The caller frees
 * it. */
char *array_name_text(const struct array *);

/* The length of a row. An array of one dimension is one row, unless the user gives the number of rows. Otherwise it is the
 * last dimension, or the last two for complex numbers. */
uint64_t row_length(const struct options *, const struct array *);

/* What elements mean. If a type needs a scale and none is given, elements count units. The measure needs the table that is
 * resolved, which the caller frees. */
struct measure elements_measure(struct resolved *, const char *const given[WORDS],
                                const struct element *);

#endif
