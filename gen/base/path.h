/* Paths, and what they lead to. No file is opened here. */
#ifndef POSENC_PATH_H
#define POSENC_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* The descriptor that a path such as "-" (1), /dev/stdout or /dev/fd/N stands for, or -1. */
int path_descriptor(const char *path);

/* The length of a path's folder, including the last slash. */
size_t path_folder(const char *path);

/* Follows symbolic links to the path that a write would create or change, or to one that stands for a descriptor. Dies if
 * the links form a loop. The caller frees the path. */
char *path_resolve(const char *name);

/* Is `name` a regular file, which may not exist yet, rather than a stream or a device? */
bool path_is_regular(const char *name);

/* The absolute path of a file, which may not exist yet: all names of one file have the same, if its folder exists. The
 * caller frees it. */
char *path_absolute(const char *name);

/* Cuts "FILE:PART" in two. A file that has the whole name wins; otherwise the last ':' cuts, unless a '/' is behind it. The
 * part is "" if there is none. The caller frees both. */
void path_split(const char *name, char **file, char **part);

#endif
