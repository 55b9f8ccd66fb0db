/* What the readers of files share. Part of array.h.
 *
 * Each reader finds the type, the shape and the place of the elements in a file that is open already. Its messages, which
 * the caller frees, name the file. */
#ifndef POSENC_ARRAY_SOURCE_H
#define POSENC_ARRAY_SOURCE_H

#include "audit/array.h"
#include "base/input.h"
#include "base/scratch.h"

/* The elements are in the file as they are in memory, or, of a source of C, were read from there before. */
struct array_source {
    struct input *input;
    uint64_t offset;          /* of the first element in the file */
    bool swapped;             /* the bytes of an element are in the other order than the host's */
    struct scratch *elements; /* those of a source of C; else NULL */
    int gathered; /* so many dimensions, the first ones, are in Fortran order; 0: the order is that of array.h */
};

char *array_open_raw(struct array *, struct array_words);
char *array_open_npy(struct array *, struct array_words);
char *array_open_safetensors(struct array *, struct array_words);
char *array_open_c(struct array *, struct array_words);

/* Finds the reader of a file by its name, or else by its first bytes, and sets the array's kind. */
typedef char *array_opener(struct array *, struct array_words);
char *array_find_kind(struct array *, array_opener **reader);

/* Finds the element type. `code` is how the file stores an element: f, b (bfloat16), i, u, c or V (bytes that mean nothing),
 * and the number of its bytes. `stored` is the same in the file's own words, for messages. An integer can also hold the bits
 * of a floating type of its size: a signed one only if `given` says so. `said` is the type that the file itself names, or
 * NULL. */
char *array_choose_type(struct array *, const char *code, const char *stored, const char *given,
                        const char *said);

/* Sets the type that the user names, for bytes that nothing describes. */
char *array_choose_raw_type(struct array *, const char *given);

/* Sets from the word endian, or else from the file's own order, if the elements' bytes are in the other order than the
 * host's. If both are there, they must agree. The file's order is "little", "big", or NULL if it has none. */
char *array_choose_order(struct array *, const char *given, const char *own);

/* array_read of an array in Fortran order, whose elements lie apart. */
char *array_gather(const struct array *, uint64_t first, size_t count, void *values);

/* Reads elements that follow each other in the file, from place `first` on. */
char *array_read_run(const struct array *, uint64_t first, size_t count, void *values);

/* Appends a length of the shape, and multiplies the count by it, which begins as 1. */
char *array_add_length(struct array *, uint64_t length);

/* Refuses a shape whose elements aren't as many bytes as the file has for them. */
char *array_check_bytes(const struct array *, uint64_t bytes);

#endif
