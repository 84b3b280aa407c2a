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

    /// The code of a host that fails, as one that is overloaded does.
    package static let serverError = "server-error"

    /// The code of a job of a host whose robots.txt cannot be had.
    package static let robotsUnreachable = "robots-unreachable"

    /// The code of a job of a source whose definition the worker cannot read.
    package static let unknownSourceCode = "unknown-source"

    /// The codes of a cache folder that a worker cannot use.
    ///
    /// What is wrong with one blob has other codes, and is the job's.
    package static let cacheTroubles: Set<String> = [
        "cache-full", "cache-not-writable", "cache-not-a-cache", "cache-io",
    ]

    /// The codes whose owner does not follow from the class; all others are the job's.
    private static let owners: [String: Owner] = {
        var owners: [String: Owner] = [unknownSourceCode: .worker, "cancelled": .worker]
        for code in cacheTroubles { owners[code] = .worker }
        return owners
    }()

    /// Whose trouble this is, by the class and the code.
    ///
    /// A worker's word alone never makes it the larder's: the coordinator looks at its own cache folder for that.
    package var owner: Owner {
        switch failureClass {
        case .drain, .outOfMemory: .worker
        case .throttled: .host
        case .retryable, .permanent, .timeout: Self.owners[code] ?? .job
        }
    }

    /// Whether the cache folder of whoever reports this cannot be used.
    package var isCacheTrouble: Bool { Self.cacheTroubles.contains(code) }
}
