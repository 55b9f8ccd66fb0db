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
    bool named;               /* the command names the model: words alone can't make its table */
};

struct request {
    const char *const *given; /* texts from the user, for this table; NULL if a word isn't given */
    const char *const *defaults; /* texts from a manifest, for all of its tables */
    struct faults *faults;       /* where the first fault goes */
    const struct preset *preset; /* or NULL; beside a model that of its tables */
    const struct preset
        *alias; /* the system whose name was given in place of the preset's, or NULL */
    struct request_model model;

    struct request_file file[WORDS]; /* the request owns them */
    char *
        rows_known; /* how many lines of positions-file have numbers, or how many rows the grid has;
                         or NULL */

    /* Set while words are parsed. */
    bool parsed;       /* each word of the table is valid; a later fault is about a combination */
    char *text[WORDS]; /* the canonical text: each value has one */
    char *default_text
        [WORDS]; /* the value of `text` if the word weren't given; NULL if there is none */
    enum word ignored_because_of
        [WORDS]; /* the word whose value makes the table ignore this one; WORDS if it is read */
};

/* Makes a request. The two arrays must outlive it; `defaults` may be NULL. Read the file of positions-file before
 * request_find_rows, since it may determine max-len; a model before request_open. */
void request_begin(struct request *, const char *const given[WORDS],
                   const char *const defaults[WORDS]);

/* Finds the preset, unless the words are a model's, and how many rows the file or the grid has: `rows_known`. */
void request_find_rows(struct request *, bool of_model);

/* The same, if that isn't done. Both sizes must be known, and a preset for grids needs a grid. The faults must last as
 * long as table_resolve and output_resolve may find some. */
void request_open(struct request *, struct faults *);
void request_free(struct request *);

/* Has a fault been found? */
bool request_is_wrong(const struct request *);

/* Refuses the value of a word that is parsed: "WORD 'TEXT'", and what the format makes. */
void request_refuse(const struct request *, enum word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Is the word given by the user or by [defaults]? */
bool request_gives(const struct request *, enum word);

/* The text of a word if it isn't given: the model's, the preset's, or the default. */
const char *request_default(const struct request *, enum word);

/* The text that a word has if the command omits it. */
const char *request_omitted(const struct request *, enum word);

/* The text of a word, given or not; NULL if there is none. max-len is the number of positions in positions-file, or of
 * rows of the grid, if it isn't given, or if only [defaults] gives it while the user gives one of those words. */
const char *request_text(const struct request *, enum word);

/* The text to parse the word from. A word that the table ignores has its default, unless it is given. */
const char *request_value(struct request *, enum word, enum word ignored_because_of);

/* Refuses a word that is given but ignored, unless its value is the default. For a parsed word. */
void request_check_read(const struct request *, enum word);

/* The command that makes the table again, quoted for a shell: "posenc --max-len 512 --d-model 384". It has both
 * sizes, and the words whose values are neither the preset's nor the default. The caller frees it. */
char *request_command(const struct request *);

/* The same command with `texts` in place of the canonical texts. */
char *request_command_of(const struct request *, const char *const text[WORDS]);

/* Appends a text as one word of a shell, with quotes if it needs them. */
void request_quote(const char *text, struct text *);

#endif
