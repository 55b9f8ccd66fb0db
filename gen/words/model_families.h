/* What the code of some families of models does where their config.json doesn't tell. */
#ifndef POSENC_MODEL_FAMILIES_H
#define POSENC_MODEL_FAMILIES_H

/* Members are NULL if the family has nothing of the kind. */
struct model_family {
    const char *model_type;
    const char *base,
        *local_base; /* rope_theta and rope_local_base_freq, if they aren't in the file */
    const char *head_dim, *partial;
    const char *unscaled; /* the type of layer whose frequencies aren't scaled */
    const char *without; /* the type of layer without rope, if there are sliding layers beside it */
    const char *vision;  /* the preset of a vision tower */
    const char *source;
};

/* The family of a model_type, or NULL. */
const struct model_family *model_family_named(const char *model_type);

#endif
