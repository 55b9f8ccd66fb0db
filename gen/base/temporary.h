/* What a run makes and must not leave: files aside, which become outputs when all is well, and the folders that
 * outputs need. If the program ends before, by exit or by a signal, all of it is removed; if it is killed, a
 * later run that writes in the same folder removes its files. */
#ifndef POSENC_TEMPORARY_H
#define POSENC_TEMPORARY_H

#include <signal.h>
#include <stdbool.h>

struct temporary;

/* Removes what is not in place when the program exits or a signal ends it. */
void temporary_start(void);

/* Makes an empty file in the folder of `target`, and sets its descriptor; NULL, and errno tells why, where that
 * fails. A signal's message names `shown`, which must last. */
struct temporary *temporary_create(const char *target, const char *shown, int *descriptor);

const char *temporary_path(const struct temporary *);

/* Renames the file to `target`, or removes it where `target` is NULL. False, and errno tells why, where that
 * fails. */
bool temporary_place(struct temporary *, const char *target);

/* Makes the folders that lead to a file, where they are lacking. */
void temporary_make_folders(const char *name);

/* All is in place: nothing is removed any more, and what tells other runs that this one lives goes. */
void temporary_end(void);

/* Between these two, with what the first returns, no signal ends the program. */
sigset_t temporary_hold_signals(void);
void temporary_release_signals(sigset_t);

#endif
