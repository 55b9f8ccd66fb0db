/* SPDX-License-Identifier: MIT */
/* Presets are the tables of real systems, by name. Aliases are the names of other systems that have the table of a
 * preset. The rows are the sections of presets.ini and aliases.ini, which explain the members. */
#ifndef POSENC_PRESETS_H
#define POSENC_PRESETS_H

#include "words/words.h"

#include <stddef.h>

struct preset {
    const char *name;
    const char *preset;       /* of an alias: the preset whose words it has, besides its own */
    const char *given[WORDS]; /* the words whose value is not the default, or not the preset's */
    const char *repository, *path, *function,
        *revision;           /* where it was read; NULL of tables that everybody knows */
    const char *search;      /* other words that people look for; or NULL */
    const char *explanation; /* more about it, in lines; or NULL */
    /* what distinguishes it from similar presets; which of the system's tables an alias is */
    const char *about;
    const char *head;       /* the only d-model of its models, or NULL */
    const char *square;     /* of an alias: "yes" if its step is that of a square grid; or NULL */
    const char *parameters; /* how words express the system's own parameters; or NULL */
};

/* A row without a name ends each list. */
extern const struct preset presets[], aliases[];

/* The preset with that name, or NULL. */
const struct preset *preset_named(const char *name);

/* Words as text, "--spacing endpoint --layout halves". The caller frees it. */
char *preset_words(const char *const given[WORDS]);

/* What to type for a preset or an alias: "--preset vaswani --odd sin". The caller frees it. */
char *preset_command(const struct preset *);

/* Returns how many tables the system of that name has, and sets one of them, or NULL. A system with several tables has
 * several rows, and its name may also be that of a preset. */
size_t aliases_named(const char *name, const struct preset **);

/* --- finding presets: by their names, other systems with the same table, and the sources */

enum match { MATCH_EXACT, MATCH_NAME, MATCH_SOURCE, MATCHES }; /* the best first */

struct hit {
    enum match match;
    const struct preset *row; /* a preset, or an alias: the system that was found */
};

/* The presets whose name or source contains the word, in the order of their matches. No two hits have the same words. The
 * caller frees them. Case and punctuation, such as '-' and '.', are ignored. If the word is exactly a name, only names are
 * searched. */
struct hit *search_presets(const char *word, size_t *count);

/* "vaswani with --odd sin", for a preset or an alias. The caller frees it. */
char *preset_phrase(const struct preset *);

/* "--preset vaswani --odd sin or --preset ..." for the model_type of a config.json: the presets whose code was read in
 * its folder of transformers (whose marian isn't that of Marian NMT), or else those with its name. NULL if there is
 * none. The caller frees it. */
char *search_model_type(const char *type);

/* The message for a name of neither a preset nor a system with one table, with a suggestion if there is one. The caller
 * frees it. */
char *search_unknown(const char *name);

#endif
