/* How many threads can run at the same time. */
#ifndef POSENC_CPUS_H
#define POSENC_CPUS_H

/* How many CPUs this process may use, at least 1: those of its affinity mask, but no more than its quota of CPU
 * time, rounded up. The quota is the least of its control group and the groups above that (cgroup v2 cpu.max or v1
 * cpu.cfs_quota_us). */
unsigned cpus_allowed(void);

#endif
