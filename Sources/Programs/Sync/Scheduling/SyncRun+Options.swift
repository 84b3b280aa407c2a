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
        /// Local worker processes; 0: only remote workers.
        package var workers = 8
        /// Render threads of each local worker.
        package var renderThreads = defaultRenderThreads

        /// Local workers share this machine; a worker started by hand uses a thread per core.
        package static let defaultRenderThreads = 1

        /// An endpoint for remote workers.
        package var listen: String?
        /// The folder of keys; nil: `keys` in the larder.
        package var keys: String?
        /// Listens without keys.
        package var insecure = false
        /// Another name for the only source.
        package var rename: String?
        /// Command names for "did you mean".
        package var commands: [String] = []
        /// Items of each query; of a website in all.
        package var limit: Int?
        /// The last kind of job to run.
        package var only: JobKind?
        /// Takes only a part of the sources, without a summary.
        package var scope: SyncScope?
        /// The larder whose `sources` folder is searched; nil: ``into``.
        package var sourcesOf: String?
        /// Fetch and render everything again.
        package var refresh = false
        /// Checks only whether cached files exist.
        package var quickCheck = false
        /// Waits for quotas and robots.txt instead of ending with work left.
        package var waits = false
        package var progress = ProgressMode.auto
        package var sampleRecipes = 500
        package var sampleArticles = 200
        /// When local workers take less work, are replaced, or give up a job.
        package var limits = WorkerLimits()
        /// How long a local worker may be silent before it is killed.
        package var workerSilence: Duration = .seconds(60)
        /// The command line, repeated where work is left.
        package var typed = ["coordinator"]
        /// The environment, with API keys.
        package var environment: [String: String] = [:]
        package var logger: Logger
        /// Log options for local workers.
        package var workerLogging: [String] = []
        /// Shows progress; ``logger`` must write to it too.
        package var console: Console

        package init(logger: Logger, console: Console) {
            self.logger = logger
            self.console = console
        }
    }
}
