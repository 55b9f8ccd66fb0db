/* Decimal texts of binary32 numbers. */
#ifndef POSENC_TEXTS_DECIMAL_H
#define POSENC_TEXTS_DECIMAL_H

#include "element/entry_texts.h"

#include <stdbool.h>

/* Makes *maker one of these, if there is one for its type and its literal, LITERAL_DECIMAL. Their texts are those of
 * element_literal. */
bool texts_decimal_choose(struct text_maker *maker, enum instructions best);

#endif
