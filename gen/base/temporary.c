#define _GNU_SOURCE 1 /* O_TMPFILE, renameat2. NOLINT(bugprone-reserved-identifier,cert-*) */
#include "base/temporary.h"
#include "base/die.h"
#include "base/path.h"
#include "base/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct temporary {
    char *path;        /* its temporary name, or that of a folder; NULL if it has none */
    char *target;      /* where it shall be; NULL for a folder */
    const char *shown; /* the name of the output; NULL for a folder */
    bool folder;
    bool named;  /* the file is at `path` */
    bool placed; /* the file is at `target` */
    bool fresh;  /* nothing was there before it, and it may go back */
    char *old;   /* the temporary name of what was there; NULL if it has none */
    struct temporary *next;
};

/* The newest first, so that a folder is empty when its turn comes. The list and its entries are changed only by the
 * first thread, while signals are blocked: other threads don't take them, except SIGPIPE for what they write, and no
 * other thread writes then. */
static struct temporary *volatile unfinished;

/* How many threads have a file that has a name and shall lose it at once. */
static atomic_int losing_names;

/* --- signals */

static const struct {
    int number;
    const char *name; /* NULL: no message */
} ending[] = {{SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"},
              {SIGTERM, "SIGTERM"}, {SIGXCPU, "SIGXCPU"}, {SIGPIPE, NULL}};
enum { ENDING = sizeof ending / sizeof ending[0] };

sigset_t temporary_hold_signals(void) {
    sigset_t held, before;
    sigemptyset(&held);
    for (size_t k = 0; k < ENDING; k++)
        sigaddset(&held, ending[k].number);
    pthread_sigmask(SIG_BLOCK, &held, &before);
    return before;
}

void temporary_release_signals(sigset_t before) {
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void say(const char *text) {
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

/* Puts back what was at the target. This and its callers use only functions that POSIX allows in a signal handler. */
static void go_back(const struct temporary *t) {
    if (!t->old) {
        if (t->fresh)
            unlink(t->target);
    } else if (rename(t->old, t->target) < 0) {
        say("posenc: ");
        say(t->shown);
        say(": the old file is now ");
        say(t->old);
        say("\n");
    }
}

static void remove_unfinished(void) {
    enum { WAIT = 1000 }; /* milliseconds at most */
    for (int k = 0; losing_names > 0 && k < WAIT; k++)
        poll(NULL, 0, 1);
    for (const struct temporary *t = unfinished; t; t = t->next) {
        if (t->folder)
            rmdir(t->path); /* fails if another run has put something there */
        else if (t->placed)
            go_back(t);
        else if (t->old)
            unlink(t->old);
        if (t->named)
            unlink(t->path);
    }
}

static void on_signal(int number) {
    const struct temporary *t = unfinished;
    const char *name = NULL;
    remove_unfinished();
    for (size_t k = 0; k < ENDING; k++)
        if (ending[k].number == number)
            name = ending[k].name;
    while (t && !t->shown)
        t = t->next;
    progress_hold();
    if (name) {
        say("posenc: ");
        say(t ? t->shown : "");
        say(t ? ": not written: " : "");
        say("stopped by ");
        say(name);
        say("\n");
    }
    raise(number); /* SA_RESETHAND has put the default action back */
}

void temporary_start(void) {
    struct sigaction act, old;
    memset(&act, 0, sizeof act);
    act.sa_handler = on_signal;
    act.sa_flags = (int)(SA_RESETHAND | SA_NODEFER);
    sigemptyset(&act.sa_mask);
    for (size_t k = 0; k < ENDING; k++) {
        sigaction(ending[k].number, NULL, &old);
        if (old.sa_handler != SIG_IGN) /* nohup, or a shell's background job */
            sigaction(ending[k].number, &act, NULL);
    }
    atexit(remove_unfinished);
}

static struct temporary *entry_new(const char *path, const char *target, const char *shown) {
    struct temporary *t = die_malloc(sizeof *t);
    *t = (struct temporary){.path = path ? text_format("%s", path) : NULL,
                            .target = target ? text_format("%s", target) : NULL,
                            .shown = shown,
                            .folder = target == NULL};
    return t;
}

static void entry_free(struct temporary *t) {
    free(t->path);
    free(t->target);
    free(t->old);
    free(t);
}

static void add(struct temporary *t) {
    t->next = unfinished;
    unfinished = t;
}

/* --- names */

/* Calls `make` with `of` and a new name in the folder of `target` until the name was free. Returns the name, which the
 * caller frees, or NULL and sets errno. No memory is needed between a success and the return. */
static char *make_named(const char *target, bool (*make)(const char *path, void *of), void *of) {
    enum { TRIES = 1 << 16 }; /* killed runs of the same process number may have left many */
    static atomic_ulong serial;
    for (int k = 0; k < TRIES; k++) {
        char *path = text_format("%.*s.posenc-%ld-%lu", (int)path_folder(target), target,
                                 (long)getpid(), serial++);
        if (make(path, of))
            return path;
        int wrong = errno;
        free(path);
        errno = wrong;
        if (wrong != EEXIST)
            break;
    }
    return NULL;
}

enum { CREATE = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, PERMISSIONS = 0666 };

static bool create(const char *path, void *of) {
    int *descriptor = of;
    *descriptor = open(path, CREATE, PERMISSIONS);
    return *descriptor >= 0;
}

static bool create_nameless(const char *path, void *of) {
    int *descriptor = of;
    losing_names++;
    *descriptor = open(path, CREATE, PERMISSIONS);
    bool made = *descriptor >= 0 && unlink(path) == 0;
    losing_names--;
    return made;
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

static bool link_open(const char *path, void *of) {
    const int *descriptor = of;
    return linkat(AT_FDCWD, path_of(*descriptor).text, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

/* Copies an open file whose link the system forbids. Signals are held, so that nothing interrupts a call. */
static bool copy_open(const char *path, void *of) {
    const int from = *(const int *)of;
    struct stat status;
    char bytes[BUFSIZ];
    int to = open(path, CREATE, PERMISSIONS);
    if (to < 0)
        return false;
    bool good = fstat(from, &status) == 0 && fchmod(to, status.st_mode & 0777) == 0;
    if (good && fchown(to, status.st_uid, status.st_gid) < 0)
        errno = 0; /* the copy is as much the owner's as the system allows */
    ssize_t got = 0;
    for (off_t at = 0; good && (got = pread(from, bytes, sizeof bytes, at)) > 0; at += got) {
        ssize_t put = write(to, bytes, (size_t)got);
        good = put == got;
        if (put >= 0 && !good)
            errno = ENOSPC;
    }
    good = good && got == 0;
    int wrong = errno;
    good = close(to) == 0 && good;
    if (!good)
        unlink(path);
    errno = wrong;
    return good;
}

/* Opens a file without a name in the folder of a path; returns -1 if the system can't. */
static int open_nameless(const char *path) {
#ifdef O_TMPFILE
    char *folder = text_format("%.*s", (int)path_folder(path), path);
    int descriptor = open(*folder ? folder : ".", O_TMPFILE | O_RDWR | O_CLOEXEC, PERMISSIONS);
    free(folder);
    return descriptor;
#else
    (void)path;
    return -1;
#endif
}

int temporary_nameless(const char *path) {
    int descriptor = open_nameless(path);
    if (descriptor >= 0)
        return descriptor;
    sigset_t before = temporary_hold_signals();
    char *name = make_named(path, create_nameless, &descriptor);
    int wrong = errno;
    temporary_release_signals(before);
    free(name);
    errno = wrong;
    return name ? descriptor : -1;
}

/* --- files and folders */

struct temporary *temporary_create(const char *target, const char *shown, int *descriptor) {
    sigset_t before = temporary_hold_signals();
    struct temporary *t = entry_new(NULL, target, shown);
    add(t);
    *descriptor = open_nameless(target);
    if (*descriptor >= 0 && access(path_of(*descriptor).text, F_OK) < 0) { /* there is no /proc */
        close(*descriptor);
        *descriptor = -1;
    }
    if (*descriptor < 0) {
        t->path = make_named(target, create, descriptor);
        t->named = t->path != NULL;
    }
    int wrong = errno;
    temporary_release_signals(before);
    errno = wrong;
    return *descriptor < 0 ? NULL : t;
}

bool temporary_name(struct temporary *t, int descriptor) {
    if (t->named)
        return true;
    sigset_t before = temporary_hold_signals();
    t->path = make_named(t->target, link_open, &descriptor);
    if (!t->path)
        t->path = make_named(t->target, copy_open, &descriptor);
    t->named = t->path != NULL;
    int wrong = errno;
    temporary_release_signals(before);
    errno = wrong;
    return t->named;
}

const char *temporary_path(const struct temporary *t) {
    return t->path;
}

/* Makes two files exchange their names; returns false if that can't be done here. */
static bool exchange(const char *path, const char *other) {
#ifdef RENAME_EXCHANGE
    return renameat2(AT_FDCWD, path, AT_FDCWD, other, RENAME_EXCHANGE) == 0;
#else
    (void)path;
    (void)other;
    return false;
#endif
}

static bool link_old(const char *path, void *of) {
    const char *target = of;
    return link(target, path) == 0;
}

bool temporary_place(struct temporary *t, bool may_go_back) {
    struct stat status;
    bool there = may_go_back && lstat(t->target, &status) == 0,
         old = there && S_ISREG(status.st_mode);
    if (old && exchange(t->path, t->target)) {
        t->old = t->path;
        t->path = NULL;
        t->placed = true;
    } else {
        if (old)
            t->old = make_named(t->target, link_old, t->target);
        t->placed = rename(t->path, t->target) == 0;
        t->fresh = may_go_back && !there;
    }
    t->named = !t->placed;
    return t->placed;
}

void temporary_make_folders(const char *name) {
    char *path = text_format("%.*s", (int)path_folder(name), name);
    for (char *at = path + 1; *path && *at; at++)
        if (*at == '/') {
            *at = 0;
            sigset_t before = temporary_hold_signals();
            struct temporary *folder = entry_new(path, NULL, NULL);
            if (mkdir(path, 0777) == 0)
                add(folder);
            else if (errno == EEXIST)
                entry_free(folder);
            else
                die(DIE_JOB, "%s: %s", path, strerror(errno));
            temporary_release_signals(before);
            *at = '/';
        }
    free(path);
}

char *temporary_end(void) {
    char *wrong = NULL;
    struct temporary *t = unfinished, *next;
    unfinished = NULL;
    for (; t; t = next) {
        next = t->next;
        const char *left = t->named ? t->path : t->old;
        if (left && unlink(left) < 0 && !wrong)
            wrong = text_format("%s: %s", left, strerror(errno));
        entry_free(t);
    }
    return wrong;
}
