/* The keys at the top of a config that are about positions: which are known, and whether there is rope at all. */
#ifndef POSENC_MODEL_KEYS_H
#define POSENC_MODEL_KEYS_H

#include "words/model_reading.h"

/* Has the config a rotary table? */
bool model_has_rope(const struct model_reading *);

/* Refuses keys that are about positions and not known, values of known keys that change the table in a way that isn't
 * known, and configs that lack a key that their family needs. */
void model_check_keys(struct model_reading *);

#endif
