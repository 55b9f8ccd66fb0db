/* Frequencies: which w each pair of a table has. */
#ifndef POSENC_FREQUENCIES_H
#define POSENC_FREQUENCIES_H

#include "exact/expression.h"
#include "exact/number_list.h"
#include "table/grid.h"
#include "table/rope_scaling.h"
#include "words/words.h"

#include <stdint.h>

/* The order is that of the choices in words.c. */
enum spacing { SPACING_PAIR, SPACING_ENDPOINT, SPACING_COLUMN, SPACING_OVER };

struct frequencies {
    int spacing;
    mpq_t base, logarithm;   /* a base exp(Q) is 0 here, and logarithm is Q */
    mpq_t over[GRID_AXES];   /* the D of spacing over:D, along each axis */
    struct number_list list; /* of the word frequencies; in place of the two above */
    struct scaling scaling;
};

void frequencies_init(struct frequencies *);
void frequencies_clear(struct frequencies *);

/* Parses one of the words base, spacing, frequencies and scaling, in this order, as in choice.h. `whole` are
 * the sizes of the table, sizes[axis] those of the columns of an axis. */
char *frequencies_parse(struct frequencies *, enum word, const char *text, int axes,
                        const struct sizes *whole, const struct sizes sizes[], char **canonical);

/* The bases that recipes of frequencies share. */
struct bases {
    struct base *base, *factor;
};
struct bases frequencies_bases(const struct frequencies *);
void bases_free(struct bases *);

/* Makes the recipe of frequency k along an axis that has such sizes. */
void frequencies_recipe(const struct frequencies *, const struct bases *, int axis,
                        const struct sizes *, uint64_t k, struct recipe *);

#endif
