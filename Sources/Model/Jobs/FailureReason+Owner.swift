extension FailureReason {
    /// Whose trouble a failure is.
    package enum Owner: Sendable, Hashable, CaseIterable {
        /// Charged to the job.
        case job
        /// The host's lane pauses.
        case host
        /// The job goes back uncharged, and the worker gets no work for a while.
        case worker
    }

    private static let workerTroubles = FailureCode.cacheTroubles.union([.unknownSource, .cancelled])

    /// A worker's word alone never blames the larder: the coordinator checks its own cache folder for that.
    package var owner: Owner {
        switch failureClass {
        case .drain, .outOfMemory: .worker
        case .throttled: .host
        case .retryable, .permanent, .timeout: Self.workerTroubles.contains(code) ? .worker : .job
        }
    }

    /// Whether the reporting worker's cache folder cannot be used.
    package var isCacheTrouble: Bool { FailureCode.cacheTroubles.contains(code) }
}
