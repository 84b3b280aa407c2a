import CLinuxShims
import Foundation
import Glibc
import LarderTestSupport
import LarderThreading
import Testing

@Suite("Owner thread", .timeLimit(.minutes(10))) struct OwnerThreadTests {
    @Test func `the body runs on a thread with the given name`() throws {
        let seen = Guarded("")
        let thread = try OwnerThread(name: "fifteen-bytes-x") {
            seen.withLock { $0 = OwnerThread.currentName }
        }
        thread.join()
        #expect(seen.withLock { $0 } == "fifteen-bytes-x")
        #expect(thread.name == "fifteen-bytes-x")
        #expect(OwnerThread.currentName != "fifteen-bytes-x")
    }

    @Test func `join returns only after the body`() throws {
        for _ in 0..<200 {
            let done = Guarded(false)
            let thread = try OwnerThread(name: "short") { done.withLock { $0 = true } }
            thread.join()
            #expect(done.withLock { $0 })
        }
    }

    @Test func `a thread may be joined again and by several at once`() async throws {
        let gate = try Mailbox<Int>()
        let thread = try OwnerThread(name: "gate") { waitUntilReadable(gate.wakeDescriptor) }
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { await thread.joined() } }
            gate.post(1)
        }
        thread.join()
        await thread.joined()
        #expect(gate.close() == [1])
    }

    @Test func `signals to the process are blocked in the thread and faults are not`() throws {
        let blocked = Guarded([Int32: Bool]())
        let thread = try OwnerThread(name: "mask") {
            var mask = sigset_t()
            _ = unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
            for signal in [SIGTERM, SIGINT, SIGPIPE, SIGCHLD, SIGSEGV, SIGBUS] {
                let isBlocked = unsafe sigismember(&mask, signal) == 1
                blocked.withLock { $0[signal] = isBlocked }
            }
        }
        thread.join()
        #expect(
            blocked.withLock { $0 }
                == [SIGTERM: true, SIGINT: true, SIGPIPE: true, SIGCHLD: true, SIGSEGV: false, SIGBUS: false]
        )
    }

    /// Containers may forbid `unshare`, and the threads then share the process's umask.
    @Test func `a library that changes the umask in a thread changes it for no other thread`() async throws {
        try await aheadOfOthers {
            await #expect(processExitsWith: .success) {
                umask(0o022)
                let isRefused = Guarded(false)
                let thread = try OwnerThread(name: "umask") {
                    isRefused.withLock { $0 = larder_linux_thread_own_umask() != 0 }
                    umask(0o077)
                }
                thread.join()
                #expect(isRefused.withLock { $0 } || umask(0o022) == 0o022)
            }
        }
    }

    @Test func `a thread keeps nothing of its body after the end`() throws {
        final class Kept: Sendable {}
        weak var kept: Kept?
        do {
            let strong = Kept()
            kept = strong
            let thread = try OwnerThread(name: "release") { _ = strong }
            thread.join()
        }
        #expect(kept == nil)
    }

    @Test func `dropping a running thread traps in a debug build`() async throws {
        try await aheadOfOthers {
            await #expect(processExitsWith: .failure) {
                let gate = try Mailbox<Int>()
                _ = try OwnerThread(name: "dropped") { waitUntilReadable(gate.wakeDescriptor) }
            }
        }
    }

    @Test func `a name over the limit of Linux is a mistake of the caller`() async throws {
        try await aheadOfOthers {
            await #expect(processExitsWith: .failure) {
                let thread = try OwnerThread(name: "sixteen-bytes-xx") {}
                thread.join()
            }
        }
    }

    @Test func `a name of fifteen bytes is none`() async throws {
        try await aheadOfOthers {
            await #expect(processExitsWith: .success) {
                let thread = try OwnerThread(name: "fifteen-bytes-x") {}
                thread.join()
            }
        }
    }
}

/// Blocks until the descriptor polls readable.
func waitUntilReadable(_ descriptor: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&entry, 1, -1) < 0, errno == EINTR {}
}

/// Whether the descriptor polls readable now.
func isReadable(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) == 1
}
