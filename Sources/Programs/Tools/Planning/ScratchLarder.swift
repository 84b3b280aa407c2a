internal import Foundation
internal import Glibc
internal import LarderCatalog
internal import LarderModel
internal import LarderSourceDefinitions
package import LarderSync
package import Logging

/// A temporary larder.
struct ScratchLarder {
    let path: String

    static func with<Result>(_ body: (ScratchLarder) async throws -> Result) async throws -> Result {
        let base = FileManager.default.temporaryDirectory.path
        var template = Array((base + "/larder-look-XXXXXX").utf8CString)
        // An unguessable name in a folder that only this user can enter.
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

/// The options of `coordinator try` and `coordinator plan`.
package struct LookRequest: Sendable {
    package var sources: [String]
    /// The larder's folder as it was typed.
    package var into: String
    package var workers = 2
    /// Reads every list to its end.
    package var readsLists = false
    package var environment: [String: String] = [:]
    package var logger: Logger
    package var console: Console
    /// Log options for local workers.
    package var workerLogging: [String] = []
    /// Command names for "did you mean".
    package var commands: [String] = []

    package init(sources: [String], into: String, logger: Logger, console: Console) {
        self.sources = sources
        self.into = into
        self.logger = logger
        self.console = console
    }
}

extension LookRequest {
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
