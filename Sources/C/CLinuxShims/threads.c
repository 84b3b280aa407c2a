// Before main: without threads libdispatch waits for ever, and no line of the program is reached.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { LEAST_THREADS = 3 };

static void *wait_at(void *gate) {
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

__attribute__((constructor)) static void larder_require_threads(void) {
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t threads[LEAST_THREADS];
    int count = 0;
    pthread_mutex_lock(&gate);
    while (count < LEAST_THREADS && pthread_create(&threads[count], NULL, wait_at, &gate) == 0) count++;
    pthread_mutex_unlock(&gate);
    for (int index = 0; index < count; index++) pthread_join(threads[index], NULL);
    if (count == LEAST_THREADS) return;
    dprintf(
        STDERR_FILENO,
        "%s: Only %d more threads or processes can be started here, by `ulimit -u` or the pids limit of the container; at "
        "least %d are needed. Raise that limit.\n",
        program_invocation_short_name, count, LEAST_THREADS);
    _exit(2);
}
