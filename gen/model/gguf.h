/* SPDX-License-Identifier: MIT */
/* The header of a GGUF file: the values and tensors that say what its rotary tables are. The format is in
 * ggml-org/ggml, docs/gguf.md. What the code of an architecture makes of them is in gguf_tables.c. */
#ifndef POSENC_GGUF_H
#define POSENC_GGUF_H

#include "base/json.h"
#include "model/model.h"

/* Is its name that of a GGUF file, or does it begin as one? */
bool gguf_is(const char *path);

/* Reads the header, in either byte order, and the lists of factors, in pieces: memory doesn't grow with the file. Makes an
 * object of what is about positions, with keys as in the file: "llama.rope.freq_base" and so on, "general.architecture",
 * and the tensors "rope_freqs.weight", "rope_factors_long.weight" and "rope_factors_short.weight" as lists. A float is a
 * real number, or a string if it isn't finite; of a list that isn't a tensor, the first GGUF_LIST members are kept. Returns
 * NULL, or a message "PATH: what is wrong", which the caller frees. */
enum { GGUF_LIST = 8 };
char *gguf_read(const char *path, json_t **values);

/* Adds the tables of the file's architecture to the model, without the keys "KEY,KEY" of rope that nobody has read, or NULL.
 * Returns as gguf_read does. */
char *gguf_tables(struct model *, const char *max_len, const char *ignored);

#endif
