/* SPDX-License-Identifier: MIT */
/* The minimal cost of a file of BYTES: `write FILE BYTES` makes a fresh file from one buffer of 1 MiB. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fail(const char *what) {
    fprintf(stderr, "write: %s: %s\n", what, strerror(errno));
    return 1;
}

int main(int argc, char *argv[]) {
    static char buffer[1 << 20];
    if (argc != 3) {
        fputs("usage: write FILE BYTES\n", stderr);
        return 2;
    }
    memset(buffer, 0x5a, sizeof buffer);
    int file = open(argv[1], O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (file < 0)
        return fail(argv[1]);
    for (unsigned long long left = strtoull(argv[2], NULL, 10); left > 0;) {
        ssize_t written = write(file, buffer, left < sizeof buffer ? (size_t)left : sizeof buffer);
        if (written < 0)
            return fail(argv[1]);
        left -= (unsigned long long)written;
    }
    return close(file) < 0 ? fail(argv[1]) : 0;
}
