internal import CLinuxShims
internal import Glibc
package import LarderThreading

/// Descriptors that one thread waits on, for loops with too many of them for `poll`.
///
/// Belongs to the thread that made it. A watched descriptor that is closed is forgotten.
package struct ReadySet: ~Copyable {
    /// What to wait for on a descriptor.
    package enum Wish: Sendable {
        /// Bytes to read, a connection to accept, or the other side's end.
        case bytes
        /// Room to write.
        case room
    }

    private static let capacity = 256
    private let descriptor: Int32
    private var ready = [Int32](repeating: -1, count: capacity)

    /// Makes an empty set.
    ///
    /// - Throws: ``ThreadingError`` with code `noDescriptor` when the process has no descriptor left.
    package init() throws(ThreadingError) {
        descriptor = larder_linux_epoll_open()
        guard descriptor >= 0 else {
            throw ThreadingError(
                .noDescriptor,
                "No epoll descriptor (errno \(-descriptor)). Raise `ulimit -n`."
            )
        }
    }

    deinit { close(descriptor) }

    /// Waits on a descriptor from now on; replaces an earlier wish for it.
    ///
    /// - Returns: Whether the kernel takes it; it refuses ordinary files.
    package func watch(_ other: Int32, for wish: Wish) -> Bool {
        larder_linux_epoll_watch(descriptor, other, wish == .room ? 1 : 0) == 0
    }

    /// Blocks the thread until a watched descriptor is ready, then calls `body` for each that is.
    package mutating func wait(_ body: (Int32) throws -> Void) rethrows {
        let count = unsafe ready.withUnsafeMutableBufferPointer { ready in
            guard let start = ready.baseAddress else { return Int32(0) }
            return unsafe larder_linux_epoll_wait(descriptor, start, Int32(ready.count))
        }
        for index in 0..<max(0, Int(count)) { try body(ready[index]) }
    }
}
