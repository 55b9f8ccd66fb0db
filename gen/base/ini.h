/* INI text, read whole: [sections], `key = value` lines, and comments, which are lines of their own
 * that begin with # or ;. A value goes from the = to the end of its line, blanks around it aside;
 * nothing is quoted or continued, no length is limited. UTF-8's byte order mark and CRLF are accepted.
 *
 * Not libinih: Debian's reports no section that has no key, cuts names at 49 characters and values
 * at a ; after a blank, takes : for = and an indented line for a continuation, and tells only the
 * first bad line. The reader that it can be given would have to parse the lines to see all that. */
#ifndef POSENC_INI_H
#define POSENC_INI_H

#include <stddef.h>

/* A section's own line, with key and value NULL; or a key's, with the section that it stands in. */
struct ini_line {
    size_t number; /* from 1 */
    const char *section, *key, *value;
};

struct ini_error {
    size_t number;
    char *message; /* what is wrong, with the text */
};

struct ini {
    struct ini_line *lines;
    size_t count;
    struct ini_error *errors;
    size_t error_count;
    char *text; /* what the strings of `lines` point into */
};

/* Reads all lines; wrong ones are in `errors`, and only there. What a section or a key means, and
 * whether it may stand twice, is the caller's to say. */
void ini_read(struct ini *, const char *bytes, size_t count);

void ini_free(struct ini *);

#endif
