internal import LarderTransport
internal import Logging

/// Logs peers that were turned away, and what to type if they are the user's own workers.
struct TurnedAwayPeers: Sendable {
    let logger: Logger
    /// The option with which `coordinator keygen` finds this run's keys.
    var keysOption = ""

    private var counts: [HandshakeFailure: Int] = [:]
    private var tellAt: [HandshakeFailure: Int] = [:]

    init(logger: Logger, keysOption: String) {
        self.logger = logger
        self.keysOption = keysOption
    }

    func refused(address: String, key: String) {
        logger.notice(
            """
            A worker was turned away: its key is not in the list. If it is yours, type: coordinator \
            keygen\(keysOption) --allow 'NAME=\(key)'
            """,
            metadata: ["host": "\(address)", "worker.key": "\(key)"]
        )
    }

    /// Counts failed handshakes; logs the first of each kind, then at each tenfold count.
    mutating func failed(_ failure: HandshakeFailure, _ count: Int) {
        counts[failure, default: 0] += count
        let total = counts[failure, default: 0]
        guard total >= tellAt[failure, default: 1] else { return }
        tellAt[failure] = total * 10
        logger.notice(
            "A peer was turned away before a word of it was read: \(advice(failure))",
            metadata: ["peers": "\(total)"]
        )
    }

    private func advice(_ failure: HandshakeFailure) -> String {
        let giveKeys =
            "type: coordinator keygen\(keysOption) --worker NAME, and start it with --key NAME.secret --server-key "
            + "server.public"
        return switch failure {
        case .keysMissing, .keyRefused: "it has no keys. If it is a worker of yours, \(giveKeys)"
        case .wrongServerKey:
            "it was given another coordinator's key. If it is a worker of yours, copy this coordinator's "
                + "server.public to it again, for --server-key"
        case .notZeroMQ:
            "what it sent is no worker's handshake. If you do not know it, keep the port to your network"
        // A peer that notices the disagreement first hangs up.
        case .brokenOff:
            "it broke off, or said nothing for 5 s. If it is a worker of yours, look at its own messages; should it "
                + "have no keys, \(giveKeys)"
        }
    }
}
