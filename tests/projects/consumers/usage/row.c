/* Indexing a row: the entries of a position. */
#include "pe.h"

#include "expect.h"

/* docs/usage.md: row.c */
/* The encoding of one position: pe_D_MODEL floats, 0 <= position < pe_MAX_LEN. */
static const float *encoding(int position) {
    return pe[position];
}
/* docs/usage.md */

int main(void) {
    int position, j;
    for (position = 0; position < pe_MAX_LEN; position++)
        for (j = 0; j < pe_D_MODEL; j++)
            near(encoding(position)[j], entry(position, j, pe_D_MODEL), HALF_ULP);
    return wrong != 0;
}
