/// Whose trouble a failure is.
extension FailureReason {
    /// Who has to change for it to go away.
    package enum Owner: Sendable, Hashable, CaseIterable {
        /// The job itself: charged to it.
        case job
        /// The host that it asks: its lane pauses.
        case host
        /// The worker: the job goes back uncharged, and the worker gets no work for a while.
        case worker
    }

    /// The codes that are the worker's trouble, whatever the class.
    private static let workerTroubles = FailureCode.cacheTroubles.union([.unknownSource, .cancelled])

    /// Whose trouble this is, by the class and the code.
    ///
    /// A worker's word alone never makes it the larder's: the coordinator looks at its own cache folder for that.
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
