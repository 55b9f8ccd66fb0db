/* Temporary files, which become outputs when all is well, and the folders made for outputs. If the program ends before that,
 * by exit or by a signal, they are removed. If it is killed, a later run that writes in the same folder removes its
 * files. */
#ifndef POSENC_TEMPORARY_H
#define POSENC_TEMPORARY_H

#include <signal.h>
#include <stdbool.h>

struct temporary;

/* From now on, whatever isn't in place is removed when the program exits or a signal ends it. */
void temporary_start(void);

/* Makes an empty file in the folder of `target`, and sets its descriptor. Returns NULL and sets errno if that fails. The
 * message of a signal names `shown`, which must last. */
struct temporary *temporary_create(const char *target, const char *shown, int *descriptor);

const char *temporary_path(const struct temporary *);

/* Renames the file to `target`, or removes it if `target` is NULL. Returns false and sets errno if that fails. */
bool temporary_place(struct temporary *, const char *target);

/* Makes the missing folders on the path of a file. */
void temporary_make_folders(const char *name);

/* All files are in place: nothing is removed any more, and this run's locks are given up. */
void temporary_end(void);

/* Between these two calls no signal ends the program. The second takes what the first returned. */
sigset_t temporary_hold_signals(void);
void temporary_release_signals(sigset_t);

#endif
