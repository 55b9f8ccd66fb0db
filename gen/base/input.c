#include "base/input.h"
#include "base/die.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct input {
    char *name;
    int descriptor;
    uint64_t size;
};

char *input_open(const char *name, struct input **input) {
    struct stat status;
    *input = NULL;
    int descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0)
        die_if_no_memory(errno);
    if (descriptor < 0)
        return text_format("%s: %s", name, strerror(errno));
    char *wrong = NULL;
    if (fstat(descriptor, &status) < 0)
        wrong = text_format("%s: %s", name, strerror(errno));
    else if (!S_ISREG(status.st_mode))
        wrong = text_format("%s: is not a regular file", name);
    if (wrong) {
        close(descriptor);
        return wrong;
    }
    *input = die_malloc(sizeof **input);
    **input = (struct input){.name = text_format("%s", name),
                             .descriptor = descriptor,
                             .size = (uint64_t)status.st_size};
    return NULL;
}

void input_close(struct input *input) {
    if (!input)
        return;
    close(input->descriptor);
    free(input->name);
    free(input);
}

uint64_t input_size(const struct input *input) {
    return input->size;
}

char *input_read(const struct input *input, uint64_t offset, void *bytes, size_t count) {
    for (size_t done = 0; done < count;) {
        ssize_t got =
            pread(input->descriptor, (char *)bytes + done, count - done, (off_t)(offset + done));
        if (got < 0 && errno != EINTR)
            return text_format("%s: %s", input->name, strerror(errno));
        if (got == 0)
            return text_format("%s: ends after %" PRIu64 " bytes", input->name, offset + done);
        if (got > 0)
            done += (size_t)got;
    }
    return NULL;
}
