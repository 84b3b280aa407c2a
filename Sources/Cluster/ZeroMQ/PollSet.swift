internal import CZeroMQ

/// Sockets and one descriptor to wait for at once.
///
/// Lives on the thread of its sockets and not longer than they.
@safe package struct PollSet {
    private var items: [zmq_pollitem_t]

    /// Begins with a descriptor that becomes readable.
    package init(descriptor: Int32) {
        unsafe items = [zmq_pollitem_t(socket: nil, fd: descriptor, events: Int16(ZMQ_POLLIN), revents: 0)]
    }

    package mutating func add(_ socket: borrowing Socket) {
        unsafe items.append(zmq_pollitem_t(socket: socket.raw, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0))
    }

    /// Waits until one of them is readable, a signal comes, or the time is over.
    package mutating func wait(milliseconds: Int) throws(ZeroMQError) {
        if unsafe zmq_poll(&items, Int32(items.count), milliseconds) < 0, larder_zmq_errno() != EINTR {
            throw ZeroMQError(call: "zmq_poll")
        }
    }
}
