/* Presets: the tables of real systems, by name. To add one, add a row. */
#ifndef POSENC_PRESETS_H
#define POSENC_PRESETS_H

#include "words/words.h"

struct preset {
    const char *name;
    const char *given[WORDS]; /* the words whose value is not the default */
    const char *repository, *path, *function, *revision; /* where it was read */
    const char *differs;    /* what distinguishes it from similar presets */
    const char *parameters; /* how words express the system's own parameters, or "" */
};

extern const struct preset presets[];

/* The preset with that name, or NULL. */
const struct preset *preset_named(const char *name);

/* Words as text, "--spacing endpoint --layout halves". The caller frees it. */
char *preset_words(const char *const given[WORDS]);

#endif
