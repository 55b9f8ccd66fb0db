/* The line that says how far a long run is, on a terminal's standard error. */
#ifndef POSENC_PROGRESS_H
#define POSENC_PROGRESS_H

#include <stdint.h>

struct progress;

/* For a run of that many entries in all; NULL where standard error is no terminal. */
struct progress *progress_new(uint64_t entries);

/* So many more are done: after a second, shows per cent, entries a second and the time left. Safe among
 * threads; nothing for NULL. */
void progress_add(struct progress *, uint64_t entries);

/* Takes the line away. */
void progress_end(struct progress *);

#endif
