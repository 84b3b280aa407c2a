internal import CZeroMQ

/// What libzmq refused, with the call and its error number.
public struct ZeroMQError: Error, Sendable, CustomStringConvertible {
    /// The call that failed, as libzmq names it.
    public let call: String
    /// libzmq's error number (`errno.h` and libzmq's own above 156384712).
    public let number: Int32
    /// One sentence for people.
    public let description: String

    init(call: String, subject: String = "") {
        let number = larder_zmq_errno()
        self.call = call
        self.number = number
        let reason = unsafe String(cString: zmq_strerror(number))
        description = "\(call)\(subject.isEmpty ? "" : " \(subject)") failed: \(reason) (errno \(number))"
    }
}

extension ZeroMQError {
    /// Another socket is bound to the endpoint.
    public var isAddressInUse: Bool { number == EADDRINUSE }
    /// A signal interrupted the call.
    public var isInterrupted: Bool { number == EINTR }
    /// The address names no interface of this machine, or its form is wrong.
    public var isAddressUnusable: Bool { [EADDRNOTAVAIL, EINVAL, ENODEV, EPROTONOSUPPORT].contains(number) }
}
