/* SPDX-License-Identifier: MIT */
/* One table: the words that ask for it, what they resolve to, and how a run computes it. */
#ifndef POSENC_RESOLVED_H
#define POSENC_RESOLVED_H

#include "cli/options.h"
#include "emit/emit.h"
#include "engine/reference.h"
#include "model/model.h"

struct resolved {
    const char *given[WORDS], *defaults[WORDS]; /* as in struct request */
    struct model model;                         /* the file of the word model, if there is one */
    struct request request;
    struct table *table;
    struct output_options output;
};

/* Resolves the given words and the defaults for an output at `path`, and finds the first fault. A table that the engine
 * would need too much memory for is a fault too. The texts and the templates must outlive it. Call resolved_free even
 * if there are faults. */
void resolve(struct resolved *, const char *path, struct template_set *, struct faults *);

/* The two steps of resolve for a table without an output and defaults: its words, and the memory of the engine. */
void resolve_words(struct resolved *, const char *const given[WORDS], struct faults *);
void resolve_capacity(struct resolved *, struct faults *);

/* Ends the program with the first fault, if there is one. */
void die_if_faulty(const struct faults *);

void resolved_free(struct resolved *);

/* model_words.c: reads the file of the word model, if there is one, and gives the request the words of its table. */
void resolve_model(struct request *, struct model *, struct faults *);

/* The same for the commands that read models themselves: the text of the word ignore to what model_read takes, with a fault,
 * and a line on standard error about what a table assumes, if there is one. */
const char *model_ignored(const char *text, const char *model, char **wrong);
void model_say_assumed(const struct model *, const struct model_table *);

/* The files that the table is made from, ended by NULL. */
struct inputs {
    const char *path[WORDS + 1];
};
struct inputs resolved_inputs(const struct resolved *);

/* The message for an error of the engine, which the caller frees. NULL if there is no error. */
char *resolved_message(const struct resolved *, struct engine_error);

/* What a user should know about the table though nothing is wrong with it, or NULL. The caller frees it. */
char *resolved_advice(const struct resolved *);

/* --- runs */

/* How many threads a run may have: the option's value, or the CPUs of this process; dies if it is wrong. */
unsigned run_threads(const struct options *);

/* The options of a run that writes this table; dies if one is wrong. */
struct emit_options run_options_of(const struct options *, const struct output_options *);

#endif
