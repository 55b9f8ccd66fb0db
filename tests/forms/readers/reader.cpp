// Writes the tables of check_formats.sh, first as they lie in memory, then entry by entry. They are constants of the compiler too.
#include <stdint.h>
#include "f32.hpp"
#include "f64.hpp"
#include "f16.hpp"
#include "bf16.hpp"
#include "q7.hpp"
#include "q15.hpp"
#include "q31.hpp"
#include "q23.hpp"
#include "s8.hpp"
#include "u8.hpp"
#include "i8.hpp"
#include "u16.hpp"
#include "i16.hpp"
#include "pair.hpp"
#include "tables.h"
#define CONSTANT(table)                                                                                 \
    constexpr auto copy_##table = table;                                                                \
    static_assert(table.size() == 19 && table[0].size() == table##_d_model && table##_max_len == 19); \
    static_assert(copy_##table[18][1] == table[18][1]);
CONSTANT(f32)
CONSTANT(f64)
CONSTANT(f16)
CONSTANT(bf16)
CONSTANT(q7)
CONSTANT(q15)
CONSTANT(q31)
CONSTANT(q23)
CONSTANT(s8)
CONSTANT(u8)
CONSTANT(i8)
CONSTANT(u16)
CONSTANT(i16)
static_assert(pair_max_len == 19 && pair_d_model == 6 && pair_channels == 3 && pair_cos[0].size() == 3);

int main() {
    WRITE(f32, float);
    WRITE(f64, double);
    WRITE(f16, uint16_t);
    WRITE(bf16, uint16_t);
    WRITE(q7, int8_t);
    WRITE(q15, int16_t);
    WRITE(q31, int32_t);
    WRITE(q23, int32_t);
    WRITE(s8, int8_t);
    WRITE(u8, uint8_t);
    WRITE(i8, int8_t);
    WRITE(u16, uint16_t);
    WRITE(i16, int16_t);
    WRITE(pair_cos, float);
    WRITE(pair_sin, float);
    return fflush(stdout) != 0;
}
