/* Makers of integers and of bits, by plain loops that are compiled for each instruction set. */
#ifndef POSENC_TEXTS_WORDS_H
#define POSENC_TEXTS_WORDS_H

#include "element/entry_texts.h"

/* Makers of floating-point elements as hexadecimal numbers. */

/* Sets up a maker of hexadecimal floats. Returns false for other types and literals, and if its table would cost more than
 * it saves for this number of entries. */
bool texts_hex_choose(struct text_maker *, uint64_t entries);

/* Sets up a maker of bits or integers. Returns false for other types and literals. */
bool texts_words_choose(struct text_maker *, enum instructions best);

#endif
