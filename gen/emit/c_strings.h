/* SPDX-License-Identifier: MIT */
/* Bytes as strings of C, on lines. */
#ifndef POSENC_C_STRINGS_H
#define POSENC_C_STRINGS_H

#include "base/cpus.h"
#include "base/text.h"
#include "emit/template.h"

#include <stddef.h>

struct c_strings;

/* Makes strings with lines of this pattern, with instruction sets up to `best`. The caller frees it. */
struct c_strings *c_strings_new(const struct row_pattern *, enum instructions best);
void c_strings_free(struct c_strings *);

/* Appends a string of `count` bytes, with the shortest escapes. A line ends after the byte that leaves no room for
 * another escape of four characters. Several threads call it at once. */
void c_strings_print(const struct c_strings *, const unsigned char *bytes, size_t count,
                     struct text *);

#endif
