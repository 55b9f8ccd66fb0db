/* Threads. The first one takes the signals that end the program, except SIGPIPE: each thread has its own. */
#ifndef POSENC_THREADS_H
#define POSENC_THREADS_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread; pthread_join waits for it. Returns false if none can be had. */
bool threads_start(pthread_t *, void *(*work)(void *), void *context);

/* Runs work(context) in that many threads at once, this one among them, until all have returned. If fewer threads can be
 * had, fewer do the same work. */
void threads_run(unsigned count, void *(*work)(void *), void *context);

#endif
