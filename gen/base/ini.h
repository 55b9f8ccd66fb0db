/* SPDX-License-Identifier: MIT */
/* INI text: [sections], `key = value` lines, and comments, which are lines that begin with # or ;. A value goes from
 * the = to the end of its line, without the blanks around it. There are no quotes and no continued lines, and no
 * length is limited. The byte order mark of UTF-8 is accepted, and so is CRLF.
 *
 * Why not libinih: Debian's doesn't report sections without keys. It cuts names at 49 characters, and values at a ;
 * after a blank. It takes : for =, and an indented line for a continuation. It reports only the first bad line. A
 * line reader in front of it would have to parse the lines to see all that. */
#ifndef POSENC_INI_H
#define POSENC_INI_H

#include <stddef.h>

/* A line that names a section, with key and value NULL, a line with a key in a section, or a bad line. */
struct ini_line {
    size_t number; /* from 1 */
    const char *section, *key, *value;
    char *wrong; /* of a bad line: what is wrong with it, with its text; else NULL */
};

struct ini {
    struct ini_line *lines;
    size_t count;
    char *text; /* contains the strings of `lines`, except `wrong` */
};

/* Reads all lines. The caller decides what sections and keys mean, and whether they may be repeated. */
void ini_read(struct ini *, const char *bytes, size_t count);

void ini_free(struct ini *);

#endif
