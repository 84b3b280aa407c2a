internal import Foundation
package import LarderFetch
package import LarderWorkerCore
package import Logging

extension WorkerService {
    /// What the command line says.
    package struct Options: Sendable {
        /// The coordinator's.
        package var endpoint: String
        /// The shared cache folder, or ``ofCoordinator``.
        package var cache: String
        /// Where a worker without the shared cache folder makes one of its own.
        package var scratch = FileManager.default.temporaryDirectory.path
        /// Shown to people.
        package var name: String
        /// Fetches under way at once.
        package var fetchSlots = 32
        /// The file of this worker's secret key; nil: the coordinator wants none.
        package var keyFile: String?
        /// Proxies of sources that name none.
        package var proxies = ProxySettings()
        /// The file of the coordinator's public key.
        package var serverKeyFile: String?
        /// Threads for render jobs.
        package var renderThreads = defaultRenderThreads

        /// One for each core, at most 64; a coordinator that starts several workers gives each a number of its own.
        package static let defaultRenderThreads = max(1, min(64, ProcessInfo.processInfo.activeProcessorCount))

        package var logger: Logger
        /// Ends or replaces the process, on any thread, when `run(stopRequests:)` does not return in time.
        package var leave: @Sendable (End) -> Void = { _ in }
        /// End when standard input closes: the coordinator that started this worker has gone.
        package var endsWithInput = false
        /// Whether this worker works for one coordinator after another, until it is stopped.
        ///
        /// It then goes on where one has no more work or refuses it, and waits for what its keys or its cache lack.
        package var stays = false
        /// Without a limit of memory, `WorkerLimits.memoryShare` of what this process may have.
        package var limits = WorkerLimits()
        /// The file that records each job's step, for the coordinator that started this worker.
        package var flightRecorder: String?
        /// Jobs at which to misbehave.
        package var failpoints = Failpoints()
        package var clock: any Clock<Duration> = ContinuousClock()

        /// What is named in place of a cache folder that is not shared: files go to the coordinator and come from it.
        package static let ofCoordinator = "coordinator"
        var sharesCache: Bool { cache != Self.ofCoordinator }

        /// Makes options with the defaults.
        package init(endpoint: String, cache: String, name: String, logger: Logger) {
            self.endpoint = endpoint
            self.cache = cache
            self.name = name
            self.logger = logger
        }
    }

    /// How a worker's work ended.
    package struct End: Sendable {
        /// The process's exit code.
        package var code: Int32
        /// Shown to people.
        package var message: String?
        /// Whether a fresh process is to go on.
        package var wantsFresh = false
    }
}
