/* The tables of real systems, by name. Adding a preset is adding a row. */
#ifndef POSENC_PRESETS_H
#define POSENC_PRESETS_H

#include "words/words.h"

struct preset {
    const char *name;
    const char *given[WORDS];                            /* the words that are not as by default */
    const char *repository, *path, *function, *revision; /* where it was read */
    const char *differs;                                 /* what it is, beside its neighbours */
    const char *parameters; /* the words that stand for the system's own parameters, or "" */
};

extern const struct preset presets[];

/* The row of the table above with that name, or NULL. */
const struct preset *preset_named(const char *name);

/* "--spacing endpoint --layout halves", which the caller frees. */
char *preset_words(const char *const given[WORDS]);

#endif
