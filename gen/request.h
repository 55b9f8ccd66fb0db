/* What is asked for: words -> a validated specification. */
#ifndef POSENC_REQUEST_H
#define POSENC_REQUEST_H

#include "spec.h"

/* given[k] is what the user said for word k, or NULL; `output` the output's name, "-" for standard
 * output. Returns NULL, or in one line what is wrong, with the value; the caller frees that, and in either
 * case the specification. A file that a word names and that can't be read, or has a bad line, ends the
 * program. */
char *request_parse(struct spec *, const char *const given[WORDS], const char *output);

#endif
