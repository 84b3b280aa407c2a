internal import LarderProtocol
internal import ZeroMQ

extension Socket {
    /// Sets what both ends of a link between coordinator and worker have in common.
    borrowing func setLinkOptions() {
        set(.sendHighWaterMark, 1000)
        set(.heartbeatInterval, 2000)
        set(.heartbeatTimeout, 6000)
        set(.heartbeatTimeToLive, 6000)
        setMaxFrameBytes(Int64(ProtocolLimits.maxFrameBytes))
    }
}
