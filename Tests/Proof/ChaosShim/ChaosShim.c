#ifdef __linux__
#define _GNU_SOURCE
#include "ChaosShim.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static const struct larder_shim_control *control;
static const char *folder;
static size_t folder_length;
static int64_t own_program;

/// The function that this one stands before, looked up at its first use: other libraries call before the constructor below.
#define NEXT(name)                                                                                                             \
    static _Atomic(void *) known_##name;                                                                                       \
    void *found_##name = atomic_load_explicit(&known_##name, memory_order_relaxed);                                            \
    if (!found_##name) {                                                                                                       \
        found_##name = dlsym(RTLD_NEXT, #name);                                                                                \
        if (!found_##name) abort();                                                                                            \
        atomic_store_explicit(&known_##name, found_##name, memory_order_relaxed);                                              \
    }                                                                                                                          \
    __typeof__(&name) next = (__typeof__(&name))found_##name

static int64_t number(const int64_t *field) { return __atomic_load_n(field, __ATOMIC_RELAXED); }

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("LARDER_SHIM_CONTROL");
    if (!path) return;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    void *mapped = mmap(NULL, sizeof *control, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (mapped == MAP_FAILED) return;
    folder = getenv("LARDER_SHIM_FOLDER");
    folder_length = folder ? strlen(folder) : 0;
    own_program = strcmp(program_invocation_short_name, "worker") == 0        ? 1
                  : strcmp(program_invocation_short_name, "coordinator") == 0 ? 2
                                                                              : 0;
    control = mapped;
}

// MARK: Calls on files

static bool is_armed(void) {
    return control && folder_length > 0 && number(&control->error) != 0 && (number(&control->programs) & own_program) != 0;
}

static bool is_below(const char *path) {
    return strncmp(path, folder, folder_length) == 0 && (path[folder_length] == 0 || path[folder_length] == '/');
}

/// Whether this call is one of those that fail. Numbers of calls are mixed (splitmix64), so that no kind of call is spared.
static bool fails(void) {
    static _Atomic uint64_t calls;
    uint64_t mixed = (uint64_t)number(&control->seed) + 0x9E3779B97F4A7C15u * (1 + atomic_fetch_add(&calls, 1));
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    if ((int64_t)((mixed ^ (mixed >> 31)) % 1000) >= number(&control->share)) return false;
    errno = (int)number(&control->error);
    return errno != 0;
}

static bool path_fails(int at, const char *path) {
    if (!path || !is_armed()) return false;
    if (path[0] == '/' || at == AT_FDCWD) return is_below(path) && fails();
    return false; // nothing in these programs names files by an open folder
}

static bool is_file_below(int file) {
    int before = errno;
    char link[40], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    errno = before;
    if (length <= 0) return false;
    path[length] = 0;
    return is_below(path);
}

static bool file_fails(int file) { return is_armed() && is_file_below(file) && fails(); }

/// Counts a change that is about to be made and, where it is the last one, ends the process instead.
static void count_change(void) {
    static _Atomic int64_t changes;
    if (1 + atomic_fetch_add(&changes, 1) == number(&control->last_change)) kill(getpid(), SIGKILL);
}

static bool counts_changes(void) { return control && folder_length > 0 && own_program && number(&control->last_change) != 0; }

static bool file_change_fails(int file) {
    if (counts_changes() && is_file_below(file)) count_change();
    return file_fails(file);
}

static bool path_change_fails(int at, const char *path) {
    if (counts_changes() && path && path[0] == '/' && is_below(path)) count_change();
    return path_fails(at, path);
}

static mode_t mode_of(int flags, va_list arguments) {
    return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

#define OPEN(name)                                                                                                             \
    int name(const char *path, int flags, ...) {                                                                               \
        NEXT(name);                                                                                                            \
        va_list arguments;                                                                                                     \
        va_start(arguments, flags);                                                                                            \
        mode_t mode = mode_of(flags, arguments);                                                                               \
        va_end(arguments);                                                                                                     \
        return path_fails(AT_FDCWD, path) ? -1 : next(path, flags, mode);                                                      \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                                                           \
    int name(int at, const char *path, int flags, ...) {                                                                       \
        NEXT(name);                                                                                                            \
        va_list arguments;                                                                                                     \
        va_start(arguments, flags);                                                                                            \
        mode_t mode = mode_of(flags, arguments);                                                                               \
        va_end(arguments);                                                                                                     \
        return path_fails(at, path) ? -1 : next(at, path, flags, mode);                                                        \
    }
OPENAT(openat)
OPENAT(openat64)

#define ON(condition, type, failure, name, parameters, arguments)                                                              \
    type name parameters {                                                                                                     \
        NEXT(name);                                                                                                            \
        return (condition) ? (failure) : next arguments;                                                                       \
    }
ON(file_fails(file), ssize_t, -1, read, (int file, void *bytes, size_t count), (file, bytes, count))
ON(file_change_fails(file), ssize_t, -1, write, (int file, const void *bytes, size_t count), (file, bytes, count))
ON(file_fails(file), ssize_t, -1, pread, (int file, void *bytes, size_t count, off_t at), (file, bytes, count, at))
ON(file_fails(file), ssize_t, -1, pread64, (int file, void *bytes, size_t count, off64_t at), (file, bytes, count, at))
ON(file_change_fails(file), ssize_t, -1, pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at))
ON(file_change_fails(file), ssize_t, -1, pwrite64, (int file, const void *bytes, size_t count, off64_t at), (file, bytes, count, at))
ON(file_change_fails(file), int, -1, fsync, (int file), (file))
ON(file_change_fails(file), int, -1, fdatasync, (int file), (file))
ON(file_change_fails(file), int, -1, ftruncate, (int file, off_t length), (file, length))
ON(file_fails(file), int, -1, fstat, (int file, struct stat *into), (file, into))
ON(path_fails(AT_FDCWD, path), int, -1, stat, (const char *path, struct stat *into), (path, into))
ON(path_fails(AT_FDCWD, path), int, -1, lstat, (const char *path, struct stat *into), (path, into))
ON(path_fails(at, path), int, -1, fstatat, (int at, const char *path, struct stat *into, int flags), (at, path, into, flags))
ON(path_fails(AT_FDCWD, path), int, -1, stat64, (const char *path, struct stat64 *into), (path, into))
ON(path_fails(AT_FDCWD, path), int, -1, lstat64, (const char *path, struct stat64 *into), (path, into))
ON(path_fails(at, path), int, -1, fstatat64, (int at, const char *path, struct stat64 *into, int flags),
   (at, path, into, flags))
ON(path_fails(at, path), int, -1, statx, (int at, const char *path, int flags, unsigned mask, struct statx *into),
   (at, path, flags, mask, into))
ON(path_fails(AT_FDCWD, path), int, -1, access, (const char *path, int mode), (path, mode))
ON(path_fails(AT_FDCWD, path), int, -1, mkdir, (const char *path, mode_t mode), (path, mode))
ON(path_change_fails(AT_FDCWD, path), int, -1, unlink, (const char *path), (path))
ON(path_change_fails(at, path), int, -1, unlinkat, (int at, const char *path, int flags), (at, path, flags))
ON(path_change_fails(AT_FDCWD, old) || path_fails(AT_FDCWD, new), int, -1, rename, (const char *old, const char *new), (old, new))
ON(path_change_fails(from, old) || path_fails(to, new), int, -1, renameat, (int from, const char *old, int to, const char *new),
   (from, old, to, new))
ON(path_change_fails(from, old) || path_fails(to, new), int, -1, renameat2,
   (int from, const char *old, int to, const char *new, unsigned flags), (from, old, to, new, flags))
ON(path_change_fails(AT_FDCWD, old) || path_fails(AT_FDCWD, new), int, -1, link, (const char *old, const char *new), (old, new))
ON(path_change_fails(from, old) || path_fails(to, new), int, -1, linkat,
   (int from, const char *old, int to, const char *new, int flags), (from, old, to, new, flags))
ON(path_fails(AT_FDCWD, path), DIR *, NULL, opendir, (const char *path), (path))
ON(file_fails(dirfd(open_folder)), struct dirent *, NULL, readdir, (DIR * open_folder), (open_folder))
ON(file_fails(dirfd(open_folder)), struct dirent64 *, NULL, readdir64, (DIR * open_folder), (open_folder))

/// A network file system says at the close that earlier writes have failed; the descriptor is gone all the same.
int close(int file) {
    NEXT(close);
    bool failed = file_fails(file);
    int code = failed ? errno : 0;
    int status = next(file);
    if (!failed || status != 0) return status;
    errno = code;
    return -1;
}

// MARK: The wall clock

static const int64_t second = 1000000000;
/// No machine has run for as long, and no wall clock is that far behind: it tells a time of day from a time since the start.
static const time_t least_wall_seconds = 500000000;

static int64_t clock_offset(void) { return control && own_program ? number(&control->clock_offset) : 0; }

static void move(struct timespec *time, int64_t offset) {
    int64_t nanoseconds = time->tv_nsec + offset % second;
    time->tv_sec += offset / second;
    if (nanoseconds < 0) {
        nanoseconds += second;
        time->tv_sec -= 1;
    } else if (nanoseconds >= second) {
        nanoseconds -= second;
        time->tv_sec += 1;
    }
    time->tv_nsec = nanoseconds;
}

int clock_gettime(clockid_t clock, struct timespec *into) {
    NEXT(clock_gettime);
    int status = next(clock, into);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) move(into, clock_offset());
    return status;
}

int gettimeofday(struct timeval *into, void *zone) {
    NEXT(gettimeofday);
    int status = next(into, zone);
    if (status != 0) return status;
    struct timespec time = {into->tv_sec, into->tv_usec * 1000};
    move(&time, clock_offset());
    into->tv_sec = time.tv_sec;
    into->tv_usec = time.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) *into = now.tv_sec;
    return now.tv_sec;
}

// The kernel does not know that the clock is wrong: what waits for a time of day is given the kernel's time of day.

static struct timespec kernel_time(struct timespec time) {
    if (time.tv_sec >= least_wall_seconds) move(&time, -clock_offset());
    return time;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
    NEXT(pthread_cond_timedwait);
    struct timespec time = kernel_time(*until);
    return next(condition, mutex, &time);
}

int timerfd_settime(int timer, int flags, const struct itimerspec *value, struct itimerspec *old) {
    NEXT(timerfd_settime);
    struct itimerspec moved = *value;
    if (flags & TFD_TIMER_ABSTIME) moved.it_value = kernel_time(moved.it_value);
    return next(timer, flags, &moved, old);
}
#endif
