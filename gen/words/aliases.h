/* Aliases: other systems that have the table of a preset, under the names that people know. A system with several
 * tables has several rows, and its name may also be that of a preset. To add an alias, add a row. */
#ifndef POSENC_ALIASES_H
#define POSENC_ALIASES_H

#include "words/words.h"

#include <stddef.h>

struct alias {
    const char *name, *preset;
    const char *given[WORDS];                            /* words added to those of the preset */
    const char *about;                                   /* which of the system's tables this is */
    const char *repository, *path, *function, *revision; /* where it was read */
};

extern const struct alias aliases[];

/* How many tables the system of that name has, and one of them, or NULL. */
size_t aliases_named(const char *name, const struct alias **);

#endif
