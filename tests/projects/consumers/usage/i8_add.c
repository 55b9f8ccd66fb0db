/* Integers with a scale and a zero point, as TensorFlow Lite and ONNX have them. */
#include "i8_add.h"

#include "pe_i8.h"

/* docs/usage.md: i8_add.c */
enum { ZERO_POINT = -5 }; /* an element q stands for (q + 5) / 32, in the table as in x */

/* x[s] += the encoding of position s, saturating. */
void add_positions_i8(int length, int8_t x[][pe_i8_D_MODEL]) {
    for (int s = 0; s < length; s++)
        for (int j = 0; j < pe_i8_D_MODEL; j++) {
            int sum = x[s][j] + pe_i8[s][j] - ZERO_POINT;
            x[s][j] = (int8_t)(sum > INT8_MAX ? INT8_MAX : sum < INT8_MIN ? INT8_MIN : sum);
        }
}
/* docs/usage.md */
