package import LarderThreading

extension MonotonicClock {
    /// The time since `start`; zero when it lies ahead.
    package static func elapsed(since start: UInt64) -> Duration {
        let now = now
        return now > start ? .nanoseconds(Int64(clamping: now - start)) : .zero
    }
}
