#include "element/byte_order.h"

#include <stdint.h>

#define LANES(name) name##_baseline
#include "element/byte_order_loops.h"
#undef LANES

#ifdef INSTRUCTIONS_X86
/* cppcheck-suppress unknownMacro ; where one of the two is, the other is too */
INSTRUCTIONS_BEGIN(INSTRUCTIONS_SET_AVX2)
#define LANES(name) name##_avx2
#include "element/byte_order_loops.h"
#undef LANES
INSTRUCTIONS_END
#endif

void byte_order_reverse(unsigned bytes, size_t n, void *elements, enum instructions best) {
#ifdef INSTRUCTIONS_X86
    if (best >= INSTRUCTIONS_AVX2) {
        reverse_avx2(bytes, n, elements);
        return;
    }
#endif
    (void)best;
    reverse_baseline(bytes, n, elements);
}
