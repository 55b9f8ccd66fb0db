/* SPDX-License-Identifier: MIT */
/* The progress of a long run, as a line on a terminal. */
#ifndef POSENC_PROGRESS_H
#define POSENC_PROGRESS_H

#include <stdint.h>

struct progress;

/* Starts the progress of a run of `entries` entries. Returns NULL if standard error isn't a terminal. */
struct progress *progress_new(uint64_t entries);

/* Counts entries that are done. After the first second, also shows the percentage, the entries per second and the
 * time left. Threads may call it at the same time. Does nothing for NULL. */
void progress_add(struct progress *, uint64_t entries);

/* Removes the line, so that a message can be written; from release on it may be shown again. hold may be called in a signal
 * handler. */
void progress_hold(void);
void progress_release(void);

/* Removes the line, and frees the progress, which may be NULL. */
void progress_end(struct progress *);

#endif
