#include "base/threads.h"
#include "base/die.h"
#include "base/temporary.h"

#include <stdlib.h>

/* A new thread has the blocked signals of the one that makes it. SIGPIPE comes to the thread that writes: blocked, it would
 * be an error of write. */
bool threads_start(pthread_t *thread, void *(*work)(void *), void *context) {
    sigset_t before = temporary_hold_signals(), own;
    sigemptyset(&own);
    sigaddset(&own, SIGPIPE);
    if (!sigismember(&before, SIGPIPE))
        pthread_sigmask(SIG_UNBLOCK, &own, NULL);
    bool started = pthread_create(thread, NULL, work, context) == 0;
    temporary_release_signals(before);
    return started;
}

void threads_run(unsigned count, void *(*work)(void *), void *context) {
    pthread_t *thread = die_malloc(count * sizeof *thread);
    unsigned started = 0;
    while (started + 1 < count && threads_start(&thread[started], work, context))
        started++;
    work(context);
    for (unsigned k = 0; k < started; k++)
        pthread_join(thread[k], NULL);
    free(thread);
}
