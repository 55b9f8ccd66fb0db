/* One table: the words that ask for it, and what they resolve to. */
#ifndef POSENC_RESOLVED_H
#define POSENC_RESOLVED_H

#include "base/name_set.h"
#include "emit/output.h"
#include "engine/reference.h"

#include <stddef.h>

/* What is wrong with a file, collected to be reported at once. */

/* {0} is an empty collection. */
struct complaints {
    struct complaint {
        size_t line, order; /* the order in which they were found */
        char *text;
    } * list;
    size_t count;
    struct names seen; /* the line and the text of each */
};

/* Adds a message about a line, and takes it over. The same message about the same line is added once: what
 * [defaults] has wrong is wrong for every table. */
void complain(struct complaints *, size_t line, char *text);

/* If there are complaints, prints them in the order of their lines, each as FILE:LINE: TEXT, and ends the program. */
void complaints_end(struct complaints *, const char *file);

struct resolved {
    const char *given[WORDS], *defaults[WORDS]; /* as in struct request */
    struct request request;
    struct table *table;
    struct output_options output;
};

/* Resolves the given words and the defaults for an output at `path`, and finds the first fault. That
 * includes a table that the engine would need too much memory for. The texts and the templates must outlive it. Call
 * resolved_free even if there are faults. */
void resolve(struct resolved *, const char *path, struct template_set *, struct faults *);

/* The two steps of that for a table without an output or defaults: its words, and what the engine would need. */
void resolve_words(struct resolved *, const char *const given[WORDS], struct faults *);
void resolve_capacity(struct resolved *, struct faults *);

/* Ends the program with the first fault, if there is one. */
void die_if_faulty(const struct faults *);

void resolved_free(struct resolved *);

/* The files that the table is made from, ended by NULL. */
struct inputs {
    const char *path[WORDS + 1];
};
struct inputs resolved_inputs(const struct resolved *);

/* GiB, rounded; at least 3, since the limit is 2. */
uint64_t gibibytes(uint64_t bytes);

/* The message for an error of the engine, which the caller frees. NULL if there is no error. */
char *resolved_message(const struct resolved *, struct engine_error);

#endif
