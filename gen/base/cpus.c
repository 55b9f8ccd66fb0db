#define _GNU_SOURCE 1 /* sched_getaffinity. NOLINT(bugprone-reserved-identifier,cert-*) */
#include "base/cpus.h"
#include "base/die.h"
#include "base/file.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned affinity(void) {
#ifdef CPU_COUNT
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (unsigned)CPU_COUNT(&set);
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

/* Reads a line of one or two numbers; "max" counts as 0. Returns false if the file can't be read. */
static bool read_numbers(const char *folder, const char *name, long numbers[2]) {
    char line[64];
    char *path = text_format("%s/%s", folder, name);
    numbers[0] = numbers[1] = 0;
    bool read = file_read_line(path, line, sizeof line);
    free(path);
    if (!read)
        return false;
    char *end;
    numbers[0] = strtol(line, &end, 10);
    numbers[1] = strtol(end + (strncmp(end, "max", 3) == 0 ? 3 : 0), NULL, 10);
    return true;
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

/* The least limit of a group and of the groups above it; 0 if none has a limit. `mount` is the folder of the
 * hierarchy. */
static unsigned least_limit(const char *mount, const char *group) {
    char *folder = text_format("%s%s", mount, group);
    unsigned least = 0;
    for (;;) {
        unsigned limit = group_limit(folder);
        if (limit && (!least || limit < least))
            least = limit;
        char *slash = strrchr(folder, '/');
        if (!slash || (size_t)(slash - folder) < strlen(mount))
            break;
        *slash = 0;
    }
    free(folder);
    return least;
}

unsigned cpus_allowed(void) {
    unsigned cpus = affinity();
    char group[256] = "";
    unsigned limit = 0;
    if (file_read_line("/proc/self/cgroup", group, sizeof group) && strncmp(group, "0::/", 4) == 0)
        limit = least_limit("/sys/fs/cgroup", group + 3);
    else
        limit = least_limit("/sys/fs/cgroup/cpu", "");
    if (limit && limit < cpus)
        cpus = limit;
    return cpus ? cpus : 1;
}
