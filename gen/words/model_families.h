/* What the code of some families of models does where their config.json doesn't tell. */
#ifndef POSENC_MODEL_FAMILIES_H
#define POSENC_MODEL_FAMILIES_H

#include <stdbool.h>

/* Members are NULL if the family has nothing of the kind. Keys are those of its config at the top. */
struct model_family {
    const char *model_type;

    /* rope_theta, and that of sliding layers, if they aren't in the file. A family with a base has rope without any key
     * of it. */
    const char *base, *local_base;
    const char *head_dim, *full_head_dim; /* of all layers, and of those with full attention */
    const char *head_key;                 /* the only key of the size of a head */
    const char *partial;                  /* partial_rotary_factor */
    const char *sizes; /* what else its class has for keys that aren't there, as JSON */
    const char *
        rule; /* its class's rope_parameters, as JSON, if the file has neither these nor rope_scaling */
    const char *unscaled;   /* the type of layer whose frequencies aren't scaled */
    const char *without;    /* the type of layer without rope, */
    const char *without_if; /* if this key is there; or NULL */
    const char *none;       /* why there is no rope at all */
    const char *null;       /* a key whose null says that there is none */
    const char *foreign;    /* keys that the code doesn't read, with blanks around each */
    const char
        *unread; /* one about positions that it doesn't read either, and that changes nothing */
    const char *needs;   /* a key that the table depends on */
    const char *refused; /* why its tables can't be known from the file */
    const char *vision;  /* a vision tower: its preset, or "" */
    const char *grid; /* the preset of its M-RoPE on a grid, whose sections mrope_section gives */
    const char *no_grid; /* why no words make its M-RoPE on a grid */
    const char *source;
    bool own_partial; /* the share of a type of layer wins over the config's */
    bool needs_rule;  /* there is no rope without a rope_theta in rope_parameters */
};

/* The family of a model_type, or NULL. */
const struct model_family *model_family_named(const char *model_type);

#endif
