/// How a run stands, for progress.
struct RunStatus: Sendable {
    var tally: Tally
    var unfinished: Int
    var waiting: Int
    /// When the next of those that wait is due.
    var nextTry: Duration?
    /// Hosts that asked for a pause, the longest first, how long they are still left alone, and their words.
    var pausedHosts: [(name: String, left: Duration, reason: String)] = []
    /// Why jobs wait though no host asked for a pause.
    var held: [String] = []
    var workers: Int
    /// Those that cannot work, with their hosts and reasons.
    var troubled: [String] = []
    /// Peers whose keys or handshakes were turned away.
    var turnedAway: UInt64
}
