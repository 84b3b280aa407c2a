/// How a run stands, for progress.
struct RunStatus: Sendable {
    var tally: Tally
    var unfinished: Int
    var waiting: Int
    /// When the next waiting job is due.
    var nextTry: Duration?
    /// Hosts with jobs left that get no requests now, longest pause first.
    var pausedHosts: [(name: String, left: Duration, reason: String, hasAsked: Bool)] = []
    /// Why other jobs wait.
    var held: [String] = []
    var workers: Int
    /// Workers that cannot work, with hosts and reasons.
    var troubled: [String] = []
    /// Peers with refused keys or failed handshakes.
    var turnedAway: UInt64
}
