/* SPDX-License-Identifier: MIT */
/* Output formats: what each can do, and which names for a table its language allows. */
#ifndef POSENC_FORMAT_H
#define POSENC_FORMAT_H

#include "rows/formats.h" /* enum format: a value for each section of formats.ini; FORMAT_TEMPLATE is the last */
#include "words/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FORMAT_DEFAULT = FORMAT_C };

/* A format, as its section of formats.ini says, which explains the members. Other code asks the row, and never compares
 * with a particular format. A missing member is NULL, false or 0. */
struct format_row {
    const char *name;
    const char *extensions;  /* with spaces between them, as in the lists below */
    const char *literals[3]; /* for f32 and f64, for f16 and bf16, and for fixed point */
    unsigned features;       /* a set of enum feature */
    enum content {
        CONTENT_TEXT,
        CONTENT_BYTES,
        CONTENT_NPY,
        CONTENT_SAFETENSORS,
        CONTENT_ONNX,
        CONTENTS
    } content;
    uint64_t most_bytes; /* 0: any number */
    const char *source;
    const char *about;
    const char *byte_union, *bit_union;
    bool assembled, binary_bits, c_integers, no_minus_zero, user, caseless;
    const char *keywords, *defined, *numbered, *prefix;
};

extern const struct format_row formats[FORMATS];

/* Does a header before the elements say what they are? */
static inline bool format_has_header(const struct format_row *format) {
    return format->content > CONTENT_BYTES;
}

/* Does the format have the features that the word needs? */
bool format_reads(const struct format_row *, enum word);

/* Names of formats, with commas between them. The first function lists the formats that read the word, the second those
 * whose output may hold bytes in either order. The caller frees them. */
char *format_names_reading(enum word);
char *format_names_of_bytes(void);

/* All formats with their extensions in lines, for --help. The first extension of a line is that of an output. The
 * caller frees it. */
char *format_help(void);

/* The length of the C identifier at the start of a text. FORMAT_NAME_MAX is the longest name of a table: with the
 * sizes of the largest table, a line still has at most 99 columns. */
enum { FORMAT_NAME_MAX = 56 };
size_t format_identifier(const char *text);

/* Is it a keyword of C or C++? */
bool format_keyword(const char *word);

/* The language in which two tables must have different names: "c" for C and C++. NULL if each file has names of its
 * own. */
const char *format_language(const struct format_row *);

/* What is wrong with a table's name in a format, with or without accessors, or NULL. The caller frees it. */
char *format_check_name(const struct format_row *, const char *text, bool accessor);

/* The same for the name of a Go package. */
char *format_check_package(const char *text);

#endif
