internal import ZeroMQ

/// Why a connection could not be had.
package struct TransportError: Error, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable, CaseIterable {
        case endpointInUse = "endpoint-in-use"
        /// The address is not of this machine, or its form is wrong.
        case endpointUnusable = "endpoint-unusable"
        case socketFailed = "socket-failed"
    }

    package let code: Code
    package let description: String

    init(bind endpoint: String, _ error: ZeroMQError) {
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
