#include "base/cpus.h"
#include "base/die.h"
#include "base/file.h"
#include "base/system.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

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

/* A small file of text, which the caller frees; NULL if it can't be read. */
static char *content_of(const char *path) {
    enum { MOST = 1 << 20 };
    struct text text = {NULL, 0, 0};
    char *wrong = file_read(path, MOST, &text);
    text_string(&text);
    if (wrong)
        text_free(&text);
    free(wrong);
    return text.bytes;
}

/* Reads a line of one or two numbers; "max" counts as 0. Returns false if the file can't be read. */
static bool read_numbers(const char *folder, const char *name, long numbers[2]) {
    char *path = text_format("%s/%s", folder, name), *line = content_of(path), *end = line;
    numbers[0] = numbers[1] = 0;
    if (line) {
        numbers[0] = strtol(line, &end, 10);
        numbers[1] = strtol(end + (strncmp(end, "max", 3) == 0 ? 3 : 0), NULL, 10);
    }
    const bool read = line != NULL;
    free(path);
    free(line);
    return read;
}

/* The quota of one group divided by its period, rounded up; 0 if it has no limit. */
static unsigned group_limit(const char *folder) {
    long v2[2], quota[2], period[2];
    if (read_numbers(folder, "cpu.max", v2)) {
        quota[0] = v2[0];
        period[0] = v2[1];
    } else if (!read_numbers(folder, "cpu.cfs_quota_us", quota) ||
               !read_numbers(folder, "cpu.cfs_period_us", period)) {
        return 0;
    }
    if (quota[0] <= 0 || period[0] <= 0)
        return 0;
    return (unsigned)((quota[0] + period[0] - 1) / period[0]);
}

/* The less of two limits, of which 0 is none. */
static unsigned less_limit(unsigned a, unsigned b) {
    return !a || (b && b < a) ? b : a;
}

/* The least limit of a group and of the groups above it; 0 if none has a limit. `mount` is the folder of the
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

/* Is "cpu" in a list "cpuset,cpu" of that length? */
static bool has_cpu(const char *list, size_t length) {
    for (const char *end = list + length; list < end; list += strcspn(list, ",:") + 1)
        if (strcspn(list, ",:") == 3 && strncmp(list, "cpu", 3) == 0)
            return true;
    return false;
}

/* The limit of the group in a line "0::GROUP" (v2) or "NUMBER:CONTROLLERS:GROUP" (v1). */
static unsigned line_limit(const char *line) {
    const char *list = strchr(line, ':'), *group = list ? strchr(list + 1, ':') : NULL;
    if (!group)
        return 0;
    if (group == list + 1)
        return least_limit("/sys/fs/cgroup", group + 1);
    return has_cpu(list + 1, (size_t)(group - list - 1))
               ? least_limit("/sys/fs/cgroup/cpu", group + 1)
               : 0;
}

unsigned cpus_allowed(void) {
    unsigned cpus = system_cpus(), limit = 0;
    char *groups = content_of("/proc/self/cgroup");
    for (char *line = groups, *next; line && *line; line = next) {
        size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        line[length] = 0;
        limit = less_limit(limit, line_limit(line));
    }
    free(groups);
    if (limit && limit < cpus)
        cpus = limit;
    return cpus ? cpus : 1;
}
