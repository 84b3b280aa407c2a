internal import LarderLedger
internal import LarderModel

/// A small part of a source, for a look at it.
package struct SyncScope: Sendable, Hashable {
    package var maxLists: Int?
    /// Reads only the first page of each list.
    package var isFirstPagesOnly = false
    /// Items with more than their list record.
    package var maxItems: Int?

    package init(maxLists: Int? = nil, isFirstPagesOnly: Bool = false, maxItems: Int? = nil) {
        self.maxLists = maxLists
        self.isFirstPagesOnly = isFirstPagesOnly
        self.maxItems = maxItems
    }

    /// Fetched pictures of one item.
    private static let maxPictures = 4

    /// Whether a job is in scope, given the jobs already in the ledger.
    func contains(_ spec: JobSpec, source: SourceID, _ ledger: LedgerStore) throws -> Bool {
        switch spec.work {
        case .imageDecode, .text: return true
        // What leads to lists, such as robots.txt and sitemap indexes, needs a few jobs of its own.
        case .discover: return try maxLists.map { try ledger.count(of: .discover, source: source) < $0 * 3 } ?? true
        case .search(let work):
            if isFirstPagesOnly, work.page > 1 { return false }
            return try maxLists.map { try ledger.count(of: .search, source: source) < $0 } ?? true
        case .record, .page:
            guard let maxItems, !spec.isFurtherPage else { return true }
            let known = spec.subjectURN.map { JobURN(kind: .detail, key: String(RecordURN.tail($0))) }
            if let known, try ledger.report(known) != nil { return true }
            return try ledger.count(of: .detail, source: source) < maxItems
        case .imageDownload:
            return try maxItems.map { try ledger.count(of: .imageDownload, source: source) < $0 * Self.maxPictures }
                ?? true
        }
    }
}
