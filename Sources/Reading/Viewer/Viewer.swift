package import Foundation
package import Larder
internal import LarderCatalog
internal import LarderModel
package import LarderPages

/// Makes the pages of a larder, for a server and for a folder alike.
package struct Viewer: Sendable {
    package let larder: Larder
    package let addresses: ViewerAddresses
    /// Whether there is a page of the sync.
    let hasStatus: Bool
    /// Shared by all reads.
    private let indexes: ListIndexes

    package init(_ larder: Larder, addresses: ViewerAddresses, hasStatus: Bool) {
        (self.larder, self.addresses, self.hasStatus) = (larder, addresses, hasStatus)
        indexes = ListIndexes(renewedFrom: larder)
    }

    /// Pages of one snapshot of the catalog.
    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (ViewerPages) throws -> Result
    ) async throws -> Result {
        try await larder.read { [self] reader in
            try body(
                ViewerPages(reader: reader, addresses: addresses, hasStatus: hasStatus, now: Date(), indexes: indexes)
            )
        }
    }
}

/// The pages of one snapshot of a larder.
package struct ViewerPages {
    package let reader: LarderReader
    package let addresses: ViewerAddresses
    let hasStatus: Bool
    /// The time that ages are counted to.
    package let now: Date
    /// The number of the last change that the reader saw; nil: not known.
    package var seenChange: Int64?
    let indexes: ListIndexes

    package init(
        reader: LarderReader,
        addresses: ViewerAddresses,
        hasStatus: Bool,
        now: Date,
        indexes: ListIndexes = ListIndexes()
    ) {
        (self.reader, self.addresses, self.hasStatus, self.now) = (reader, addresses, hasStatus, now)
        self.indexes = indexes
    }

    /// The same pages at other addresses.
    package func with(_ addresses: ViewerAddresses) -> ViewerPages {
        ViewerPages(reader: reader, addresses: addresses, hasStatus: hasStatus, now: now, indexes: indexes)
    }

    /// Cards of a page.
    package static let pageSize = 48
    /// Hits of a search's page, which take more room than cards and longer to find.
    static let hitsOfPage = 24
    private static let oldAge = 30 * 86_400.0

    /// What stands around a page.
    package func frame() throws -> FrameView {
        let syncs = try reader.latestSyncs()
        let finished = syncs.compactMap(\.finished)
        var (recipes, articles) = (ListAddress(), ListAddress())
        (recipes.kind, articles.kind) = ("recipe", "article")
        return FrameView(
            root: addresses.root,
            home: addresses.list(ListAddress()),
            status: hasStatus ? addresses.root + "status" : nil,
            search: addresses.isFolder ? nil : addresses.root,
            itemCount: try (indexes.total(reader) ?? reader.listedCount()).counted("item"),
            copyDate: finished.max().map { date in
                let day = Wording.dayAndMonth(date, now: now)
                return (long: day + ", " + Wording.clock(date), short: day)
            },
            isOld: finished.contains { now.timeIntervalSince($0) > Self.oldAge },
            recipes: addresses.list(recipes),
            articles: addresses.list(articles)
        )
    }
}
