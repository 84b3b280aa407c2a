internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions

extension SyncRun {
    /// The pages that an earlier crawl brought, to be asked for again: one that no link leads to any more may be gone, and
    /// only the site can say so.
    ///
    /// - Returns: Nothing for other kinds, or where those pages alone reach the most that the source allows.
    static func knownPages(
        of definition: SourceDefinition,
        _ id: SourceID,
        _ catalog: CatalogReader,
        _ ledger: LedgerStore
    ) throws -> [FoundJob] {
        guard definition.kind == .pages else { return [] }
        let present = try catalog.presentItems(of: id)
        let known = try ledger.specs(of: id, .detail).compactMap { bytes -> FoundJob? in
            guard let spec = try? JobSpec(serializedBytes: bytes), case .page(let work) = spec.work,
                !spec.isFurtherPage, present.contains(work.itemURN), let address = WebAddress(work.url),
                definition.keepsLinked(address)
            else { return nil }
            return FoundJob(spec: spec.unredirected)
        }
        return known.count < definition.mostPages ?? .max ? known : []
    }
}
