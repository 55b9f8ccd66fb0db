#include "base/temporary.h"
#include "base/die.h"
#include "base/path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names begin with this prefix. A run has an ID in each folder: PID-K with the first free K. ID.lock exists and is locked
 * while the run lives; ID.N are its temporary files. The kernel drops a lock when its process ends, however it ends, so a
 * lock that can be taken belonged to a dead run.
 *
 * There is one lock a folder, not one a file: a run may have thousands of temporary files, and a lock needs an open
 * descriptor. The locks are those of fcntl, which POSIX has and NFS supports. They are also dropped if the process closes
 * another descriptor of the same file; so a folder is searched before this run has a lock in it, and no lock of its own is
 * opened twice. The process id alone would not do, since a process on another machine or in another container that writes
 * in the same folder may have the same. If no lock can be taken, files are PID.N, and stay if the run is killed. */
#define PREFIX ".posenc-"

struct temporary {
    char *path;
    const char *shown; /* name of the output; NULL for a lock or a folder */
    bool folder, placed;
    struct temporary *next;
};

/* The newest first, so that a folder is empty when its turn comes, and a lock outlives the files. Changed with signals
 * blocked. */
static struct temporary *volatile unfinished;

/* The folders in which this run has made files. */
static struct folder {
    dev_t device;
    ino_t number;
    int lock;   /* its descriptor, or -1 */
    char *id;   /* of the run in the folder */
    long count; /* of this one and the next ones */
    struct folder *next;
} * folders;

/* --- signals */

static const struct {
    int number;
    const char *name; /* NULL: ends the program without a message */
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

/* Only functions that POSIX lets a signal handler call. */
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

/* --- locks */

static bool lock(int descriptor) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, F_SETLK, &whole) == 0;
}

/* Is the open file still the one of that name? To be asked after a file is locked: another run may have removed it before
 * that. */
static bool still_there(int descriptor, const char *path) {
    struct stat open_one, named;
    return fstat(descriptor, &open_one) == 0 && lstat(path, &named) == 0 &&
           S_ISREG(open_one.st_mode) && open_one.st_dev == named.st_dev &&
           open_one.st_ino == named.st_ino;
}

/* Makes a file in a folder and locks it. Returns its descriptor, or -1 if that is impossible. The folder's `name` is empty or
 * ends with a slash. */
static int lock_folder(const char *name, long count, char **id) {
    bool again = count < sysconf(_SC_OPEN_MAX) / 2;
    for (unsigned k = 0; again; k++) {
        *id = text_format(PREFIX "%ld-%u", (long)getpid(), k);
        char *path = text_format("%s%s.lock", name, *id);
        int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        bool locked = descriptor >= 0 && lock(descriptor);
        again = descriptor < 0 ? errno == EEXIST : locked || errno == EACCES || errno == EAGAIN;
        if (locked && still_there(descriptor, path)) {
            add(path, NULL, false);
            free(path);
            return descriptor;
        }
        if (descriptor >= 0 && !again) /* nothing can be locked here */
            unlink(path);
        if (descriptor >= 0) /* else another run took the new file for that of a dead run */
            close(descriptor);
        free(path);
        free(*id);
    }
    *id = text_format(PREFIX "%ld", (long)getpid());
    return -1;
}

/* --- leftovers of dead runs */

static bool digits(const char *text) {
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* Removes a dead run's files, then its lock. */
static void remove_run(DIR *stream, const char *folder, const char *lock_name) {
    size_t length = strlen(lock_name) - strlen("lock");
    for (struct dirent *entry; (entry = readdir(stream));)
        if (strncmp(entry->d_name, lock_name, length) == 0 && digits(entry->d_name + length)) {
            char *path = text_format("%s%s", folder, entry->d_name);
            unlink(path);
            free(path);
        }
    char *path = text_format("%s%s", folder, lock_name);
    unlink(path);
    free(path);
}

static bool is_lock(const char *name) {
    size_t prefix = strlen(PREFIX);
    return strncmp(name, PREFIX, prefix) == 0 &&
           strcmp(name + prefix + strspn(name + prefix, "0123456789-"), ".lock") == 0;
}

/* Removes the leftovers of dead runs in a folder. */
static void tidy(const char *name) {
    const char *folder = *name ? name : ".";
    DIR *stream = opendir(folder);
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        if (!is_lock(entry->d_name))
            continue;
        char *path = text_format("%s%s", name, entry->d_name);
        int descriptor = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        DIR *files = NULL;
        if (descriptor >= 0 && lock(descriptor) && still_there(descriptor, path))
            files = opendir(folder);
        if (files) {
            remove_run(files, name, entry->d_name);
            closedir(files);
        }
        if (descriptor >= 0)
            close(descriptor);
        free(path);
    }
    if (stream)
        closedir(stream);
}

/* --- files and folders */

/* The folder of a file, tidied and locked, or NULL if there is none. */
static const struct folder *folder_of(const char *target) {
    char *name = text_format("%.*s", (int)path_folder(target), target);
    struct folder *found = folders;
    struct stat status;
    if (stat(*name ? name : ".", &status) < 0) {
        free(name);
        return NULL;
    }
    while (found && (found->device != status.st_dev || found->number != status.st_ino))
        found = found->next;
    if (!found) {
        tidy(name);
        found = die_malloc(sizeof *found);
        *found = (struct folder){.device = status.st_dev, .number = status.st_ino, .next = folders};
        found->count = folders ? folders->count + 1 : 1;
        found->lock = lock_folder(name, found->count, &found->id);
        folders = found;
    }
    free(name);
    return found;
}

struct temporary *temporary_create(const char *target, const char *shown, int *descriptor) {
    static unsigned serial;
    sigset_t before = temporary_hold_signals();
    const struct folder *folder = folder_of(target);
    char *path = NULL;
    do {
        free(path);
        path = text_format("%.*s%s.%u", (int)path_folder(target), target,
                           folder ? folder->id : PREFIX, serial++);
        *descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
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
    for (struct folder *folder = folders, *next; folder; folder = next) {
        next = folder->next;
        if (folder->lock >= 0)
            close(folder->lock);
        free(folder->id);
        free(folder);
    }
    folders = NULL;
    temporary_release_signals(before);
}
