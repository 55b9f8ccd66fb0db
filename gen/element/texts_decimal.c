#include "element/texts_decimal.h"
#include "element/decimal.h"

#include <float.h>
#include <string.h>

/* Digits go to memory as the bytes of integers, the first one lowest. Excess precision (x87) rounds twice. */
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && defined __GNUC__ && \
    FLT_EVAL_METHOD == 0 && FLT_RADIX == 2 && DBL_MANT_DIG == 53

/* The bits of the least binary32 numbers that are not below 0.1, 0.01, 0.001 and 0.0001, and those of 1. */
enum {
    TENTH = 0x3dcccccd,
    HUNDREDTH = 0x3c23d70b,
    THOUSANDTH = 0x3a83126f,
    LEAST = 0x38d1b718,
    ONE = 0x3f800000
};

/* Texts of eight bytes, the first one lowest: "-0.00000", "0.000000", "00000000". */
#define MINUS_ZERO_POINT UINT64_C(0x30303030302e302d)
#define ZERO_POINT UINT64_C(0x3030303030302e30)
#define ZEROS UINT64_C(0x3030303030303030)
enum { SLOT = 16 };

/* A sum with it is rounded to an integer, whose low bits are those of the sum. */
#define SHIFT 0x1.8p52

#define TEXTS(name) name##_baseline
#include "element/texts_decimal_kernel.h"
#undef TEXTS

#ifdef INSTRUCTIONS_X86
INSTRUCTIONS_BEGIN(INSTRUCTIONS_SET_AVX2)
#define TEXTS(name) name##_avx2
#include "element/texts_decimal_kernel.h"
#undef TEXTS
INSTRUCTIONS_END

INSTRUCTIONS_BEGIN(INSTRUCTIONS_SET_AVX512)
#define TEXTS(name) name##_avx512
#include "element/texts_decimal_kernel.h"
#undef TEXTS
INSTRUCTIONS_END
#endif

/* By enum instructions. */
static make_texts *const kernels[] = {
    make_baseline,
#ifdef INSTRUCTIONS_X86
    make_avx2,
    make_avx512,
#endif
};

bool texts_decimal_choose(struct text_maker *maker, enum instructions best) {
    const volatile double odd = 1 + 0x1p-52, half = 0x1p-53;
    if (maker->literal != LITERAL_DECIMAL || maker->type->precision != 24)
        return false;
    if (odd + half != 1 + 0x1p-51 || odd - half != 1) /* not to nearest, ties to even */
        return false;
    maker->make = kernels[best];
    maker->slot = SLOT;
    return true;
}

#else

bool texts_decimal_choose(struct text_maker *maker, enum instructions best) {
    (void)maker;
    (void)best;
    return false;
}

#endif
