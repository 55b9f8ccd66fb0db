#ifndef FACTORED_ADD_H
#define FACTORED_ADD_H

#include <stddef.h>
#include <stdint.h>

void add_position_q15(int16_t *x, size_t position);

#endif
