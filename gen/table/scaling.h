/* The word scaling: a rule for frequencies, with its parameters. */
#ifndef POSENC_SCALING_H
#define POSENC_SCALING_H

#include "table/scaling_rules.h"
#include "words/words.h"

/* The word scaling: "RULE:KEY=VALUE,...", a rule of scaling_rules.h with its parameters. */

void scaling_init(struct scaling *); /* none */
void scaling_clear(struct scaling *);

/* Parses the word for a table with that base. */
void scaling_parse(struct scaling *, struct value *, const mpq_t base);

/* Fits the rule to d columns. */
void scaling_fit(struct scaling *, uint64_t d, struct value *);

/* A copy to fit to an axis of a grid, which shares everything else; none, if the rule isn't for it. scaling_axis_clear
 * clears it. */
struct scaling scaling_of_axis(const struct scaling *, char letter);

/* An axis that the rule is for and that isn't one of these letters, or 0. */
char scaling_foreign_axis(const struct scaling *, const char *letters);
void scaling_axis_clear(struct scaling *);

/* Is there a rule other than none? */
bool scaling_is_given(const struct scaling *);

/* The factors of a published list that the text names, as in "longrope:phi-4-mini-long,factor=32", with blanks between
 * them; or NULL. */
const char *scaling_published(const char *text);

/* The path in a word's text, and its length: the whole text, or a part as in "longrope:FILE,factor=4". NULL if the
 * text names no file. */
const char *scaling_path_of_word(enum word, const char *text, size_t *length);

/* The rules with their keys and defaults, for --help. The caller frees it. */
char *scaling_help(void);

/* The rule's formula of the frequencies with the values in it, those by default too: "w/F; F = 4". The caller frees
 * it. */
char *scaling_formula(const struct scaling *);

/* Applies the rule to the recipe of pair i's frequency. `factor` is a base with the value of the key factor, or NULL
 * if the key isn't given. */
void scaling_apply(const struct scaling *, uint64_t i, struct base *factor, struct recipe *);

/* What entries are multiplied by, in addition to the amplitude. Its square is set to 1 if that isn't a root. */
struct rope_amplitude scaling_amplitude(const struct scaling *, mpq_t square);

#endif
