/* The lines of files of numbers. A line has numbers, or is empty; # begins a comment. Lines may end with CR LF, and the
 * file may begin with the byte-order mark of UTF-8. */
#ifndef POSENC_NUMBER_LINES_H
#define POSENC_NUMBER_LINES_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct number_line {
    const char *text; /* `length` bytes: the line without its comment and the blanks around */
    size_t length;
    size_t number;    /* from 1 */
    const char *rest; /* the comment: `comment` bytes */
    size_t comment;   /* 0 if there is none */
    const char *next; /* the line that follows */
    const char *end;  /* of the file */
};

/* Goes before the first line; the file's content must last. */
struct number_line number_lines_begin(const struct text *);

/* Goes to the next line; returns false if there is none. */
bool number_lines_next(struct number_line *);

/* How many lines have numbers. */
size_t number_lines_count(const struct text *);

/* What makes the line no text, whatever its numbers, or NULL. The caller frees it. */
char *number_line_wrong(const struct number_line *);

#endif
