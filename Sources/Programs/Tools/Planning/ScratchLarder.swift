internal import Foundation
internal import LarderCatalog
internal import LarderModel
internal import LarderSourceDefinitions
internal import LarderSync

/// A temporary larder.
struct ScratchLarder {
    let path: String

    static func with<Result>(_ body: (ScratchLarder) async throws -> Result) async throws -> Result {
        let base = FileManager.default.temporaryDirectory.path
        let path = try LarderFolder.makePrivate(base + "/larder-look-", for: "a look", "TMPDIR")
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(ScratchLarder(path: path))
    }

    /// A run over a part of some sources into this larder, without a summary.
    func run(_ asked: SyncRun.Options, _ names: [String], _ scope: SyncScope, limit: Int?, only: JobKind?) -> SyncRun {
        var options = asked
        options.sources = names
        options.sourcesOf = asked.into
        options.into = path
        options.scope = scope
        options.limit = limit
        options.only = only
        options.progress = .none
        return SyncRun(options)
    }
}

extension SyncRun.Options {
    var registry: SourceRegistry { SourceRegistry(larder: into, commands: commands) }

    /// For the quotas of sources that were looked at.
    func quotaNotes(of names: [String]) throws -> [String] {
        try names.compactMap { name in
            let definition = try registry.find(name).definition
            return definition.identity.quota.map {
                "The quota of \($0) of \(definition.base.hostPort) does not count the requests of this look."
            }
        }
    }
}
