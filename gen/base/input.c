/* SPDX-License-Identifier: MIT */
#include "base/input.h"
#include "base/die.h"
#include "base/scratch.h"
#include "base/system.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Why a file can't be read. */
static char *unread(const char *name) {
    die_if_no_memory(errno);
    return text_format("%s: %s", name, strerror(errno));
}

struct input {
    char *name;
    int descriptor;
    struct scratch *copy; /* of standard input, which can't be read at any place; else NULL */
    uint64_t size;
};

static char *copy_input(struct input *input) {
    enum { PIECE = 1 << 16 };
    char *piece = die_malloc(PIECE);
    int64_t got;
    input->copy = scratch_new();
    while ((got = system_read(0, piece, PIECE)) > 0) {
        scratch_write(input->copy, piece, (size_t)got);
        input->size += (uint64_t)got;
    }
    free(piece);
    return got < 0 ? unread(input->name) : NULL;
}

char *input_open(const char *name, struct input **input) {
    const bool standard = strcmp(name, "-") == 0;
    struct system_status status;
    struct input *opened = *input = die_malloc(sizeof **input);
    *opened = (struct input){.name = text_format("%s", standard ? "standard input" : name),
                             .descriptor = -1};
    if (standard)
        return copy_input(opened);
    opened->descriptor = system_open(name, SYSTEM_READ_FILE);
    if (opened->descriptor < 0 || !system_status_of(opened->descriptor, &status))
        return unread(name);
    if (status.kind != SYSTEM_FILE)
        return text_format("%s: is not a regular file", name);
    opened->size = status.size;
    return NULL;
}

void input_close(struct input *input) {
    if (!input)
        return;
    if (input->descriptor >= 0)
        system_close(input->descriptor);
    scratch_free(input->copy);
    free(input->name);
    free(input);
}

uint64_t input_size(const struct input *input) {
    return input->size;
}

char *input_read(const struct input *input, uint64_t offset, void *bytes, size_t count) {
    const uint64_t left = offset < input->size ? input->size - offset : 0;
    int64_t got = input->copy ? (int64_t)(count < left ? count : left)
                              : system_read_at(input->descriptor, bytes, count, offset);
    if (input->copy)
        scratch_read(input->copy, offset, bytes, (size_t)got);
    if (got < 0)
        return unread(input->name);
    if ((size_t)got < count)
        return text_format("%s: ends after %" PRIu64 " bytes", input->name, offset + (uint64_t)got);
    return NULL;
}
