/// How often the two ends of a link look for messages.
enum TransportTiming {
    /// The least time from one turn to the next: of messages that come closer together, one turn takes all.
    static let turnMicroseconds: UInt64 = 1000
}
