internal import ZeroMQ

/// Why a handshake came to nothing, as far as libzmq tells.
package enum HandshakeFailure: String, Sendable, Hashable, CaseIterable {
    /// One side has keys and the other has none.
    case keysMissing = "keys-missing"
    /// The keys do not fit: most often the client has another server's key.
    case wrongServerKey = "wrong-server-key"
    /// The server does not admit the client's key.
    case keyRefused = "key-refused"
    /// The peer does not speak ZeroMQ.
    case notZeroMQ = "not-zeromq"
    /// The other side closed the connection, or was silent for too long.
    case brokenOff = "broken-off"

    init(_ failure: SocketMonitor.Failure) {
        self =
            switch failure {
            case .mechanismMismatch: .keysMissing
            case .cryptographic: .wrongServerKey
            case .refused: .keyRefused
            case .malformed: .notZeroMQ
            case .brokenOff: .brokenOff
            }
    }
}
