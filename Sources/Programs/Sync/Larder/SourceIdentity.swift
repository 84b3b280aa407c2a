internal import LarderCatalog
internal import LarderModel
internal import LarderSourceDefinitions

/// A name stands for one source: its kind and its address are written down once something of it is in the catalog.
struct SourceIdentity {
    let catalog: CatalogReader
    /// `--into DIR` as it has to be typed, or nothing.
    let intoOption: String

    /// Refuses a definition with the name of another source of the larder.
    ///
    /// - Throws: ``CoordinatorError`` with code `nameTaken`, which says how to keep both sources or to replace the old
    ///   one.
    func check(_ definition: SourceDefinition) throws {
        guard let row = try catalog.source(named: definition.name) else { return }
        let base = try catalog.base(source: row.id)
        let isSame =
            row.source.kind == definition.kind.rawValue
            && (base ?? definition.base.description) == definition.base.description
        guard !isSame, try catalog.counts(source: row.id).isAny else { return }
        let there = "kind \(row.source.kind)" + (base.map { " at \($0)" } ?? "")
        throw CoordinatorError(
            .nameTaken,
            "\"\(definition.name)\" is another source in this larder: \(there), and now kind "
                + "\(definition.kind.rawValue) at \(definition.base) "
                + "is asked for. To keep both, sync the new one under another name with --rename NEWNAME, or change "
                + "`name` in its file. "
                + "To replace what is there, type `coordinator remove \(definition.name)\(intoOption)` first."
        )
    }
}

extension CatalogCounts {
    /// Whether there is any row.
    fileprivate var isAny: Bool { recipes + articles + outlets + images + texts > 0 }
}
