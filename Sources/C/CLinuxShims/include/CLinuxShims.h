// Linux calls that Swift's Glibc module lacks, or that take macros Swift cannot import.
// Every function returns 0 (or a descriptor) on success and a negated errno value on failure, unless it says otherwise.
#ifndef CLINUXSHIMS_H
#define CLINUXSHIMS_H

#include <spawn.h>
#include <stdint.h>

/// Makes a close-on-exec, non-blocking eventfd with count 0. The caller closes it.
int larder_linux_eventfd_open(void);

/// Adds one to an eventfd, so that it polls readable. A full counter is no failure: it is readable already.
int larder_linux_eventfd_signal(int descriptor);

/// Takes an eventfd back to 0, so that it no longer polls readable, and returns what it was at.
uint64_t larder_linux_eventfd_take(int descriptor);

/// Makes a close-on-exec descriptor that polls readable once the process has ended (pidfd_open), whoever its parent is.
/// The caller closes it. -ESRCH: there is no such process.
int larder_linux_process_open(int process_id);

/// Makes a close-on-exec epoll descriptor. The caller closes it.
int larder_linux_epoll_open(void);

/// Watches a descriptor, level-triggered, for bytes to read or, if `for_room`, for room to write; the last call for a descriptor
/// counts. Closing the descriptor ends it.
int larder_linux_epoll_watch(int epoll, int descriptor, int for_room);

/// Waits for watched descriptors and writes them to `ready`, which holds `capacity` of them, 256 at most. Returns how many there are.
int larder_linux_epoll_wait(int epoll, int *_Nonnull ready, int capacity);

/// Opens `path`, which leads neither out of the folder nor over a symbolic link (openat2, Linux 5.6). The caller closes it.
/// -ENOSYS, or -EPERM in some containers: there is no such call.
int larder_linux_open_beneath(int folder, const char *_Nonnull path, int flags, unsigned mode);

/// Names the calling thread. Linux takes at most 15 bytes; longer names give -ERANGE.
int larder_linux_thread_set_name(const char *_Nonnull name);

/// Copies the calling thread's name, with its final zero, into `buffer`, which holds at least 16 bytes.
int larder_linux_thread_get_name(char *_Nonnull buffer, unsigned long capacity);

/// Blocks every signal in the calling thread but those a fault in the thread itself raises.
/// Signals to the process then reach other threads, and writing to a closed pipe or socket
/// gives EPIPE and no SIGPIPE.
int larder_linux_thread_block_signals(void);

/// Gives the calling thread a umask and a working directory of its own, copies of the process's. Returns 0, or -EPERM
/// where a container forbids `unshare`.
int larder_linux_thread_own_umask(void);

/// Has a program that is started with these actions inherit no descriptor but 0, 1 and 2.
int larder_linux_spawn_close_rest(posix_spawn_file_actions_t *_Nonnull actions);

/// Gives free memory of the C heap back to the system (malloc_trim, which Glibc's module leaves out).
void larder_linux_trim_heap(void);

/// Gives the calling thread and those that it starts a niceness, 1 to 19 (sched(7)).
///
/// Takes the right to lower it again from them (CAP_SYS_NICE in capabilities(7)), which libdispatch would use for its
/// threads. A user's limit that allows a lower niceness (RLIMIT_NICE) stays.
int larder_linux_lower_priority(int niceness);

/// Locks a whole file for this open file description (F_OFD_SETLK in fcntl(2)), which others can lock so as well.
/// Closing every copy of the descriptor ends it.
int larder_linux_lock_shared(int descriptor);

/// Returns 1 where another open file description has locked a part of the file, 0 where none has. Locks nothing.
int larder_linux_is_locked(int descriptor);

/// Starts this process's own program afresh, with the same arguments and environment, in this process: every other
/// thread ends, memory is new, no signal is blocked, SIGINT and SIGTERM have their defaults, and only the standard descriptors stay open.
/// Does not return when it succeeds.
int larder_linux_start_afresh(void);

/// The commit that this package was built from, or "unknown"; constant.
const char *_Nonnull larder_linux_build_commit(void);

#endif
