/* The words that say what a table is: the long options of the command and the keys of presets. */
#ifndef POSENC_WORDS_H
#define POSENC_WORDS_H

enum word {
    MAX_LEN,
    D_MODEL,
    BASE,
    SPACING,
    LAYOUT,
    ORDER,
    AXES,
    FIRST,
    STEP,
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
};

extern const struct word_row words[WORDS];

/* A named system's table: its values for some of the words above, and where they come from. */
struct preset {
    const char *name;
    const char *given[WORDS];
    const char *source;
};

extern const struct preset presets[];

/* The row of the table above with that name, or NULL. */
const struct preset *preset_named(const char *name);

/* The name nearest to a mistyped one, or NULL where none is near. `names` are `count` pointers,
 * each `stride` bytes after the one before, so that they can be a column of a table. */
const char *nearest(const char *mistyped, const void *names, unsigned long count,
                    unsigned long stride);

#endif
