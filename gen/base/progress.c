/* SPDX-License-Identifier: MIT */
#include "base/progress.h"
#include "base/die.h"
#include "base/system.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct progress {
    uint64_t entries;
    _Atomic uint64_t done;
    double start;
    _Atomic double shown; /* when the line was last shown, or 0 */
};

/* The line on the terminal: is it being written, and does it show the progress? */
static atomic_flag busy = ATOMIC_FLAG_INIT;
static atomic_bool visible;

static void erase(void) {
    if (atomic_exchange(&visible, false))
        system_say("\r\033[K");
}

/* The time of a clock that is never set. */
static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

struct progress *progress_new(uint64_t entries) {
    if (!system_has_terminal())
        return NULL;
    struct progress *progress = die_malloc(sizeof *progress);
    progress->entries = entries;
    progress->start = seconds();
    atomic_init(&progress->done, 0);
    atomic_init(&progress->shown, 0);
    return progress;
}

static void show(struct progress *progress, double time) {
    double elapsed = time - progress->start,
           share = (double)progress->done / (double)progress->entries;
    double left = share > 0 ? elapsed / share - elapsed : 0;
    char line[100];
    snprintf(line, sizeof line, "\rposenc: %3.0f %%, %.3g entries/s, %.0f s left \033[K",
             100 * share, (double)progress->done / elapsed, left);
    visible = true;
    system_say(line);
    progress->shown = time;
}

void progress_add(struct progress *progress, uint64_t entries) {
    enum { PER_SECOND = 5 };
    if (!progress)
        return;
    progress->done += entries;
    double time = seconds();
    if (time - progress->start < 1 || time - progress->shown < 1.0 / PER_SECOND ||
        atomic_flag_test_and_set(&busy))
        return;
    show(progress, time);
    atomic_flag_clear(&busy);
}

void progress_end(struct progress *progress) {
    erase();
    free(progress);
}

/* Another thread is done after one write. But a signal handler may have stopped this very thread within its write, so
 * the wait has an end. */
void progress_hold(void) {
    enum { WAIT = 100 }; /* milliseconds at most */
    for (int k = 0; atomic_flag_test_and_set(&busy) && k < WAIT; k++)
        system_wait(1);
    erase();
}

void progress_release(void) {
    atomic_flag_clear(&busy);
}
