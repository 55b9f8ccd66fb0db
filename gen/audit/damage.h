/* Entries that differ in one bit from what is wanted. */
#ifndef POSENC_FLIPPED_BITS_H
#define POSENC_FLIPPED_BITS_H

#include "audit/compare.h"
#include "audit/sentences.h"

/* Says which bits are flipped, if few entries are wrong, and each by one bit. */
void flipped_bits(const struct comparison *, struct sentences *);

#endif
