#ifndef I8_ADD_H
#define I8_ADD_H

#include <stdint.h>

enum { I8_WIDTH = 32 };

void add_positions_i8(int length, int8_t x[][I8_WIDTH]);

#endif
