/* SPDX-License-Identifier: MIT */
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
#include "base/names.h"
#include "cli/resolved.h"

/* A key has the number of its option. */
enum { KEY_OUTPUT = OUTPUT, KEYS };
_Static_assert((int)OUTPUT == (int)ABOUT_OUTPUT && (int)ABOUT_OUTPUT == (int)WORDS,
               "the key output follows the words, as what faults are about");

/* A section, which may be [defaults]. It keeps only what other tables need to know about its table: a resolved table
 * takes 10 KiB, and a manifest may have 100,000. */
struct section {
    const char *name;
    size_t line;
    size_t first, end; /* its keys are these lines of the INI text */
    /* About its table, if that has no fault: */
    const struct format_row *format; /* NULL if it has a fault */
    uint64_t arrays, entries;
    bool factored;
    unsigned made; /* output_made */
    uint64_t split;
    /* Ended by NULL. If the table has a fault, only the file that the manifest names, if any. */
    char **outputs;
    char **inputs;               /* the files that it is made from, ended by NULL */
    struct manifest_table *kept; /* the table itself, if one of these can't be read again */
    bool wanted;                 /* by the command */
    /* Only for --list --json: output_defines and output_content. */
    char **defines;
    uint64_t digest;
};

/* A table of a manifest: the values of its keys, NULL if not given, and what they resolve to. */
struct manifest_table {
    char *keys[KEYS];
    char *output; /* the path of its file; NULL if it has none */
    struct resolved resolved;
};

struct manifest {
    const char *path; /* NULL if no file has it */
    struct ini ini;   /* what the strings point into */
    struct section defaults, *sections;
    char *of_defaults[KEYS];
    size_t count;
    struct names names; /* of the sections, with their indices */
    struct template_set templates;
    /* What is wrong with it, collected to be reported at once. */
    struct complaint {
        size_t line, order; /* the order in which they were found */
        char *text;
    } * complaints;
    size_t complaint_count;
    struct names complaints_seen; /* the line and the text of each */
};

/* Reads a manifest and resolves each of its tables once. If anything is wrong, reports the first fault of each table, as
 * FILE:LINE, and ends the program. */
void manifest_read(struct manifest *, const char *path, const struct options *);

/* Adds a table that is resolved without a fault to an empty manifest, and takes it over. */
void manifest_of_table(struct manifest *, struct manifest_table *, const struct options *);

void manifest_free(struct manifest *);

/* Resolves a table of a manifest that was read without a fault, to write it. Dies if a file that it is made from has become
 * wrong since. manifest_table_free ends it. */
struct manifest_table *manifest_table(struct manifest *, struct section *, const struct options *);
void manifest_table_free(struct manifest_table *);

/* The section of a table, or NULL. */
struct section *manifest_section(struct manifest *, const char *name);

#endif
