/* Output formats: what each can do, and which names its language allows. */
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
    FORMAT_TEMPLATE, /* a template of the user's own, which has no name */
    FORMATS
};

/* A row of the table of formats. */
struct format_row {
    const char *name;
    const char *extensions; /* of outputs in this format, each after a space */
    const char
        *literals[3]; /* for f32 and f64, for f16 and bf16, for fixed point; the default is first */
    unsigned features; /* set of enum feature */
    bool pair;         /* always extern: a source, a header and bytes */
    const char
        *keywords; /* of the language, in addition to those of C and C++, each between spaces */
};

extern const struct format_row formats[FORMATS];

/* Does the format have the features that the word needs? */
bool format_reads(enum format, enum word);

/* Is `word` in `list`, whose words have spaces between them? */
bool format_lists(const char *list, const char *word);

/* The length of the C identifier at the start of a text. FORMAT_NAME_MAX is the longest name of a table: with the sizes of
 * the largest table it still fits a line of 99 columns. */
enum { FORMAT_NAME_MAX = 56 };
size_t format_identifier(const char *text);

/* Is it a keyword of C or C++? */
bool format_keyword(const char *word);

/* What is wrong with a table's name in a format, with or without accessors, or NULL. The caller frees it. */
char *format_check_name(enum format, const char *text, bool accessor);

/* The same for the name of a Go package. */
char *format_check_package(const char *text);

#endif
