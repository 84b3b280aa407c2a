internal import CLinuxShims
internal import Glibc
internal import Synchronization

/// Commands for an ``OwnerThread``, and a descriptor that polls readable while there are any.
///
/// Any thread may post. The owner polls ``wakeDescriptor`` together with its own handle and removes all commands at
/// once with ``drain()``, in the order in which they were posted. The mailbox has no bound: its senders limit how many
/// commands are under way.
package final class Mailbox<Command: Sendable>: Sendable {
    private struct State {
        var commands: [Command] = []
        var isOpen = true
    }

    /// Polls readable (`POLLIN`) while commands wait, and sometimes once more; only the owner polls it.
    package let wakeDescriptor: Int32

    private let state = Guarded(State())
    /// How often the owner was to be woken, and how many of these signals it has read.
    private let promised = Atomic<UInt64>(0)
    private let taken = Atomic<UInt64>(0)

    /// - Throws: ``ThreadingError`` with code `noDescriptor` when the process may open no more files.
    package init() throws(ThreadingError) {
        let descriptor = larder_linux_eventfd_open()
        guard descriptor >= 0 else {
            throw ThreadingError(
                .noDescriptor,
                "No descriptor for a mailbox (errno \(-descriptor)). Raise `ulimit -n`."
            )
        }
        wakeDescriptor = descriptor
    }

    deinit { _ = Glibc.close(wakeDescriptor) }

    /// Posts a command and wakes the owner.
    ///
    /// - Returns: false after ``close()``: the sender keeps the command.
    @discardableResult
    package func post(_ command: Command) -> Bool { put(1) { $0.append(command) } }

    /// Posts several commands, with no other command between them, and wakes the owner once.
    ///
    /// - Returns: false after ``close()``.
    @discardableResult
    package func post(contentsOf commands: some Collection<Command> & Sendable) -> Bool {
        put(commands.count) { $0.append(contentsOf: commands) }
    }

    private func put(_ count: Int, _ add: (inout [Command]) -> Void) -> Bool {
        let (isTaken, wakes) = state.withLock { state in
            guard state.isOpen else { return (false, false) }
            let wakes = state.commands.isEmpty && count > 0
            add(&state.commands)
            if wakes { promised.add(1, ordering: .releasing) }
            return (true, wakes)
        }
        // Not under the lock, for which the owner would have to wait.
        if wakes {
            let status = larder_linux_eventfd_signal(wakeDescriptor)
            assert(status == 0, "writing an eventfd of our own failed with errno \(-status)")
        }
        return isTaken
    }

    /// Removes all commands and makes ``wakeDescriptor`` unreadable until the next ``post(_:)``; for the owner only.
    ///
    /// Costs no system call when the mailbox is empty.
    package func drain() -> [Command] {
        // Before the commands: a signal that is taken after them may be for a command that is still there.
        if promised.load(ordering: .acquiring) != taken.load(ordering: .relaxed) {
            taken.add(larder_linux_eventfd_take(wakeDescriptor), ordering: .relaxed)
        }
        return state.withLock { exchange(&$0.commands, with: []) }
    }

    /// Closes the mailbox, after the owner has stopped polling it.
    ///
    /// - Returns: The unhandled commands, for the caller to fail one by one; empty if the mailbox was closed before.
    package func close() -> [Command] {
        state.withLock { state in
            state.isOpen = false
            return exchange(&state.commands, with: [])
        }
    }
}

private func exchange<Value>(_ place: inout Value, with new: Value) -> Value {
    let old = place
    place = new
    return old
}
