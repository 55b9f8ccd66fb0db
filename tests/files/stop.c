/* stop FOLDER SIGNAL[,SIGNAL...] COMMAND...: runs COMMAND with no signal ignored or blocked, waits
 * until FOLDER holds a file of 64 KiB whose name begins with ".", sends the signals, one if the one before has not
 * ended it in a fifth of a second, and says how COMMAND ended: "signal 15" or "status 1". */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int half_way(const char *folder) {
    DIR *stream = opendir(folder);
    int found = 0;
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        char path[4096];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.' && stat(path, &status) == 0 && S_ISREG(status.st_mode))
            found |= status.st_size >= 65536;
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
    for (int k = 0; k < 1000 && !ended && !half_way(argv[1]); k++) {
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
