#ifndef Q15_ADD_H
#define Q15_ADD_H

#include <stdint.h>

enum { Q15_WIDTH = 32 };

void add_positions_q15(int length, int16_t x[][Q15_WIDTH], int16_t scale);

#endif
