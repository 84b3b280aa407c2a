package enum ProtocolLimits {
    /// Bytes of one frame; libzmq drops the connection of a peer that sends more.
    package static let maxFrameBytes = 1 << 20
    package static let maxJobs = 65_536
    /// Bytes of a job's effect in a message; larger ones, up to ``JobLimits/maxEffectBytes``, go
    /// through the cache.
    package static let maxInlineEffectBytes = 256 << 10
    /// Bytes of a file of the cache in one message; several may be under way.
    package static let maxFilePartBytes = 256 << 10
}
