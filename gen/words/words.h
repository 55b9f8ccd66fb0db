/* The words that say what a table is: the long options of the command, and the keys of presets and
 * manifests. */
#ifndef POSENC_WORDS_H
#define POSENC_WORDS_H

enum word {
    MAX_LEN,
    D_MODEL,
    GRID,
    GRID_COLUMNS,
    GRID_NESTING,
    GRID_ROWS,
    BASE,
    SPACING,
    FREQUENCIES,
    SCALING,
    LAYOUT,
    ORDER,
    COMPONENT,
    REPEAT,
    AXES,
    FIRST,
    STEP,
    CLAMP,
    POSITIONS,
    ZERO_ROWS,
    ODD,
    AMPLITUDE,
    TYPE,
    NAME,
    FORMAT,
    TEMPLATE,
    LITERAL,
    LINKAGE,
    ENDIAN,
    SPLIT,
    ALIGN,
    SECTION,
    QUALIFIERS,
    INCLUDE,
    ACCESSOR,
    PACKAGE,
    PRESET,
    WORDS
};

struct word_row {
    const char *name;     /* without the dashes */
    const char *argument; /* as --help shows it */
    const char *fallback; /* the default; NULL where the word is required or has one of its own */
    const char *meaning;
    const char *explanation; /* more about it, in lines; or NULL */
};

extern const struct word_row words[WORDS];

/* The name nearest to a mistyped one, or NULL where none is near. `names` are `count` pointers,
 * each `stride` bytes after the one before, so that they can be a column of a table. */
const char *nearest(const char *mistyped, const void *names, unsigned long count,
                    unsigned long stride);

#endif
