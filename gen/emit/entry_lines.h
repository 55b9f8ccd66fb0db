/* Puts the texts of entries on lines, as a row pattern says. */
#ifndef POSENC_ENTRY_LINES_H
#define POSENC_ENTRY_LINES_H

#include "base/text.h"
#include "element/entry_texts.h"
#include "emit/template.h"

#include <stddef.h>

/* Full lines of entries whose texts have all the same length: only these texts differ from line to line. */

struct even_lines {
    struct text line; /* what surrounds its texts, with room in place of them */
    size_t first;     /* where in the line its first text is */
    size_t step;      /* from the start of a text to that of the next */
    size_t length;    /* of each text: 2, 4, 8 or 16 characters */
    size_t count;     /* the texts on a line; 0 if there are no such lines */
};

/* The texts of an array's entries, made by blocks: `next` is the index of the next entry. */
struct entry_stream {
    const struct text_maker *maker;
    const char *entries;
    size_t next, total;
    struct entry_texts *texts; /* of the block that `next` is in, if `next` isn't its first entry */
};

/* What stands around the entries of a row. A line breaks before an entry, never after one. */
struct entry_lines {
    struct text first;      /* before the first entry */
    struct text between[2]; /* before any other entry: [0] on the same line, [1] on the next */
    struct text end[2];     /* [0] after a part of a row, [1] after a whole row */
    ptrdiff_t
        around; /* what an entry takes of a line besides its literal: also a space before it */
    ptrdiff_t around_last; /* the same for the last entry of a row */
    ptrdiff_t capacity;    /* what the entries of a line may take together */
    struct even_lines even;
};

/* `length` is that of all texts, or 0. */
struct entry_lines entry_lines_new(const struct row_pattern *, unsigned length);
void entry_lines_free(struct entry_lines *);

/* Appends the next `count` entries, more than 0 and all of one row, as many on a line as fit. If `ends`, the last one
 * ends its row. */
void entry_lines_print(const struct entry_lines *, struct entry_stream *, size_t count, bool ends,
                       struct text *);

#endif
