#include "element/texts_words.h"
#include "element/words_of_text.h"

#include <string.h>

/* All makers of an instruction set: of bits and of integers, by the logarithm of an element's bytes. */
struct makers {
    make_texts *bits[4], *integers[3];
};

#define MAKERS(set)                                                    \
    {                                                                  \
        {bits_8_##set, bits_16_##set, bits_32_##set, bits_64_##set}, { \
            integers_8_##set, integers_16_##set, integers_32_##set     \
        }                                                              \
    }

#define LANES(name) name##_baseline
#include "element/texts_loops.h"
#undef LANES

#ifdef INSTRUCTIONS_X86
/* cppcheck-suppress unknownMacro ; where one of the two is, the other is too */
INSTRUCTIONS_BEGIN(INSTRUCTIONS_SET_AVX2)
#define LANES(name) name##_avx2
#include "element/texts_loops.h"
#undef LANES
INSTRUCTIONS_END

INSTRUCTIONS_BEGIN(INSTRUCTIONS_SET_AVX512)
#define LANES(name) name##_avx512
#include "element/texts_loops.h"
#undef LANES
INSTRUCTIONS_END
#endif

/* By enum instructions. */
static const struct makers makers[] = {
    MAKERS(baseline),
#ifdef INSTRUCTIONS_X86
    MAKERS(avx2),
    MAKERS(avx512),
#endif
};

bool texts_words_choose(struct text_maker *maker, enum instructions best) {
    const unsigned bytes = maker->type->bytes, size = bytes == 8 ? 3 : bytes / 2;
    const bool bits = maker->literal == LITERAL_BITS;
    if (!bits && !maker->type->fixed)
        return false;
    maker->make = bits ? makers[best].bits[size] : makers[best].integers[size];
    maker->slot = (bits ? 2 * bytes : 3 * bytes) > WORD ? 2 * WORD : WORD;
    maker->length = bits ? 2 * bytes : 0;
    return true;
}
