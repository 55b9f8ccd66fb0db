/* Makers of floating-point elements as hexadecimal numbers. */
#ifndef POSENC_TEXTS_HEX_H
#define POSENC_TEXTS_HEX_H

#include "element/entry_texts.h"

/* Gives a maker what makes its type and literal, if that is here and pays for so many entries. */
bool texts_hex_choose(struct text_maker *, uint64_t entries);

#endif
