/* Turns and phases of columns that are alone: only sines, or only cosines. */
#ifndef POSENC_GUESS_WAVES_H
#define POSENC_GUESS_WAVES_H

#include "audit/guess_tracks.h"

/* Measures them, and the amplitude. Whether positions rise or fall can't be seen: they are taken to rise. Returns false if
 * there are too few coordinates. */
bool waves_measure(struct tracks *);

#endif
