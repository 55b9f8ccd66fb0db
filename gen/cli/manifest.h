/* Manifests: INI files that list tables.
 *
 *     [defaults]              ; for all sections
 *     preset = whisper
 *     [pe_tiny]               ; the table's name
 *     max-len = 1500
 *     d-model = 384
 *     output = pe_tiny.h      ; relative to the manifest, or to --output-dir
 *
 * Keys are the words of words.h, and output. Names of files in them are relative to the manifest too. */
#ifndef POSENC_MANIFEST_H
#define POSENC_MANIFEST_H

#include "base/ini.h"
#include "base/name_set.h"
#include "cli/options.h"
#include "cli/resolved.h"

enum { KEY_OUTPUT = WORDS, KEYS };

/* A section, [defaults] too: the values of its keys and the lines where they stand, 0 for none. */
struct section {
    const char *name;
    size_t line;
    char *value[KEYS];
    size_t at[KEYS];
    struct resolved resolved; /* a table that is right */
    char *output;             /* its path */
    bool wanted;
};

struct manifest {
    const char *path;
    struct ini ini; /* what the strings point into */
    struct section defaults, *sections;
    size_t count;
    struct names names; /* of the sections, with their places */
    struct template_set templates;
    struct complaint {
        size_t line, order; /* of being found */
        char *text;
    } * complaints;
    size_t complaint_count;
    struct names told; /* line and text of each */
};

/* Reads a manifest whole. All that is wrong with it is told, each as FILE:LINE, and then the program ends; what
 * returns is right. */
void manifest_read(struct manifest *, const char *path, const struct options *);
void manifest_free(struct manifest *);

/* The section of a table, or NULL. */
struct section *manifest_section(struct manifest *, const char *name);

#endif
