/* What is wrong with a request, as values. A command decides what to do with them. */
#ifndef POSENC_FAULT_H
#define POSENC_FAULT_H

#include <stddef.h>

struct fault {
    int about;   /* a word of words.h, or a value that the finder of the fault names */
    char *file;  /* the file whose content is wrong, and */
    size_t line; /* the line in it; NULL and 0 if the fault is in no file, or 0 alone if the text
                    tells where */
    char *text;  /* what is wrong, with the value */
};

/* {0} is an empty list. */
struct faults {
    struct fault *list; /* in the order in which they were found */
    size_t count;
};

/* Adds a fault, and takes the text. Adds nothing if that is NULL. */
void faults_add(struct faults *, int about, char *text);

/* A fault in a line of a file, whose `about` the caller of its finder sets. Takes the text. */
struct fault *fault_in_file(const char *file, size_t line, char *text);

/* Adds that fault, and takes it. Adds nothing if it is NULL. */
void faults_add_found(struct faults *, int about, struct fault *);

/* "FILE:LINE: TEXT", or the text. The caller frees it. */
char *fault_message(const struct fault *);

void faults_free(struct faults *);

#endif
