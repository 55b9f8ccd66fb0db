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

struct file {
    char *name;                  /* as the user gave it, printable */
    char *target;                /* the final path; NULL if the output is written directly */
    struct temporary *temporary; /* the file until it is renamed to that path */
    int mode;                    /* permissions of the old file; -1 if there is none */
    bool
        compare; /* compare with the old file, which `descriptor` reads; -1 if it can't be opened */
    int absent;  /* errno of opening the old file, or 0 */
    atomic_bool differs;
    uint64_t written; /* how many bytes file_write has put out, or file_reserve has given away */
    _Atomic uint64_t end; /* the end of all bytes compared so far */
    int descriptor;
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
    *f = (struct file){.name = text_printable(readable(name)), .buffer = die_malloc(BUFFER)};
    char *path = path_resolve(name);
    struct stat old;
    bool there = path_descriptor(path) < 0 && stat(path, &old) == 0;
    if (path_descriptor(path) >= 0 || (there && !S_ISREG(old.st_mode))) {
        open_directly(f, path);
        free(path);
        return f;
    }
    if (there && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) < 0)
        fail(name); /* a rename would circumvent the file's protection */
    f->target = path;
    f->mode = there ? (int)(old.st_mode & 07777) : -1;
    f->temporary = temporary_create(path, f->name, &f->descriptor);
    if (!f->temporary)
        fail(f->name);
    return f;
}

struct file *file_compare(const char *name) {
    struct file *f = die_malloc(sizeof *f);
    *f = (struct file){.name = text_printable(name), .buffer = die_malloc(BUFFER), .compare = true};
    f->descriptor = open(name, O_RDONLY | O_CLOEXEC);
    f->absent = f->descriptor < 0 ? errno : 0;
    f->differs = f->absent != 0;
    return f;
}

int file_absent(const struct file *f) {
    return f->absent;
}

bool file_differs(const struct file *f) {
    return f->differs;
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
        ssize_t got = pread(f->descriptor, old, wanted, (off_t)offset);
        if (got <= 0 || memcmp(old, bytes, (size_t)got) != 0) {
            f->differs = true;
            return;
        }
        bytes += got;
        offset += (uint64_t)got;
        count -= (size_t)got;
    }
}

/* Is there only one way through the output, from its begin to its end? */
static bool is_stream(const struct file *f) {
    return !f->target && !f->compare;
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
            fail(f->name);
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

/* Have the two files the same bytes? */
static bool same_bytes(const char *path, const char *other) {
    FILE *a = fopen(path, "rb"), *b = fopen(other, "rb");
    bool equal = a && b;
    while (equal) {
        char left[BUFSIZ], right[BUFSIZ];
        size_t count = fread(left, 1, sizeof left, a);
        equal = fread(right, 1, sizeof right, b) == count && memcmp(left, right, count) == 0;
        if (count < sizeof left) {
            equal = equal && !ferror(a) && !ferror(b);
            break;
        }
    }
    if (a)
        fclose(a);
    if (b)
        fclose(b);
    return equal;
}

void file_finish(struct file *f) {
    if (!f->buffer)
        return;
    flush(f);
    struct stat old;
    if (f->compare &&
        (f->descriptor < 0 || fstat(f->descriptor, &old) < 0 || (uint64_t)old.st_size != f->end))
        f->differs = true;
    if (f->temporary && f->mode >= 0 && fchmod(f->descriptor, (mode_t)f->mode) < 0)
        fail(f->name); /* a later write would clear set-user-ID */
    if (f->descriptor >= 0 && close(f->descriptor) < 0 && errno != EINTR)
        fail(f->name);
    free(f->buffer);
    f->buffer = NULL;
}

void file_commit(struct file *outputs[], size_t count, bool if_changed) {
    for (size_t k = 0; k < count; k++)
        file_finish(outputs[k]);
    sigset_t before = temporary_hold_signals();
    for (size_t k = 0; k < count; k++) {
        struct file *f = outputs[k];
        bool same =
            f->temporary && if_changed && same_bytes(temporary_path(f->temporary), f->target);
        if (f->temporary && !temporary_place(f->temporary, same ? NULL : f->target))
            fail(f->name);
    }
    temporary_end();
    temporary_release_signals(before);
    for (size_t k = 0; k < count; k++) {
        free(outputs[k]->name);
        free(outputs[k]->target);
        free(outputs[k]);
    }
}

static char *unread(const char *name) {
    die_if_no_memory(errno);
    return text_format("%s: %s", name, strerror(errno));
}

char *file_read(const char *name, size_t most, struct text *text) {
    FILE *in = fopen(name, "rb");
    if (!in)
        return unread(name);
    size_t before = text->used, count;
    do {
        count = fread(text_room(text, BUFSIZ), 1, BUFSIZ, in);
        text->used += count;
    } while (count > 0 && text->used - before <= most);
    char *wrong = NULL;
    if (ferror(in))
        wrong = unread(name);
    else if (text->used - before > most)
        wrong = text_format("%s: has more than %zu bytes", name, most);
    fclose(in);
    if (wrong)
        text->used = before;
    return wrong;
}

bool file_read_line(const char *name, char *line, size_t room) {
    FILE *in = fopen(name, "r");
    if (!in)
        return false;
    bool any = fgets(line, (int)room, in) != NULL;
    fclose(in);
    if (any)
        line[strcspn(line, "\n")] = 0;
    return any;
}
