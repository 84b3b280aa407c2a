package import LarderWorkerCore

/// A worker's end of its connection to the coordinator: a ``WorkerLink``, or a link within one process in tests.
package protocol CoordinatorLink: Sendable {
    /// Asks for an orderly end: no new work, what runs is finished and answered.
    func drain()
    /// Ends at once; what was not acknowledged is done again elsewhere.
    func stop()
    /// Waits for the end of the worker's part and closes everything.
    func ended() async throws -> WorkerExit
}

extension WorkerLink: CoordinatorLink {}
