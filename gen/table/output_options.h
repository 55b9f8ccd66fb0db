/* How a table is written: the words from `name` on. */
#ifndef POSENC_OUTPUT_OPTIONS_H
#define POSENC_OUTPUT_OPTIONS_H

#include "element/element.h"
#include "words/format.h"
#include "words/words.h"

#include <stdbool.h>
#include <stdint.h>

enum linkage { LINKAGE_STATIC, LINKAGE_EXTERN };
enum endian { ENDIAN_LITTLE, ENDIAN_BIG };

struct output_options {
    int format, literal, linkage, endian; /* literal: enum literal */
    uint64_t split;                       /* parts */
    uint64_t align;                       /* in bytes; 0: as the compiler likes */
    bool accessor, progmem;               /* progmem: a qualifier is PROGMEM */
    bool binary;                          /* a .bin goes beside the source */
    const char *output;
    const char *template; /* the path of the user's own; NULL if the format has one */
};

/* Words of one table, as spec_parse has them: texts[k] is what was said of word k or its fallback, NULL
 * where it has none; text[k] becomes its canonical spelling. Words are parsed in their order. */
char *output_parse(struct output_options *, enum word, const char *const texts[WORDS],
                   const struct element *type, char *text[WORDS]);

/* What is right word by word, but not together; `rows` of the table as emitted. */
char *output_check(const struct output_options *, const struct element *type, uint64_t rows,
                   char *const text[WORDS]);

/* Does a table of this format, literal and type read the word? True of words that aren't of the form. Asked when the words
 * format, split and literal are parsed, as far as they stand before that word. */
bool output_reads(const struct output_options *, enum word, const struct element *type);

/* What a word of the form is where nobody says it, all others being as they are and the output standard
 * output; NULL where it is as parsed. */
const char *output_fallback(const struct output_options *, enum word, const struct element *type);

/* The extension of a file's name, its point included; "" where there is none. */
const char *output_extension(const char *output);

#endif
