internal import Glibc

/// Spaces the turns of a loop that is woken often, so that it does more in each.
///
/// A thread that wakes for every message spends more on waking than on messages. The first turn after a pause starts at
/// once.
package struct TurnPacing {
    private let nanoseconds: UInt64
    private var beganAt: UInt64 = 0

    /// - Parameter microseconds: The least time from the beginning of a turn to the next.
    package init(microseconds: UInt64) { nanoseconds = microseconds * 1000 }

    /// Begins a turn; sleeps first where the last turn began too short a time ago.
    package mutating func beginTurn() {
        let now = MonotonicClock.now
        if now < beganAt + nanoseconds {
            var rest = timespec(tv_sec: 0, tv_nsec: Int(beganAt + nanoseconds - now))
            _ = unsafe nanosleep(&rest, nil)  // a signal ends it early, which does no harm
        }
        beganAt = MonotonicClock.now
    }
}
