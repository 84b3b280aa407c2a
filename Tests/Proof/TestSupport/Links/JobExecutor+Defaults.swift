package import LarderModel
package import LarderTransport
package import LarderWorkerCore

/// What executors of tests need not do.
extension JobExecutor {
    /// Nothing: the jobs are not watched.
    package func progress() -> [JobProgress] { [] }

    /// The cache folder can be used.
    package func probe(_ answer: @escaping @Sendable (FailureReason?) -> Void) { answer(nil) }
}
