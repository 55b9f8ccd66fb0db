/* How many threads can run at once. */
#ifndef POSENC_CPUS_H
#define POSENC_CPUS_H

/* The CPUs that this process may use: those of its affinity mask, limited by its control group's quota of CPU time (cgroup
 * v2 cpu.max or v1 cpu.cfs_quota_us, of the group and those above it), rounded up. At least 1. */
unsigned cpus_allowed(void);

#endif
