internal import LarderCatalog
internal import LarderLedger
package import LarderModel
package import LarderSourceDefinitions

/// The sources of the larder itself: files in its `sources` folder, and sources that were synced into it.
extension SourceRegistry {
    /// The names in the definitions that ``requested(_:)`` names.
    package func requestedNames(_ typed: [String]) throws -> [String] {
        try requested(typed).map { try find($0).definition.name }
    }

    /// The sources that a command means: those typed; none typed: all of the larder, or the sample in a new larder.
    ///
    /// - Returns: Names and paths for ``find(_:)``, without the pages that `coordinator get` fetched.
    /// - Throws: `SourceError` for a wrong file in the larder; `CatalogError`; ``CoordinatorError`` with code
    ///   `notFound` if the larder has single pages only.
    package func requested(_ typed: [String]) throws -> [String] {
        guard typed.isEmpty else { return typed }
        let files = ownFiles
        let named = Set(try files.map { try find($0).definition.name })
        let stored = try storedOrNew()
        let requested = files + stored.filter { !$0.isPage && !named.contains($0.name) }.map(\.name)
        guard requested.isEmpty else { return requested }
        guard stored.isEmpty else {
            throw CoordinatorError(
                .notFound,
                "This larder has no source to sync, only pages that `coordinator get` fetched. Type `coordinator get "
                    + "URL` to fetch a page again, `coordinator add URL` to add a site, or `coordinator --sample`."
            )
        }
        return Self.sampleNames
    }

    /// The error of one source that kept a sync of all from its beginning, with how to sync the others.
    package static func explained(_ error: any Error) -> any Error {
        guard error is SourceError || (error as? CoordinatorError)?.code == .nameTaken else { return error }
        return CoordinatorError(
            .badSetting,
            "\(error)\nNo source was synced because of that one. `coordinator NAME ...` syncs those that are named, "
                + "without it."
        )
    }

    /// A source as its last sync requested it.
    struct StoredSource: Sendable {
        var name: String
        /// Nil: no sync of this release began.
        var request: SyncRequestText?

        var isPage: Bool { request?.isPage == true }
    }

    /// - Throws: `CatalogError` for a catalog that cannot be read.
    func stored() throws -> [StoredSource] {
        if let storedOfAll { return try storedOfAll.get() }
        guard LarderStore.exists(larder) else {
            if let refusal = LarderStore.refusal(of: larder) { throw refusal }
            return []
        }
        return try LarderStore.readNow(larder: larder) { db in
            try CatalogReader(db).sources().map { row in
                let text = try LedgerStore(db).syncRequest(of: row.id)
                return StoredSource(name: row.source.name, request: text.flatMap { SyncRequestText($0) })
            }
        }
    }

    /// The same; empty for a catalog file in which no sync began.
    private func storedOrNew() throws -> [StoredSource] {
        do {
            return try stored()
        } catch let error as CatalogError where error.code == .missing {
            return []
        }
    }

    /// Refuses a definition whose name belongs to another source of the larder.
    ///
    /// - Parameter toKeepBoth: How the user gives the new one another name; nil: that is not possible.
    /// - Throws: ``CoordinatorError`` with code `nameTaken`.
    static func checkIdentity(
        of definition: SourceDefinition,
        in catalog: CatalogReader,
        _ into: String,
        toKeepBoth way: String?
    ) throws {
        guard let row = try catalog.source(named: definition.name) else { return }
        let base = try catalog.base(source: row.id)
        let (kind, address) = (definition.kind.rawValue, definition.base.description)
        guard row.source.kind != kind || (base ?? address) != address else { return }
        let counts = try catalog.counts(source: row.id)
        guard counts.recipes + counts.articles + counts.outlets + counts.images + counts.texts > 0 else { return }
        let there = "kind \(row.source.kind)" + (base.map { " at \($0)" } ?? "")
        throw CoordinatorError(
            .nameTaken,
            "\"\(definition.name)\" is another source in this larder: \(there), and now kind \(kind) at \(address) "
                + "is asked for. \(way.map { "To keep both, \($0). " } ?? "")To replace what is there, type "
                + "`coordinator remove \(definition.name)\(TypedCommand.into(into))` first."
        )
    }

    /// Refuses a name for a new source that means something else: a command, a built-in source, or a file's source.
    ///
    /// - Throws: ``CoordinatorError`` with code `nameTaken`.
    package func checkNew(name: String) throws(CoordinatorError) {
        let way = "Name the new source with --name."
        guard !commands.contains(name), name != "help" else {
            throw CoordinatorError(.nameTaken, "\"\(name)\" is a command of coordinator. \(way)")
        }
        guard !Self.builtInNames.contains(name) else {
            throw CoordinatorError(.nameTaken, "\"\(name)\" is a built-in source. \(way)")
        }
        guard let file = files.first(where: { (try? find($0).definition.name) == name }) else { return }
        throw CoordinatorError(.nameTaken, "\(file) is the file of a source \"\(name)\" already. Edit that, or: \(way)")
    }

    /// Refuses a new source like ``checkNew(name:)``, and where its name belongs to another source of the larder.
    ///
    /// - Throws: ``CoordinatorError`` with code `nameTaken`; `CatalogError` for a catalog that cannot be read.
    package func checkNew(_ definition: SourceDefinition) throws {
        try checkNew(name: definition.name)
        guard LarderStore.exists(larder) else { return }
        try LarderStore.readNow(larder: larder) { db in
            let way = "name the new one with --name"
            try Self.checkIdentity(of: definition, in: CatalogReader(db), typedLarder, toKeepBoth: way)
        }
    }

    /// The definition with which a source of the larder was synced last; nil: there is none.
    package func stored(_ name: String) throws -> Found? {
        guard (try? SourceDefinition.check(name: name)) != nil,
            let request = try stored().first(where: { $0.name == name })?.request
        else { return nil }
        let definition = try SourceDefinition.parse(yaml: request.definition, file: "\(name) (in the larder)")
        return Found(definition: definition, yaml: request.definition, path: nil, isStored: true)
    }
}

extension SourceDefinition {
    /// The source of a page that was named by its address alone: one for each origin, without links to follow.
    ///
    /// - Throws: `SourceError` for a contact that is none.
    package static func page(_ address: WebAddress, contact: String?) throws(SourceError) -> SourceDefinition {
        let base = address.with(path: "/", query: nil)
        let isPlain = base.origin.hasPrefix("http:")
        // One host may have a server for each scheme.
        let isUsual = isPlain == base.origin.hasSuffix(":\(base.port)")
        let scheme = isUsual ? "" : isPlain ? "http-" : "https-"
        var name = String("pages-\(scheme)\(address.sourceName)".prefix(40))
        while name.hasSuffix("-") { name.removeLast() }
        let contact = contact.map { "contact: \(JSONValue.string($0).json)\n" } ?? ""
        let yaml = "name: \(name)\nkind: pages\nbase: \(JSONValue.string(base.description).json)\n\(contact)"
        var definition = try parse(yaml: yaml, file: "the page")
        definition.crawl.urls = [address]
        return definition
    }
}
