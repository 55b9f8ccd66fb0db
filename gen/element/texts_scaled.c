/* Texts of a block of numbers in a few loops through the block: find nine digits, or 17, as integers; make text of
 * these; put it after the text's beginning. The bytes of integers are in the order of little-endian machines. */
#include "element/texts_scaled.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

#if FLT_EVAL_METHOD == 0 && FLT_RADIX == 2 && DBL_MANT_DIG == 53 && defined __GNUC__ && \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

#define ALWAYS_INLINE inline __attribute__((always_inline))
/* Texts of eight bytes, the first one lowest: "-0.00000", "0.000000", "00000000". */
#define MINUS_ZERO_POINT UINT64_C(0x30303030302e302d)
#define ZERO_POINT UINT64_C(0x3030303030302e30)
#define ZEROS UINT64_C(0x3030303030303030)

enum { NARROW_SLOT = 16, ONE_F32 = 0x3f800000 };

/* What shortest texts of a type of at most 24 bits need. Elements are widened to binary32. */
struct scale {
    int precision;
    double most,
        rest; /* powers of ten: most has as many digits as texts of the type, 10^9 = most * rest */
    int32_t
        half_unit; /* what to subtract from the exponent of x for that of u / 2, as bits of a binary32 */
    /* The numbers nearest to 0.1, 0.01, 0.001 and 0.0001, which have just these texts, as binary32. */
    int32_t tens[4];
    int32_t powers; /* numbers in which these bits are 0 are left to element_literal */
    const uint32_t *(*widen)(const void *entries, size_t n, uint32_t room[ENTRY_BLOCK]);
};

/* A block between two steps. Narrow numbers have one group of eight digits after the first, wide ones two. */
struct scaled {
    /* Of narrow numbers: |x|, 1 to 1000, u / 2; and 8 times the bytes before the first digit, 2 to 6. */
    alignas(64) float magnitude[ENTRY_BLOCK], tens[ENTRY_BLOCK], half[ENTRY_BLOCK];
    alignas(64) uint32_t place[ENTRY_BLOCK];
    alignas(64) uint64_t first[ENTRY_BLOCK];
    /* Of wide numbers: the text up to the first digit, and its length. */
    alignas(64) uint64_t begin[ENTRY_BLOCK], length[ENTRY_BLOCK];
    alignas(64) union {
        uint64_t eight[2 * ENTRY_BLOCK];
        uint32_t four[4 * ENTRY_BLOCK]; /* 0 to 9999, then its digits, the first one lowest */
    } digits;
};

struct scaled_makers {
    make_texts *narrow, *shortest_f64, *decimal_f64;
};

static const uint32_t *widen_bf16(const void *entries, size_t n, uint32_t room[ENTRY_BLOCK]) {
    const uint16_t *from = entries;
    for (size_t k = 0; k < n; k++)
        room[k] = (uint32_t)from[k] << 16;
    return room;
}

/* 0 and subnormal numbers become others below 1e-4. */
static const uint32_t *widen_f16(const void *entries, size_t n, uint32_t room[ENTRY_BLOCK]) {
    const uint16_t *from = entries;
    for (size_t k = 0; k < n; k++)
        room[k] = (from[k] & UINT32_C(0x8000)) << 16 | ((from[k] & UINT32_C(0x7fff)) + (112 << 10))
                                                           << 13;
    return room;
}

static const struct scale scales[] = {
    {24, 1e9, 1, 24 << 23, {0x3dcccccd, 0x3c23d70a, 0x3a83126f, 0x38d1b717}, INT32_MAX, NULL},
    {11, 1e5, 1e4, 11 << 23, {0x3dccc000, 0x3c23e000, 0x3a832000, 0x38d1c000}, 0x7fffff, widen_f16},
    {8, 1e4, 1e5, 8 << 23, {0x3dcd0000, 0x3c240000, 0x3a830000, 0x38d20000}, INT32_MAX, widen_bf16},
};

static const struct scale *scale_of(const struct element *type) {
    size_t k = 0;
    while (scales[k].precision != type->precision)
        k++;
    return &scales[k];
}

/* Numbers that the kernels leave to element_literal, as 1 or 0: those that aren't in [1e-4, 1), except 0 and 1 of
 * the narrow types; wide ones whose last eight digits are 0.
 *
 * The numbers below a power of two are twice as dense as those above. The kernels don't know that, and yet find the
 * right text of all powers of two from 2^-13 to 1/2, except 2^-6 and 2^-7 of f16. unit_texts_scaled.c tries all. */
static ALWAYS_INLINE uint32_t is_other_narrow(const struct scale *scale, uint32_t number) {
    int32_t magnitude = (int32_t)(number & INT32_MAX);
    int32_t beyond =
        (magnitude < scale->tens[3]) | (magnitude > ONE_F32) | ((magnitude & scale->powers) == 0);
    return (uint32_t)(beyond & (magnitude != 0) & (magnitude != ONE_F32));
}

static ALWAYS_INLINE uint64_t is_other_wide(uint64_t number, uint64_t last) {
    const int64_t least = INT64_C(0x3f1a36e2eb1c432d), one = INT64_C(0x3ff0000000000000);
    int64_t magnitude = (int64_t)(number & INT64_MAX), digits = (int64_t)last;
    int64_t below = magnitude < least, above = magnitude >= one, ends_in_zeros = digits == 0;
    return (uint64_t)(below | above | ends_in_zeros);
}

static void make_other(const struct text_maker *maker, const void *entries, size_t k,
                       struct entry_texts *texts) {
    char text[LITERAL_MAX];
    uint64_t bits = element_load(maker->type, entries, k);
    texts->length[k] = (uint8_t)element_literal(maker->type, maker->literal, bits, text);
    memcpy(texts->slots + k * maker->slot, text, maker->slot);
}

#if defined FP_FAST_FMA || defined __FP_FAST_FMA
#define SCALED_FMA 1
#else
#define SCALED_FMA 0
#endif
#define LANES(name) name##_baseline
#include "element/texts_scaled_kernels.h"
#undef LANES
#undef SCALED_FMA

#ifdef INSTRUCTIONS_X86
#define SCALED_FMA 1

INSTRUCTIONS_BEGIN(INSTRUCTIONS_SET_AVX2)
#define LANES(name) name##_avx2
#include "element/texts_scaled_kernels.h"
#undef LANES
INSTRUCTIONS_END

INSTRUCTIONS_BEGIN(INSTRUCTIONS_SET_AVX512)
#define LANES(name) name##_avx512
#include "element/texts_scaled_kernels.h"
#undef LANES
INSTRUCTIONS_END
#endif

/* By enum instructions. */
static const struct scaled_makers *const makers[] = {
    &makers_baseline,
#ifdef INSTRUCTIONS_X86
    &makers_avx2,
    &makers_avx512,
#endif
};

bool texts_scaled_choose(struct text_maker *maker, enum instructions best) {
    const struct element *type = maker->type;
    if (type->fixed || fegetround() != FE_TONEAREST)
        return false;
    bool wide = type->precision == 53;
    if (maker->literal != LITERAL_SHORTEST && !(wide && maker->literal == LITERAL_DECIMAL))
        return false;
    make_texts *make = !wide                               ? makers[best]->narrow
                       : maker->literal == LITERAL_DECIMAL ? makers[best]->decimal_f64
                                                           : makers[best]->shortest_f64;
    if (!make)
        return false;
    maker->make = make;
    maker->slot = wide ? ENTRY_SLOT : NARROW_SLOT;
    return true;
}

#else

bool texts_scaled_choose(struct text_maker *maker, enum instructions best) {
    (void)maker;
    (void)best;
    return false;
}

#endif
