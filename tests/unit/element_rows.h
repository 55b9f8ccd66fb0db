/* SPDX-License-Identifier: MIT */
/* The floating types, in the order of the tests' own tables. */
#ifndef ELEMENT_ROWS_H
#define ELEMENT_ROWS_H

#include "element/element.h"

#include <string.h>

enum { ELEMENT_ROWS = 4 }; /* f32, f64, f16, bf16 */
#define element_rows elements

static inline const struct element *element_row(const char *name) {
    const struct element *row = elements;
    while (strcmp(row->name, name) != 0)
        row++;
    return row;
}

#endif
