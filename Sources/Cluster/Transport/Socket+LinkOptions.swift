internal import LarderProtocol
internal import ZeroMQ

extension Socket {
    /// Sets what both ends of a link between coordinator and worker have in common.
    borrowing func setLinkOptions() {
        set(.sendHighWaterMark, 1000)
        // A peer's machine that is gone ends a connection within 11 s. libzmq's own heartbeats are off: with them it
        // aborts the process when a peer fills its queue and disconnects (libzmq 4.3.4, zeromq/libzmq#4364).
        set(.keepAlive, 1)
        set(.keepAliveIdle, 5)
        set(.keepAliveInterval, 2)
        set(.keepAliveCount, 3)
        set(.maxRetransmissionTime, 10_000)
        setMaxFrameBytes(Int64(ProtocolLimits.maxFrameBytes))
    }
}
