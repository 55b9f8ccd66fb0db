/* SPDX-License-Identifier: MIT */
/* peak KIB COMMAND ARGUMENT...: runs the command, and ends as it does; or with status 125 and a line, if the peak of its
 * resident memory was above that. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char *argv[]) {
    int status;
    struct rusage usage;
    pid_t child = argc > 2 ? fork() : -1;
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) < 0)
        return 125;
    if (usage.ru_maxrss > atol(argv[1])) {
        fprintf(stderr, "%ld KiB of memory, more than %s\n", usage.ru_maxrss, argv[1]);
        return 125;
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
