/* A request: the text of each word, where that text comes from, and, once the word is parsed, its canonical text. */
#ifndef POSENC_REQUEST_H
#define POSENC_REQUEST_H

#include "words/presets.h"
#include "words/words.h"

#include <stdbool.h>

/* What is wrong with a request; `text` is NULL if nothing is. The text names the wrong value. It begins with "FILE:LINE: " if
 * it is about the content of a file that a word names. The caller frees it. */
struct fault {
    char *text;
    int word;     /* the one it is about; WORDS if none or several */
    bool in_file; /* the text begins with a file's name and line */
};

struct request {
    const char *const *given; /* texts from the user, for this table; NULL if a word isn't given */
    const char *const *defaults; /* texts from a manifest, for all of its tables; or NULL */
    const struct preset *preset; /* or NULL */

    /* Set as the words are parsed. */
    char *text[WORDS]; /* the canonical text: each value has one */
    char *plain
        [WORDS]; /* what `text` would be if the word weren't given; NULL if there is no such text */
    enum word ignored_because_of
        [WORDS]; /* the word whose value makes the table ignore this one; WORDS if it is read */
};

/* Makes a request, and finds its preset. Both sizes must be given. The two arrays must outlive the request. */
struct fault request_open(struct request *, const char *const given[WORDS],
                          const char *const defaults[WORDS]);
void request_free(struct request *);

/* The text of a word if it isn't given: the preset's, or the default. */
const char *request_default(const struct request *, enum word);

/* The text to parse the word from. A word that the table ignores has its default, unless it is given. */
const char *request_value(struct request *, enum word, enum word ignored_because_of);

/* Refuses a word that is given but ignored, unless its value is the default. For a parsed word. Returns the message, which
 * the caller frees, or NULL. */
char *request_check_read(const struct request *, enum word);

/* A fault about the word that its message begins with; no fault if the message is NULL. Takes the message. */
struct fault request_fault(char *message);

/* The command that makes the table again, quoted for a shell: "posenc --max-len 512 --d-model 384". It has both sizes, and
 * the words whose values are neither the preset's nor the default. The caller frees it. */
char *request_command(const struct request *);

#endif
