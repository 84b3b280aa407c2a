internal import CZeroMQ

/// What libzmq refused, with the call and its error number.
package struct ZeroMQError: Error, Sendable, CustomStringConvertible {
    /// libzmq's error number (`errno.h` and libzmq's own above 156384712).
    package let number: Int32
    package let description: String

    init(call: String, subject: String = "") {
        let number = larder_zmq_errno()
        self.number = number
        let reason = unsafe String(cString: zmq_strerror(number))
        description = "\(call)\(subject.isEmpty ? "" : " \(subject)") failed: \(reason) (errno \(number))"
    }
}

extension ZeroMQError {
    /// Another socket is bound to the endpoint.
    package var isAddressInUse: Bool { number == EADDRINUSE }
    /// The address names no interface of this machine, or its form is wrong.
    package var isAddressUnusable: Bool { [EADDRNOTAVAIL, EINVAL, ENODEV, EPROTONOSUPPORT].contains(number) }
}
