#include "base/threads.h"
#include "base/die.h"
#include "base/system.h"

#include <stdlib.h>

bool threads_start(pthread_t *thread, void *(*work)(void *), void *context) {
    system_hold_signals_of_new_thread();
    bool started = pthread_create(thread, NULL, work, context) == 0;
    system_release_signals();
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
