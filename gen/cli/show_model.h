/* What a model's config.json says, key by key; and the manifest of its tables. */
#ifndef POSENC_SHOW_MODEL_H
#define POSENC_SHOW_MODEL_H

#include <stdbool.h>

struct file;

/* Is that operand of `posenc presets` a file, rather than a name or a word to look for? */
bool show_model_is_file(const char *operand);

/* Explains FILE, or the part that FILE:KEY means. Dies if it can't be read, has no rotary table, or one that is refused.
 * `assume` is the value of that word, or NULL. */
void show_model(struct file *out, const char *name, const char *assume);

/* Prints a manifest with every rotary table of each file, cosines and sines. The names end with NULL. `max_len` is the
 * number of positions, or NULL for the files' own. Dies as above, and if a table is refused. */
void show_model_manifest(char *const names[], const char *max_len, const char *assume);

#endif
