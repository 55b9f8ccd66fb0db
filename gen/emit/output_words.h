/* The words of an output, parsed one by one. */
#ifndef POSENC_OUTPUT_WORDS_H
#define POSENC_OUTPUT_WORDS_H

#include "emit/output_options.h"

/* Parses a word into the options, and sets its canonical text. The words that its meaning depends on are parsed
 * already. `text` is NULL if the word isn't given and its default depends on other words. Returns what is wrong, or
 * NULL; the caller frees it. */
char *output_word_parse(struct output_options *, enum word, const char *text,
                        const struct request *, char **canonical);

/* Does an output of this format, literal and type read the word? The words before it must be parsed. */
bool output_word_read(const struct output_options *, enum word);

/* What the words name and literal are if they aren't given. The caller frees the name. */
char *output_default_name(const struct request *);
const char *output_default_literal(const struct output_options *);

/* The literals that the format has for the table's type, with spaces between them; the first is the default. */
const char *output_literals(const struct output_options *);

#endif
