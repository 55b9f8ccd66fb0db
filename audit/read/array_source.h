/* SPDX-License-Identifier: MIT */
/* What the readers of files share. Part of array.h.
 *
 * Each reader finds the type, the shape and the place of the elements in a file that is open already. A function that
 * returns false has reported with array_fail what is wrong. */
#ifndef POSENC_ARRAY_SOURCE_H
#define POSENC_ARRAY_SOURCE_H

#include "base/input.h"
#include "base/json.h"
#include "base/scratch.h"
#include "read/array.h"

/* The elements are in the file as they are in memory, or, of a source of C, were read from there before. */
struct array_source {
    struct input *input;
    uint64_t offset;          /* of the first element in the file */
    bool swapped;             /* the bytes of an element are in the other order than the host's */
    struct scratch *elements; /* those of a source of C; else NULL */
    char *wrong;              /* a message about the file, or NULL */
    int gathered; /* how many dimensions, the first ones, are in Fortran order; 0: the order is that of array.h */
};

bool array_open_npy(struct array *, struct array_words);
bool array_open_safetensors(struct array *, struct array_words);
bool array_open_c(struct array *, struct array_words);
bool array_open_numbers(struct array *, struct array_words);

/* Keeps the message "PATH: WHAT", where text_format makes WHAT, and returns false. Call nothing more then. */
bool array_fail(struct array *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for a whole message, which it takes in place of the one before. Returns whether it is NULL: then nothing is
 * wrong. */
bool array_take_fault(struct array *, char *wrong);

/* Finds the element type. `code` is how the file stores an element: f, b (bfloat16), i, u, c or V (bytes that mean nothing),
 * and the number of its bytes. `stored` is the same in the file's own words, for messages. An integer can also hold the bits
 * of a floating type of its size: a signed one only if `given` says so. `said` is the type that the file itself names, or
 * NULL. */
bool array_choose_type(struct array *, const char *code, const char *stored, const char *given,
                       const char *said);

/* Sets the type that the user names, for elements that nothing describes. */
bool array_choose_raw_type(struct array *, const char *given);

/* Sets from the word endian, or else from the file's own order, if the elements' bytes are in the other order than the
 * host's. If both are there, they must agree. The file's order is "little", "big", or NULL if it has none. */
bool array_choose_order(struct array *, const char *given, const char *own);

/* Appends a length of the shape, and multiplies the count by it, which begins as 1. */
bool array_add_length(struct array *, uint64_t length);

/* Appends the lengths of a list of JSON. */
bool array_add_shape(struct array *, const json_t *shape);

/* Ends the shape: appends the 2 of complex numbers, and refuses a shape whose elements aren't as many bytes as the file has
 * for them. */
bool array_finish(struct array *, bool complex, uint64_t bytes);

/* Fails because array->name is the name of no array in the file, or because it is NULL and the file has several: "has
 * several tensors: 'a' and 'b': FILE:NAME says which". `names` are `count` pointers, `stride` bytes apart, the first ones
 * of `all`; `what` is what the file calls an array. */
bool array_fail_choice(struct array *, const char *what, const void *names, size_t count,
                       size_t stride, size_t all);

#endif
