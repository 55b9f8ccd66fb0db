#include "base/progress.h"
#include "base/die.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct progress {
    uint64_t entries;
    _Atomic uint64_t done;
    double start;
    _Atomic double shown; /* when the line was last shown, or 0 */
    atomic_flag showing;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

struct progress *progress_new(uint64_t entries) {
    if (!isatty(STDERR_FILENO))
        return NULL;
    struct progress *progress = die_malloc(sizeof *progress);
    progress->entries = entries;
    progress->start = now();
    atomic_init(&progress->done, 0);
    atomic_init(&progress->shown, 0);
    atomic_flag_clear(&progress->showing);
    return progress;
}

static void show(struct progress *progress, double time) {
    double elapsed = time - progress->start,
           share = (double)progress->done / (double)progress->entries;
    double left = share > 0 ? elapsed / share - elapsed : 0;
    fprintf(stderr, "\rposenc: %3.0f %%, %.3g entries/s, %.0f s left \033[K", 100 * share,
            (double)progress->done / elapsed, left);
    fflush(stderr);
    progress->shown = time;
}

void progress_add(struct progress *progress, uint64_t entries) {
    enum { PER_SECOND = 5 };
    if (!progress)
        return;
    progress->done += entries;
    double time = now();
    if (time - progress->start < 1 || time - progress->shown < 1.0 / PER_SECOND ||
        atomic_flag_test_and_set(&progress->showing))
        return;
    show(progress, time);
    atomic_flag_clear(&progress->showing);
}

void progress_end(struct progress *progress) {
    if (progress && progress->shown > 0)
        fprintf(stderr, "\r\033[K");
    free(progress);
}
