/* SPDX-License-Identifier: MIT */
#include "base/scratch.h"
#include "base/die.h"
#include "base/file.h"
#include "base/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Bytes in memory. */
enum { MEMORY = 1 << 20 };

struct scratch {
    struct text memory; /* what follows the bytes in the file */
    uint64_t in_file;   /* how many bytes that file has */
    char *name;         /* for messages, once there is a file */
    int descriptor;     /* -1: there is no file yet */
};

static _Noreturn void fail(const struct scratch *scratch) {
    die_if_no_memory(errno);
    die(DIE_JOB, "%s: %s", scratch->name, strerror(errno));
}

struct scratch *scratch_new(void) {
    struct scratch *scratch = die_malloc(sizeof *scratch);
    *scratch = (struct scratch){.descriptor = -1};
    return scratch;
}

/* Messages name the file by the pattern of such names. */
static void open_file(struct scratch *scratch) {
    char *folder = system_temporary_folder();
    scratch->name = text_format("%s/.posenc-*", folder);
    scratch->descriptor = temporary_nameless(scratch->name);
    if (scratch->descriptor < 0)
        fail(scratch);
    free(folder);
}

static void write_out(struct scratch *scratch) {
    if (scratch->descriptor < 0)
        open_file(scratch);
    if (!system_write(scratch->descriptor, scratch->memory.bytes, scratch->memory.used,
                      scratch->in_file))
        fail(scratch);
    scratch->in_file += scratch->memory.used;
    scratch->memory.used = 0;
}

void scratch_write(struct scratch *scratch, const void *bytes, size_t count) {
    if (scratch->memory.used + count > MEMORY && scratch->memory.used > 0)
        write_out(scratch);
    text_add(&scratch->memory, bytes, count);
}

void scratch_read(const struct scratch *scratch, uint64_t offset, void *bytes, size_t count) {
    char *to = bytes;
    if (offset < scratch->in_file) {
        const uint64_t there = scratch->in_file - offset;
        const size_t wanted = there < count ? (size_t)there : count;
        int64_t got = system_read_at(scratch->descriptor, to, wanted, offset);
        if (got >= 0 && got < (int64_t)wanted)
            errno = EIO;
        if (got < (int64_t)wanted)
            fail(scratch);
        to += got;
        offset += (uint64_t)got;
        count -= (size_t)got;
    }
    if (count > 0)
        memcpy(to, scratch->memory.bytes + (offset - scratch->in_file), count);
}

void scratch_free(struct scratch *scratch) {
    if (!scratch)
        return;
    if (scratch->descriptor >= 0)
        system_close(scratch->descriptor);
    text_free(&scratch->memory);
    free(scratch->name);
    free(scratch);
}
