internal import CZeroMQ

/// A libzmq context: the I/O threads behind every socket of a process.
///
/// Unchecked, because the only state is a pointer that never changes, to an object that libzmq documents as thread-safe
/// (zmq_ctx_new(3)).
@safe package final class Context: @unchecked Sendable {
    let raw: UnsafeMutableRawPointer

    /// Makes a context.
    ///
    /// - Parameter ioThreads: 1 carries about a gigabyte a second; 2 keep other links alive while libzmq resolves a
    /// name.
    /// - Throws: ``ZeroMQError`` when the process has no memory or no descriptors left.
    package init(ioThreads: Int32 = 1, maxSockets: Int32 = 4096) throws(ZeroMQError) {
        guard let raw = unsafe zmq_ctx_new() else { throw ZeroMQError(call: "zmq_ctx_new") }
        unsafe self.raw = raw
        unsafe zmq_ctx_set(raw, ZMQ_IO_THREADS, ioThreads)
        unsafe zmq_ctx_set(raw, ZMQ_MAX_SOCKETS, maxSockets)
    }

    // Sockets keep their context, and close without lingering, so this never waits for one.
    deinit { unsafe zmq_ctx_term(raw) }
}
