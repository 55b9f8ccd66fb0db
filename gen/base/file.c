#include "base/file.h"
#include "base/die.h"
#include "base/path.h"
#include "base/space.h"
#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What has as many bytes or more is written without a copy. */
enum { BUFFER = 1 << 16 };

/* So many bytes are worth a claim of their space. */
enum { CLAIM = 1 << 20 };

/* How messages name a file in the temporary folder: by what all such names have. */
#define HELD ".posenc-*"

struct file {
    char *name;                  /* as the user gave it, printable */
    char *target;                /* the final path; NULL if the output is written directly */
    struct temporary *temporary; /* the file until it is renamed to that path */
    bool replaces;               /* a file, of this status */
    struct stat old;
    bool compare; /* with the old file, which `descriptor` reads; -1 if it can't be read */
    const char *unreadable; /* why not, or NULL */
    atomic_bool differs;
    uint64_t written; /* how many bytes file_write has put out, or file_reserve has given away */
    _Atomic uint64_t end; /* the end of all bytes compared so far */
    int descriptor;
    int direct;  /* where an output that is held goes, or -1 */
    size_t used; /* bytes in the buffer */
    char *buffer;
};

void file_start(void) {
    for (int standard = 0; standard <= 2; standard++)
        if (fcntl(standard, F_GETFD) == -1 && errno == EBADF)
            open("/dev/null", standard == 0 ? O_WRONLY : O_RDONLY);
    signal(SIGXFSZ, SIG_IGN);
    temporary_start();
}

static _Noreturn void fail(const char *name) {
    die_if_no_memory(errno);
    die(DIE_JOB, "%s: %s", name, strerror(errno));
}

static const char *readable(const char *name) {
    return strcmp(name, "-") == 0 ? "standard output" : name;
}

static void open_directly(struct file *f, const char *path) {
    int descriptor = path_descriptor(path);
    f->descriptor = descriptor < 0 ? open(path, O_WRONLY | O_CLOEXEC) : dup(descriptor);
    if (f->descriptor < 0)
        fail(f->name);
}

struct file *file_create(const char *name) {
    struct file *f = die_malloc(sizeof *f);
    *f = (struct file){
        .name = text_printable(readable(name)), .buffer = die_malloc(BUFFER), .direct = -1};
    char *path = path_resolve(name);
    bool descriptor = path_descriptor(path) >= 0, there = !descriptor && stat(path, &f->old) == 0;
    if (!descriptor && !there && errno != ENOENT)
        fail(f->name);
    if (descriptor || (there && !S_ISREG(f->old.st_mode))) {
        open_directly(f, path);
        free(path);
        return f;
    }
    if (there && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) < 0)
        fail(f->name); /* a rename would circumvent the file's protection */
    f->target = path;
    f->replaces = there;
    f->temporary = temporary_create(path, f->name, &f->descriptor);
    if (!f->temporary)
        fail(f->name);
    return f;
}

void file_need_folder(const char *name) {
    struct stat status;
    char *folder = text_format("%.*s", (int)path_folder(name), name);
    if (*folder && stat(folder, &status) < 0)
        fail(text_printable(name));
    free(folder);
}

struct file *file_compare(const char *name) {
    struct file *f = die_malloc(sizeof *f);
    *f = (struct file){
        .name = text_printable(name), .buffer = die_malloc(BUFFER), .compare = true, .direct = -1};
    f->descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (f->descriptor < 0)
        f->unreadable = errno == ENOENT || errno == ENOTDIR ? "missing" : strerror(errno);
    else if (fstat(f->descriptor, &f->old) < 0 || !S_ISREG(f->old.st_mode))
        f->unreadable = "is not a regular file";
    f->differs = f->unreadable != NULL;
    return f;
}

const char *file_unreadable(const struct file *f) {
    return f->unreadable;
}

bool file_differs(const struct file *f) {
    return f->differs;
}

/* pread, of as many bytes as there are; returns fewer than `count` at the end of the file alone, or -1. */
static ssize_t read_at(int descriptor, void *bytes, size_t count, uint64_t offset) {
    size_t done = 0;
    for (ssize_t got = 1; got != 0 && done < count;) {
        got = pread(descriptor, (char *)bytes + done, count - done, (off_t)(offset + done));
        if (got < 0 && errno != EINTR)
            return -1;
        if (got > 0)
            done += (size_t)got;
    }
    return (ssize_t)done;
}

/* Compares bytes with those of the old file at that offset. */
static void compare_at(struct file *f, uint64_t offset, const char *bytes, size_t count) {
    char old[BUFSIZ];
    uint64_t end = offset + count;
    for (uint64_t known = f->end; known < end;)
        if (atomic_compare_exchange_weak(&f->end, &known, end))
            break;
    while (count > 0 && !f->differs) {
        size_t wanted = count < sizeof old ? count : sizeof old;
        if (read_at(f->descriptor, old, wanted, offset) != (ssize_t)wanted ||
            memcmp(old, bytes, wanted) != 0) {
            f->differs = true;
            return;
        }
        bytes += wanted;
        offset += wanted;
        count -= wanted;
    }
}

/* Is there only one way through the output, from its begin to its end? */
static bool is_stream(const struct file *f) {
    return !f->target && !f->compare && f->direct < 0;
}

void file_write_at(struct file *f, uint64_t offset, const void *bytes, size_t count) {
    if (f->compare) {
        compare_at(f, offset, bytes, count);
        return;
    }
    for (const char *at = bytes; count > 0;) {
        ssize_t written = is_stream(f) ? write(f->descriptor, at, count)
                                       : pwrite(f->descriptor, at, count, (off_t)offset);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            fail(f->direct < 0 ? f->name : path_of_temporary(HELD));
        at += written;
        offset += (uint64_t)written;
        count -= (size_t)written;
    }
}

static void write_next(struct file *f, const void *bytes, size_t count) {
    file_write_at(f, f->written, bytes, count);
    f->written += count;
}

static void flush(struct file *f) {
    write_next(f, f->buffer, f->used);
    f->used = 0;
}

void file_write(struct file *f, const void *bytes, size_t count) {
    if (f->used + count > BUFFER)
        flush(f);
    if (count >= BUFFER) {
        write_next(f, bytes, count);
        return;
    }
    if (count > 0)
        memcpy(f->buffer + f->used, bytes, count);
    f->used += count;
}

bool file_reserve(struct file *f, uint64_t count, uint64_t *offset) {
    if (is_stream(f))
        return false;
    flush(f);
    *offset = f->written;
    if (f->target && count >= CLAIM)
        space_claim(f->descriptor, f->written, count);
    f->written += count;
    return true;
}

void file_print(struct file *f, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = text_vformat(format, arguments);
    va_end(arguments);
    file_write(f, text, strlen(text));
    free(text);
}

void file_print_line(struct file *f, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = text_vformat(format, arguments), *line = text_printable(text);
    va_end(arguments);
    file_write(f, line, strlen(line));
    file_write(f, "\n", 1);
    free(line);
    free(text);
}

const char *file_name(const struct file *f) {
    return f->name;
}

const char *file_target(const struct file *f) {
    return f->target;
}

/* --- into place */

static bool same_bytes(int a, int b) {
    bool same = true;
    char left[BUFSIZ], right[BUFSIZ];
    ssize_t count = BUFSIZ;
    for (uint64_t offset = 0; same && count == BUFSIZ; offset += BUFSIZ) {
        count = read_at(a, left, sizeof left, offset);
        same = count >= 0 && read_at(b, right, sizeof right, offset) == count &&
               memcmp(left, right, (size_t)count) == 0;
    }
    return same;
}

/* Has the old file the bytes of the new one? If one of them can't be read, it doesn't matter. */
static bool is_unchanged(const struct file *f) {
    struct stat written;
    int old = open(f->target, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    int made = f->descriptor;
    if (made < 0)
        made = open(temporary_path(f->temporary), O_RDONLY | O_CLOEXEC);
    bool same = old >= 0 && made >= 0 && fstat(made, &written) == 0 &&
                written.st_size == f->old.st_size && same_bytes(made, old);
    if (old >= 0)
        close(old);
    if (f->descriptor < 0 && made >= 0)
        close(made);
    return same;
}

/* Gives the new file what the old one had, as far as the system allows: only root may give files away, and only to its
 * groups anybody else. A file of another owner mustn't run as him, and a group that can't be kept leaves its rights to
 * nobody. The mode comes first: an owner that isn't root may no longer set it. */
static void take_over(const struct file *f) {
    const struct stat *old = &f->old;
    mode_t mode = old->st_mode & 0777, others = mode & S_IRWXO;
    bool set = fchmod(f->descriptor, mode) == 0;
    if (fchown(f->descriptor, old->st_uid, old->st_gid) < 0 &&
        fchown(f->descriptor, (uid_t)-1, old->st_gid) < 0)
        set = set && fchmod(f->descriptor, mode & ~(mode_t)(S_IRWXG & ~(others << 3))) == 0;
    if (!set)
        fail(f->name);
}

static void close_file(struct file *f) {
    if (f->descriptor >= 0 && close(f->descriptor) < 0 && errno != EINTR)
        fail(f->name);
    f->descriptor = -1;
}

static void name_temporary(struct file *f) {
    if (!temporary_name(f->temporary, f->descriptor))
        fail(f->name);
}

/* May a complete file keep its descriptor? A file that has no name leaves nothing behind, but a run may have thousands,
 * and the lowest free number is the next. */
static bool may_stay_open(const struct file *f) {
    enum { MOST = 64 };
    return f->descriptor < MOST && f->descriptor < sysconf(_SC_OPEN_MAX) / 2;
}

void file_hold(struct file *f) {
    if (!is_stream(f))
        return;
    char *path = path_of_temporary(HELD);
    f->direct = f->descriptor;
    f->descriptor = temporary_nameless(path);
    if (f->descriptor < 0)
        fail(path);
    free(path);
}

/* Puts out what was held. */
static void let_go(struct file *f) {
    const uint64_t end = f->written;
    const int held = f->descriptor;
    f->descriptor = f->direct;
    f->direct = -1;
    for (f->written = 0; f->written < end;) {
        size_t wanted = end - f->written < BUFFER ? (size_t)(end - f->written) : BUFFER;
        if (read_at(held, f->buffer, wanted, f->written) != (ssize_t)wanted)
            fail(f->name);
        write_next(f, f->buffer, wanted);
    }
    close(held);
}

void file_finish(struct file *f) {
    if (!f->buffer)
        return;
    flush(f);
    if (f->direct >= 0)
        let_go(f);
    if (f->compare &&
        (f->unreadable || fstat(f->descriptor, &f->old) < 0 || (uint64_t)f->old.st_size != f->end))
        f->differs = true;
    if (f->replaces)
        take_over(f);
    if (f->temporary && !may_stay_open(f))
        name_temporary(f);
    if (!f->temporary || !may_stay_open(f))
        close_file(f);
    free(f->buffer);
    f->buffer = NULL;
}

void file_commit(struct file *outputs[], size_t count, bool if_changed) {
    size_t left = 0;
    for (size_t k = 0; k < count; k++)
        file_finish(outputs[k]);
    sigset_t before = temporary_hold_signals();
    for (size_t k = 0; k < count; k++) {
        struct file *f = outputs[k];
        if (f->temporary && if_changed && is_unchanged(f))
            f->temporary = NULL;
        if (f->temporary)
            name_temporary(f);
        close_file(f);
        left += f->temporary != NULL;
    }
    for (size_t k = 0; k < count; k++)
        if (outputs[k]->temporary && !temporary_place(outputs[k]->temporary, --left > 0))
            fail(outputs[k]->name); /* what is in place goes back */
    char *wrong = temporary_end();
    temporary_release_signals(before);
    for (size_t k = 0; k < count; k++) {
        free(outputs[k]->name);
        free(outputs[k]->target);
        free(outputs[k]);
    }
    if (wrong)
        die(DIE_JOB, "%s", wrong);
}

/* --- files that are read */

static char *unread(const char *name) {
    die_if_no_memory(errno);
    return text_format("%s: %s", name, strerror(errno));
}

char *file_read(const char *name, size_t most, struct text *text) {
    int descriptor = open(name, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return unread(name);
    size_t before = text->used;
    ssize_t got;
    do {
        got = read(descriptor, text_room(text, BUFSIZ), BUFSIZ);
        if (got > 0)
            text->used += (size_t)got;
    } while ((got > 0 && text->used - before <= most) || (got < 0 && errno == EINTR));
    char *wrong = NULL;
    if (got < 0)
        wrong = unread(name);
    else if (text->used - before > most)
        wrong = text_format("%s: has more than %zu bytes", name, most);
    close(descriptor);
    if (wrong)
        text->used = before;
    return wrong;
}
