/* Facts about models, each a section of families.ini, known_keys.ini, rope_types.ini and published_rules.ini. Those
 * files explain the members; a missing one is NULL. */
#ifndef POSENC_MODEL_FACTS_H
#define POSENC_MODEL_FACTS_H

/* What the code of a family of models does that config.json doesn't say. Keys are those of its config at the top. */
struct model_family {
    const char *name; /* the model_type */
    const char *class, *rule, *head;
    const char *unscaled, *without, *without_if, *none, *null;
    const char *reads, *foreign, *unread, *needs, *needs_rule, *by_layer, *own_partial;
    const char *sliding_base_key, *sliding_head_key, *over;
    const char *refused, *vision, *grid, *no_grid;
    const char *source; /* where its code was read */
};

/* A key at the top of a config that is about positions. */
struct known_key {
    const char *name, *rope, *ignored, *only, *why, *layers, *says, *gives, *usual;
};

/* A type of rope, with the keys of rope_scaling or rope_parameters that it has. */
enum rope {
    ROPE_DEFAULT,
    ROPE_LINEAR,
    ROPE_DYNAMIC,
    ROPE_YARN,
    ROPE_LLAMA3,
    ROPE_LONGROPE,
    ROPE_PROPORTIONAL,
    ROPE_TYPES
};
struct rope_type {
    const char *name, *other, *needs, *takes, *ignores;
};

/* A rule of scaling with the parameters of published models, a section of published_rules.ini. */
struct published_rule {
    const char *name; /* the text of the word scaling */
    const char *bases, *models, *factors;
};

extern const struct rope_type rope_types[ROPE_TYPES];

/* A row without a name ends each list. */
extern const struct model_family families[];
extern const struct known_key known_keys[];
extern const struct published_rule published_rules[];

#endif
