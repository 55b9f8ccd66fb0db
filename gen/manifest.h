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

#include "options.h"

/* posenc build: writes the tables of a manifest, or those of `names` (ended by NULL) where there are any; with
 * --list and --check lists or compares them. All errors of the file are told before anything is written, each
 * as FILE:LINE. Returns the exit status. */
int manifest_build(const char *path, char *const names[], const struct options *);

#endif
