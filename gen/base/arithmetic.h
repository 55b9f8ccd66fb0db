/* Is floating point of this machine what the code that relies on it needs? And numbers as bits. */
#ifndef POSENC_ARITHMETIC_H
#define POSENC_ARITHMETIC_H

#include <fenv.h>
#include <float.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* 1: doubles are of binary64, and each operation is rounded once. Excess precision (x87) would round twice. */
#if FLT_EVAL_METHOD == 0 && FLT_RADIX == 2 && DBL_MANT_DIG == 53
#define ARITHMETIC_BINARY64 1
#else
#define ARITHMETIC_BINARY64 0
#endif

/* Is it rounded to nearest? The environment of a process may say otherwise. */
static inline bool arithmetic_rounds_to_nearest(void) {
    return fegetround() == FE_TONEAREST;
}

static inline uint64_t bits_of_double(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline uint32_t bits_of_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

#endif
