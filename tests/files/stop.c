/* SPDX-License-Identifier: MIT */
/* stop FOLDER SIGNAL[,SIGNAL...] COMMAND...: runs COMMAND with no signal ignored or blocked, waits
 * until it has opened a file in FOLDER that has 64 KiB and no name, or whose name begins with ".", sends the signals,
 * one if the one before has not ended it in a fifth of a second, and says how COMMAND ended: "signal 15" or "status 1". */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Has the file of a path been written half-way? */
static int is_large(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= 65536;
}

/* Has the process opened such a file? The link of a descriptor says "FOLDER/#123 (deleted)" then. */
static int has_open(pid_t child, const char *folder) {
    char open_files[64], path[128], name[4096];
    snprintf(open_files, sizeof open_files, "/proc/%ld/fd", (long)child);
    DIR *stream = opendir(open_files);
    int found = 0;
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        snprintf(path, sizeof path, "%s/%.20s", open_files, entry->d_name);
        ssize_t length = readlink(path, name, sizeof name - 1);
        name[length < 0 ? 0 : length] = 0;
        found |= strncmp(name, folder, strlen(folder)) == 0 && strstr(name, " (deleted)") &&
                 is_large(path);
    }
    if (stream)
        closedir(stream);
    return found;
}

static int half_way(pid_t child, const char *folder) {
    DIR *stream = opendir(folder);
    int found = has_open(child, folder);
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        found |= entry->d_name[0] == '.' && is_large(path);
    }
    if (stream)
        closedir(stream);
    return found;
}

static void nap(long milliseconds) {
    struct timespec time = {0, milliseconds * 1000000};
    nanosleep(&time, NULL);
}

int main(int argc, char *argv[]) {
    if (argc < 4)
        return 2;
    pid_t child = fork();
    if (child < 0)
        return 2;
    if (child == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        for (int number = 1; number < 32; number++)
            if (number != SIGKILL && number != SIGSTOP)
                signal(number, SIG_DFL);
        execvp(argv[3], argv + 3);
        _exit(127);
    }

    int status = 0, ended = 0;
    for (int k = 0; k < 1000 && !ended && !half_way(child, argv[1]); k++) {
        nap(10);
        ended = waitpid(child, &status, WNOHANG) == child;
    }
    for (char *number = strtok(argv[2], ","), *next; number && !ended; number = next) {
        next = strtok(NULL, ",");
        kill(child, atoi(number));
        for (int k = 0; k < (next ? 40 : 4000) && !ended; k++) {
            nap(5);
            ended = waitpid(child, &status, WNOHANG) == child;
        }
    }
    if (!ended) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }
    if (WIFSIGNALED(status))
        printf("signal %d\n", WTERMSIG(status));
    else
        printf("status %d\n", WEXITSTATUS(status));
    return 0;
}
