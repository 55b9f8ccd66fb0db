/* SPDX-License-Identifier: MIT */
#include "base/cpus.h"
#include "base/die.h"
#include "base/file.h"
#include "base/system.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifndef POSENC_INSTRUCTIONS
#define POSENC_INSTRUCTIONS INSTRUCTIONS_AVX512
#endif

#ifdef INSTRUCTIONS_X86
enum instructions instructions_best(void) {
    const enum instructions most = (enum instructions)(POSENC_INSTRUCTIONS);
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512cd");
    const enum instructions best = !avx2    ? INSTRUCTIONS_BASELINE
                                   : avx512 ? INSTRUCTIONS_AVX512
                                            : INSTRUCTIONS_AVX2;
    return best < most ? best : most;
}

#else
enum instructions instructions_best(void) {
    return INSTRUCTIONS_BASELINE;
}

#endif

unsigned cpus_allowed(void) {
    const unsigned cpus = system_cpus();
    return cpus == 0 ? 1 : cpus < CPUS_MOST ? cpus : CPUS_MOST;
}

/* Returns false if the system starts no more threads. */
static bool start(pthread_t *thread, void *(*work)(void *), void *context) {
    system_hold_signals_of_new_thread();
    bool started = pthread_create(thread, NULL, work, context) == 0;
    system_release_signals();
    return started;
}

void threads_run(unsigned count, void *(*work)(void *), void *context) {
    pthread_t *thread = die_malloc(count * sizeof *thread);
    unsigned started = 0;
    while (started + 1 < count && start(&thread[started], work, context))
        started++;
    work(context);
    for (unsigned k = 0; k < started; k++)
        pthread_join(thread[k], NULL);
    free(thread);
}
