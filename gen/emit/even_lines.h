/* Full lines of entries whose texts have all the same length: only these texts differ from line to line. */
#ifndef POSENC_EVEN_LINES_H
#define POSENC_EVEN_LINES_H

#include "base/text.h"

#include <stddef.h>

struct even_lines {
    struct text line; /* what surrounds its texts, with room in place of them */
    size_t first;     /* where in the line its first text is */
    size_t step;      /* from the begin of a text to that of the next */
    size_t length;    /* of each text: 2, 4, 8 or 16 characters */
    size_t count;     /* the texts on a line; 0 if there are no such lines */
};

/* Lines of `count` texts of that length. `before_first` is what separates the first text of a line from the text before
 * it, the end of the line before included, and `before_others` is what separates the others. */
struct even_lines even_lines_new(struct text before_first, struct text before_others, size_t length,
                                 size_t count);
void even_lines_free(struct even_lines *);

/* Puts n lines of texts that are `slot` bytes apart, and returns their end. It may write TEXT_CHUNK bytes more. */
char *even_lines_put(const struct even_lines *, const char *texts, size_t slot, size_t n, char *at);

#endif
