/* What is asked for: words -> a validated specification. */
#ifndef POSENC_REQUEST_H
#define POSENC_REQUEST_H

#include "table/spec.h"

/* What is wrong with a request; `text` is NULL if nothing is. The text names its value, and begins with "FILE:LINE: " if
 * it is about the content of a file that a word names. */
struct fault {
    char *text;
    int word; /* that it is about; WORDS if none or several */
    bool in_file;
};

/* given[k] is the value that the user gave for word k, or NULL; defaults[k] one that a manifest has for all of its tables;
 * `output` the output's name, "-" for standard output. The caller frees the fault's text, and in either case the
 * specification. */
struct fault request_parse(struct spec *, const char *const given[WORDS],
                           const char *const defaults[WORDS], const char *output);

#endif
