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

/* A row of the table of formats: all that the program knows of one. Other code asks the row, and compares with no format. */
struct format_row {
    const char *name;
    const char *extensions; /* of outputs that mean it, each after a space */
    const char *literals
        [3]; /* for f32 and f64, for f16 and bf16, for fixed point; the first is the default */
    unsigned features; /* set of enum feature */
    enum {
        CONTENT_TEXT,  /* of a template */
        CONTENT_BYTES, /* the elements alone */
        CONTENT_NPY    /* the elements behind NumPy's header */
    } content;
    const char
        *source; /* always extern, with the bytes in a file: the extension of its source; or NULL */
    const char *
        byte_union; /* how C reads literal bytes as numbers: a union of "strings", of "bytes"; or NULL */
    const char *bit_union; /* the same for literal bits */
    bool assembled;        /* an assembler places the table: qualifiers need a section */
    bool c_integers;       /* the least integer of 32 bits is no constant */
    bool no_minus_zero;    /* nor is -0 */
    bool user;             /* the template is the user's */
    const char *keywords;  /* of the language, beside those of C and C++, each between spaces */
    const char *numbered;  /* letters that make a type's name with a number behind them; or NULL */
    const char *prefix;    /* of names that the language has for itself; or NULL */
};

extern const struct format_row formats[FORMATS];

/* Does the format have the features that the word needs? */
bool format_reads(const struct format_row *, enum word);

/* Is `word` in `list`, whose words have spaces between them? */
bool format_lists(const char *list, const char *word);

/* The length of the C identifier at the start of a text. FORMAT_NAME_MAX is the longest name of a table: with the sizes of
 * the largest table it still fits a line of 99 columns. */
enum { FORMAT_NAME_MAX = 56 };
size_t format_identifier(const char *text);

/* Is it a keyword of C or C++? */
bool format_keyword(const char *word);

/* What is wrong with a table's name in a format, with or without accessors, or NULL. The caller frees it. */
char *format_check_name(const struct format_row *, const char *text, bool accessor);

/* The same for the name of a Go package. */
char *format_check_package(const char *text);

#endif
