/* Makers of integers and of bits, by plain loops that are compiled for each instruction set. */
#ifndef POSENC_TEXTS_WORDS_H
#define POSENC_TEXTS_WORDS_H

#include "element/entry_texts.h"

/* Makers of floating-point elements as hexadecimal numbers. */

/* Gives a maker what makes its type and literal, if that is here and pays for so many entries. */
bool texts_hex_choose(struct text_maker *, uint64_t entries);

/* Gives a maker what makes its type and literal, if that is here. */
bool texts_words_choose(struct text_maker *, enum instructions best);

#endif
