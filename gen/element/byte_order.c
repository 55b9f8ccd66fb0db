#include "element/byte_order.h"
#include "base/instructions.h"

#include <stdint.h>

#define LANES(name) name##_baseline
#include "element/byte_order_loops.h"
#undef LANES

#ifdef INSTRUCTIONS_X86
INSTRUCTIONS_BEGIN(INSTRUCTIONS_SET_AVX2)
#define LANES(name) name##_avx2
#include "element/byte_order_loops.h"
#undef LANES
INSTRUCTIONS_END
#endif

void byte_order_reverse(unsigned bytes, size_t n, void *elements) {
#ifdef INSTRUCTIONS_X86
    if (instructions_best() >= INSTRUCTIONS_AVX2) {
        reverse_avx2(bytes, n, elements);
        return;
    }
#endif
    reverse_baseline(bytes, n, elements);
}
