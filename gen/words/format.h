/* Formats: the table of what is written, and which names its languages take. */
#ifndef POSENC_FORMAT_H
#define POSENC_FORMAT_H

#include "words/words.h"

#include <stdbool.h>
#include <stddef.h>

enum format {
    FORMAT_C,
    FORMAT_CPP,
    FORMAT_RUST,
    FORMAT_GO,
    FORMAT_ZIG,
    FORMAT_VERILOG,
    FORMAT_JSON,
    FORMAT_RAW,
    FORMAT_NPY,
    FORMAT_INCBIN,
    FORMAT_ASM,
    FORMAT_EMBED,
    FORMAT_TEMPLATE, /* the user's own, which has no name */
    FORMATS
};

/* A row of the table of formats. */
struct format_row {
    const char *name;
    const char *extensions; /* of outputs that mean it, each after a space */
    const char *literals
        [3]; /* for f32 and f64, for f16 and bf16, for fixed point; the first is the default */
    unsigned features;    /* set of enum feature */
    bool pair;            /* always extern: a source, a header and bytes */
    const char *keywords; /* of the language, beside those of C and C++, each between spaces */
};

extern const struct format_row formats[FORMATS];

/* Does the format have what the word needs? */
bool format_reads(enum format, enum word);

/* Is `word` one of those of `list`, which stand between spaces? */
bool format_lists(const char *list, const char *word);

/* The length of the C identifier at the start of a text; FORMAT_NAME_MAX is that of the longest name of a
 * table: so long a name and the sizes of the largest table still fit a line of 99 columns. */
enum { FORMAT_NAME_MAX = 56 };
size_t format_identifier(const char *text);

/* Is it one of C or C++? */
bool format_keyword(const char *word);

/* What is wrong with a table's name in a format, with or without accessors, or NULL; the caller frees it. */
char *format_check_name(enum format, const char *text, bool accessor);

/* The same for a package of Go. */
char *format_check_package(const char *text);

#endif
