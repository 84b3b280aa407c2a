import Testing

/// The built binaries, real sockets, real signals.
///
/// One test at a time: they start many processes and share one port.
///
/// `LARDER_FULL=1` runs the long versions, `LARDER_SEED=N` only the seed N.
@Suite("Cluster", .serialized, .timeLimit(.minutes(30))) struct ClusterTests {}
