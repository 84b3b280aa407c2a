internal import CLinuxShims
internal import Glibc

/// A thread that owns what cannot be shared: a socket, a curl handle.
///
/// The body makes the handle, uses it and closes it; others reach it through a ``Mailbox``. The thread blocks every
/// signal but faults, so that a write to a closed socket raises no SIGPIPE. Start no child process from it: the child
/// would inherit that mask.
///
/// ``join()`` or ``joined()`` must be called before the last reference goes: dropping an unjoined thread traps in a
/// debug build; in a release build the thread then runs on without an owner.
package final class OwnerThread: Sendable {
    /// The most bytes a name may have, set by Linux.
    package static let maxNameBytes = 15

    /// The name that `top -H` and a debugger show.
    package let name: String

    private let handle: pthread_t
    private let isJoined = Guarded(false)
    private let ended: StartSignal

    /// Starts a thread that runs `body` once; `body` catches its own errors.
    ///
    /// - Parameter name: At most ``maxNameBytes`` bytes, without a zero byte.
    /// - Throws: ``ThreadingError`` with code `noThread` when the kernel has no room for a thread.
    package init(name: String, body: sending @escaping () -> Void) throws(ThreadingError) {
        precondition(
            (1...Self.maxNameBytes).contains(name.utf8.count) && !name.utf8.contains(0),
            "A thread name has 1 to \(Self.maxNameBytes) bytes and no zero byte"
        )
        let ended = StartSignal()
        let start = Start(name: name, body: body, ended: ended)
        let argument = unsafe Unmanaged.passRetained(start)
        var handle = pthread_t()
        let status = unsafe pthread_create(
            &handle,
            nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                start.run()
                return nil
            },
            argument.toOpaque()
        )
        guard status == 0 else {
            unsafe argument.release()
            throw ThreadingError(
                .noThread,
                "No thread for '\(name)' (errno \(status)). Raise `ulimit -u` or the container's pids limit."
            )
        }
        self.name = name
        self.handle = handle
        self.ended = ended
    }

    deinit {
        let wasJoined = isJoined.withLock { $0 }
        assert(wasJoined, "Thread '\(name)' was dropped without join()")
        if !wasJoined { pthread_detach(handle) }
    }

    /// Blocks the caller until the body has returned and the thread is gone.
    ///
    /// May be called again, and from several threads, but not from the thread itself. A task should call ``joined()``.
    package func join() {
        precondition(pthread_equal(pthread_self(), handle) == 0, "Thread '\(name)' cannot join itself")
        isJoined.withLock { isJoined in
            guard !isJoined else { return }
            pthread_join(handle, nil)
            isJoined = true
        }
    }

    /// Waits, without blocking a thread of the task pool, until the body has returned, then joins; also when the
    /// calling task is cancelled.
    package func joined() async {
        try? await ended.wait()  // never finishes with an error
        join()
    }

    private final class Start {
        private let name: String
        private let body: () -> Void
        private let ended: StartSignal

        init(name: String, body: @escaping () -> Void, ended: StartSignal) {
            self.name = name
            self.body = body
            self.ended = ended
        }

        func run() {
            // A nameless thread is only harder to find, so a refusal changes nothing.
            _ = unsafe name.withCString { unsafe larder_linux_thread_set_name($0) }
            let masked = larder_linux_thread_block_signals()
            assert(masked == 0, "pthread_sigmask refused a full mask")
            // Libraries change the umask for a moment (liborc, of libvips, before each of its temporary files), and what
            // other threads write meanwhile would get that. Where a container refuses, that can happen.
            _ = larder_linux_thread_own_umask()
            body()
            ended.finish()
        }
    }
}

extension OwnerThread {
    package static var currentName: String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16) { buffer in
            guard let start = buffer.baseAddress, unsafe larder_linux_thread_get_name(start, 16) == 0 else { return "" }
            return unsafe String(cString: start)
        }
    }
}
