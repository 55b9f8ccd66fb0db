#include "base/scratch.h"
#include "base/die.h"
#include "base/path.h"
#include "base/temporary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes in memory. */
enum { MEMORY = 1 << 20 };

struct scratch {
    const struct file *output;
    struct text memory; /* what follows the bytes in the file */
    uint64_t in_file;   /* how many bytes that file has */
    char *name;         /* for messages, once there is a file */
    int descriptor;     /* -1: there is no file yet */
};

struct scratch *scratch_new(const struct file *output) {
    struct scratch *scratch = die_malloc(sizeof *scratch);
    *scratch = (struct scratch){.output = output, .descriptor = -1};
    return scratch;
}

static _Noreturn void fail(const struct scratch *scratch) {
    die(DIE_JOB, "%s: %s", scratch->name, strerror(errno));
}

/* A file in the temporary folder isn't where the output goes: a message names it, by what all such names have. */
static void open_file(struct scratch *scratch) {
    const char *target = scratch->output ? file_target(scratch->output) : NULL;
    char *path = target ? text_format("%s", target) : path_of_temporary("posenc");
    scratch->name =
        target ? text_format("%s", file_name(scratch->output)) : path_of_temporary(".posenc-*");
    scratch->descriptor = temporary_nameless(path);
    int wrong = errno;
    free(path);
    errno = wrong;
    if (scratch->descriptor < 0)
        fail(scratch);
}

static void write_out(struct scratch *scratch) {
    if (scratch->descriptor < 0)
        open_file(scratch);
    const char *bytes = scratch->memory.bytes;
    for (size_t left = scratch->memory.used; left > 0;) {
        ssize_t written = write(scratch->descriptor, bytes, left);
        if (written < 0 && errno != EINTR)
            fail(scratch);
        if (written > 0) {
            bytes += written;
            left -= (size_t)written;
        }
    }
    scratch->in_file += scratch->memory.used;
    scratch->memory.used = 0;
}

void scratch_write(struct scratch *scratch, const void *bytes, size_t count) {
    if (scratch->memory.used + count > MEMORY && scratch->memory.used > 0)
        write_out(scratch);
    text_add(&scratch->memory, bytes, count);
}

static void copy_file(struct scratch *scratch, struct file *output) {
    if (lseek(scratch->descriptor, 0, SEEK_SET) < 0)
        fail(scratch);
    char *buffer = text_room(&scratch->memory, MEMORY);
    for (ssize_t got; (got = read(scratch->descriptor, buffer, MEMORY)) != 0;) {
        if (got < 0 && errno != EINTR)
            fail(scratch);
        if (got > 0)
            file_write(output, buffer, (size_t)got);
    }
}

void scratch_append(struct scratch *scratch, struct file *output) {
    if (scratch->descriptor >= 0) {
        write_out(scratch);
        copy_file(scratch, output);
    } else {
        file_write(output, scratch->memory.bytes, scratch->memory.used);
    }
    scratch_free(scratch);
}

void scratch_read(const struct scratch *scratch, uint64_t offset, void *bytes, size_t count) {
    char *to = bytes;
    while (count > 0 && offset < scratch->in_file) {
        uint64_t there = scratch->in_file - offset;
        size_t wanted = there < count ? (size_t)there : count;
        ssize_t got = pread(scratch->descriptor, to, wanted, (off_t)offset);
        if (got == 0)
            errno = EIO;
        if (got == 0 || (got < 0 && errno != EINTR))
            fail(scratch);
        if (got > 0) {
            to += got;
            offset += (uint64_t)got;
            count -= (size_t)got;
        }
    }
    if (count > 0)
        memcpy(to, scratch->memory.bytes + (offset - scratch->in_file), count);
}

void scratch_free(struct scratch *scratch) {
    if (!scratch)
        return;
    if (scratch->descriptor >= 0)
        close(scratch->descriptor);
    text_free(&scratch->memory);
    free(scratch->name);
    free(scratch);
}
