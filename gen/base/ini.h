/* INI text: [sections], `key = value` lines, and comments, which are lines that begin with # or ;. A value goes from the = to
 * the end of its line, without the blanks around it. Nothing is quoted or continued, and no length is limited. UTF-8's byte
 * order mark and CRLF are accepted.
 *
 * Why not libinih: Debian's doesn't report sections without keys, cuts names at 49 characters and values at a ; after a
 * blank, takes : for = and an indented line for a continuation, and reports only the first bad line. A line reader in front
 * of it would have to parse the lines to see all that. */
#ifndef POSENC_INI_H
#define POSENC_INI_H

#include <stddef.h>

/* The line of a section, with key and value NULL, or of a key in a section. */
struct ini_line {
    size_t number; /* from 1 */
    const char *section, *key, *value;
};

struct ini_error {
    size_t number;
    char *message; /* with the text that is wrong */
};

struct ini {
    struct ini_line *lines;
    size_t count;
    struct ini_error *errors;
    size_t error_count;
    char *text; /* the strings of `lines` point into it */
};

/* Reads all lines; bad lines are in `errors`, and only there. The caller decides what sections and keys mean, and whether
 * they may be repeated. */
void ini_read(struct ini *, const char *bytes, size_t count);

void ini_free(struct ini *);

#endif
