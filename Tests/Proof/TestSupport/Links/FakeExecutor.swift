package import LarderModel
package import LarderProtocol
package import LarderTransport

/// Does jobs as a test says, at once.
package struct FakeExecutor: JobExecutor {
    private let answer: @Sendable (AssignedJob, JobReporter) -> EndedJob.Outcome?

    /// Makes an executor.
    ///
    /// - Parameter answer: How a job ends; nil: not now, the reporter brings its end.
    package init(
        _ answer: @escaping @Sendable (AssignedJob, JobReporter) -> EndedJob.Outcome? = { _, _ in .done(effect: []) }
    ) {
        self.answer = answer
    }

    package func configure(_ sources: [SourceConfig]) {}

    package func run(_ jobs: [AssignedJob], reporter: JobReporter) {
        let ended = jobs.compactMap { job in
            answer(job, reporter).map { EndedJob(lease: job.lease, outcome: $0, microseconds: 1) }
        }
        if !ended.isEmpty { reporter.report(ended) }
    }

    package func cancel(_ leases: [JobLease]) {}
}
