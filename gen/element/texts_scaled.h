/* Makers of decimal texts of floating-point numbers, by vectors: the fewest digits of f32, f16, bf16 and f64, and
 * the 17 digits of f64. Only numbers of [1e-4, 1) are fast, positive or negative; others take the way of literal.h. */
#ifndef POSENC_TEXTS_SCALED_H
#define POSENC_TEXTS_SCALED_H

#include "element/entry_texts.h"

/* Gives `maker`, whose type and literal are set, a faster `make` and its slot. Returns false if there is none: for
 * another type or literal, or because this machine's arithmetic isn't as IEEE 754 says. */
bool texts_scaled_choose(struct text_maker *maker, enum instructions best);

#endif
