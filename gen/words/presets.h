/* Presets, the tables of real systems by name, and aliases: other systems that have the table of a preset, under the names
 * that people know. The rows are the sections of presets.ini and aliases.ini, which say what each member is. */
#ifndef POSENC_PRESETS_H
#define POSENC_PRESETS_H

#include "words/words.h"

#include <stddef.h>

struct preset {
    const char *name;
    const char *preset; /* of an alias: the preset whose words it has, and its own beside them */
    const char *given[WORDS]; /* the words whose value is not the default, or not the preset's */
    const char *repository, *path, *function, *revision; /* where it was read */
    const char *
        about; /* what distinguishes it from similar presets; which of the system's tables an alias is */
    const char *square;     /* of an alias: "yes" if its step is that of a square grid; or NULL */
    const char *parameters; /* how words express the system's own parameters; or NULL */
};

/* Each ends with a row without a name. */
extern const struct preset presets[], aliases[];

/* The preset with that name, or NULL. */
const struct preset *preset_named(const char *name);

/* Words as text, "--spacing endpoint --layout halves". The caller frees it. */
char *preset_words(const char *const given[WORDS]);

/* How many tables the system of that name has, and one of them, or NULL. A system with several has several rows, and its
 * name may also be that of a preset. */
size_t aliases_named(const char *name, const struct preset **);

#endif
