package import LarderModel
package import LarderProtocol

package enum BrokerEvent: Sendable {
    case hello(SessionID, WorkerIntroduction)
    /// A further message of a session.
    case message(SessionID, Message)
    /// The session is over: its connection is gone or stuck, or the peer broke the protocol.
    case lost(SessionID, reason: String)
    /// A peer was turned away for its key; reported once for each key.
    case refused(address: String, key: String)
    /// So many handshakes failed on the remote endpoints. At most once a second; libzmq does not name the peers.
    case turnedAway(HandshakeFailure, count: Int)
}

package struct BrokerCounters: Sendable, Hashable {
    package var received: UInt64 = 0
    package var sent: UInt64 = 0
    package var malformed: UInt64 = 0
    /// Peers turned away for their key.
    package var refused: UInt64 = 0
    /// Handshakes that failed for other reasons.
    package var failedHandshakes: UInt64 = 0
    /// Sends to a connection that was gone.
    package var unreachable: UInt64 = 0

    package init() {}
}
