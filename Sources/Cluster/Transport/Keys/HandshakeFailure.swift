internal import ZeroMQ

/// Why a handshake came to nothing, as far as libzmq tells.
package enum HandshakeFailure: String, Sendable, Hashable, CaseIterable {
    /// One side has keys and the other has none.
    case keysMissing = "keys-missing"
    /// The two sides' keys do not fit: most often the client was given another server's key.
    case wrongServerKey = "wrong-server-key"
    /// The server does not admit the client's key.
    case keyRefused = "key-refused"
    /// What came was no handshake at all.
    case notZeroMQ = "not-zeromq"
    /// The other side closed the connection, or said nothing until the time was over.
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
