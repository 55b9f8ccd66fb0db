/* SPDX-License-Identifier: MIT */
/* CPUs: their instruction sets, how many there are, and threads on them. */
#ifndef POSENC_CPUS_H
#define POSENC_CPUS_H

/* The instruction sets for which some functions are compiled more than once: the compiler's own, and on x86-64 two
 * others. A set is a part of every set after it. */

enum instructions { INSTRUCTIONS_BASELINE, INSTRUCTIONS_AVX2, INSTRUCTIONS_AVX512 };

/* The best set that this CPU has. A build with POSENC_INSTRUCTIONS uses none after that one. */
enum instructions instructions_best(void);

/* Definitions of functions that begin with INSTRUCTIONS_FOR_avx2 are compiled for that set. */
#if defined __x86_64__ && defined __GNUC__
#define INSTRUCTIONS_X86 1
#define INSTRUCTIONS_SET_AVX2 "avx2,fma,bmi,bmi2"
#ifdef __clang__
#define INSTRUCTIONS_SET_AVX512 "avx512f,avx512dq,avx512vl,avx512bw,avx512cd,fma,bmi,bmi2"
#else
#define INSTRUCTIONS_SET_AVX512 \
    "avx512f,avx512dq,avx512vl,avx512bw,avx512cd,fma,bmi,bmi2,prefer-vector-width=512"
#endif
#endif

/* INSTRUCTIONS_EACH(of) is of(baseline) of(avx2) of(avx512): definitions of functions whose names end with that of
 * the set and that begin with INSTRUCTIONS_FOR_##set. What they call must be inlined into them.
 * INSTRUCTIONS_LIST(of) lists of(...) of the same sets, as an array by enum instructions has them. */
#define INSTRUCTIONS_FOR_baseline
#ifdef INSTRUCTIONS_X86
#define INSTRUCTIONS_FOR_avx2 __attribute__((target(INSTRUCTIONS_SET_AVX2)))
#define INSTRUCTIONS_FOR_avx512 __attribute__((target(INSTRUCTIONS_SET_AVX512)))
#define INSTRUCTIONS_EACH(of) of(baseline) of(avx2) of(avx512)
#define INSTRUCTIONS_LIST(of) of(baseline), of(avx2), of(avx512)
#else
#define INSTRUCTIONS_EACH(of) of(baseline)
#define INSTRUCTIONS_LIST(of) of(baseline)
#endif

/* How many threads a run may have: one for each CPU of the process's affinity mask, from 1 to CPUS_MOST. */
enum { CPUS_MOST = 16 };
unsigned cpus_allowed(void);

/* Runs work(context) in `count` threads at once, including the caller's, until all have returned. If the system starts
 * fewer threads, these do all the work. Signals that end the program go to its first thread, except SIGPIPE, which goes
 * to the thread that wrote. */
void threads_run(unsigned count, void *(*work)(void *), void *context);

#endif
