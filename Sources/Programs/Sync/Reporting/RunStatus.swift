/// How a run stands, for progress.
struct RunStatus: Sendable {
    var tally: Tally
    var unfinished: Int
    var waiting: Int
    /// When the next of those that wait is due.
    var nextTry: Duration?
    /// Hosts with jobs left that get no requests for a while, longest pause first: pause, reason, whether the host
    /// asked for it.
    var pausedHosts: [(name: String, left: Duration, reason: String, hasAsked: Bool)] = []
    /// Why jobs wait though no host asked for a pause.
    var held: [String] = []
    var workers: Int
    /// Those that cannot work, with their hosts and reasons.
    var troubled: [String] = []
    /// Peers whose keys or handshakes were turned away.
    var turnedAway: UInt64
}
