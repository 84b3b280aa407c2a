internal import Foundation
internal import LarderWorkerCore
internal import Synchronization

/// Ends or replaces the process when a worker's work does not return within 2 s of its end: what hangs may hold every
/// thread that it needs for that.
final class LastResort: Sendable {
    private static let afterSeconds = 2.0

    private let options: WorkerService.Options
    private let isCancelled = Atomic<Bool>(false)

    init(_ options: WorkerService.Options) { self.options = options }

    /// May be called on any thread.
    @Sendable func begin(_ exit: WorkerExit) {
        var end = WorkerService.end(exit, options)
        if options.stays, WorkerService.wait(after: exit, options) != nil { end.wantsFresh = true }
        Thread.detachNewThread { [self, end] in
            Thread.sleep(forTimeInterval: Self.afterSeconds)
            if !isCancelled.load(ordering: .acquiring) { options.leave(end) }
        }
    }

    func cancel() { isCancelled.store(true, ordering: .releasing) }
}
