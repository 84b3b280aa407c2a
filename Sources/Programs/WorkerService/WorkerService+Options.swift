internal import Foundation
package import LarderWorkerCore
package import Logging

extension WorkerService {
    /// What the command line says.
    package struct Options: Sendable {
        /// The coordinator's endpoint.
        package var endpoint: String
        /// The shared cache folder.
        package var cache: String
        /// For people.
        package var name: String
        /// Fetches under way at once.
        package var fetchSlots = 32
        /// The file of this worker's secret key; nil: the coordinator wants none.
        package var keyFile: String?
        /// The file of the coordinator's public key.
        package var serverKeyFile: String?
        /// Threads for render jobs.
        package var renderThreads = defaultRenderThreads

        /// One for each core, 64 at most: this process is taken to be the only worker of its machine.
        ///
        /// A coordinator, which starts several on one machine, gives each of them its own default.
        package static let defaultRenderThreads = max(1, min(64, ProcessInfo.processInfo.activeProcessorCount))

        /// Takes events.
        package var logger: Logger
        /// Ends or replaces the process when ``WorkerService/run(stopRequests:)`` does not return in time; called on
        /// any thread.
        package var leave: @Sendable (End) -> Void = { _ in }
        /// End when standard input closes: the coordinator that started this worker has gone.
        package var endsWithInput = false
        /// When to take less work, to be replaced, or to give up a job; without a limit of memory it is
        /// `WorkerLimits.memoryShare` of what this process may have.
        package var limits = WorkerLimits()
        /// Where to note what each job does, for the coordinator that started this worker.
        package var flightRecorder: String?
        /// Jobs at which to misbehave.
        package var failpoints = Failpoints()
        /// Time, for what the service itself waits for.
        package var clock: any Clock<Duration> = ContinuousClock()

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
        /// What to tell people, if anything.
        package var message: String?
        /// Whether a fresh process is to go on.
        package var wantsFresh = false
    }
}
