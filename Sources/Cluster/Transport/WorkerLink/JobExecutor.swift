package import LarderModel
package import LarderProtocol
package import LarderWorkerCore

/// Does jobs for a ``WorkerLink``.
///
/// Its methods are called on the link's thread and must return at once: the same thread sends the heartbeats.
package protocol JobExecutor: Sendable {
    /// The sources' definitions, before the first job and again after each reconnect.
    func configure(_ sources: [SourceConfig])
    func run(_ jobs: [AssignedJob], reporter: JobReporter)
    /// Gives the executor the way to the coordinator's cache, before its first job.
    func reach(_ files: @escaping @Sendable (FileRequest) -> Void)
    /// What came of a request.
    func take(_ answer: FileAnswer)
    /// Stop these; reporting them still does no harm.
    func cancel(_ leases: [JobLease])
    /// Progress of all jobs that have begun and not ended, cancelled ones included.
    func progress() -> [JobProgress]
    /// Finds out, from any thread, why the cache folder cannot be used; nil: it can.
    func probe(_ answer: @escaping @Sendable (FailureReason?) -> Void)
}

/// For executors that share the cache's folder: they ask for no files.
extension JobExecutor {
    /// Nothing.
    package func reach(_ files: @escaping @Sendable (FileRequest) -> Void) {}
    /// Nothing.
    package func take(_ answer: FileAnswer) {}
}

/// Reports jobs that ended, once each, from any thread.
package struct JobReporter: Sendable {
    private let post: @Sendable ([EndedJob]) -> Void

    package init(post: @escaping @Sendable ([EndedJob]) -> Void) { self.post = post }

    package func report(_ jobs: [EndedJob]) { post(jobs) }
}
