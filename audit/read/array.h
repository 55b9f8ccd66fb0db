/* SPDX-License-Identifier: MIT */
/* A table that somebody else made: one array of numbers in a file.
 *
 * It is raw elements, .npy, .safetensors, a source of C or C++, or numbers in a .csv, .mem, .coe or .mif. Only its header is
 * read at once; the elements are read in pieces, so memory doesn't grow with the file. Numbers as text are an exception. */
#ifndef POSENC_ARRAY_H
#define POSENC_ARRAY_H

#include "element/element.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ARRAY_DIMENSIONS = 8 };

struct array_source; /* where the elements are */

struct array {
    const char *kind; /* "raw", "npy", "safetensors", "C": for messages */
    char *path;       /* of the file */
    char *name;       /* of the array in it, or NULL */

    /* What a message about the size begins with if the file's name doesn't show its kind; else "". */
    const char *taken;

    /* The element type, which the file says or `type` of array_open. A complex number counts as two elements, and adds a
     * last dimension of 2. */
    const struct element *type;
    bool complex;

    /* The lengths, slowest first, without those of 1; at least one is left. Elements are read in C order, whatever their
     * order in the file. A raw file has one dimension, the number of its elements. */
    int dimensions;
    uint64_t size[ARRAY_DIMENSIONS];
    uint64_t count; /* of all elements: the product */

    /* Of the decimals in a source of C: the most places after the point, and the most significant digits; 0 if there
     * are none. */
    int places, digits;

    struct array_source *source;

    const struct array *whole; /* if this is a part of another one, */
    uint64_t begin;            /* which begins at that element; else NULL */
};

/* The user's words about a file: the texts of type, endian and bits, NULL if they aren't given. */
struct array_words {
    const char *type, *endian, *bits;
};

/* Opens FILE, or the array that FILE:NAME means, which path_split() cuts: NAME may have colons. Returns NULL, or a message
 * that names the file and what is wrong, which the caller frees; then there is nothing to close. Wrong are: a file that
 * can't be read, isn't what its name says, ends too early or lies about its size; an array that isn't there, or whose name
 * is missing where there are several; words that contradict the file; elements that could be of several types, if `type`
 * doesn't say which. */
char *array_open(struct array *, const char *name, struct array_words);
void array_close(struct array *);

/* Is it raw elements, whose arrangement the file doesn't state? */
bool array_is_raw(const struct array *);

/* Its own shape, "48 x 32", "48 x 16 x 2" or "48 x 16, complex"; of raw elements their number. The caller frees it. */
char *array_shape_text(const struct array *);

/* Its elements [begin, begin + count), as an array of its own that is read from the whole: if it has several dimensions,
 * whole slices along the first. The whole must stay open and where it is; there is nothing to close. */
struct array array_part(const struct array *, uint64_t begin, uint64_t count);

/* Its first columns, as an array of its own that holds a copy: of `rows` rows of `columns` elements, `kept` of each. Sets
 * *wrong to NULL, or to a message if the file can't be read. To be closed. */
struct array array_columns(const struct array *, uint64_t rows, uint64_t columns, uint64_t kept,
                           char **wrong);

/* Reads elements [first, first + count) in the order of `size`, into host-order elements of the type. Threads may call it at
 * the same time. Returns NULL, or a message if the file can't be read any more. */
char *array_read(const struct array *, uint64_t first, size_t count, void *values);

#endif
