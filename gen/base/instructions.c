#include "base/instructions.h"

#include <stdbool.h>

#ifndef POSENC_INSTRUCTIONS
#define POSENC_INSTRUCTIONS INSTRUCTIONS_AVX512
#endif

#ifdef INSTRUCTIONS_X86
static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

static bool has_avx512(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd");
}

enum instructions instructions_best(void) {
    const enum instructions most = (enum instructions)(POSENC_INSTRUCTIONS);
    if (most >= INSTRUCTIONS_AVX512 && has_avx2() && has_avx512())
        return INSTRUCTIONS_AVX512;
    return most >= INSTRUCTIONS_AVX2 && has_avx2() ? INSTRUCTIONS_AVX2 : INSTRUCTIONS_BASELINE;
}
#else
enum instructions instructions_best(void) {
    return INSTRUCTIONS_BASELINE;
}
#endif
