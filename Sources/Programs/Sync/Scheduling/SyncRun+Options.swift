package import LarderModel
package import LarderWorkerCore
package import Logging

extension SyncRun {
    /// What the user asked for.
    package struct Options: Sendable {
        /// Sources by name or path; empty: the built-in sample.
        package var sources: [String] = []
        /// The larder's folder.
        package var into = "./larder"
        /// Local worker processes; 0: only workers that join over ``listen``.
        package var workers = 8
        /// Render threads of each local worker.
        package var renderThreads = defaultRenderThreads

        /// One, as several local workers share this machine; a worker started by hand uses a thread for each core.
        package static let defaultRenderThreads = 1

        /// An endpoint for workers of other machines or containers.
        package var listen: String?
        /// The folder of keys; the larder's `keys` when nil.
        package var keys: String?
        /// Listen without keys on an address that is not loopback.
        package var insecure = false
        /// Sync the only source under this name instead of its own.
        package var rename: String?
        /// Subcommands of the program, for whoever mistypes one.
        package var commands: [String] = []
        /// Items of each query, of a website in all, at most.
        package var limit: Int?
        /// The last kind to run.
        package var only: JobKind?
        /// Takes a part of the sources, and tells nothing of it; nil: takes all, with a summary.
        package var scope: SyncScope?
        /// The larder in whose `sources` folder sources are looked for; nil: ``into``.
        package var sourcesOf: String?
        /// Fetch and render everything again.
        package var refresh = false
        /// Look before the sync only whether cached files are there, not whether their bytes are right.
        package var quickCheck = false
        /// Wait for quotas and for hosts whose robots.txt cannot be had, instead of ending with work left.
        package var waits = false
        /// How progress is shown.
        package var progress = ProgressMode.auto
        /// Items of the built-in sample.
        package var sampleRecipes = 500
        /// Articles of the built-in sample.
        package var sampleArticles = 200
        /// When local workers take less work, are replaced, or give up a job.
        package var limits = WorkerLimits()
        /// How long a local worker may say nothing at all before it is killed.
        package var workerSilence: Duration = .seconds(60)
        /// The words of the command, to be typed again where work is left.
        package var typed = ["coordinator"]
        /// The environment, for API keys.
        package var environment: [String: String] = [:]
        /// Takes events.
        package var logger: Logger
        /// How local workers are to log, as words of their command line.
        package var workerLogging: [String] = []
        /// Where progress goes; what ``logger`` writes has to go there too.
        package var console: Console

        /// The defaults of the command line.
        package init(logger: Logger, console: Console) {
            self.logger = logger
            self.console = console
        }
    }
}
