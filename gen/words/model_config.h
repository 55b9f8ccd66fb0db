/* The tables of a config, those of its types of layers, and those of the configs within it. */
#ifndef POSENC_MODEL_CONFIG_H
#define POSENC_MODEL_CONFIG_H

#include "words/model_reading.h"

/* Adds them to the model. `outer` is the model_type of the config around this one, or NULL. */
void model_config_read(struct model *, struct json_place config, const char *outer,
                       const char *max_len);

/* The family of a model_type, or NULL. */
const struct model_family *model_family_named(const char *model_type);

#endif
