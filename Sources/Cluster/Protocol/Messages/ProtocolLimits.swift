/// What one message may hold.
package enum ProtocolLimits {
    /// Bytes of one frame; libzmq drops the connection of a peer that sends more.
    package static let maxFrameBytes = 1 << 20
    /// Jobs named in one message.
    package static let maxJobs = 65_536
    /// Bytes of one job's effect inside a message; larger ones, up to ``JobLimits/maxEffectBytes``, go through the cache.
    package static let maxInlineEffectBytes = 256 << 10
    /// Bytes of effects or descriptions that a sender puts into one message, so that it stays below ``maxFrameBytes``.
    package static let packBytes = 512 << 10
}
