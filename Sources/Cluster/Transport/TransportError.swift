internal import ZeroMQ

/// Why a connection could not be had.
package struct TransportError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Code: String, Sendable, CaseIterable {
        /// Another process listens there.
        case endpointInUse = "endpoint-in-use"
        /// The address is not of this machine, or its form is wrong.
        case endpointUnusable = "endpoint-unusable"
        /// libzmq refused something else.
        case socketFailed = "socket-failed"
    }

    /// The kind of failure.
    package let code: Code
    /// One sentence with the way out.
    package let description: String
    /// libzmq's error.
    package let cause: (any Error)?

    init(bind endpoint: String, _ error: ZeroMQError) {
        cause = error
        if error.isAddressInUse {
            code = .endpointInUse
            description = "Another program listens on \(endpoint). Stop it, or choose another endpoint with --listen."
        } else if error.isAddressUnusable {
            code = .endpointUnusable
            description =
                "\(endpoint) cannot be listened on: \(error). Use tcp://ADDRESS:PORT with an address of this machine, or ipc://PATH."
        } else {
            code = .socketFailed
            description = "Listening on \(endpoint) failed: \(error)"
        }
    }
}
