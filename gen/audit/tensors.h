/* The tensors that the header of a safetensors file lists. Part of array_safetensors.c. */
#ifndef POSENC_TENSORS_H
#define POSENC_TENSORS_H

#include "audit/json_members.h"

#include <stddef.h>
#include <stdint.h>

struct tensor {
    char *name;
    uint64_t begin, end; /* of its bytes, after the header */
    const char *code; /* how its elements are stored (array_source.h); "" if no type of posenc is */
    unsigned width;   /* bytes of an element; 0: unknown */
    size_t from;      /* where its member of the header begins */
};

struct tensors {
    struct tensor *list; /* in the order of their bytes */
    size_t count, room;
    char *said; /* the element type that posenc names in its own files, or NULL */
};

/* Reads the header of a file that has so many bytes after it, and checks that the tensors fill them, as their shapes and
 * types say. Returns NULL, or a message that the caller frees; the tensors are to be freed in any case. */
char *tensors_read(const char *path, struct json_members *, uint64_t bytes, struct tensors *);
void tensors_free(struct tensors *);

#endif
