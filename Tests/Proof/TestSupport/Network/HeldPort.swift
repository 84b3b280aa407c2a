internal import Glibc

/// A port of 127.0.0.1 that stays this test's own: no other process gets it, and it refuses connections.
///
/// Its socket is bound and does not listen until it is told to, so the kernel answers connects with a reset. A program
/// that is told the number can listen on it all the same, end, and come back, as long as its own socket has
/// `SO_REUSEADDR`; those of NIO and libzmq have it. The port is free again when the last reference goes.
package final class HeldPort: Sendable {
    /// The kernel gave no socket or no port.
    package struct NoPort: Error {
        /// The kernel's error.
        package var errorNumber: Int32
    }

    package let number: Int
    private let descriptor: Int32

    /// Takes a port of the kernel's choice.
    ///
    /// - Throws: ``NoPort``.
    package init() throws(NoPort) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw NoPort(errorNumber: errno) }
        var yes: Int32 = 1
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                // Set after the bind: a bind to any port with it may be given one that another such socket holds.
                guard unsafe bind(descriptor, address, size) == 0,
                    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
                        == 0
                else { return Int32(-1) }
                return unsafe getsockname(descriptor, address, &size)
            }
        }
        guard status == 0 else {
            defer { close(descriptor) }
            throw NoPort(errorNumber: errno)
        }
        self.descriptor = descriptor
        number = Int(UInt16(bigEndian: address.sin_port))
    }

    /// Lets connections in; nobody answers them before ``accept()``.
    package func listen() { _ = Glibc.listen(descriptor, 8) }

    /// Waits for the next connection and gives its descriptor, which is the caller's to close; negative: an error.
    package func accept() -> Int32 { Glibc.accept(descriptor, nil, nil) }

    deinit { close(descriptor) }
}
