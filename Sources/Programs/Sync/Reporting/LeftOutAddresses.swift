internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters

/// Addresses that lists or links name and that are no items, and why.
struct LeftOutAddresses: Sendable {
    /// Addresses whose reasons are looked up: each takes a few statements.
    private static let maxLooked = 2_000

    var count = 0
    var reasons: [PartialReason: Int] = [:]

    init() {}

    init(of sources: [SourceID], _ catalog: CatalogReader, _ ledger: LedgerStore) throws {
        let urns = try catalog.leftOut(of: sources, NoteCode.ofLeftOut)
        count = urns.count
        for urn in urns.prefix(Self.maxLooked) { reasons[try PartialReason(of: urn, catalog, ledger), default: 0] += 1 }
    }

    var sentence: String {
        let parts = PartialReason.allCases.compactMap { reason in
            reasons[reason].map { "\($0.grouped) \(reason.ofAddresses)" }
        }
        let looked = reasons.values.reduce(0, +)
        let whose = looked < count ? "; of the first \(looked.grouped): " : ": "
        return "\(count.counted("address", many: "addresses")) that \(count == 1 ? "is no item" : "are no items")"
            + (parts.isEmpty ? "" : whose + parts.joined(separator: ", "))
    }
}

extension PartialReason {
    /// Why an address is no item, after a number.
    package var ofAddresses: String {
        switch self {
        case .waiting: "not fetched yet"
        case .failed: "that could not be had"
        case .forbidden: "forbidden by a robots.txt"
        case .missing: "not there"
        case .file: "of files, which were not downloaded"
        case .silent: "without a page that could be read"
        case .unasked: "not asked for"
        }
    }
}
