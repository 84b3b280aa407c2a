/// Decides where a sender begins another message, so that each stays below ``ProtocolLimits/maxFrameBytes``.
package struct MessagePacking: Sendable {
    /// Bytes of entries in one message.
    private static let maxBytes = 512 << 10
    private static let maxEntries = 4096
    /// Bytes that are counted for an entry's lease and lengths, beside its effect or description.
    private static let leaseBytes = 24

    private var bytes = 0
    private var entries = 0

    package init() {}

    /// Counts an entry whose effect or description has so many bytes.
    ///
    /// - Returns: Whether the entry begins another message.
    package mutating func add(_ count: Int) -> Bool {
        let isFull = entries >= Self.maxEntries || entries > 0 && bytes + count > Self.maxBytes
        if isFull { (bytes, entries) = (0, 0) }
        bytes += count + Self.leaseBytes
        entries += 1
        return isFull
    }
}
