#include "base/run_id.h"
#include "base/die.h"
#include "base/path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* IDs begin with this prefix. A run's ID in a folder is PID-K, for the first free K. The file ID.lock exists and is
 * locked while the run lives; ID.N are its temporary files. The kernel drops a lock when its process ends, however
 * it ends. So if a lock can be taken, it belonged to a dead run.
 *
 * There is one lock for a folder rather than one for each file: a run may have thousands of temporary files, and a
 * lock needs an open descriptor. The locks are those of fcntl, which POSIX has and NFS supports. They are also
 * dropped if the process closes another descriptor of the same file. Therefore a folder is searched for dead runs
 * before this run has a lock in it, and this run opens none of its own locks twice. The process ID alone would not
 * do: a process on another machine or in another container may have the same, and write in the same folder. If no
 * lock can be taken, the ID is PID, and files stay if the run is killed. */
#define PREFIX ".posenc-"

/* The folders in which this run has an ID, the newest first. */
static struct folder {
    dev_t device;
    ino_t number;
    int lock;   /* descriptor of the lock file, or -1 */
    char *id;   /* NULL until the lock is taken */
    long count; /* how many folders there are from here to the end of the list */
    struct folder *next;
} * folders;

/* --- locks */

static bool lock(int descriptor) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, F_SETLK, &whole) == 0;
}

/* Does the path still name the open file? To be asked once the file is locked: before that, another run may have
 * removed it. */
static bool still_there(int descriptor, const char *path) {
    struct stat open_one, named;
    return fstat(descriptor, &open_one) == 0 && lstat(path, &named) == 0 &&
           S_ISREG(open_one.st_mode) && open_one.st_dev == named.st_dev &&
           open_one.st_ino == named.st_ino;
}

/* Finds an ID for a folder, makes its lock file, and locks that. Returns the file's descriptor and sets *made to its
 * path, or returns -1 if that is impossible. The folder's `name` is empty or ends with a slash. */
static int lock_folder(const char *name, struct folder *folder, char **made) {
    bool again = folder->count < sysconf(_SC_OPEN_MAX) / 2;
    for (unsigned k = 0; again; k++) {
        folder->id = text_format(PREFIX "%ld-%u", (long)getpid(), k);
        char *path = text_format("%s%s.lock", name, folder->id);
        int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        bool locked = descriptor >= 0 && lock(descriptor);
        again = descriptor < 0 ? errno == EEXIST : locked || errno == EACCES || errno == EAGAIN;
        if (locked && still_there(descriptor, path)) {
            *made = path;
            return descriptor;
        }
        if (descriptor >= 0 && !again) /* nothing can be locked here */
            unlink(path);
        if (descriptor >= 0) /* or another run took the new file for a dead run's */
            close(descriptor);
        free(path);
        free(folder->id);
    }
    folder->id = text_format(PREFIX "%ld", (long)getpid());
    return -1;
}

/* --- leftovers of dead runs */

static bool all_digits(const char *text) {
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* Removes the files of a dead run, then its lock file. */
static void remove_run(DIR *stream, const char *folder, const char *lock_name) {
    size_t length = strlen(lock_name) - strlen("lock");
    for (struct dirent *entry; (entry = readdir(stream));)
        if (strncmp(entry->d_name, lock_name, length) == 0 && all_digits(entry->d_name + length)) {
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

/* Removes what dead runs left in a folder. */
static void remove_dead_runs(const char *name) {
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

/* --- folders */

/* The entry of a folder, without its lock and its ID if it is new; NULL if the folder doesn't exist. */
static struct folder *folder_named(const char *name) {
    struct stat status;
    if (stat(*name ? name : ".", &status) < 0)
        return NULL;
    struct folder *folder = folders;
    while (folder && (folder->device != status.st_dev || folder->number != status.st_ino))
        folder = folder->next;
    if (folder)
        return folder;
    folder = die_malloc(sizeof *folder);
    *folder = (struct folder){.device = status.st_dev, .number = status.st_ino, .next = folders};
    folder->count = folders ? folders->count + 1 : 1;
    return folders = folder;
}

const char *run_id(const char *target, char **lock) {
    char *name = text_format("%.*s", (int)path_folder(target), target);
    struct folder *folder = folder_named(name);
    *lock = NULL;
    if (folder && !folder->id) {
        remove_dead_runs(name);
        folder->lock = lock_folder(name, folder, lock);
    }
    free(name);
    return folder ? folder->id : PREFIX; /* without a folder no file can be made */
}

void run_id_end(void) {
    for (struct folder *folder = folders, *next; folder; folder = next) {
        next = folder->next;
        if (folder->lock >= 0)
            close(folder->lock);
        free(folder->id);
        free(folder);
    }
    folders = NULL;
}
