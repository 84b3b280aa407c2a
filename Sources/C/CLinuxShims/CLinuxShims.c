#define _GNU_SOURCE
#include "CLinuxShims.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
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

uint64_t larder_linux_eventfd_take(int descriptor) {
    uint64_t value;
    ssize_t count;
    do {
        count = read(descriptor, &value, sizeof value);
    } while (count < 0 && errno == EINTR);
    return count == sizeof value ? value : 0;
}

int larder_linux_process_open(int process_id) {
    int descriptor = (int)syscall(SYS_pidfd_open, process_id, 0);
    return descriptor < 0 ? -errno : descriptor;
}

int larder_linux_epoll_open(void) {
    int descriptor = epoll_create1(EPOLL_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int larder_linux_epoll_watch(int epoll, int descriptor, int for_room) {
    struct epoll_event event = {.events = for_room ? EPOLLOUT : EPOLLIN, .data = {.fd = descriptor}};
    if (epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 ? 0 : -errno;
}

int larder_linux_epoll_wait(int epoll, int *ready, int capacity) {
    enum { most = 256 };
    struct epoll_event events[most];
    int count;
    do {
        count = epoll_wait(epoll, events, capacity < most ? capacity : most, -1);
    } while (count < 0 && errno == EINTR);
    if (count < 0) return -errno;
    for (int index = 0; index < count; index++) ready[index] = events[index].data.fd;
    return count;
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

int larder_linux_thread_own_umask(void) {
    return unshare(CLONE_FS) == 0 ? 0 : -errno;
}

void larder_linux_trim_heap(void) { malloc_trim(0); }

/* The words of /proc/self/cmdline; freed by nobody, as exec follows. 0 when it cannot be read. */
static char **own_arguments(void) {
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    size_t capacity = 1 << 17, length = 0;
    char *text = malloc(capacity + 1);
    while (text != 0 && length < capacity) {
        ssize_t count = read(file, text + length, capacity - length);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        length += (size_t)count;
    }
    close(file);
    if (text == 0 || length == 0 || length == capacity) return 0;
    text[length] = 0;
    size_t words = 0;
    for (size_t index = 0; index < length; index++) words += text[index] == 0;
    char **arguments = calloc(words + 2, sizeof *arguments);
    if (arguments == 0) return 0;
    size_t word = 0;
    for (size_t start = 0; start < length; word++) {
        arguments[word] = text + start;
        while (start < length && text[start] != 0) start++;
        start++;
    }
    return arguments;
}

int larder_linux_lower_priority(int niceness) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
    if (syscall(SYS_capget, &header, sets) != 0) return -errno;
    unsigned others = ~CAP_TO_MASK(CAP_SYS_NICE);
    sets[CAP_TO_INDEX(CAP_SYS_NICE)].effective &= others;
    sets[CAP_TO_INDEX(CAP_SYS_NICE)].permitted &= others;
    sets[CAP_TO_INDEX(CAP_SYS_NICE)].inheritable &= others;
    if (syscall(SYS_capset, &header, sets) != 0) return -errno;
    return setpriority(PRIO_PROCESS, 0, niceness) == 0 ? 0 : -errno;
}

int larder_linux_lock_shared(int descriptor) {
    struct flock whole = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, F_OFD_SETLK, &whole) == 0 ? 0 : -errno;
}

int larder_linux_is_locked(int descriptor) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(descriptor, F_OFD_GETLK, &whole) != 0) return -errno;
    return whole.l_type != F_UNLCK;
}

int larder_linux_start_afresh(void) {
    char **arguments = own_arguments();
    if (arguments == 0) return -ENOMEM;
#ifdef SYS_close_range
    /* libcurl's and libvips's descriptors included; a kernel before 5.11 keeps those that are not close-on-exec. */
    syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
#endif
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, 0);
    /* By its path, so that the process keeps its name; by the link should the file have been replaced. */
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length > 0) {
        path[length] = 0;
        execv(path, arguments);
    }
    execv("/proc/self/exe", arguments);
    return -errno;
}

int larder_linux_spawn_close_rest(posix_spawn_file_actions_t *actions) {
    return -posix_spawn_file_actions_addclosefrom_np(actions, 3);
}

#ifndef LARDER_COMMIT
#define LARDER_COMMIT "unknown"
#endif

const char *larder_linux_build_commit(void) { return LARDER_COMMIT; }

int larder_linux_open_beneath(int folder, const char *path, int flags, unsigned mode) {
    struct open_how how = {
        .flags = (uint64_t)(unsigned)flags,
        .mode = flags & O_CREAT ? mode : 0,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS,
    };
    long descriptor = syscall(SYS_openat2, folder, path, &how, sizeof how);
    return descriptor < 0 ? -errno : (int)descriptor;
}
