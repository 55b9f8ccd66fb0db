/* What a table is: words -> a validated specification. */
#ifndef POSENC_SPEC_H
#define POSENC_SPEC_H

#include "choice.h"
#include "element.h"
#include "form.h"
#include "number.h"
#include "words.h"

#include <stdbool.h>
#include <stdint.h>

/* The order of each enumeration is that of the words in spec.c. */
enum spacing { SPACING_PAIR, SPACING_ENDPOINT, SPACING_COLUMN, SPACING_OVER };
enum layout { LAYOUT_INTERLEAVED, LAYOUT_HALVES };
enum order { ORDER_SIN_COS, ORDER_COS_SIN };
enum axes { AXES_POSITION_MAJOR, AXES_CHANNEL_MAJOR };
enum odd { ODD_SIN, ODD_ZERO, ODD_ERROR };

struct spec {
    uint64_t max_len, d_model;
    mpq_t base, over; /* over: the D of spacing over:D */
    struct number first, step;
    mpq_t amplitude; /* its square */
    const struct element *type;
    int spacing, layout, order, axes, odd;
    struct form form;
    char *text[WORDS]; /* each word's value, in one canonical spelling */
    char *command;     /* the canonical command line: "posenc --max-len 512 --d-model 384" */
};

/* given[k] is what the user said for word k, or NULL; `output` the output's name, "-" for standard
 * output. Returns NULL, or in one line what is wrong, with the value; the caller frees that. */
char *spec_parse(struct spec *, const char *const given[WORDS], const char *output);
void spec_free(struct spec *);

#endif
