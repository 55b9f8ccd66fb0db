/* SPDX-License-Identifier: MIT */
/* A request: the text of each word, where that text comes from, and, once the word is parsed, its canonical text. */
#ifndef POSENC_REQUEST_H
#define POSENC_REQUEST_H

#include "base/die.h"
#include "base/text.h"
#include "words/presets.h"
#include "words/words.h"

#include <stdbool.h>

/* What a fault is about: a word, or one of these. */
enum { ABOUT_OUTPUT = WORDS, ABOUT_TABLE };

/* Where the text of a word comes from. A banner has words of FROM_OUTPUT and above. */
enum origin {
    FROM_USUAL,    /* the word's default, or what follows from other words */
    FROM_PRESET,   /* the preset or its alias, or a model that the command names */
    FROM_OUTPUT,   /* the name of the output */
    FROM_MODEL,    /* a model that the command doesn't name */
    FROM_DEFAULTS, /* [defaults] of a manifest */
    FROM_USER
};

struct request_word {
    const char *text; /* NULL if there is none */
    enum origin from;
};

/* A file that a word names. */
struct request_file {
    char *path;       /* NULL if the word names none */
    struct text text; /* its content, until the word is parsed */
    char *unreadable; /* "PATH: why", or NULL */
};

/* The words of a model's table. */
struct request_model {
    const char *const *given; /* NULL: there is no model; a text may be NULL */
    const char *grid_columns; /* in place of those of the preset, on a grid */
    const char *path;         /* of the file */
    char *named;  /* what the command says of the model; NULL if words alone make its table */
    bool assumed; /* the words follow from an assumption */
    const char *ignored; /* keys of the file that the user ignores; or NULL */
};

/* Texts of words where they come from; NULL if a word isn't there. */
struct request_sources {
    const char *const *user;     /* for this table */
    const char *const *defaults; /* from a manifest, for all of its tables */
    const struct preset *preset; /* or NULL; of a model rope-hf or that of a grid */
    const struct preset *alias;  /* the system whose name was given for the preset's, or NULL */
    struct request_model model;
    /* max-len: the lines of positions-file that have numbers, or the grid's rows; or NULL */
    char *rows;
};

struct request {
    struct request_sources source;
    struct request_word given[WORDS]; /* of these sources, the nearest */
    struct request_file file[WORDS];
    struct faults *faults; /* where the first fault goes */

    /* Set while words are parsed. */
    bool parsed;       /* each word of the table is valid; a later fault is about a combination */
    char *text[WORDS]; /* the canonical text: each value has one */
    /* the word whose value makes the table ignore this one; WORDS if it is read */
    enum word ignored_because_of[WORDS];
};

/* Makes a request. The two arrays must outlive it; `defaults` may be NULL. Read the file of positions-file before
 * request_take_rows, since it may determine max-len; a model before request_open. */
void request_begin(struct request *, const char *const user[WORDS],
                   const char *const defaults[WORDS]);

/* Finds the preset, unless the words are a model's, and how many rows the file or the grid has. */
void request_take_rows(struct request *, bool of_model);

/* Takes the words of a model, and the preset of its tables. */
void request_take_model(struct request *, struct request_model, const struct preset *);

/* request_take_rows, if that isn't done. Both sizes must be known, and a preset for grids needs a grid. The faults must
 * last as long as table_resolve and output_resolve may find some. */
void request_open(struct request *, struct faults *);
void request_free(struct request *);

/* Has a fault been found? */
bool request_is_wrong(const struct request *);

/* Refuses the value of a word that is parsed: "WORD 'TEXT'", and what the format makes. */
void request_refuse(const struct request *, enum word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Is the word given by the user or by [defaults]? */
bool request_gives(const struct request *, enum word);

/* The text that a word has if the command omits it: the preset's, or the default; NULL if it follows from other words. */
const char *request_omitted(const struct request *, enum word);

/* The text of a word, given or not; NULL if there is none. max-len is the number of positions in positions-file, or of
 * rows of the grid, if it isn't given, or if only [defaults] gives it while the user gives one of those words. */
const char *request_text(const struct request *, enum word);

/* Notes which word makes the table ignore this one (WORDS: none), and returns the text to parse: an ignored word that isn't
 * given has its default. */
const char *request_value(struct request *, enum word, enum word ignored_because_of);

/* Refuses a word that is given but ignored, unless its value is the default. For a parsed word. */
void request_check_read(const struct request *, enum word);

/* Sets the canonical text of a word that isn't parsed here: NULL if it isn't part of the command. */
void request_say(struct request *, enum word, const char *text);

/* The command that makes the table again, quoted for a shell: "posenc --max-len 512 --d-model 384". It has both
 * sizes, and the words that were given or that follow from the output's name or a model, but for those that have the
 * preset's text or the default. The caller frees it. */
char *request_command(const struct request *);

/* The same command with `texts` in place of the canonical texts. */
char *request_command_of(const struct request *, const char *const text[WORDS]);

/* Appends a text as one word of a shell, with quotes if it needs them. */
void request_quote(const char *text, struct text *);

#endif
