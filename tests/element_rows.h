/* Element types of the tests' own: rounding and the engine are generic in them. */
#ifndef ELEMENT_ROWS_H
#define ELEMENT_ROWS_H

#include "element.h"

#include <string.h>

static const struct element element_rows[] = {
    {.name = "f32", .bytes = 4, .precision = 24, .emin = -126},
    {.name = "f64", .bytes = 8, .precision = 53, .emin = -1022},
    {.name = "f16", .bytes = 2, .precision = 11, .emin = -14},
    {.name = "bf16", .bytes = 2, .precision = 8, .emin = -126},
};
enum { ELEMENT_ROWS = sizeof element_rows / sizeof element_rows[0] };

static inline const struct element *element_row(const char *name) {
    const struct element *row = element_rows;
    while (strcmp(row->name, name) != 0)
        row++;
    return row;
}

#endif
