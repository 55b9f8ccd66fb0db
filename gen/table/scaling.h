/* SPDX-License-Identifier: MIT */
/* The word scaling, "RULE:KEY=VALUE,...": a rule for frequencies, with its parameters.
 *
 * The rules fit rotary frequencies to longer contexts, as they were published. Each is a section of scaling_rules.ini, which
 * says what the members of its row are, and has its functions in scaling_rules.c. */
#ifndef POSENC_SCALING_H
#define POSENC_SCALING_H

#include "exact/frequency.h"
#include "exact/number.h"
#include "rows/scaling_rules.h" /* enum scaling_rule: a value for each section; enum rope_value: for each of their keys */
#include "words/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct value;

/* The value of the word scaling: a rule with its parameters. */
struct scaling {
    const struct rope_rule *rule;
    mpq_t value[ROPE_VALUES];   /* a key that isn't given has 0; yes is 1, no is 0; letter
                                   k of "styx" is bit k */
    struct number_list factors; /* from the file of a rule that has one */
    mpq_t base, raised;         /* what ntk and dynamic raise to d/(d-2); else 0 */

    /* Set by scaling_fit, for the table or for an axis of its grid. */
    uint64_t d_model, turning; /* pairs from `turning` on have the frequency 0 */
    mpq_t ramp_low, ramp_high; /* the ends of yarn's ramp, with truncate=yes */
};

struct rope_key {
    const char *name;
    const char *fallback;    /* the default; "" if there is none; NULL if the key must be given */
    const char *placeholder; /* what the help shows for the value, if there is no default */
    enum rope_value value;
};

struct rope_rule {
    const char *name, *older;
    bool file, real, pair_spacing_only;
    struct rope_key keys[ROPE_VALUES + 1]; /* the last has no name */
    const char *formula, *help, *source;
};
extern const struct rope_rule scaling_rules[RULES];

/* The factor of entries besides the amplitude: the root of a rational number, which is returned separately, or a real
 * number. */
struct rope_amplitude {
    real_factor *factor; /* the real number, or NULL */
    const char *phrase;  /* follows the name of the rule in a banner; "" if the factor is 1 */
};

/* What a rule does. Any of these may be NULL. */
struct rope_functions {
    /* Refuse the parameters, or these for this d. */
    void (*check)(struct scaling *, struct value *);
    void (*fit)(struct scaling *, struct value *);
    void (*apply)(const struct scaling *, uint64_t i, struct recipe *);
    /* For a rule that blends w and w/factor: the share of w, which the caller clamps to [0, 1]. */
    void (*share)(const struct scaling *, uint64_t i, const struct interval *w, struct interval *);
    /* Sets the square, which is 1, if the amplitude is a root of another number. */
    struct rope_amplitude (*amplitude)(const struct scaling *, mpq_t square);
};
const struct rope_functions *scaling_functions(const struct scaling *);

void scaling_init(struct scaling *); /* of zeros: none */
void scaling_clear(struct scaling *);

/* Parses the word for a table with that base. */
void scaling_parse(struct scaling *, struct value *, const mpq_t base);

/* Fits the rule to d columns. */
void scaling_fit(struct scaling *, uint64_t d, struct value *);

/* A copy for an axis of a grid, to be fitted to it; it shares everything else. It is "none" if the rule doesn't apply
 * to the axis. scaling_axis_clear clears it. */
struct scaling scaling_of_axis(const struct scaling *, char letter);

/* An axis that the rule names although it isn't one of `letters`, or 0. */
char scaling_foreign_axis(const struct scaling *, const char *letters);
void scaling_axis_clear(struct scaling *);

/* Is there a rule other than none? */
bool scaling_is_given(const struct scaling *);

/* The factors of a published list that the text names, as in "longrope:phi-4-mini-long,factor=32", one a line; or
 * NULL. */
const char *scaling_published(const char *text);
char *scaling_published_names(void);

/* Returns the path in a word's text, and sets its length: the whole text, or a part as in "longrope:FILE,factor=4".
 * NULL if the text names no file. */
const char *scaling_path_of_word(enum word, const char *text, size_t *length);

/* The rules with their keys and defaults, for --help. The caller frees it. */
char *scaling_help(void);

/* The rule's formula of the frequencies, and its values, including defaults: "w/F; F = 4". The caller frees it. */
char *scaling_formula(const struct scaling *);

/* Applies the rule to the recipe of pair i's frequency. Its base[1] is what ntk and dynamic raise, to a power that they
 * set. */
void scaling_apply(const struct scaling *, uint64_t i, struct recipe *);

/* The factor of entries besides the amplitude. `square` becomes 1 if the factor isn't a root. */
struct rope_amplitude scaling_amplitude(const struct scaling *, mpq_t square);

/* A rule of scaling with the parameters of published models, a section of published_rules.ini, which explains the
 * members; a missing one is NULL. A row without a name ends the list. */
struct published_rule {
    const char *name; /* the text of the word scaling */
    const char *bases, *models, *factors;
};

extern const struct published_rule published_rules[];

#endif
