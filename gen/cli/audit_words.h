/* The words of the table that an array is compared with: those of the user, and the sizes that its shape decides. */
#ifndef POSENC_AUDIT_WORDS_H
#define POSENC_AUDIT_WORDS_H

#include "audit/array.h"
#include "cli/options.h"
#include "cli/resolved.h"

/* To stay where it is: a request keeps pointers into it. */
struct audit_words {
    struct resolved resolved; /* of the command; its table has the array's own rows and columns */
    char *command;            /* that makes the table: "posenc --max-len 48 --d-model 32" */
    char *max_len, *d_model;  /* the texts of sizes that were found */
};

/* Resolves the words of a table without an output. */
void resolve_words(struct resolved *, const char *const given[WORDS], struct faults *);

/* A size that is given, or 0. A text that is none is found wrong when it is resolved. */
uint64_t audit_size(enum word, const char *text);

/* Finds the words. Dies if they are wrong, or contradict the array. */
void audit_words_find(struct audit_words *, const struct options *, const struct array *);
void audit_words_free(struct audit_words *);

#endif
