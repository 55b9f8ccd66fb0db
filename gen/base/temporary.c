#include "base/temporary.h"
#include "base/die.h"
#include "base/path.h"
#include "base/run_id.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct temporary {
    char *path;
    const char *shown; /* the name of the output; NULL if the file or folder is none */
    bool folder, placed;
    struct temporary *next;
};

/* The newest first, so that a folder is empty when its turn comes, and a lock file outlives the files that it is
 * for. The list is changed only while signals are blocked. */
static struct temporary *volatile unfinished;

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
    sigprocmask(SIG_BLOCK, &held, &before);
    return before;
}

void temporary_release_signals(sigset_t before) {
    sigprocmask(SIG_SETMASK, &before, NULL);
}

static void say(const char *text) {
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

/* Calls only functions that POSIX allows in a signal handler. */
static void remove_unfinished(void) {
    for (const struct temporary *t = unfinished; t; t = t->next)
        if (t->folder)
            rmdir(t->path); /* fails if another run has put something there */
        else if (!t->placed)
            unlink(t->path);
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

static struct temporary *add(const char *path, const char *shown, bool folder) {
    struct temporary *t = die_malloc(sizeof *t);
    *t = (struct temporary){
        .path = text_format("%s", path), .shown = shown, .folder = folder, .next = unfinished};
    unfinished = t;
    return t;
}

/* --- files and folders */

struct temporary *temporary_create(const char *target, const char *shown, int *descriptor) {
    static unsigned serial;
    sigset_t before = temporary_hold_signals();
    char *lock, *path = NULL;
    const char *id = run_id(target, &lock);
    if (lock)
        add(lock, NULL, false);
    free(lock);
    do {
        free(path);
        path = text_format("%.*s%s.%u", (int)path_folder(target), target, id, serial++);
        *descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (*descriptor < 0 && errno == EEXIST);
    struct temporary *t = *descriptor < 0 ? NULL : add(path, shown, false);
    int wrong = errno;
    free(path);
    temporary_release_signals(before);
    errno = wrong;
    return t;
}

const char *temporary_path(const struct temporary *t) {
    return t->path;
}

bool temporary_place(struct temporary *t, const char *target) {
    t->placed = (target ? rename(t->path, target) : unlink(t->path)) == 0;
    return t->placed;
}

void temporary_make_folders(const char *name) {
    char *path = text_format("%.*s", (int)path_folder(name), name);
    for (char *at = path + 1; *path && *at; at++)
        if (*at == '/') {
            *at = 0;
            sigset_t before = temporary_hold_signals();
            if (mkdir(path, 0777) == 0)
                add(path, NULL, true);
            else if (errno != EEXIST)
                die(DIE_JOB, "%s: %s", path, strerror(errno));
            temporary_release_signals(before);
            *at = '/';
        }
    free(path);
}

void temporary_end(void) {
    sigset_t before = temporary_hold_signals();
    for (struct temporary *t = unfinished, *next; t; t = next) {
        next = t->next;
        if (!t->folder && !t->placed)
            unlink(t->path);
        free(t->path);
        free(t);
    }
    unfinished = NULL;
    run_id_end();
    temporary_release_signals(before);
}
