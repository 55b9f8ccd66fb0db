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

/* Appends the content of a small file FOLDER/NAME; nothing if it can't be read. */
static void add_content(struct text *text, const char *folder, const char *name) {
    enum { MOST = 1 << 20 };
    char *path = text_format("%s/%s", folder, name);
    free(file_read(path, MOST, text));
    free(path);
}

/* The quota of one group divided by its period, rounded up; 0 if it has no limit. */
static unsigned group_limit(const char *folder) {
    struct text both = {NULL, 0, 0};
    add_content(&both, folder, "cpu.max"); /* "50000 100000", or "max 100000" */
    if (both.used == 0) {
        add_content(&both, folder, "cpu.cfs_quota_us");
        add_content(&both, folder, "cpu.cfs_period_us");
    }
    char *end;
    const long quota = strtol(text_string(&both), &end, 10), period = strtol(end, NULL, 10);
    text_free(&both);
    return quota > 0 && period > 0 ? (unsigned)((quota + period - 1) / period) : 0;
}

/* The smaller of two limits; 0 is no limit. */
static unsigned less_limit(unsigned a, unsigned b) {
    return !a || (b && b < a) ? b : a;
}

/* The smallest limit of a group and of the groups above it; 0 if there is none. `mount` is the folder of the
 * hierarchy. */
static unsigned least_limit(const char *mount, const char *group) {
    char *folder = text_format("%s%s", mount, group);
    unsigned least = 0;
    for (;;) {
        least = less_limit(least, group_limit(folder));
        char *slash = strrchr(folder, '/');
        if (!slash || (size_t)(slash - folder) < strlen(mount))
            break;
        *slash = 0;
    }
    free(folder);
    return least;
}

/* The limit of the group that a line names, "0::GROUP" (v2) or "NUMBER:CONTROLLERS:GROUP" (v1). Overwrites the line. */
static unsigned line_limit(char *line) {
    char *list = strchr(line, ':'), *group = list ? strchr(list + 1, ':') : NULL;
    if (!group)
        return 0;
    if (group == list + 1)
        return least_limit("/sys/fs/cgroup", group + 1);
    *group = 0;
    for (char *comma = list + 1; (comma = strchr(comma, ','));)
        *comma = ' ';
    return text_lists(list + 1, "cpu") ? least_limit("/sys/fs/cgroup/cpu", group + 1) : 0;
}

unsigned cpus_allowed(void) {
    unsigned cpus = system_cpus(), limit = 0;
    struct text groups = {NULL, 0, 0};
    add_content(&groups, "/proc/self", "cgroup");
    char *rest = NULL, *line = strtok_r(text_string(&groups), "\n", &rest);
    for (; line; line = strtok_r(NULL, "\n", &rest))
        limit = less_limit(limit, line_limit(line));
    text_free(&groups);
    if (limit && limit < cpus)
        cpus = limit;
    return cpus ? cpus : 1;
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
