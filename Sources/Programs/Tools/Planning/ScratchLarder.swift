internal import Foundation
internal import Glibc
internal import LarderCatalog
internal import LarderModel
internal import LarderSourceDefinitions
package import LarderSync
package import Logging

/// A larder for looking at a source, gone when the look is over.
struct ScratchLarder {
    let path: String

    /// Runs `body` with an empty larder.
    static func with<Result>(_ body: (ScratchLarder) async throws -> Result) async throws -> Result {
        let base = FileManager.default.temporaryDirectory.path
        var template = Array((base + "/larder-look-XXXXXX").utf8CString)
        // A name that nobody can guess, in a folder that only this user can enter.
        guard let made = unsafe mkdtemp(&template) else {
            throw CoordinatorError(
                .larderNotWritable,
                "No folder for a look could be made in \(base): \(LarderFolder.errorText(errno)). Set TMPDIR to a "
                    + "folder of yours."
            )
        }
        let path = unsafe String(cString: made)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(ScratchLarder(path: path))
    }

    /// A run over a part of some sources into this larder, which tells nothing.
    func run(_ request: LookRequest, _ names: [String], _ scope: SyncScope, limit: Int?, only: JobKind?) -> SyncRun {
        var options = SyncRun.Options(logger: request.logger, console: request.console)
        options.sources = names
        options.sourcesOf = request.into
        options.into = path
        options.workers = request.workers
        options.scope = scope
        options.limit = limit
        options.only = only
        options.progress = .none
        options.environment = request.environment
        options.workerLogging = request.workerLogging
        options.commands = request.commands
        return SyncRun(options)
    }
}

/// What `coordinator try` and `coordinator plan` are asked for.
package struct LookRequest: Sendable {
    /// Sources by name or path.
    package var sources: [String]
    /// The larder's folder as it was typed.
    package var into: String
    /// Local worker processes.
    package var workers = 2
    /// Every list is read to its end, and not its first page alone.
    package var readsLists = false
    /// The environment, for API keys.
    package var environment: [String: String] = [:]
    /// Takes events.
    package var logger: Logger
    /// Where messages go.
    package var console: Console
    /// How local workers are to log, as words of their command line.
    package var workerLogging: [String] = []
    /// Subcommands of the program, for whoever mistypes one.
    package var commands: [String] = []

    /// A request for these sources.
    package init(sources: [String], into: String, logger: Logger, console: Console) {
        self.sources = sources
        self.into = into
        self.logger = logger
        self.console = console
    }
}

extension LookRequest {
    /// What is told of the quotas of sources that were looked at.
    func quotaNotes(of names: [String]) throws -> [String] {
        let registry = SourceRegistry(larder: into, commands: commands)
        return try names.compactMap { name in
            let definition = try registry.find(name).definition
            return definition.identity.quota.map {
                "The quota of \($0) of \(definition.base.hostPort) does not count the requests of this look."
            }
        }
    }
}
