/* Facts about models, each a section of families.ini, known_keys.ini and published_rules.ini. Those files say what each
 * member is; one that isn't there is NULL. */
#ifndef POSENC_MODEL_FACTS_H
#define POSENC_MODEL_FACTS_H

/* What the code of a family of models does where their config.json doesn't tell. Keys are those of its config at the top. */
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
    const char *name, *ignored, *only, *why, *layers, *other, *says;
};

/* A rule of scaling with the parameters of published models, a section of published_rules.ini. */
struct published_rule {
    const char *name; /* the text of the word scaling */
    const char *bases, *models, *factors;
};

/* Each ends with a row without a name. */
extern const struct model_family families[];
extern const struct known_key known_keys[];
extern const struct published_rule published_rules[];

#endif
