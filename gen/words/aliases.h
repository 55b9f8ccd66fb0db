/* Systems that have the table of a preset, by the names that people know them by. A system with several
 * tables has several rows; so may a system whose name is a preset's. Adding an alias is adding a row. */
#ifndef POSENC_ALIASES_H
#define POSENC_ALIASES_H

#include "words/words.h"

struct alias {
    const char *name, *preset;
    const char *given[WORDS];                            /* the words to add to the preset's */
    const char *about;                                   /* which of the system's tables it is */
    const char *repository, *path, *function, *revision; /* where it was read */
};

extern const struct alias aliases[];

#endif
