#define _GNU_SOURCE
#include "CLinuxShims.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

int larder_linux_eventfd_open(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

int larder_linux_eventfd_signal(int descriptor) {
    uint64_t one = 1;
    ssize_t count;
    do {
        count = write(descriptor, &one, sizeof one);
    } while (count < 0 && errno == EINTR);
    return count < 0 && errno != EAGAIN ? -errno : 0;
}

int larder_linux_eventfd_clear(int descriptor) {
    uint64_t value;
    ssize_t count;
    do {
        count = read(descriptor, &value, sizeof value);
    } while (count < 0 && errno == EINTR);
    return count < 0 && errno != EAGAIN ? -errno : 0;
}

int larder_linux_thread_set_name(const char *name) {
    return -pthread_setname_np(pthread_self(), name);
}

int larder_linux_thread_get_name(char *buffer, unsigned long capacity) {
    return -pthread_getname_np(pthread_self(), buffer, capacity);
}

int larder_linux_thread_block_signals(void) {
    sigset_t blocked;
    sigfillset(&blocked);
    const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    for (unsigned index = 0; index < sizeof faults / sizeof faults[0]; index++) {
        sigdelset(&blocked, faults[index]);
    }
    return -pthread_sigmask(SIG_BLOCK, &blocked, 0);
}

int larder_linux_die_with_parent(int signal) {
    return prctl(PR_SET_PDEATHSIG, (unsigned long)signal, 0, 0, 0) < 0 ? -errno : 0;
}
