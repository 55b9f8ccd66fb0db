/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/file.h"
#include "base/path.h"
#include "base/progress.h"
#include "base/system.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct temporary {
    char *path;        /* its temporary name, or that of a folder; NULL if it has none (any more) */
    char *target;      /* where it shall be; NULL for a folder */
    const char *shown; /* the name of the output; NULL for a folder */
    bool placed;       /* the file is at `target` */
    bool fresh;        /* nothing was there before it, and it may go back */
    char *old;         /* the temporary name of what was there; NULL if it has none */
    struct temporary *next;
};

/* The newest first, so that a folder is empty when its turn comes. Only the first thread changes the list and its
 * entries, while it blocks signals. Other threads block them always; they take SIGPIPE, but none writes while the list
 * changes. */
static struct temporary *volatile unfinished;

/* How many threads have just created a file with a name that they are about to remove. */
static atomic_int losing_names;

/* --- signals */

/* Everything from here to on_end is allowed in a signal handler. */
static void say(const char *file, const char *what, const char *more) {
    const char *const parts[] = {"posenc: ", file, what, more, "\n"};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        system_say(parts[k]);
}

/* Puts back what was at the target. */
static void go_back(const struct temporary *t) {
    if (!t->old) {
        if (t->fresh)
            system_remove(t->target);
    } else if (!system_rename(t->old, t->target)) {
        say(t->shown, ": the old file is now ", t->old);
    }
}

static void remove_unfinished(void) {
    enum { WAIT = 1000 }; /* milliseconds at most */
    for (int k = 0; losing_names > 0 && k < WAIT; k++)
        system_wait(1);
    for (const struct temporary *t = unfinished; t; t = t->next) {
        if (!t->target)
            system_remove_folder(t->path); /* fails if another run has put something there */
        else if (t->placed)
            go_back(t);
        else if (t->old)
            system_remove(t->old);
        if (t->target && t->path)
            system_remove(t->path);
    }
}

static void on_end(const char *signal) {
    const struct temporary *t = unfinished;
    remove_unfinished();
    while (t && !t->shown)
        t = t->next;
    progress_hold();
    if (signal)
        say(t ? t->shown : "", t ? ": not written: stopped by " : "stopped by ", signal);
}

void file_start(void) {
    system_start(on_end);
    atexit(remove_unfinished);
}

static struct temporary *entry_new(const char *path, const char *target, const char *shown) {
    struct temporary *t = die_malloc(sizeof *t);
    *t = (struct temporary){.path = path ? text_format("%s", path) : NULL,
                            .target = target ? text_format("%s", target) : NULL,
                            .shown = shown};
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

/* Calls `make` with `of` and new names in the folder of `target` until one was free. Returns the name, which the caller
 * frees, or NULL and sets errno. No memory is needed between a success and the return. */
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

static bool create(const char *path, void *of) {
    int *descriptor = of;
    *descriptor = system_open(path, SYSTEM_CREATE);
    return *descriptor >= 0;
}

static bool create_nameless(const char *path, void *of) {
    int *descriptor = of;
    losing_names++;
    *descriptor = system_open(path, SYSTEM_CREATE);
    bool made = *descriptor >= 0 && system_remove(path);
    losing_names--;
    return made;
}

static bool link_open(const char *path, void *of) {
    const int *descriptor = of;
    return system_name_open(*descriptor, path);
}

/* Copies an open file whose link the system forbids. Signals are held, so that nothing interrupts a call. */
static bool copy_open(const char *path, void *of) {
    const int from = *(const int *)of;
    struct system_status status;
    char bytes[BUFSIZ];
    int to = system_open(path, SYSTEM_CREATE);
    if (to < 0)
        return false;
    bool good = system_status_of(from, &status) && system_take_over(to, &status);
    int64_t got = 0;
    for (uint64_t at = 0; good && (got = system_read_at(from, bytes, sizeof bytes, at)) > 0;
         at += (uint64_t)got)
        good = system_write(to, bytes, (size_t)got, at);
    good = good && got == 0;
    int wrong = errno;
    if (!system_close(to) && good) {
        wrong = errno;
        good = false;
    }
    if (!good)
        system_remove(path);
    errno = wrong;
    return good;
}

/* Opens a file without a name in the folder of a path; returns -1 if the system can't. */
static int open_nameless(const char *path) {
    char *folder = text_format("%.*s", (int)path_folder(path), path);
    int descriptor = system_open_nameless(*folder ? folder : ".");
    free(folder);
    return descriptor;
}

int temporary_nameless(const char *path) {
    int descriptor = open_nameless(path);
    if (descriptor >= 0)
        return descriptor;
    system_hold_signals();
    char *name = make_named(path, create_nameless, &descriptor);
    system_release_signals();
    free(name);
    return name ? descriptor : -1;
}

/* --- files and folders */

struct temporary *temporary_create(const char *target, const char *shown, int *descriptor) {
    system_hold_signals();
    struct temporary *t = entry_new(NULL, target, shown);
    add(t);
    *descriptor = open_nameless(target);
    if (*descriptor < 0)
        t->path = make_named(target, create, descriptor);
    system_release_signals();
    return *descriptor < 0 ? NULL : t;
}

bool temporary_name(struct temporary *t, int descriptor) {
    if (t->path)
        return true;
    system_hold_signals();
    t->path = make_named(t->target, link_open, &descriptor);
    if (!t->path)
        t->path = make_named(t->target, copy_open, &descriptor);
    system_release_signals();
    return t->path != NULL;
}

static bool link_old(const char *name, void *of) {
    const char *path = of;
    return system_add_name(path, name);
}

bool temporary_place(struct temporary *t, bool may_go_back) {
    struct system_status status;
    bool there = may_go_back && system_status(t->target, &status),
         old = there && status.kind == SYSTEM_FILE;
    t->placed = old && system_exchange(t->path, t->target);
    if (t->placed) {
        t->old = t->path;
        t->path = NULL;
        return true;
    }
    if (old)
        t->old = make_named(t->target, link_old, t->target);
    t->placed = system_rename(t->path, t->target);
    t->fresh = may_go_back && !there;
    if (t->placed) {
        free(t->path);
        t->path = NULL;
    }
    return t->placed;
}

void temporary_make_folders(const char *name) {
    char *path = text_format("%.*s", (int)path_folder(name), name);
    for (char *at = path + 1; *path && *at; at++)
        if (strchr(system_slashes, *at)) {
            const char slash = *at;
            *at = 0;
            system_hold_signals();
            struct temporary *folder = entry_new(path, NULL, NULL);
            if (system_make_folder(path))
                add(folder);
            else if (errno == EEXIST)
                entry_free(folder);
            else
                die(DIE_JOB, "%s: %s", path, strerror(errno));
            system_release_signals();
            *at = slash;
        }
    free(path);
}

char *temporary_end(void) {
    char *wrong = NULL;
    struct temporary *t = unfinished, *next;
    unfinished = NULL;
    for (; t; t = next) {
        next = t->next;
        const char *left = t->target && t->path ? t->path : t->old;
        if (left && !system_remove(left) && !wrong)
            wrong = text_format("%s: %s", left, strerror(errno));
        entry_free(t);
    }
    return wrong;
}
