/* Reading the keys of one rotary table of a model. The first thing that is wrong stays in table->wrong; what is read
 * after it doesn't matter. */
#ifndef POSENC_MODEL_READING_H
#define POSENC_MODEL_READING_H

#include "base/json.h"
#include "words/model.h"
#include "words/model_facts.h"

#include <gmp.h>

/* An object of the file, and the keys that lead to it: "text_config.rope_scaling"; "" for the whole. What its family's
 * class has for a key that isn't there lies beneath it. */
struct json_place {
    const json_t *object; /* NULL if there is none */
    const char *path;
    const json_t *beneath; /* or NULL */
};

struct model_reading {
    struct model_table *table;
    const char *file; /* its name, without its folder */
    struct json_place config,
        rule;          /* what has the sizes, and what has the parameters of the scaling */
    const char *layer; /* a type of layer, or "" */
    bool nested;       /* each type of layer has a rule of its own */
    bool unscaled;     /* the rule is for other layers */
    const struct model_family *family; /* or NULL */
    const json_t *class_rule;          /* the family's, if the file has none; or NULL */
    const char *max_len;               /* that the user gave, or NULL */
};

enum model_kind {
    MODEL_POSITIVE,
    MODEL_NOT_NEGATIVE,
    MODEL_ABOVE_1,
    MODEL_SHARE, /* above 0, and at most 1 */
    MODEL_COUNT  /* a whole number above 0, and at most 2^40 */
};

/* A member; NULL if it is null, and that of the class or NULL if it isn't there. */
const json_t *model_member(struct json_place, const char *key);

/* The decimal of a number, which lives as long as the table; NULL if it isn't there, or is wrong. */
const char *model_number(struct model_reading *, struct json_place, const char *key,
                         enum model_kind, const char *meaning);

/* A value that no key gives: it follows from other keys, or the family's code has it, and the note names that source, or it
 * is assumed. Returns it. */
const char *model_derive(struct model_reading *, struct json_place, const char *key,
                         const char *value, const char *meaning);
const char *model_of_family(struct model_reading *, struct json_place, const char *key,
                            const char *value, const char *meaning);
const char *model_assume(struct model_reading *, struct json_place, const char *key,
                         const char *value, const char *meaning);

/* Tells a key that decides something beside numbers, and one that decides nothing. */
void model_tell(struct model_reading *, struct json_place, const char *key, const char *meaning);
void model_ignore(struct model_reading *, struct json_place, const char *key, const char *why);

/* Says what is wrong with a key. */
void model_wrong(struct model_reading *, struct json_place, const char *key, const char *format,
                 ...) __attribute__((format(printf, 4, 5)));

/* "text_config.rope_scaling" and "factor" make "text_config.rope_scaling.factor". The caller frees it. */
char *model_key(const char *path, const char *key);

/* The member's value as the file has it, shortened. The caller frees it. */
char *model_value_text(const json_t *);

/* Sets *q to a decimal that model_number returned. */
void model_rational(mpq_t q, const char *decimal);

/* The quotient of two such decimals, as text. The caller frees it. */
char *model_quotient(const char *over, const char *under);

/* -1, 0, 1: how a number that model_number returned compares with another. */
int model_compare(const char *a, const char *b);

/* model_table.c: reads all words of the table; the share of a head that turns, or NULL for all of it. */
void model_table_read(struct model_reading *);
const char *model_partial(struct model_reading *);

/* model_rules.c: checks the keys of the rule, and makes the word scaling; is the rule's type proportional? */
void model_rule_read(struct model_reading *);
bool model_is_proportional(const struct model_reading *);

#endif
