/* The keys at the top of a config that are about positions: which are known, and whether there is rope at all. */
#ifndef POSENC_MODEL_KEYS_H
#define POSENC_MODEL_KEYS_H

#include "words/model_reading.h"

#include <string.h>

/* The types of layers that most models have. */
#define FULL "full_attention"
#define SLIDING "sliding_attention"

static inline bool model_says(const char *type, const char *layer) {
    return type && strcmp(type, layer) == 0;
}

/* Attention turns its queries and keys; convolutions, state spaces and linear attention don't. The hybrid layers of
 * Zamba 2 have attention beside a state space. */
bool model_may_turn(const char *layer);

/* Does the code of the family give these layers no rope? */
bool model_is_without(const struct model_reading *, const char *layer);

/* The key of a config within a config */
bool model_is_config(const char *key);

/* Has the config a rotary table?
 *
 * A key of rope is there, or the family has rope without one; then a config that has only parts has no table itself. */
bool model_has_rope(const struct model_reading *);

/* Refuses keys that are about positions and not known, values of known keys that change the table in a way that isn't
 * known, and configs that lack a key that their family needs. */
void model_check_keys(struct model_reading *);

/* Does the family's code read this key, which only some code reads? Code that isn't known reads all of them. */
bool model_reads(const struct model_family *, const char *key);

/* The same for a key of a size; a class has some under older names, such as n_embd. */
bool model_reads_size(const struct model_family *, const char *key);

#endif
