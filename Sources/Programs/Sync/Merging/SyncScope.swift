internal import LarderLedger
internal import LarderModel

/// A small part of a source, for looking at it before all of it is fetched.
package struct SyncScope: Sendable, Hashable {
    /// Lists that are read.
    package var maxLists: Int?
    /// Of a list only its first page is read.
    package var isFirstPagesOnly = false
    /// Items of which more is read than a list says.
    package var maxItems: Int?

    /// A part of a source; without limits all of it.
    package init(maxLists: Int? = nil, isFirstPagesOnly: Bool = false, maxItems: Int? = nil) {
        self.maxLists = maxLists
        self.isFirstPagesOnly = isFirstPagesOnly
        self.maxItems = maxItems
    }

    /// Pictures of one item that are fetched.
    private static let maxPictures = 4

    /// Whether a job is of that part, as far as the jobs tell that are there.
    func takes(_ spec: JobSpec, source: SourceID, _ ledger: LedgerStore) throws -> Bool {
        switch spec.work {
        case .imageDecode, .text: return true
        // What leads to lists, such as robots.txt and indexes of sitemaps, takes a few of its own.
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
