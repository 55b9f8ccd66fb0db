/* What a table is. */
#ifndef POSENC_SPEC_H
#define POSENC_SPEC_H

#include "element/element.h"
#include "exact/number.h"
#include "table/frequencies.h"
#include "table/grid.h"
#include "table/output_options.h"
#include "table/positions.h"
#include "words/choice.h"
#include "words/words.h"

#include <stdbool.h>
#include <stdint.h>

/* The order of each enumeration is that of the choices in words.c. */
enum layout { LAYOUT_INTERLEAVED, LAYOUT_HALVES };
enum order { ORDER_SIN_COS, ORDER_COS_SIN };
enum component { COMPONENT_BOTH, COMPONENT_SIN, COMPONENT_COS, COMPONENT_FREQUENCY };
enum repeat { REPEAT_NONE, REPEAT_HALVES, REPEAT_INTERLEAVE };
enum axes { AXES_POSITION_MAJOR, AXES_CHANNEL_MAJOR };
enum odd { ODD_SIN, ODD_ZERO, ODD_ERROR, ODD_DROP, ODD_EXTEND };

struct spec {
    uint64_t max_len, d_model;
    struct grid grid;
    struct frequencies frequencies;
    struct positions positions;
    mpq_t amplitude; /* its square */
    const struct element *type;
    int layout, order, component, repeat, axes, odd;
    struct output_options form;
    int along; /* an axis of the grid: not the table is meant, but that axis' own rows; else -1 */
    char *text[WORDS]; /* each word's value, in one canonical spelling */
    char *command;     /* the canonical command line: "posenc --max-len 512 --d-model 384" */
};

void spec_init(struct spec *);
void spec_free(struct spec *);

#endif
