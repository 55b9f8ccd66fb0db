/* What a model's config.json says, key by key, and the manifest of its tables. */
#ifndef POSENC_MODEL_HELP_H
#define POSENC_MODEL_HELP_H

#include "base/file.h"

#include <stdbool.h>

/* Is that operand of `posenc presets` a file, rather than the name of a preset? */
bool model_is_file(const char *name);

/* Explains FILE, or the part of FILE:KEY. Dies if it can't be read, or has no rotary table. */
void model_explain(struct file *out, const char *name);

/* Prints a manifest with every rotary table of each file, cosines and sines. Dies as above. */
void model_import(char *const names[]);

#endif
