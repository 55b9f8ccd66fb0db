/* Temporary files, which become outputs when all are complete, and the folders made for outputs.
 *
 * Where the system can, such a file has no name until it is complete. Then it gets a temporary name in its folder, and
 * is renamed. A file that must have a name from the start is removed when the program exits or a signal ends it.
 * Whatever ends the program before temporary_end, except SIGKILL: files that were put in place go back, as far as
 * temporary_place says. */
#ifndef POSENC_TEMPORARY_H
#define POSENC_TEMPORARY_H

#include <stdbool.h>

struct temporary;

/* To be called before the other functions, by the thread that calls all of them except temporary_nameless. */
void temporary_start(void);

/* Makes an empty file in the folder of `target`, where it shall be, and sets *descriptor to an open descriptor of it,
 * for reading too. Returns NULL and sets errno if that fails. If a signal ends the program, the message names `shown`,
 * which must outlive the file. */
struct temporary *temporary_create(const char *target, const char *shown, int *descriptor);

/* Gives a complete file its temporary name, if it has none: then its descriptor may be closed. Returns false and sets
 * errno if that fails. */
bool temporary_name(struct temporary *, int descriptor);

/* The temporary name, or NULL if it has none yet. */
const char *temporary_path(const struct temporary *);

/* Renames a file that has a temporary name to its target. Returns false and sets errno if that fails. With
 * `may_go_back`, a file that is there is kept until temporary_end, under a temporary name: the two exchange their names,
 * or the old one gets a second name. If the file system can do neither, the new file stays in place, whatever happens
 * then. Signals must be held from the first call until temporary_end has returned. */
bool temporary_place(struct temporary *, bool may_go_back);

/* Makes the missing folders on the path of a file; dies if that fails. */
void temporary_make_folders(const char *name);

/* All files are in place: removes the old ones and what wasn't placed, and keeps all folders. Returns NULL, or a message
 * "PATH: what is wrong" of one that can't be removed, which the caller frees. */
char *temporary_end(void);

/* Makes a file without a name in the folder of a path, which vanishes when it is closed. Returns its descriptor for
 * reading and writing, or -1 and sets errno. Any thread may call it. */
int temporary_nameless(const char *path);

#endif
