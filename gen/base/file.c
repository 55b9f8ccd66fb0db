/* SPDX-License-Identifier: MIT */
#include "base/file.h"
#include "base/die.h"
#include "base/path.h"
#include "base/scratch.h"
#include "base/system.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Why a file can't be read. */
static char *unread(const char *name) {
    die_if_no_memory(errno);
    return text_format("%s: %s", name, strerror(errno));
}

/* At least this many bytes are written without a copy. */
enum { BUFFER = 1 << 16 };

/* Space is claimed for writes of at least CLAIM bytes, but at most CLAIM_MOST at a time: a run that is stopped early
 * shouldn't have filled the disk. */
static const uint64_t CLAIM = 1 << 20, CLAIM_MOST = 1 << 30;

struct file {
    char *name; /* as the user gave it, printable */
    enum file_mode mode;
    char *target;                /* the final path; NULL if the output is written directly */
    struct temporary *temporary; /* the file until it is renamed to that path */
    bool replaces;               /* a file, of this status */
    struct system_status old;
    int compared;           /* a descriptor of the file that is there, or -1 */
    const char *unreadable; /* why FILE_CHECK can't compare, or NULL */
    atomic_bool differs;
    uint64_t written; /* how many bytes file_write has put out, or file_reserve has given away */
    int descriptor;
    struct scratch *held; /* what is held back of an output that is written directly, or NULL */
    size_t used;          /* bytes in the buffer */
    char *buffer;
};

static _Noreturn void fail(const char *name) {
    die_if_no_memory(errno);
    die(DIE_JOB, "%s: %s", name, strerror(errno));
}

static const char *readable(const char *name) {
    return strcmp(name, "-") == 0 ? "standard output" : name;
}

static void open_directly(struct file *f, const char *path) {
    int descriptor = path_descriptor(path);
    f->descriptor = descriptor < 0 ? system_open(path, SYSTEM_WRITE) : dup(descriptor);
    if (f->descriptor < 0)
        fail(f->name);
}

/* Opens what an output is written to: a temporary file beside its target, or the target itself if it is written
 * directly. */
static void open_place(struct file *f, const char *name) {
    char *path = path_resolve(name);
    bool descriptor = path_descriptor(path) >= 0,
         there = !descriptor && system_status(path, &f->old);
    if (!descriptor && !there && errno != ENOENT)
        fail(f->name);
    if (descriptor || (there && f->old.kind != SYSTEM_FILE)) {
        open_directly(f, path);
        free(path);
        return;
    }
    if (there && !system_may_write(path))
        fail(f->name); /* a rename would circumvent the file's protection */
    f->target = path;
    f->replaces = there;
    f->temporary = temporary_create(path, f->name, &f->descriptor);
    if (!f->temporary)
        fail(f->name);
}

/* Opens the existing file, to compare it. */
static void open_compared(struct file *f, const char *path) {
    struct system_status status;
    f->compared = system_open(path, SYSTEM_READ_FILE);
    if (f->compared < 0)
        f->unreadable = errno == ENOENT || errno == ENOTDIR ? "missing" : strerror(errno);
    else if (!system_status_of(f->compared, &status) || status.kind != SYSTEM_FILE)
        f->unreadable = "is not a regular file";
    f->differs = f->unreadable != NULL;
}

struct file *file_open(const char *name, enum file_mode mode) {
    struct file *f = die_malloc(sizeof *f);
    *f = (struct file){.name = text_printable(readable(name)),
                       .mode = mode,
                       .compared = -1,
                       .descriptor = -1,
                       .buffer = die_malloc(BUFFER)};
    if (mode != FILE_CHECK)
        open_place(f, name);
    if (mode == FILE_CHECK || (mode == FILE_IF_CHANGED && f->replaces))
        open_compared(f, mode == FILE_CHECK ? name : f->target);
    return f;
}

struct file *file_create(const char *name) {
    return file_open(name, FILE_WRITE);
}

void file_need_folder(const char *name) {
    struct system_status status;
    char *folder = text_format("%.*s", (int)path_folder(name), name);
    if (*folder && !system_status(folder, &status))
        fail(text_printable(name));
    free(folder);
}

const char *file_unreadable(const struct file *f) {
    return f->unreadable;
}

bool file_differs(const struct file *f) {
    return f->differs;
}

/* Compares bytes with those of the existing file at that offset. */
static void compare_at(struct file *f, uint64_t offset, const char *bytes, size_t count) {
    char old[BUFSIZ];
    while (count > 0 && !f->differs) {
        size_t wanted = count < sizeof old ? count : sizeof old;
        if (system_read_at(f->compared, old, wanted, offset) != (int64_t)wanted ||
            memcmp(old, bytes, wanted) != 0) {
            f->differs = true;
            return;
        }
        bytes += wanted;
        offset += wanted;
        count -= wanted;
    }
}

/* Can the output only be written from its first byte to its last? */
static bool is_stream(const struct file *f) {
    return !f->target && f->mode != FILE_CHECK;
}

void file_write_at(struct file *f, uint64_t offset, const void *bytes, size_t count) {
    if (f->compared >= 0)
        compare_at(f, offset, bytes, count);
    if (f->held)
        scratch_write(f->held, bytes, count);
    else if (f->mode != FILE_CHECK &&
             !system_write(f->descriptor, bytes, count, is_stream(f) ? SYSTEM_AT_END : offset))
        fail(f->name);
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
        system_claim_space(f->descriptor, f->written, count < CLAIM_MOST ? count : CLAIM_MOST);
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
    file_print(f, "%s\n", line);
    free(line);
    free(text);
}

/* --- into place */

/* Compares the length too, which decides. */
static void end_comparison(struct file *f) {
    struct system_status there;
    if (!system_status_of(f->compared, &there) || there.size != f->written)
        f->differs = true;
    if (f->mode == FILE_IF_CHANGED && !f->differs)
        f->temporary = NULL; /* the old file stays */
    system_close(f->compared);
    f->compared = -1;
}

static void close_file(struct file *f) {
    if (f->descriptor >= 0 && !system_close(f->descriptor))
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
    return f->descriptor < MOST && system_may_have_open(2 * f->descriptor + 1);
}

void file_hold(struct file *f) {
    if (is_stream(f))
        f->held = scratch_new();
}

/* Puts out what was held. The buffer is empty. */
static void write_held(struct file *f) {
    struct scratch *held = f->held;
    f->held = NULL;
    for (uint64_t at = 0; at < f->written; at += BUFFER) {
        const size_t count = f->written - at < BUFFER ? (size_t)(f->written - at) : BUFFER;
        scratch_read(held, at, f->buffer, count);
        file_write_at(f, at, f->buffer, count);
    }
    scratch_free(held);
}

void file_finish(struct file *f) {
    if (!f->buffer)
        return;
    flush(f);
    if (f->held)
        write_held(f);
    if (f->compared >= 0)
        end_comparison(f);
    if (f->temporary && f->replaces && !system_take_over(f->descriptor, &f->old))
        fail(f->name);
    if (f->temporary && !may_stay_open(f))
        name_temporary(f);
    if (!f->temporary || !may_stay_open(f))
        close_file(f);
    free(f->buffer);
    f->buffer = NULL;
}

void file_commit(struct file *outputs[], size_t count) {
    size_t left = 0;
    for (size_t k = 0; k < count; k++)
        file_finish(outputs[k]);
    system_hold_signals();
    for (size_t k = 0; k < count; k++) {
        struct file *f = outputs[k];
        if (f->temporary)
            name_temporary(f);
        close_file(f);
        left += f->temporary != NULL;
    }
    for (size_t k = 0; k < count; k++)
        if (outputs[k]->temporary && !temporary_place(outputs[k]->temporary, --left > 0))
            fail(outputs[k]->name); /* what is in place goes back */
    char *wrong = temporary_end();
    system_release_signals();
    for (size_t k = 0; k < count; k++) {
        free(outputs[k]->name);
        free(outputs[k]->target);
        free(outputs[k]);
    }
    die_if(DIE_JOB, wrong);
}

/* --- files that are read */

char *file_read(const char *name, size_t most, struct text *text) {
    int descriptor = system_open(name, SYSTEM_READ);
    if (descriptor < 0)
        return unread(name);
    size_t before = text->used;
    int64_t got;
    do {
        got = system_read(descriptor, text_room(text, BUFSIZ), BUFSIZ);
        if (got > 0)
            text->used += (size_t)got;
    } while (got > 0 && text->used - before <= most);
    char *wrong = NULL;
    if (got < 0)
        wrong = unread(name);
    else if (text->used - before > most)
        wrong = text_format("%s: has more than %zu bytes", name, most);
    system_close(descriptor);
    if (wrong)
        text->used = before;
    return wrong;
}
