internal import LarderCatalog
internal import LarderModel
internal import LarderSourceDefinitions

/// A name stands for one source: the larder records its kind and address.
struct SourceIdentity {
    let catalog: CatalogReader
    /// `--into DIR` for commands in messages, or empty.
    let intoOption: String

    /// Refuses a definition whose name belongs to another source of the larder.
    ///
    /// - Throws: ``CoordinatorError`` with code `nameTaken`.
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
    fileprivate var isAny: Bool { recipes + articles + outlets + images + texts > 0 }
}
