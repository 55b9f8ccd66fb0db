/* SPDX-License-Identifier: MIT */
/* Reading the keys of one rotary table of a model. table->wrong keeps the first fault; anything read after it doesn't
 * matter. */
#ifndef POSENC_MODEL_READING_H
#define POSENC_MODEL_READING_H

#include "base/json.h"
#include "model/model.h"

#include <gmp.h>
#include <string.h>

/* An object of the file, and the keys that lead to it: "text_config.rope_scaling"; "" for the whole. `beneath` has the
 * values of the family's class for keys that aren't there. */
struct json_part {
    const json_t *object; /* NULL if there is none */
    const char *path;
    const json_t *beneath;          /* or NULL */
    const struct json_part *around; /* the config that has it within, or NULL */
};

struct model_reading {
    struct model_table *table;
    const char *file; /* its name, without its folder */
    struct json_part config,
        rule;          /* what has the sizes, and what has the parameters of the scaling */
    const char *layer; /* a type of layer, or "" */
    bool outer;        /* the tables are those of configs within this one */
    bool nested;       /* each type of layer has a rule of its own */
    bool unscaled;     /* the rule is for other layers */
    const struct model_family *family; /* without a name, and all else, if its code is not known */
    const json_t *class_rule;          /* the family's, if the file has none; or NULL */
    const char *max_len;               /* that the user gave, or NULL */
    bool exact; /* a real number is the double itself, rather than a decimal that was written */
};

/* A key is named as it is in the config, with a point in front if it is one of the rule: "rope_theta", ".factor",
 * "attn_config.rope_theta" of an object in the config. "." is the rule itself. */

/* The file's member, which may be JSON's null; NULL if it isn't there. */
const json_t *model_given(const struct model_reading *, const char *key);

/* Does the file have it, and not as null? */
static inline bool model_has(const struct model_reading *reading, const char *key) {
    const json_t *given = model_given(reading, key);
    return given && !json_is_null(given);
}

/* The file's member, or NULL if it is null. If it isn't there, that of the class, or NULL. */
const json_t *model_member(const struct model_reading *, const char *key);

enum model_kind {
    MODEL_POSITIVE,
    MODEL_NOT_NEGATIVE,
    MODEL_ABOVE_1,
    MODEL_SHARE, /* above 0, and at most 1 */
    MODEL_COUNT  /* a whole number above 0, and at most 2^40 */
};

/* The decimal of a number, which lives as long as the table; NULL if it isn't there, or is wrong. */
const char *model_number(struct model_reading *, const char *key, enum model_kind,
                         const char *meaning);

/* Keeps a note of a key: its value, which is the member's own if it is NULL, and what it means. Returns a copy of the value,
 * which lives as long as the table. A member that isn't in the file but in its class is noted as the family's. */
const char *model_note(struct model_reading *, enum note_kind, const char *key, const char *value,
                       const char *meaning);

/* Says what is wrong with a key. */
void model_wrong(struct model_reading *, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "text_config.rope_scaling" and "factor" make "text_config.rope_scaling.factor". The caller frees it. */
char *model_key(const char *path, const char *key);

/* The member's value as the file has it, shortened. The caller frees it. */
char *model_value_text(const json_t *);

/* The exact decimal of a double. The caller frees it. */
char *model_exact_text(double);

/* Sets *q to a decimal that model_number returned. */
void model_rational(mpq_t q, const char *decimal);

/* The product and the quotient of two such decimals, as text. The caller frees it. */
char *model_product(const char *, const char *);
char *model_quotient(const char *over, const char *under);

/* -1, 0, 1: how a number that model_number returned compares with another. */
int model_compare(const char *a, const char *b);

/* --- model_keys.c: the keys at the top of a config that are about positions: which are known, and whether there is rope */

/* The types of layers that most models have. */
#define FULL "full_attention"
#define SLIDING "sliding_attention"

/* Are the texts equal? `text` may be NULL. */
static inline bool model_text_is(const char *text, const char *that) {
    return text && strcmp(text, that) == 0;
}

/* Attention turns its queries and keys; convolutions, state spaces and linear attention don't. The hybrid layers of
 * Zamba 2 have attention beside a state space. */
bool model_may_rotate(const char *layer);

/* Does the code of the family give these layers no rope? */
bool model_is_without(const struct model_reading *, const char *layer);

/* The key of a config within a config */
bool model_is_config(const char *key);

/* Does the config have a rotary table?
 *
 * It has a key of rope, or its family has rope without one. In the second case a config that only has parts has no
 * table of its own. */
bool model_has_rope(const struct model_reading *);

/* Refuses unknown keys about positions, values of known keys that change the table in an unknown way, and configs
 * without a key that their family needs. */
void model_check_keys(struct model_reading *);

/* Refuses only values of known keys that change the table in an unknown way. */
void model_check_values(struct model_reading *);

/* Is this a key at the top of a config that posenc knows? Or one that could be about positions, wherever it is? */
bool model_is_known_key(const char *key);
bool model_is_key_of_positions(const char *key);

/* Does the family's code read this key? Unknown code is taken to read every key. */
bool model_reads(const struct model_family *, const char *key);

/* The same for the key of a size; some classes use older names, such as n_embd. */
bool model_reads_size(const struct model_reading *, const char *key);

/* --- model_config.c: the tables of a config, those of its types of layers, and those of the configs within it */

/* Adds them to the model. `outer` is the model_type of the config around this one, or NULL. */
void model_config_read(struct model *, struct json_part config, const char *outer,
                       const char *max_len);

/* Adds a table of a type of layer, or of all of them (""), in a config. */
struct model_table *model_add_table(struct model *, const char *config, const char *layer);

/* The family of a model_type, or NULL. */
const struct model_family *model_family_named(const char *model_type);

/* --- other_configs.c: configs of other kinds */

/* The kind of config, or NULL if it is none of these. */
const struct other_config *other_config_of(const json_t *root);

/* Adds the tables of such a config. Returns NULL, or a message if its kind has none, which the caller frees. */
char *other_config_read(struct model *, const json_t *root, const struct other_config *);

/* --- model.c: reads all words of the table; the share of a head that turns, or NULL for all of it */

void model_table_read(struct model_reading *);
const char *model_partial(struct model_reading *);
const json_t *model_class_share(const struct model_reading *); /* or NULL */

/* --- model_rules.c: checks the keys of the rule, makes the word scaling, and knows whether the type is proportional */

void model_rule_read(struct model_reading *);
bool model_is_rule_key(const char *key); /* has some type of rule this key? */
bool model_is_proportional(const struct model_reading *);

#endif
