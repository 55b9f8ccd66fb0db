/* Names of files: what they lead to. Opens none. */
#ifndef POSENC_PATH_H
#define POSENC_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* The number N of /dev/fd/N and the like ("-" is 1), or -1. */
int path_descriptor(const char *path);

/* The length of the folder part of a path, its last slash included. */
size_t path_folder(const char *path);

/* Follows symbolic links to the path that a write would make or change, or to a name of a descriptor; dies
 * where they don't end. The caller frees it. */
char *path_resolve(const char *name);

/* Is `name` a file, there or to come, rather than a stream or a device? */
bool path_is_regular(const char *name);

/* The one absolute name of a file, there or to come: equal for all names that lead to it, where its folder is
 * there. The caller frees it. */
char *path_absolute(const char *name);

#endif
