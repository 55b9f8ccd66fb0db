/* posenc build: what a manifest lists is written, listed or compared. */
#ifndef POSENC_BUILD_H
#define POSENC_BUILD_H

#include "cli/options.h"

/* Writes the tables of a manifest, or those of `names` (ended by NULL) where there are any; with --list and
 * --check lists or compares them. Returns the exit status. */
int build_run(const char *path, char *const names[], const struct options *);

#endif
