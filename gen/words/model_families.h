/* What the code of some families of models does where their config.json doesn't tell. */
#ifndef POSENC_MODEL_FAMILIES_H
#define POSENC_MODEL_FAMILIES_H

#include <stdbool.h>

/* Members are NULL if the family has nothing of the kind. */
struct model_family {
    const char *model_type;
    const char *base,
        *local_base; /* rope_theta, and that of sliding layers, if they aren't in the file. A family with a
                                      base has rope without any key of it */
    const char *head_dim, *full_head_dim; /* of all layers, and of those with full attention */
    const char *head_key;                 /* the only key of the size of a head */
    const char *partial;                  /* partial_rotary_factor */
    bool own_partial;                     /* that of a type of layer wins over the config's */
    const char *unscaled;                 /* the type of layer whose frequencies aren't scaled */
    const char *without,
        *without_if;   /* the type of layer without rope, if this key is there or NULL */
    const char *sizes; /* what else its class has for keys that aren't there, as JSON */
    const char *
        rule; /* its class's rope_parameters, as JSON, if the file has neither these nor rope_scaling */
    const char *none;    /* why there is no rope at all */
    bool needs_rule;     /* there is no rope without a rope_theta in rope_parameters */
    const char *null;    /* a key whose null says that there is no rope */
    const char *foreign; /* keys at the top that the code doesn't read, with blanks around each */
    const char *needs;   /* a key that the table depends on */
    const char *unread;  /* a key about positions that the code doesn't read */
    const char *refused; /* why its tables can't be known from the file */
    const char *vision;  /* a vision tower: its preset, or "" */
    const char *grid; /* the preset of its M-RoPE on a grid, whose sections mrope_section gives */
    const char *no_grid; /* why no words make its M-RoPE on a grid */
    const char *source;
};

/* The family of a model_type, or NULL. */
const struct model_family *model_family_named(const char *model_type);

#endif
