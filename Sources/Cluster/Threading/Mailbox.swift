internal import CLinuxShims
internal import Glibc

/// Commands for an ``OwnerThread``, and a descriptor that polls readable while there are any.
///
/// Anyone may post, on any thread. The owner polls ``wakeDescriptor`` together with its own handle and takes everything
/// at once with ``drain()``. Commands come out in the order they went in. The mailbox has no bound: whoever posts limits
/// what it has under way.
package final class Mailbox<Command: Sendable>: Sendable {
    private struct State {
        var commands: [Command] = []
        var isOpen = true
    }

    /// Polls readable (`POLLIN`) while commands wait.
    ///
    /// Valid until ``close()``; only the owner polls it, nobody reads it.
    package let wakeDescriptor: Int32

    private let state = Guarded(State())

    /// Makes an empty, open mailbox.
    ///
    /// - Throws: ``ThreadingError`` with code `noDescriptor` when the process may open no more files.
    package init() throws(ThreadingError) {
        let descriptor = larder_linux_eventfd_open()
        guard descriptor >= 0 else {
            throw ThreadingError(
                .noDescriptor,
                errorNumber: -descriptor,
                "No descriptor for a mailbox (errno \(-descriptor)). Raise `ulimit -n`."
            )
        }
        wakeDescriptor = descriptor
    }

    deinit {
        if state.withLock({ $0.isOpen }) { _ = Glibc.close(wakeDescriptor) }
    }

    /// Puts a command into the mailbox and wakes the owner.
    ///
    /// - Returns: Whether the mailbox took it. `false` after ``close()``: the command was not kept, and its sender answers
    ///   for it.
    @discardableResult
    package func post(_ command: Command) -> Bool {
        state.withLock { state in
            guard state.isOpen else { return false }
            state.commands.append(command)
            if state.commands.count == 1 { wake() }
            return true
        }
    }

    /// Puts several commands into the mailbox, in order and without any other command between them, and wakes the owner
    /// once.
    ///
    /// - Returns: Whether the mailbox took them, all or none. `false` after ``close()``.
    @discardableResult
    package func post(contentsOf commands: some Collection<Command>) -> Bool {
        state.withLock { state in
            guard state.isOpen else { return false }
            guard !commands.isEmpty else { return true }
            if state.commands.isEmpty { wake() }
            state.commands.append(contentsOf: commands)
            return true
        }
    }

    /// Takes every command out and makes ``wakeDescriptor`` unreadable until the next ``post(_:)``.
    ///
    /// Costs no system call when the mailbox is empty.
    package func drain() -> [Command] {
        state.withLock { state in
            guard !state.commands.isEmpty else { return [] }
            let status = larder_linux_eventfd_clear(wakeDescriptor)
            assert(status == 0, "reading an eventfd of our own failed with errno \(-status)")
            return exchange(&state.commands, with: [])
        }
    }

    /// Closes the mailbox and its descriptor, after the owner has stopped polling it.
    ///
    /// - Returns: The commands nobody handled, for the caller to fail one by one. Empty when the mailbox was closed before.
    package func close() -> [Command] {
        state.withLock { state in
            guard state.isOpen else { return [] }
            state.isOpen = false
            _ = Glibc.close(wakeDescriptor)
            return exchange(&state.commands, with: [])
        }
    }

    /// The lock is held around this, so that the descriptor is neither closed nor handed to another file meanwhile.
    private func wake() {
        let status = larder_linux_eventfd_signal(wakeDescriptor)
        assert(status == 0, "writing an eventfd of our own failed with errno \(-status)")
    }
}

private func exchange<Value>(_ place: inout Value, with new: Value) -> Value {
    let old = place
    place = new
    return old
}
