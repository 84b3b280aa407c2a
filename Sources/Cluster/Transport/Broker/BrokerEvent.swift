package import LarderModel
package import LarderProtocol

/// How a worker connected.
package enum WorkerOrigin: Sendable, Hashable {
    /// Over the private endpoint of this coordinator's own children.
    case local
    /// Over another endpoint, with the key of this name; nil: the endpoint has no keys.
    case remote(key: String?)
}

/// What reaches the coordinator from its workers' connections.
package enum BrokerEvent: Sendable {
    /// A worker introduced itself: a session begins.
    case hello(SessionID, Hello, WorkerOrigin)
    /// A further message of a session.
    case message(SessionID, Message)
    /// The connection is gone, its queue is stuck, or its peer broke the protocol. The session's number is void.
    case lost(SessionID, reason: String)
    /// A peer with a key that is not on the list was turned away; told once for each key.
    case refused(address: String, key: String)
    /// So many handshakes failed on the remote endpoints, for this reason.
    ///
    /// Told at most once a second; libzmq does not say whose they were.
    case turnedAway(HandshakeFailure, count: Int)
}

/// Counts of what would else be silent.
package struct BrokerCounters: Sendable, Hashable {
    /// Messages taken in.
    package var received: UInt64 = 0
    /// Messages handed to libzmq.
    package var sent: UInt64 = 0
    /// Messages that broke the protocol.
    package var malformed: UInt64 = 0
    /// Peers turned away for their key.
    package var refused: UInt64 = 0
    /// Handshakes that failed before any key was shown: no keys, another coordinator's key, no ZeroMQ at all.
    package var failedHandshakes: UInt64 = 0
    /// Sends to a connection that was gone.
    package var unreachable: UInt64 = 0

    package init() {}
}
