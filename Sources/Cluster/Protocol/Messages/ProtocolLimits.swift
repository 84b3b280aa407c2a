internal import LarderModel

/// What one message may hold.
public enum ProtocolLimits {
    /// Bytes of one frame; libzmq drops the connection of a peer that sends more.
    public static let maxFrameBytes = 1 << 20
    /// Jobs named in one message.
    public static let maxJobs = 65_536
    /// Bytes of one job's effect inside a message; larger ones, up to ``JobLimits/maxEffectBytes``, go through the cache.
    public static let maxInlineEffectBytes = 256 << 10
    /// Bytes of effects or descriptions that a sender puts into one message, so that it stays below ``maxFrameBytes``.
    public static let packBytes = 512 << 10
}
