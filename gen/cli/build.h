/* posenc build: writes, lists or checks the tables of a manifest. */
#ifndef POSENC_BUILD_H
#define POSENC_BUILD_H

#include "cli/options.h"

/* Writes the tables in `names`, which NULL ends, or all tables of the manifest if there are no names. With --list,
 * prints their files instead; with --check, compares them with those on disk. Returns the exit status. */
int build_run(const char *path, char *const names[], const struct options *);

#endif
