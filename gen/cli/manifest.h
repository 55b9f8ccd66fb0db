/* Manifests: INI files that list tables.
 *
 *     [defaults]              ; for all sections
 *     preset = whisper
 *     [pe_tiny]               ; the table's name
 *     max-len = 1500
 *     d-model = 384
 *     output = pe_tiny.h      ; relative to the manifest, or to --output-dir
 *
 * The keys are the words of words.h, and output. Names of files in their values are relative to the manifest too. */
#ifndef POSENC_MANIFEST_H
#define POSENC_MANIFEST_H

#include "base/ini.h"
#include "base/name_set.h"
#include "cli/complaints.h"
#include "cli/options.h"
#include "cli/resolved.h"

enum { KEY_OUTPUT = WORDS, KEYS };

/* A section, which may be [defaults]: the values of its keys, NULL if not given, and their lines, 0 if not given. */
struct section {
    const char *name;
    size_t line;
    char *value[KEYS];
    size_t at[KEYS];
    struct resolved resolved; /* the table, if all of it is right */
    char *output;             /* the path of the table's file */
    bool wanted;              /* by the command */
};

struct manifest {
    const char *path;
    struct ini ini; /* what the strings point into */
    struct section defaults, *sections;
    size_t count;
    struct names names; /* of the sections, with their indices */
    struct template_set templates;
    struct complaints complaints;
};

/* Reads a manifest and resolves its tables. If anything is wrong, reports all of it, each error as FILE:LINE, and
 * ends the program. */
void manifest_read(struct manifest *, const char *path, const struct options *);
void manifest_free(struct manifest *);

/* The section of a table, or NULL. */
struct section *manifest_section(struct manifest *, const char *name);

/* A path that a manifest names, from where the program runs. The caller frees it. */
char *manifest_beside(const char *manifest, const char *path);

#endif
