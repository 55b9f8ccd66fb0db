/* How many threads can run at once. */
#ifndef POSENC_CPUS_H
#define POSENC_CPUS_H

/* The CPUs that this process may use: its affinity mask, and no more than its control group's quota
 * of CPU time (cgroup v2 cpu.max or v1 cpu.cfs_quota_us, here and in the groups above), rounded up.
 * At least 1. */
unsigned cpus_allowed(void);

#endif
