/* How two tables differ, in words that a person understands without the manual. */
#ifndef POSENC_CONTRAST_H
#define POSENC_CONTRAST_H

#include "table/request.h"

#include <stddef.h>

enum { CONTRAST_MAX = WORDS };

/* Says of the request `other` how its table differs from that of `is`: "halves, not interleaved",
 * "positions begin at 1", "base 500000, not 10000". Both requests must be resolved. What matters most comes first; a
 * word that follows from another is left out, and one that the table of either doesn't read. Equal words make no
 * sentences. Returns how many there are; the caller frees each. */
size_t contrast(const struct request *is, const struct request *other,
                char *sentences[CONTRAST_MAX]);

/* The same as a text, with `before` before the first sentence and "; " between them. */
void say_contrast(const struct request *is, const struct request *other, const char *before,
                  struct text *);

/* Says what is unusual about the rows and the order of the columns of a table: what a reader who knows the system
 * that it is named after may not expect. "positions begin at 1", "row 0 is zeros", "cos and sin are swapped". */
size_t contrast_notes(const struct request *is, char *sentences[CONTRAST_MAX]);

#endif
