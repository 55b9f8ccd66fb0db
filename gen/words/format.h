/* Output formats: what each can do, and which names for a table its language allows. */
#ifndef POSENC_FORMAT_H
#define POSENC_FORMAT_H

#include "words/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum format {
    FORMAT_C,
    FORMAT_CPP,
    FORMAT_RUST,
    FORMAT_GO,
    FORMAT_ZIG,
    FORMAT_VERILOG,
    FORMAT_SYSTEMVERILOG,
    FORMAT_VHDL,
    FORMAT_JSON,
    FORMAT_RAW,
    FORMAT_NPY,
    FORMAT_SAFETENSORS,
    FORMAT_ONNX,
    FORMAT_INCBIN,
    FORMAT_ASM,
    FORMAT_EMBED,
    FORMAT_TEMPLATE, /* a template of the user's own, which has no name */
    FORMATS,
    FORMAT_DEFAULT = FORMAT_C
};

/* A row of the table of formats: all that the program knows of one. Other code asks the row and
 * never compares with a format. */
struct format_row {
    const char *name;
    const char *extensions; /* of outputs that choose it, each between spaces */

    /* For f32 and f64, for f16 and bf16, and for fixed point. The first of each is the default. */
    const char *literals[3];
    unsigned features; /* a set of enum feature */
    enum content {
        CONTENT_TEXT,  /* from a template */
        CONTENT_BYTES, /* the elements alone */
        /* A header, then the elements, little-endian: */
        CONTENT_NPY,
        CONTENT_SAFETENSORS,
        CONTENT_ONNX,
        CONTENTS
    } content;
    uint64_t most_bytes; /* of a file; 0: any number */

    /* For a format that is always extern, with the bytes in a file: the extension of its source; else NULL. */
    const char *source;
    const char *about; /* what it is, for --help */
    /* The union by which C reads literal bytes as numbers, "strings" or "bytes", and the one for literal bits; or
     * NULL. */
    const char *byte_union, *bit_union;

    bool assembled;     /* an assembler places the table: qualifiers need a section */
    bool c_integers;    /* the language has no constant for the least 32-bit integer */
    bool no_minus_zero; /* the language has no constant for -0 */
    bool user;          /* the template is the user's */
    bool caseless; /* names differ in more than case, and their underscores stand alone, inside */
    const char *keywords; /* besides those of C and C++, each between spaces; or NULL */
    const char *numbered; /* letters that make a type's name if a number follows; or NULL */
    const char *prefix;   /* of names that the language reserves; or NULL */
};

extern const struct format_row formats[FORMATS];

/* Does a header before the elements say what they are? */
static inline bool format_has_header(const struct format_row *format) {
    return format->content > CONTENT_BYTES;
}

/* Does the format have the features that the word needs? */
bool format_reads(const struct format_row *, enum word);

/* Names of formats, with commas between them: those that read a word that some formats don't, and those whose output
 * may hold bytes in either order. The caller frees them. */
char *format_names_reading(enum word);
char *format_names_of_bytes(void);

/* All formats with their extensions in lines, for --help. The first extension of a line is that of an output. The
 * caller frees it. */
char *format_help(void);

/* Is `word` in `list`, whose words are separated by spaces? */
bool format_lists(const char *list, const char *word);

/* The length of the C identifier at the start of a text. FORMAT_NAME_MAX is the longest name of a table: with the
 * sizes of the largest table, a line still has at most 99 columns. */
enum { FORMAT_NAME_MAX = 56 };
size_t format_identifier(const char *text);

/* Is it a keyword of C or C++? */
bool format_keyword(const char *word);

/* Can one program have tables in both formats, whose names must differ then? */
bool formats_share_names(const struct format_row *, const struct format_row *);

/* What is wrong with a table's name in a format, with or without accessors, or NULL. The caller frees it. */
char *format_check_name(const struct format_row *, const char *text, bool accessor);

/* The same for the name of a Go package. */
char *format_check_package(const char *text);

#endif
