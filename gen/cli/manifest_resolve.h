/* The sections of a manifest become tables. */
#ifndef POSENC_MANIFEST_RESOLVE_H
#define POSENC_MANIFEST_RESOLVE_H

#include "cli/manifest.h"

/* Resolves every section, and compares their outputs with each other. What is wrong joins the manifest's complaints. */
void manifest_resolve(struct manifest *, const struct options *);

/* Adds the keys of a section. What is wrong with one joins the manifest's complaints. */
void manifest_keys(struct manifest *, const struct section *, struct keys *);
void manifest_keys_free(struct keys *);

#endif
