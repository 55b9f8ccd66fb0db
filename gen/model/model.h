/* SPDX-License-Identifier: MIT */
/* Words from a model's config.json or GGUF file: its rotary tables, one for each sub-config and type of layer that has
 * its own.
 *
 * The keys of JSON and what they mean are those of transformers, modeling_rope_utils.py; docs/model-families.md has them in
 * tables. Anything unknown in a file is refused, so that no table is only nearly the model's. */
#ifndef POSENC_MODEL_H
#define POSENC_MODEL_H

#include "base/text.h"
#include "rows/rope_types.h" /* enum rope: a value for each section of rope_types.ini */
#include "words/words.h"

#include <stdbool.h>
#include <stddef.h>

/* What a key of the file says; or what the family's code, or transformers, assumes because the key isn't there. */
struct model_note {
    char *key, *value, *meaning;
    enum note_kind { NOTE_READ, NOTE_DERIVED, NOTE_OF_FAMILY, NOTE_ASSUMED, NOTE_IGNORED } kind;
};

/* One table of the model. */
struct model_table {
    char *config,
        *layer; /* "text_config" and "full_attention"; "" if the file doesn't tell parts apart */
    /* The KEY that means this table alone: "text_config.full_attention", "full_attention", or ".full_attention" if a
     * sub-config has such layers too; "" for the whole file. */
    char *key;
    char *given
        [WORDS]; /* d-model, base, max-len, scaling...; NULL for those that the file doesn't have */
    const char *preset;
    const char *grid;    /* the preset of its M-RoPE, for images; NULL if it has none */
    char *grid_columns;  /* the sections of that */
    char *off_grid;      /* "KEY: what" if its tokens of images have no table here; or NULL */
    struct text factors; /* of longrope, one a line */
    char *wrong;         /* "KEY: what" if there is no such table; or NULL */
    enum model_state {
        MODEL_RIGHT,
        MODEL_REFUSED,
        MODEL_BESIDE, /* refused, but no KEY is given, and another part has a table */
        MODEL_NONE,   /* the part has no rotary table at all */
    } state;
    bool assumed; /* its keys have the meaning of transformers, by assumption */
    struct model_note *notes;
    size_t note_count;
};

struct model {
    char *path;                 /* of the file */
    struct model_table *tables; /* that the name means, in the file's order */
    size_t count;
    const struct model_table *chosen; /* after model_choose */
    char *key;                        /* of FILE:KEY; "" if there is none */
    char *keys;   /* "FILE:text_config.full_attention, ..." of all tables that the file has */
    bool assumed; /* a model_type whose code isn't known has the keys of transformers */
};

/* Reads FILE or FILE:KEY; a GGUF file has the extension .gguf, or begins as one. dynamic and longrope depend on the
 * number of positions: max_len is that, or NULL for the file's own. With `assumed`, a model_type whose code isn't known is
 * read as transformers reads its keys; without, it is refused. `ignored` is NULL, or a list "KEY,KEY" of unknown keys that
 * are taken out of the file first. Returns NULL, or a message "FILE: KEY: what" or "FILE:LINE: what", which the caller
 * frees. */
char *model_read(struct model *, const char *name, const char *max_len, bool assumed,
                 const char *ignored);
void model_free(struct model *);
void model_table_clear(struct model_table *);

/* Chooses the table that the name means. Returns NULL, or a message if there is none, or several that differ. */
char *model_choose(struct model *);

/* "FILE:KEY: assumed: ..." of a table whose keys have the meaning of transformers by assumption; NULL of any other. The
 * caller frees it. */
char *model_assumption(const struct model *, const struct model_table *);

/* --- facts about models: sections of families.ini, known_keys.ini, rope_types.ini, gguf_architectures.ini
 * and other_configs.ini, which
 * explain the members; a missing one is NULL. */

/* What the code of a family of models does that config.json doesn't say. Keys are those of its config at the top. */
struct model_family {
    const char *name; /* the model_type */
    const char *class, *rule, *head;
    const char *unscaled, *without, *without_if, *none, *null;
    const char *reads, *foreign, *unread, *needs, *needs_rule, *by_layer, *own_partial;
    const char *sliding_base_key, *sliding_head_key, *over, *within, *bases;
    const char *refused, *vision, *grid, *no_grid;
    const char *source; /* where its code was read */
};

/* A key at the top of a config that is about positions. */
struct known_key {
    const char *name, *rope, *ignored, *only, *why, *layers, *says, *gives, *usual;
};

/* A type of rope, with the keys of rope_scaling or rope_parameters that it has. */
struct rope_type {
    const char *name, *other, *needs, *takes, *ignores;
};

/* What llama.cpp computes for an architecture of GGUF files. */
struct gguf_architecture {
    const char *name;
    const char *pairs, *grid, *sections, *factors, *sliding, *window, *full_head, *own_size,
        *switch_key;
    const char *reads, *multiplier, *none, *source;
};

/* A config that isn't one of a rotary model of transformers. */
struct other_config {
    const char *name;
    const char *has, *within, *part, *preset, *pairs;
    const char *max_len, *d_model, *base, *grid, *zero_rows;
    const char *yarn, *latent, *ignores, *never, *shares, *refused, *source;
};

extern const struct other_config other_configs[];
extern const struct rope_type rope_types[ROPE_TYPES];
extern const struct gguf_architecture gguf_architectures[];

/* A row without a name ends each list. */
extern const struct model_family families[];
extern const struct known_key known_keys[];

#endif
