/* Makers of decimal texts of floating-point numbers, by vectors: LITERAL_DECIMAL and LITERAL_SHORTEST. Numbers of
 * [1e-4, 1), positive or negative, are fast; most others are left to element_literal. */
#ifndef POSENC_TEXTS_DECIMAL_H
#define POSENC_TEXTS_DECIMAL_H

#include "element/entry_texts.h"

/* Gives `maker`, whose type and literal are set, a faster `make` and its slot. Returns false if there is none: for
 * another type or literal, because this machine's arithmetic isn't as IEEE 754 says, or because f64 needs fused
 * multiply-add. */
bool texts_decimal_choose(struct text_maker *maker, enum instructions best);

#endif
