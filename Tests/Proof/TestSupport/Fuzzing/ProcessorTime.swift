internal import Glibc

/// What a piece of work costs, whatever else the machine does meanwhile.
package enum ProcessorTime {
    /// The processor time that `body` takes on this thread, in seconds.
    package static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let began = now
        try body()
        return now - began
    }

    private static var now: Double {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
