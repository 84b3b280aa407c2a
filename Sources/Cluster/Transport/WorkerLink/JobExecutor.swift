package import LarderModel
package import LarderProtocol
package import LarderWorkerCore

/// Does jobs for a ``WorkerLink``.
///
/// Its methods are called on the link's thread and must return at once: the same thread sends the heartbeats.
package protocol JobExecutor: Sendable {
    /// The sources' definitions, before the first job and again after each reconnect.
    func configure(_ sources: [SourceConfig])
    /// Starts jobs; each must be reported once through ``JobReporter``.
    func run(_ jobs: [AssignedJob], reporter: JobReporter)
    /// Nobody wants these any more; reporting them still does no harm.
    func cancel(_ leases: [JobLease])
    /// How far every job has come that has begun and not ended, cancelled ones included.
    func progress() -> [JobProgress]
    /// Finds out whether the cache folder can be used, and says why not, from any thread; nil: it can.
    func probe(_ answer: @escaping @Sendable (FailureReason?) -> Void)
}

extension JobExecutor {
    /// Nothing: jobs of such an executor are not watched.
    package func progress() -> [JobProgress] { [] }

    /// It can.
    package func probe(_ answer: @escaping @Sendable (FailureReason?) -> Void) { answer(nil) }
}

/// Brings the ends of jobs back to the link, from any thread.
package struct JobReporter: Sendable {
    private let post: @Sendable ([EndedJob]) -> Void

    /// Makes a reporter that hands ends over to `post`.
    package init(post: @escaping @Sendable ([EndedJob]) -> Void) { self.post = post }

    /// Reports jobs that ended.
    package func report(_ jobs: [EndedJob]) { post(jobs) }
}
