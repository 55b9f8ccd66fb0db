/* A request: for each word of a table its text, where that comes from, and, once it is resolved, its canonical text. */
#ifndef POSENC_REQUEST_H
#define POSENC_REQUEST_H

#include "words/presets.h"
#include "words/words.h"

#include <stdbool.h>

/* What is wrong with a request; `text` is NULL if nothing is. The text names its value, and begins with "FILE:LINE: " if
 * it is about the content of a file that a word names. The caller frees it. */
struct fault {
    char *text;
    int word; /* that it is about; WORDS if none or several */
    bool in_file;
};

struct request {
    const char *const *given;    /* by the user for this table; NULL for a word that isn't */
    const char *const *defaults; /* by a manifest for all of its tables; or NULL */
    const struct preset *preset; /* or NULL */

    /* As the words are resolved. */
    char *text[WORDS];  /* in the one spelling that a value has */
    char *plain[WORDS]; /* the same if the word isn't given; NULL if there is none */
    enum word unread_because
        [WORDS]; /* the word for which the table never reads this one; WORDS if it does */
};

/* Finds the preset, and that both sizes are there. The arrays must last. */
struct fault request_open(struct request *, const char *const given[WORDS],
                          const char *const defaults[WORDS]);
void request_free(struct request *);

/* The text of a word if it isn't given: the preset's, or the default. */
const char *request_default(const struct request *, enum word);

/* The text that the word is parsed from. A word that the table never reads has its default, unless it is given. */
const char *request_value(struct request *, enum word, enum word unread_because);

/* A word that is given, parsed, and never read is wrong unless its value is the default. Returns the message, or NULL. */
char *request_check_read(const struct request *, enum word);

/* A fault with the word that its message begins with; of NULL none. */
struct fault request_fault(char *message);

/* The command of the words whose values are not those of the preset or the default, in the table's order, as a shell takes
 * it: "posenc --max-len 512 --d-model 384". The caller frees it. */
char *request_command(const struct request *);

#endif
