/* SPDX-License-Identifier: MIT */
#ifndef _WIN32
/* O_TMPFILE, renameat2, fallocate... NOLINTNEXTLINE(bugprone-reserved-identifier,cert-*) */
#define _GNU_SOURCE 1
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- paths */

const char system_slashes[] = "/";

size_t system_drive(const char *path) {
    (void)path;
    return 0;
}

char *system_link(const char *path) {
    char link[PATH_MAX];
    ssize_t length = readlink(path, link, sizeof link - 1);
    if (length < 0)
        return NULL;
    link[length] = 0;
    return strdup(link);
}

char *system_real_path(const char *path) {
    return realpath(path, NULL);
}

char *system_one_spelling(const char *path) {
    return strdup(path);
}

char *system_temporary_folder(void) {
    const char *folder = getenv("TMPDIR");
    return strdup(folder && *folder ? folder : "/tmp");
}

/* --- files */

static bool status_from(int result, const struct stat *got, struct system_status *status) {
    if (result < 0)
        return false;
    *status = (struct system_status){.kind = S_ISREG(got->st_mode)   ? SYSTEM_FILE
                                             : S_ISDIR(got->st_mode) ? SYSTEM_FOLDER
                                                                     : SYSTEM_OTHER,
                                     .size = (uint64_t)got->st_size,
                                     .mode = got->st_mode & 0777,
                                     .owner = got->st_uid,
                                     .group = got->st_gid};
    return true;
}

bool system_status(const char *path, struct system_status *status) {
    struct stat got;
    return status_from(stat(path, &got), &got, status);
}

bool system_status_of(int descriptor, struct system_status *status) {
    struct stat got;
    return status_from(fstat(descriptor, &got), &got, status);
}

bool system_may_write(const char *path) {
    return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0;
}

enum { PERMISSIONS = 0666 };

int system_open(const char *path, enum system_access access) {
    static const int flags[] = {[SYSTEM_READ] = O_RDONLY,
                                [SYSTEM_READ_FILE] = O_RDONLY | O_NONBLOCK | O_NOCTTY,
                                [SYSTEM_WRITE] = O_WRONLY,
                                [SYSTEM_CREATE] = O_RDWR | O_CREAT | O_EXCL};
    return open(path, flags[access] | O_CLOEXEC, PERMISSIONS);
}

/* The path of an open file that needn't have a name. */
struct open_path {
    char text[40];
};
static struct open_path path_of(int descriptor) {
    struct open_path path;
    snprintf(path.text, sizeof path.text, "/proc/self/fd/%d", descriptor);
    return path;
}

int system_open_nameless(const char *folder) {
#ifdef O_TMPFILE
    int descriptor = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, PERMISSIONS);
    if (descriptor >= 0 && access(path_of(descriptor).text, F_OK) < 0) { /* there is no /proc */
        close(descriptor);
        descriptor = -1;
    }
    return descriptor;
#else
    (void)folder;
    errno = ENOTSUP;
    return -1;
#endif
}

bool system_may_have_open(int descriptors) {
    return descriptors < sysconf(_SC_OPEN_MAX);
}

bool system_close(int descriptor) {
    return close(descriptor) == 0 || errno == EINTR;
}

int64_t system_read(int descriptor, void *bytes, size_t count) {
    ssize_t got;
    do
        got = read(descriptor, bytes, count);
    while (got < 0 && errno == EINTR);
    return got;
}

int64_t system_read_at(int descriptor, void *bytes, size_t count, uint64_t offset) {
    size_t done = 0;
    for (ssize_t got = 1; got != 0 && done < count;) {
        got = pread(descriptor, (char *)bytes + done, count - done, (off_t)(offset + done));
        if (got < 0 && errno != EINTR)
            return -1;
        done += got > 0 ? (size_t)got : 0;
    }
    return (int64_t)done;
}

bool system_write(int descriptor, const void *bytes, size_t count, uint64_t offset) {
    const bool stream = offset == SYSTEM_AT_END;
    for (size_t done = 0; done < count;) {
        const char *rest = (const char *)bytes + done;
        const ssize_t written =
            stream ? write(descriptor, rest, count - done)
                   : pwrite(descriptor, rest, count - done, (off_t)(offset + done));
        if (written < 0 && errno != EINTR)
            return false;
        done += written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* This isn't posix_fallocate: if the file system can't claim space, glibc's posix_fallocate writes into each block. */
void system_claim_space(int descriptor, uint64_t from, uint64_t count) {
#ifdef __linux__
    (void)fallocate(descriptor, 0, (off_t)from, (off_t)count);
#else
    (void)descriptor;
    (void)from;
    (void)count;
#endif
}

/* The mode comes first: an owner that isn't root may no longer set it. */
bool system_take_over(int descriptor, const struct system_status *old) {
    const mode_t mode = old->mode, others = mode & S_IRWXO;
    bool set = fchmod(descriptor, mode) == 0;
    if (fchown(descriptor, old->owner, old->group) < 0 &&
        fchown(descriptor, (uid_t)-1, old->group) < 0)
        set = set && fchmod(descriptor, mode & ~(mode_t)(S_IRWXG & ~(others << 3))) == 0;
    return set;
}

bool system_rename(const char *from, const char *to) {
    return rename(from, to) == 0;
}

bool system_exchange(const char *path, const char *other) {
#ifdef RENAME_EXCHANGE
    return renameat2(AT_FDCWD, path, AT_FDCWD, other, RENAME_EXCHANGE) == 0;
#else
    (void)path;
    (void)other;
    errno = ENOTSUP;
    return false;
#endif
}

bool system_add_name(const char *path, const char *name) {
    return link(path, name) == 0;
}

bool system_name_open(int descriptor, const char *name) {
    return linkat(AT_FDCWD, path_of(descriptor).text, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

bool system_remove(const char *path) {
    return unlink(path) == 0;
}

bool system_make_folder(const char *path) {
    return mkdir(path, 0777) == 0;
}

bool system_remove_folder(const char *path) {
    return rmdir(path) == 0;
}

/* --- signals */

static const struct {
    int number;
    const char *name;
} endings[] = {{SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"},
               {SIGTERM, "SIGTERM"}, {SIGXCPU, "SIGXCPU"}, {SIGPIPE, NULL}};
enum { ENDINGS = sizeof endings / sizeof endings[0] };

static void (*before_end)(const char *signal);

static void on_signal(int number) {
    const char *name = NULL;
    for (size_t k = 0; k < ENDINGS; k++)
        if (endings[k].number == number)
            name = endings[k].name;
    before_end(name);
    raise(number); /* SA_RESETHAND has put the default action back */
}

void system_start(void (*ending)(const char *signal)) {
    struct sigaction act, old;
    for (int standard = 0; standard <= 2; standard++)
        if (fcntl(standard, F_GETFD) == -1 && errno == EBADF)
            open("/dev/null", standard == 0 ? O_WRONLY : O_RDONLY);
    signal(SIGXFSZ, SIG_IGN); /* write then fails */
    before_end = ending;
    memset(&act, 0, sizeof act);
    act.sa_handler = on_signal;
    act.sa_flags = (int)(SA_RESETHAND | SA_NODEFER);
    sigemptyset(&act.sa_mask);
    for (size_t k = 0; k < ENDINGS; k++) {
        sigaction(endings[k].number, NULL, &old);
        if (old.sa_handler != SIG_IGN) /* nohup, or a shell's background job */
            sigaction(endings[k].number, &act, NULL);
    }
}

/* How often this thread holds signals, and which were blocked before. */
static _Thread_local unsigned held;
static _Thread_local sigset_t blocked_before;

static void hold(size_t count) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t k = 0; k < count; k++)
        sigaddset(&set, endings[k].number);
    pthread_sigmask(SIG_BLOCK, &set, held++ == 0 ? &blocked_before : NULL);
}

void system_hold_signals(void) {
    hold(ENDINGS);
}

/* SIGPIPE is the last one in the list, and stays unblocked. */
void system_hold_signals_of_new_thread(void) {
    hold(ENDINGS - 1);
}

void system_release_signals(void) {
    if (--held == 0)
        pthread_sigmask(SIG_SETMASK, &blocked_before, NULL);
}

/* --- the process */

unsigned system_cpus(void) {
#if defined CPU_COUNT && !defined __EMSCRIPTEN__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (unsigned)CPU_COUNT(&set);
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

/* Asking the kernel for a page costs more than a microsecond. So HUGE_LEAST bytes or more are whole huge pages, if the
 * system has some to give: half of one is already cheaper. */
void *system_aligned_memory(size_t alignment, size_t size) {
    enum { HUGE_PAGE = 1 << 21, HUGE_LEAST = HUGE_PAGE / 2 };
    const bool huge = size >= HUGE_LEAST && size <= SIZE_MAX - HUGE_PAGE;
    const size_t whole = huge ? (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE : size;
    void *memory = NULL;
    errno = posix_memalign(&memory, huge ? HUGE_PAGE : alignment, whole ? whole : 1);
    if (errno != 0)
        return NULL;
#ifdef MADV_HUGEPAGE
    if (huge)
        (void)madvise(memory, whole, MADV_HUGEPAGE);
#endif
    return memory;
}

void system_free_aligned(void *memory) {
    free(memory);
}

bool system_has_terminal(void) {
    return isatty(STDERR_FILENO);
}

void system_say(const char *text) {
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

void system_wait(unsigned milliseconds) {
    poll(NULL, 0, (int)milliseconds);
}
#else
typedef int system_is_windows; /* C wants something in each file */
#endif
