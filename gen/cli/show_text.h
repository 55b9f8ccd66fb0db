/* Entries and exact numbers as the cells of what `posenc show` prints. The caller frees the texts. */
#ifndef POSENC_SHOW_TEXT_H
#define POSENC_SHOW_TEXT_H

#include "cli/sheet.h"
#include "engine/exact_entries.h"

/* What stands before a number that isn't negative. */
enum show_sign { SIGN_NONE, SIGN_BLANK, SIGN_PLUS };

/* Digits in the form of printf's %g: with an exponent below 1e-4, and from 10^count on. */
char *show_digits(const struct exact_digits *, size_t count, enum show_sign);

/* times * y + plus with so many digits; NULL if it is undecided. */
char *show_value(struct exact_value *, const struct affine *, size_t count, enum show_sign);

/* "sin p*w3", of a grid "sin x*w3", "w3", "zero". */
char *show_function(const struct table *, const struct exact_entry *);

/* The exact position that the entry depends on; "" if there is none. */
char *show_position(const struct exact_entry *);

/* The element as a decimal that reads back as the same number, of 16-bit floats as a double; or an integer; and its bits.
 * For people, a blank stands before decimals that have no sign, and their column is that of show_element_column. */
char *show_element(const struct element *, uint64_t bits, bool csv);
struct sheet_column show_element_column(const struct element *);
char *show_bits(const struct element *, uint64_t bits);

#endif
