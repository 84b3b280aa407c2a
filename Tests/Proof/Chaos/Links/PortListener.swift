internal import Foundation
internal import Glibc

/// A port on loopback that notices connections and answers none.
package final class PortListener: Sendable {
    package let port: Int
    private let listener: Int32

    package init() throws { (listener, port) = try RawHTTP.listener() }

    deinit { close(listener) }

    /// Waits for the first connection.
    package func knocked(within limit: Duration) async -> Bool {
        let milliseconds = Int32(clamping: Int64(limit / .milliseconds(1)))
        return await withCheckedContinuation { waiter in
            Thread { [self] in
                var descriptor = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
                waiter.resume(returning: unsafe poll(&descriptor, 1, milliseconds) > 0)
            }.start()
        }
    }
}
