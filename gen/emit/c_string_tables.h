/* How c_strings.c works inside. */
#ifndef POSENC_C_STRING_TABLES_H
#define POSENC_C_STRING_TABLES_H

#include "emit/c_strings.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The longest escape has ESCAPE characters. Lines of the widest pattern still have LEAST_WIDTH of a string. */
enum { ESCAPE = 4, LEAST_WIDTH = 8 };

/* Vectors take BLOCK bytes at a time, and FOUR of them become text together. */
enum { BLOCK = 16, FOUR = 4, LENGTHS = 256 };

struct c_strings {
    struct text begin, between; /* before the first line of a string; from one line to the next */
    size_t last;                /* that much of `between` ends a line */
    size_t full;                /* a line ends once it has so many characters of its string */
    bool vectors;

    /* escape[open][byte] is the text of a byte. It `opens` if it ends in an octal escape that a digit would extend, and
     * `open` is that of the text before it. */
    struct escape {
        char text[ESCAPE];
        uint16_t length, opens;
    } escape[2][256];

    /* Four bytes, each as the characters '\\', its octal digits, the last of which is another character if that isn't
     * escaped in octal. By the lengths of the texts: which characters make the text, and where each byte's text ends.
     * One more row, of no lengths, so that one can read as much from the end of a row. */
    uint8_t from[LENGTHS + 1][FOUR * ESCAPE], end[LENGTHS][FOUR];
};

/* Where the text goes on; where its line is full; and does it end in an octal escape that a digit would extend? */
struct line {
    char *at, *full;
    unsigned open;
};

static inline void begin_line(const struct c_strings *strings, struct line *line) {
    const struct text between = strings->between;
    size_t copied = 0;
    do
        memcpy(line->at + copied, between.bytes + copied, TEXT_CHUNK);
    while ((copied += TEXT_CHUNK) < between.used);
    line->at += between.used;
    line->full = line->at + strings->full;
    line->open = 0;
}

/* Puts as many of the bytes as vectors take, and returns how many these are. For strings->vectors. */
size_t c_strings_put_blocks(const struct c_strings *, struct line *, const unsigned char *bytes,
                            size_t count);

#endif
