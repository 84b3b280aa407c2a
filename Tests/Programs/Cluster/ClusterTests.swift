import Testing

/// The built binaries, real sockets, real signals.
///
/// `LARDER_FULL=1` runs the long versions, `LARDER_SEED=N` only the seed N.
@Suite("Cluster", .inLanes, .timeLimit(.minutes(30))) struct ClusterTests {}
