/* What has happened to the wrong entries, in sentences. */
#ifndef POSENC_SENTENCES_H
#define POSENC_SENTENCES_H

#include <stddef.h>

/* {0} is none. */
struct sentences {
    char **text;
    size_t count;
};

/* Adds a sentence, and takes its text. */
void sentences_add(struct sentences *, char *text);
void sentences_free(struct sentences *);

#endif
