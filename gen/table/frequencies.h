/* Frequencies: the w of each pair of a table. */
#ifndef POSENC_FREQUENCIES_H
#define POSENC_FREQUENCIES_H

#include "exact/expression.h"
#include "exact/number.h"
#include "table/grid.h"
#include "table/request.h"
#include "table/scaling.h"
#include "words/words.h"

#include <stdint.h>

struct frequencies {
    enum spacing spacing;
    mpq_t base, logarithm; /* of a base exp(Q): 0, and Q */
    mpq_t over[GRID_AXES]; /* the D of spacing over:D, along each axis */
    struct number_list
        list; /* of the word frequencies; if it has a path, it replaces base and spacing */
    struct scaling scaling;
};

void frequencies_init(struct frequencies *);
void frequencies_clear(struct frequencies *);

/* Parses one of the words base, spacing, frequencies and scaling; scaling comes last. `axes` is how many axes have
 * frequencies of their own: 0 without a grid, or if they share one list. `whole` has the sizes of the table, and
 * sizes[axis] those of what an axis owns. Returns NULL or what is wrong, as
 * in choice.h. */
char *frequencies_parse(struct frequencies *, enum word, const char *text, struct request_file *,
                        int axes, const struct sizes *whole, const struct sizes sizes[],
                        char **canonical);

/* Before scaling, and without a list, w of pair k is base^(-e) with e = index / divisor: 2k / d, k / (n-1), k / D; with
 * spacing column w of column k has e = k / d. */
uint64_t frequencies_index(const struct frequencies *, uint64_t k);
void frequencies_divisor(const struct frequencies *, const struct sizes *, mpq_t divisor);

/* The bases that the recipes of frequencies share; `factor` has the value of a scaling rule's key factor, or is
 * NULL. */
struct bases {
    struct base *base, *factor;
};
struct bases frequencies_bases(const struct frequencies *);
void bases_free(struct bases *);

/* Makes the recipe of frequency k along an axis, whose sizes are given. The recipe must be new: w = 1. */
void frequencies_recipe(const struct frequencies *, const struct bases *, const struct sizes *,
                        uint64_t k, struct recipe *);

/* Makes that recipe of frequency k the one of its factor: the frequency without a rule of scaling over that with it, which
 * must not be 0. */
void frequencies_divide(const struct frequencies *, uint64_t k, struct recipe *);

/* Is frequency k exactly 0? Then its angle is 0 at every position. */
bool frequencies_rest(const struct frequencies *, uint64_t k);

#endif
