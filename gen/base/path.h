/* SPDX-License-Identifier: MIT */
/* Paths, and what they name. No file is opened here. */
#ifndef POSENC_PATH_H
#define POSENC_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* The descriptor that a path such as "-" (1), /dev/stdout or /dev/fd/N stands for, or -1. */
int path_descriptor(const char *path);

/* The length of the folder at the beginning of a path, including its last slash; 0 if there is none. */
size_t path_folder(const char *path);

/* The name after that folder. */
const char *path_base(const char *path);

/* The extension of the base name with its point, ".c"; "" if there is none, or if its only point comes first. */
const char *path_extension(const char *path);

/* Does a path begin with a slash, or with a drive? */
bool path_is_absolute(const char *path);

/* Follows symbolic links to the path that a write would create or change, or to a path that stands for a descriptor.
 * Dies if there are more than 40 links, which must be a loop. The caller frees the path. */
char *path_resolve(const char *name);

/* Is `name` a regular file, which may not exist yet, rather than a stream or a device? */
bool path_is_regular(const char *name);

/* The absolute path of a file, which may not exist yet. If its folder exists, all names of the file have the same
 * absolute path, except hard links. The caller frees it. */
char *path_absolute(const char *name);

/* Splits "FILE:PART". If a file has the whole name, there is no part. Otherwise the first ':' after the name of a file
 * separates the two, so PART may have colons; if there is no such file, the first ':' that no '/' follows. Without a part,
 * *part is "". The caller frees both. */
void path_split(const char *name, char **file, char **part);

#endif
