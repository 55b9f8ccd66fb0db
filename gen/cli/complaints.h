/* What is wrong with a file, collected to be reported at once. */
#ifndef POSENC_COMPLAINTS_H
#define POSENC_COMPLAINTS_H

#include "base/name_set.h"

#include <stddef.h>

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

#endif
