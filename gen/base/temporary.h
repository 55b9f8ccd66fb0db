/* Temporary files, which become outputs when all are complete, and the folders made for outputs. If the program ends
 * before that, by exit or by a signal, it removes them. If it is killed, a later run that writes in the same folder
 * removes its files (run_id.h). */
#ifndef POSENC_TEMPORARY_H
#define POSENC_TEMPORARY_H

#include <signal.h>
#include <stdbool.h>

struct temporary;

/* From now on, whatever isn't in its final place is removed when the program exits or a signal ends it. */
void temporary_start(void);

/* Makes an empty file in the folder of `target`, and sets *descriptor to an open descriptor of it, for reading too.
 * Returns NULL and sets errno if that fails. If a signal ends the program, the message names `shown`, which must outlive
 * the file, unless it is NULL. */
struct temporary *temporary_create(const char *target, const char *shown, int *descriptor);

/* The path of the temporary file. */
const char *temporary_path(const struct temporary *);

/* Renames the file to `target`, or removes it if `target` is NULL. Returns false and sets errno if that fails. */
bool temporary_place(struct temporary *, const char *target);

/* Makes the missing folders on the path of a file; dies if that fails. */
void temporary_make_folders(const char *name);

/* To be called when all files are in place: removes the lock files, gives up the locks, and keeps all folders. */
void temporary_end(void);

/* Between these two calls no signal ends the program. The second call takes what the first returned. */
sigset_t temporary_hold_signals(void);
void temporary_release_signals(sigset_t);

#endif
