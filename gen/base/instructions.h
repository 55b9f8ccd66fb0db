/* The instruction sets for which some functions are compiled more than once: the compiler's own, and on x86-64 two
 * others. A set is a part of every set after it. */
#ifndef POSENC_INSTRUCTIONS_H
#define POSENC_INSTRUCTIONS_H

enum instructions { INSTRUCTIONS_BASELINE, INSTRUCTIONS_AVX2, INSTRUCTIONS_AVX512 };

/* The best set that this CPU has. A build with POSENC_INSTRUCTIONS uses none after that one. */
enum instructions instructions_best(void);

/* Functions between INSTRUCTIONS_BEGIN(INSTRUCTIONS_SET_...) and INSTRUCTIONS_END are compiled for a set. */
#if defined __x86_64__ && defined __GNUC__
#define INSTRUCTIONS_X86 1
#define INSTRUCTIONS_SET_AVX2 "avx2,fma,bmi,bmi2"
#define INSTRUCTIONS_PRAGMA(words) INSTRUCTIONS_EXPANDED(words)
#define INSTRUCTIONS_EXPANDED(words) _Pragma(#words)
#ifdef __clang__
#define INSTRUCTIONS_SET_AVX512 "avx512f,avx512dq,avx512vl,avx512bw,avx512cd,fma,bmi,bmi2"
#define INSTRUCTIONS_BEGIN(set) \
    INSTRUCTIONS_PRAGMA(clang attribute push(__attribute__((target(set))), apply_to = function))
#define INSTRUCTIONS_END INSTRUCTIONS_PRAGMA(clang attribute pop)
#else
#define INSTRUCTIONS_SET_AVX512 \
    "avx512f,avx512dq,avx512vl,avx512bw,avx512cd,fma,bmi,bmi2,prefer-vector-width=512"
#define INSTRUCTIONS_BEGIN(set) \
    INSTRUCTIONS_PRAGMA(GCC push_options) INSTRUCTIONS_PRAGMA(GCC target(set))
#define INSTRUCTIONS_END INSTRUCTIONS_PRAGMA(GCC pop_options)
#endif
#endif

#endif
