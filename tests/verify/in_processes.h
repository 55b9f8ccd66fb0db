/* SPDX-License-Identifier: MIT */
/* Work for all processors. C11 and C++17. */
#ifndef IN_PROCESSES_H
#define IN_PROCESSES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <sys/wait.h>
#include <unistd.h>

/* Calls block(n) for n = first, first + step, ... below end, in one process a processor. Returns 0 if all of them exit
 * with 0. A block that fails exits with another status. */
static inline int in_processes(uint64_t first, uint64_t end, uint64_t step,
                               void (*block)(uint64_t)) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int failed = 0;
    if (processors < 1)
        processors = 1;
    for (long p = 0; p < processors; p++) {
        const pid_t child = fork();
        if (child < 0) {
            perror("fork");
            failed = 1;
            break;
        }
        if (child == 0) {
            for (uint64_t n = first + (uint64_t)p * step; n < end; n += (uint64_t)processors * step)
                block(n);
            exit(0);
        }
    }
    for (int status; wait(&status) > 0;)
        failed |= status != 0;
    return failed;
}

#endif
