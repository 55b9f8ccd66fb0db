/* SPDX-License-Identifier: MIT */
/* Runs commands in turn, A B C A B C ..., and measures the time and the memory of each:
 *
 *     timed -n RUNS -p PART [OPTION...] COMMAND [ARGUMENT...] [::: [OPTION...] COMMAND...]...
 *
 * Options of a command: -l LABEL; -e ENTRIES that it makes [1]; -o FILE, its standard output
 * [/dev/null]; -x FILE, removed before and after every run, outside the time, so that each run
 * writes a fresh file and leaves no dirty pages to the next; -s, the command times itself and
 * prints seconds.
 *
 * A first round warms up and does not count. A command is one line of CSV: part, label, label of
 * the first command, entries, runs, then seconds (wall clock) as median, least and most, then peak
 * memory in KiB, the most of any run, then the first command's seconds an entry divided by this
 * one's: median, least and most of the quotients within a round; and last the seconds of CPU time,
 * of all threads, as median. */
#define _DEFAULT_SOURCE  /* wait4 */
#define _DARWIN_C_SOURCE /* the same */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

#ifdef __APPLE__
enum { MAXRSS_PER_KIB = 1024 }; /* ru_maxrss counts bytes there, KiB elsewhere */
#else
enum { MAXRSS_PER_KIB = 1 };
#endif

enum { COMMANDS_MAX = 64, RUNS_MAX = 1001 };

struct command {
    const char *label, *output, *fresh;
    double entries;
    bool times_itself;
    char **argv;
    double seconds[RUNS_MAX], cpu[RUNS_MAX];
    long kib;
};

struct summary {
    double median, least, most;
};

static struct command commands[COMMANDS_MAX];

static _Noreturn void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("timed: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void remove_file(const char *name) {
    if (name && unlink(name) < 0 && errno != ENOENT)
        fail("%s: %s", name, strerror(errno));
}

/* The seconds that the command writes into the pipe. */
static double read_seconds(int pipe_end, const char *label) {
    char text[256];
    size_t used = 0;
    for (ssize_t got; used < sizeof text - 1; used += (size_t)got)
        if ((got = read(pipe_end, text + used, sizeof text - 1 - used)) <= 0)
            break;
    text[used] = 0;
    close(pipe_end);
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || seconds <= 0)
        fail("%s: printed no seconds but '%s'", label, text);
    return seconds;
}

static double in_seconds(struct timeval t) {
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* Runs the command once. Its CPU time goes to *cpu. */
static double run(struct command *c, double *cpu) {
    int ends[2] = {-1, -1};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    if (c->times_itself) {
        if (pipe(ends) < 0)
            fail("pipe: %s", strerror(errno));
        posix_spawn_file_actions_adddup2(&files, ends[1], 1);
        posix_spawn_file_actions_addclose(&files, ends[0]);
        posix_spawn_file_actions_addclose(&files, ends[1]);
    } else {
        posix_spawn_file_actions_addopen(&files, 1, c->output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    }
    remove_file(c->fresh);

    pid_t child;
    int status;
    struct rusage usage;
    double start = now(), said = 0;
    int error = posix_spawnp(&child, c->argv[0], &files, NULL, c->argv, environ);
    if (error)
        fail("%s: %s: %s", c->label, c->argv[0], strerror(error));
    if (c->times_itself) {
        close(ends[1]);
        said = read_seconds(ends[0], c->label);
    }
    while (wait4(child, &status, 0, &usage) < 0)
        if (errno != EINTR)
            fail("wait4: %s", strerror(errno));
    double seconds = now() - start;

    posix_spawn_file_actions_destroy(&files);
    remove_file(c->fresh);
    if (WIFSIGNALED(status))
        fail("%s: %s ended by signal %d", c->label, c->argv[0], WTERMSIG(status));
    if (WEXITSTATUS(status) != 0)
        fail("%s: %s ended with exit status %d", c->label, c->argv[0], WEXITSTATUS(status));
    if (usage.ru_maxrss / MAXRSS_PER_KIB > c->kib)
        c->kib = usage.ru_maxrss / MAXRSS_PER_KIB;
    *cpu = in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime);
    return c->times_itself ? said : seconds;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static struct summary summarise(const double values[], int count) {
    double sorted[RUNS_MAX];
    memcpy(sorted, values, (size_t)count * sizeof *values);
    qsort(sorted, (size_t)count, sizeof *sorted, ascending);
    return (struct summary){(sorted[(count - 1) / 2] + sorted[count / 2]) / 2, sorted[0],
                            sorted[count - 1]};
}

static void print(const char *part, const struct command *c, int runs) {
    double quotients[RUNS_MAX];
    for (int k = 0; k < runs; k++)
        quotients[k] = commands->seconds[k] / commands->entries / (c->seconds[k] / c->entries);
    struct summary s = summarise(c->seconds, runs), q = summarise(quotients, runs);
    printf("%s,%s,%s,%.0f,%d,%.6g,%.6g,%.6g,%ld,%.6g,%.6g,%.6g,%.6g\n", part, c->label,
           commands->label, c->entries, runs, s.median, s.least, s.most, c->kib, q.median, q.least,
           q.most, summarise(c->cpu, runs).median);
}

/* The value of the option at *at. */
static char *value(char ***at) {
    const char *option = *(*at)++;
    if (!**at)
        fail("%s needs a value", option);
    return **at;
}

int main(int argc, char *argv[]) {
    (void)argc;
    const char *part = "";
    int runs = 9, count = 0;
    for (char **at = argv + 1; *at; count++) {
        if (count == COMMANDS_MAX)
            fail("more than %d commands", COMMANDS_MAX);
        struct command *c = &commands[count];
        *c = (struct command){.output = "/dev/null", .entries = 1};
        for (; *at && **at == '-'; at++)
            switch ((*at)[1]) {
            case 'n':
                runs = atoi(value(&at));
                break;
            case 'p':
                part = value(&at);
                break;
            case 'l':
                c->label = value(&at);
                break;
            case 'e':
                c->entries = atof(value(&at));
                break;
            case 'o':
                c->output = value(&at);
                break;
            case 'x':
                c->fresh = value(&at);
                break;
            case 's':
                c->times_itself = true;
                break;
            default:
                fail("unknown option %s", *at);
            }
        if (!*at)
            fail("a command is missing");
        if (!c->label)
            c->label = *at;
        if (strpbrk(c->label, ",\"\n"))
            fail("label '%s' would need quotes in CSV", c->label);
        c->argv = at;
        while (*at && strcmp(*at, ":::") != 0)
            at++;
        if (*at)
            *at++ = NULL;
    }
    if (count == 0 || runs < 1 || runs > RUNS_MAX)
        fail("nothing to run, or not 1 to %d times", RUNS_MAX);

    for (int k = -1; k < runs; k++)
        for (int i = 0; i < count; i++) {
            struct command *c = &commands[i];
            c->seconds[k < 0 ? 0 : k] = run(c, &c->cpu[k < 0 ? 0 : k]);
        }
    for (int i = 0; i < count; i++)
        print(part, &commands[i], runs);
    if (fflush(stdout) != 0 || ferror(stdout))
        fail("standard output: %s", strerror(errno));
    return 0;
}
